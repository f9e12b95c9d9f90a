// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Synchronization
import Testing

/// The question after a failure, asked of a person at a terminal.
@Suite(.timeLimit(.minutes(5)))
struct RetryQuestionTests {
  private let question = "[r]etry  [w]ait and retry  [q]uit"

  private func failing(_ times: Int, retryAfter: String? = nil) throws -> ThreePages {
    try ThreePages {
      guard $0.page == 2, $0.attempt <= times else { return nil }
      return .failure(503, headers: retryAfter.map { [("Retry-After", $0)] } ?? [])
    }
  }

  private func terminal(
    _ pages: ThreePages, _ folder: TemporaryFolder, _ more: String...
  ) throws -> Terminal {
    try Terminal(
      pages.words() + ["-o", folder.path("out")] + more, columns: 300, in: folder)
  }

  private func lines(_ folder: TemporaryFolder) -> [String] {
    folder.text(of: "out")?.split(separator: "\n").map(String.init) ?? []
  }

  @Test(arguments: ["r", "R", "r\n", "xyz\n r"])
  func `r asks for the page again`(_ keys: String) async throws {
    let folder = try TemporaryFolder()
    let pages = try failing(1)
    let terminal = try terminal(pages, folder)
    try await terminal.expect("status 503")
    try await terminal.expect(question)
    #expect(terminal.isRaw)
    terminal.type(keys)
    #expect(try await terminal.end().status == 0)
    #expect(lines(folder) == ThreePages.lines)
    #expect(!terminal.isRaw)
  }

  @Test func `the question comes as often as the page fails`() async throws {
    let folder = try TemporaryFolder()
    let pages = try failing(3)
    let terminal = try terminal(pages, folder)
    for _ in 1...3 {
      try await terminal.expect(question)
      terminal.type("r\n")
    }
    #expect(try await terminal.end().status == 0)
    #expect(pages.server.requestCount == 6)
  }

  @Test(arguments: ["q", "Q\n", "\u{4}"])
  func `q gives up, and says how to go on`(_ keys: String) async throws {
    let folder = try TemporaryFolder()
    let pages = try failing(9)
    let terminal = try terminal(pages, folder)
    try await terminal.expect(question)
    terminal.type(keys)
    try await terminal.expect("incomplete: 2 items of 1 page came")
    try await terminal.expect("--start-at c2")
    #expect(try await terminal.end().status == 4)
    #expect(pages.server.requestCount == 2)
    #expect(!terminal.isRaw)
  }

  @Test func `w waits as long as the server says`() async throws {
    let folder = try TemporaryFolder()
    let pages = try failing(1, retryAfter: "1")
    let terminal = try terminal(pages, folder)
    try await terminal.expect(question)
    terminal.type("w")
    try await terminal.expect("Waiting 1 s")
    #expect(try await terminal.end().status == 0)
    #expect(lines(folder) == ThreePages.lines)
  }

  @Test(arguments: [("r", 0), ("q", 4), ("\u{3}", 130)] as [(String, Int32)])
  func `a wait is cut short by a key`(_ key: String, _ status: Int32) async throws {
    let folder = try TemporaryFolder()
    let pages = try failing(1, retryAfter: "1000")
    let terminal = try terminal(pages, folder)
    try await terminal.expect(question)
    terminal.type("w")
    try await terminal.expect("Waiting 16 min 40 s")
    terminal.type(key)
    #expect(try await terminal.end().status == status)
    #expect(!terminal.isRaw)
  }

  @Test func `Control-C at the question is an interruption`() async throws {
    let folder = try TemporaryFolder()
    let pages = try failing(9)
    let terminal = try terminal(pages, folder)
    try await terminal.expect(question)
    terminal.type("\u{3}")
    try await terminal.expect("interrupted by SIGINT after 2 items")
    #expect(try await terminal.end().status == 130)
    #expect(!terminal.isRaw)
  }

  @Test func `what was typed before the question is no answer`() async throws {
    let folder = try TemporaryFolder()
    let isTyped = Atomic(false)
    let pages = try ThreePages {
      guard $0.page == 2, $0.attempt == 1 else { return nil }
      while !isTyped.load(ordering: .acquiring) { usleep(1000) }
      return .failure(503)
    }
    let terminal = try terminal(pages, folder)
    terminal.type("q")
    isTyped.store(true, ordering: .releasing)
    try await terminal.expect(question)
    terminal.type("r")
    #expect(try await terminal.end().status == 0)
  }

  @Test(arguments: ["exit 1", "exit 7", "no-such-command", "kill $$"])
  func `a command that says no ends the walk, and the person is not asked`(
    _ command: String
  ) async throws {
    let folder = try TemporaryFolder()
    let pages = try failing(9)
    let terminal = try terminal(pages, folder, "--retry-command", command)
    #expect(try await terminal.end().status == 4)
    #expect(terminal.text.contains("The retry command said no"))
    #expect(terminal.text.contains("incomplete: 2 items of 1 page came"))
    #expect(!terminal.text.contains("[r]etry"))
    #expect(pages.server.requestCount == 2)
  }

  @Test func `nobody is asked where nobody is to be`() async throws {
    let folder = try TemporaryFolder()
    let pages = try failing(9)
    let terminal = try terminal(pages, folder, "--no-ask")
    #expect(try await terminal.end().status == 4)
    #expect(!terminal.text.contains("[r]etry"))
  }

  @Test func `a page that can't be had in any way is no question`() async throws {
    let folder = try TemporaryFolder()
    let pages = try ThreePages {
      $0.page == 2 ? .json(#"{"items":[],"next":"c2"}"#) : nil
    }
    let terminal = try terminal(pages, folder)
    #expect(try await terminal.end().status == 5)
    #expect(!terminal.text.contains("[r]etry"))
  }
}
