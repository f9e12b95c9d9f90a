// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The acceptance cases of the folder Cases, each as a test of its own: a command line, the
/// answers that it meets, and what must have come out. Cases/README.md describes them.
///
/// The runner ends each case at its own limit. The limit here is for all of a folder together.
@Suite(.timeLimit(.minutes(30)))
struct AcceptanceCaseTests {
  private static let apis = Task { try await CaseRun(of: "apis") }
  private static let reports = Task { try await CaseRun(of: "reports") }

  @Test func `the cases are there, and so is what runs them`() {
    #expect(CaseRun.names(in: "apis").count >= 300)
    #expect(CaseRun.names(in: "reports").count >= 90)
    guard !CaseRun.missing.isEmpty else { return }
    let missing = CaseRun.missing.joined(separator: " and ")
    print("\(missing) missing: the acceptance cases are not run")
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("What runs the acceptance cases is missing: \(missing).")
    }
  }

  @Test(arguments: CaseRun.names(in: "apis"))
  func `walks in the dialects of real APIs`(name: String) async throws {
    try await check(name, by: Self.apis)
  }

  @Test(arguments: CaseRun.names(in: "reports"))
  func `what went wrong with other clients`(name: String) async throws {
    try await check(name, by: Self.reports)
  }

  private func check(_ name: String, by run: @autoclosure () -> Task<CaseRun, any Error>)
    async throws
  {
    guard CaseRun.missing.isEmpty else { return }
    switch try await run().value.verdict(on: name) {
    case .passed: break
    case .skipped(let why): print("case \(name) is not run: \(why)")
    case .failed(let why): Issue.record(Comment(rawValue: why))
    }
  }
}
