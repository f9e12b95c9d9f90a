// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One run of all cases of a folder by the runner of the cases, and its verdicts.
///
/// The runner takes one process for all, which costs a tenth of one for each.
struct CaseRun: Sendable {
  /// What the runner says of a case.
  enum Verdict: Equatable {
    case passed
    /// Why it is not run.
    case skipped(String)
    /// What differed.
    case failed(String)
  }

  /// The folder of all cases.
  static let folder = Binary.packageRoot.appendingPathComponent("Tests/PageWalkCoreTests/Cases")

  /// What the runner needs and is not there.
  static let missing: [String] = ["python3", "openssl"].filter { tool in
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return !folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
  }

  /// The names of the cases of a folder.
  static func names(in name: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent(name).path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  private static let isSanitized =
    ProcessInfo.processInfo.environment["PAGEWALK_SANITIZE"] != nil

  private static var memoryProblem: Regex<Substring> { /max_rss_mb is [0-9.]+, more than [0-9.]+/ }

  private let result: Binary.Result

  /// Runs the cases of a folder.
  init(of name: String) async throws {
    result = try await Binary.run(
      [
        "python3", Self.folder.appendingPathComponent("run-cases").path, "--bin", Binary.path,
        "--jobs", "2", "--verbose", Self.folder.appendingPathComponent(name).path,
      ],
      environment: ["PYTHONDONTWRITEBYTECODE": "1"], timeout: 1500, executable: "/usr/bin/env")
  }

  /// The verdict on a case.
  func verdict(on name: String) -> Verdict {
    for line in result.lines {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count > 1, [name, name + ":", name + ".json:"].contains(String(words[1])) else {
        continue
      }
      let why = words.count > 2 ? String(words[2]) : ""
      switch words[0] {
      case "pass": return .passed
      case "skip": return .skipped(why)
      // A sanitizer's own memory counts there too, and is the greater part.
      case _ where Self.isSanitized && why.wholeMatch(of: Self.memoryProblem) != nil: return .passed
      default: return .failed(why)
      }
    }
    return .failed(
      "The runner did not come to it, and ended with \(result.status): \(result.stderr)")
  }
}
