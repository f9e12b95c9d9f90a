// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The acceptance cases of the folder Cases, each as a test of its own: a command line, the
/// answers that it meets, and what must have come out. Cases/README.md describes them.
@Suite struct AcceptanceCaseTests {
  /// A case, by the folder and the name of its file.
  struct Case: CustomTestStringConvertible, Sendable {
    var folder: String
    var name: String

    var testDescription: String { "\(folder)/\(name)" }
  }

  // Most cases wait for a process; two at a time keep two cores busy, and leave others their share.
  private static let offload = Offload(width: 2)

  private static let cases = Binary.packageRoot.appendingPathComponent(
    "Tests/PageWalkCoreTests/Cases")

  /// What the runner needs beside Swift and is not there.
  private static let missing: [String] = ["python3", "openssl"].filter { tool in
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return !folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
  }

  static func all(in folder: String) -> [Case] {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: cases.appendingPathComponent(folder).path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.sorted()
      .map { Case(folder: folder, name: String($0.dropLast(".json".count))) }
  }

  @Test func `the cases are there, and so is what runs them`() {
    #expect(Self.all(in: "apis").count >= 300)
    #expect(Self.all(in: "reports").count >= 90)
    guard !Self.missing.isEmpty else { return }
    print("\(Self.missing.joined(separator: " and ")) missing: the acceptance cases are not run")
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("Missing for the acceptance cases: \(Self.missing.joined(separator: ", ")).")
    }
  }

  // The runner ends each case at its own limit. The suite's limit is for all of them together,
  // because they are all begun at once and wait for each other.
  @Test(.timeLimit(.minutes(30)), arguments: all(in: "apis"))
  func `walks in the dialects of real APIs`(_ which: Case) async throws { try await run(which) }

  @Test(.timeLimit(.minutes(30)), arguments: all(in: "reports"))
  func `what went wrong with other clients`(_ which: Case) async throws { try await run(which) }

  private func run(_ which: Case) async throws {
    guard Self.missing.isEmpty else { return }
    let file = Self.cases.appendingPathComponent("\(which.folder)/\(which.name).json").path
    let runner = Self.cases.appendingPathComponent("run-cases").path
    let result = try await Binary.run(
      ["python3", runner, "--bin", Binary.path, "--verbose", file],
      environment: ["PYTHONDONTWRITEBYTECODE": "1"], timeout: 120, executable: "/usr/bin/env",
      on: Self.offload)
    if result.status != 0 { Issue.record("\(result.stdout)\(result.stderr)") }
    if result.stdout.hasPrefix("skip ") { print("\(which.testDescription): \(result.lines[0])") }
  }
}
