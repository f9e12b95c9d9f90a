// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The built program, as its users run it.
enum Binary {
  /// What a run of the program gave.
  struct Result: Sendable {
    /// The exit status; 128 + N for an end by signal N.
    var status: Int32
    /// What was read of standard output.
    var stdout: String
    /// Standard error.
    var stderr: String
    /// The most memory that it had, in bytes.
    var peakMemory: Int

    /// The lines of standard output.
    var lines: [String] { stdout.split(separator: "\n").map(String.init) }
  }

  /// What becomes of standard output.
  enum Output: Sendable {
    /// It is read to its end.
    case all
    /// It is read line by line and closed after so many lines, as `head -N` does.
    case lines(Int)
    /// It is a pipe that nobody reads from the beginning.
    case closed
    /// It is a file, or a device such as `/dev/full`.
    case file(String)
  }

  /// A signal in the midst of a run.
  struct Interruption: Sendable {
    /// The signal's number.
    var signal: Int32
    /// Says when it is time; called from time to time.
    var when: @Sendable () -> Bool
  }

  /// The program's file: that of `PAGEWALK_BIN`, or else the newest build.
  static let path: String = {
    if let named = ProcessInfo.processInfo.environment["PAGEWALK_BIN"], !named.isEmpty {
      return named
    }
    return newestBuild(of: "pagewalk")
  }()

  /// The demo server's file: the one beside the program, or else the newest build.
  static let demoServer: String = {
    let beside = URL(fileURLWithPath: path).deletingLastPathComponent()
      .appendingPathComponent("demo-server").path
    return FileManager.default.isExecutableFile(atPath: beside)
      ? beside : newestBuild(of: "demo-server")
  }()

  /// The example program's file, built together with the tests.
  static let exportCSV = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("export-csv").path

  /// The root folder of this package.
  static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Runs the program in a folder of its own and waits for its end.
  ///
  /// - Parameters:
  ///   - arguments: the words after the program's name.
  ///   - environment: variables beside PATH, HOME (the folder), LC_ALL and NO_COLOR.
  ///   - stdin: the text of standard input.
  ///   - output: what becomes of standard output.
  ///   - interruption: a signal to send.
  ///   - timeout: seconds after which the process is killed and the test fails.
  ///   - folder: the folder to run in; a new, empty one where it is nil.
  ///   - executable: another program to run in the same way.
  ///   - offload: where there must be room for it.
  /// - Returns: what it gave.
  /// - Throws: a ``Child/Failure`` where it can't be run, or was still running at its limit.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], stdin: String = "",
    output: Output = .all, interruption: Interruption? = nil, timeout: Double = 20,
    in folder: TemporaryFolder? = nil, executable: String = path, on offload: Offload = .processes
  ) async throws -> Result {
    let folder = try folder ?? TemporaryFolder()
    return try await offload.run {
      let plan = Child.Plan(
        executable: executable, arguments: arguments,
        environment: standardEnvironment(in: folder).merging(environment) { $1 },
        folder: folder.url.path)
      var run = try BinaryRun(plan: plan, stdin: stdin, output: output, timeout: timeout)
      return try run.finish(interruption: interruption)
    }
  }

  /// The variables that a run has by default: a sanitizer's, where the program was built with one,
  /// are handed on.
  static func standardEnvironment(in folder: TemporaryFolder) -> [String: String] {
    let own = ProcessInfo.processInfo.environment
    return [
      "PATH": own["PATH"] ?? "/usr/bin:/bin",
      "HOME": folder.url.path, "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
    ].merging(own.filter { sanitizerVariables.contains($0.key) }) { $1 }
  }

  private static let sanitizerVariables: Set = ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"]

  private static func newestBuild(of product: String) -> String {
    let builds = ["release", "debug"].map {
      packageRoot.appendingPathComponent(".build/\($0)/\(product)").path
    }
    return builds.first(where: FileManager.default.isExecutableFile(atPath:)) ?? builds[1]
  }
}
