// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

/// The progress line on a terminal, and where there is none.
@Suite(.timeLimit(.minutes(5)))
struct ProgressRunTests {
  private func slow() throws -> ThreePages {
    try ThreePages {
      guard $0.page == 2 else { return nil }
      return .json(#"{"items":[{"id":3},{"id":4}],"next":"c3"}"#).delayed(seconds: 2.5)
    }
  }

  @Test func `the line shows what came and what is awaited, and leaves nothing behind`()
    async throws
  {
    let folder = try TemporaryFolder()
    let pages = try slow()
    let terminal = try Terminal(
      pages.words("--total-key", "total", "-o", folder.path("out"), "-v"), columns: 100, in: folder)
    try await terminal.expect("\rpagewalk: page 1  2 of 6 items (33 %)")
    try await terminal.expect("waiting for page 2 (1")
    // A line that is said takes its place.
    try await terminal.expect("\r\u{1B}[Kpagewalk: Page 2: status 200, 2 items")
    #expect(try await terminal.end().status == 0)
    let text = terminal.text.replacingOccurrences(of: "\r\n", with: "\n")
    let rest = text.components(separatedBy: "\n").last ?? ""
    #expect(rest == "" || rest.hasSuffix("\u{1B}[K"), "\(rest.debugDescription)")
  }

  @Test(
    arguments: [
      (["--progress", "never"], [:]), (["-s"], [:]), ([], ["TERM": "dumb"]),
    ] as [([String], [String: String])])
  func `there is no line where none is wanted`(
    _ options: [String], _ environment: [String: String]
  ) async throws {
    let folder = try TemporaryFolder()
    let pages = try slow()
    let terminal = try Terminal(
      pages.words("-o", folder.path("out")) + options, environment: environment, in: folder)
    #expect(try await terminal.end().status == 0)
    #expect(terminal.text == "")
  }

  @Test func `items on the same terminal are not mixed with a line`() async throws {
    let pages = try slow()
    let terminal = try Terminal(pages.words())
    #expect(try await terminal.end().status == 0)
    #expect(!terminal.text.contains("\u{1B}"))
  }

  @Test func `a pipe gets no line but on demand, and then without escape sequences`() async throws {
    let pages = try slow()
    let quiet = try await Binary.run(pages.words())
    #expect(quiet.stderr == "")
    let pagesAgain = try slow()
    let loud = try await Binary.run(pagesAgain.words("--progress", "always"))
    #expect(loud.status == 0)
    #expect(loud.lines.count == 6)
    #expect(!loud.stderr.contains("\u{1B}"))
    for line in loud.stderr.split(separator: "\n") { #expect(line.hasPrefix("pagewalk: ")) }
  }

  @Test func `a retry that is awaited is counted down`() async throws {
    let folder = try TemporaryFolder()
    let pages = try ThreePages { $0.page == 2 && $0.attempt == 1 ? .failure(503) : nil }
    let terminal = try Terminal(
      pages.words("-o", folder.path("out"), "--retry", "1", "--retry-delay", "2"), columns: 200,
      in: folder)
    try await terminal.expect("page 2 failed, retry in 2 s")
    try await terminal.expect("page 2 failed, retry in 1 s")
    #expect(try await terminal.end().status == 0)
  }
}
