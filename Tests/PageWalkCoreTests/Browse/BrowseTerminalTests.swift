// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

@testable import pagewalk

/// The real program, driven through a pseudo-terminal against the demo server.
@Suite(.timeLimit(.minutes(1)))
struct BrowseTerminalTests {
  private static let leaving = "\u{1b}[?1049l"

  /// Leaves the program, and sees that the terminal is as it was.
  private func leave(
    _ browse: BrowseTerminal, by keys: String = "q", status: Int32 = 0,
    location: SourceLocation = #_sourceLocation
  ) async throws {
    browse.type(keys)
    let end = try await browse.terminal.end()
    #expect(end.status == status, sourceLocation: location)
    expectRestored(browse, location: location)
  }

  private func expectRestored(
    _ browse: BrowseTerminal, location: SourceLocation = #_sourceLocation
  ) {
    #expect(!browse.terminal.isRaw, sourceLocation: location)
    #expect(browse.terminal.text.hasSuffix(Self.leaving), sourceLocation: location)
    #expect(browse.screen.showsCursor, sourceLocation: location)
    #expect(browse.screen.wraps, sourceLocation: location)
  }

  @Test func pagesComeAsOneScrollsToTheEnd() async throws {
    let demo = try Demo()
    let browse = try BrowseTerminal(demo.url("/cursor?limit=10"))
    try await browse.wait(for: "Item 1 of 20 loaded")
    #expect(browse.terminal.isRaw)
    #expect(demo.server.requests.count == 2)
    browse.type(" ")
    try await browse.wait(for: "Item 10 of")
    browse.type("G")
    try await browse.wait(for: "You have seen everything.")
    try await browse.wait(for: "Item 95 of 95 · page 10 of 10")
    #expect(demo.server.requests.count == 10)
    browse.type("g")
    try await browse.wait(for: "Item 1 of 95")
    try await leave(browse)
  }

  @Test func aFailedPageIsAskedForAgainOnlyWhenThePersonSaysSo() async throws {
    let demo = try Demo()
    let browse = try BrowseTerminal(
      demo.url("/cursor?limit=20&fail=503&fail_page=3&fail_times=2"))
    try await browse.wait(for: "Item 1 of 20 loaded")
    browse.type("jjjjjjjjjjjjjjjjjjj")
    try await browse.wait(for: "of 40 loaded")
    browse.type("    ")
    try await browse.wait(for: "[r]etry")
    let count = demo.server.requests.count
    browse.type("kkkjjjg")
    try await browse.wait(for: "Item 1 of 40")
    browse.type("G")
    try await browse.wait(for: "Item 40 of 40")
    #expect(demo.server.requests.count == count)
    try await browse.type("r", until: "You have seen everything.")
    #expect(demo.server.requests.count == count + 4)
    try await leave(browse)
  }

  @Test func aFirstPageThatFailedCanBeTriedAgain() async throws {
    let demo = try Demo()
    let browse = try BrowseTerminal(demo.url("/cursor?fail=503&fail_page=1&fail_times=1"))
    try await browse.wait(for: "[r]etry  [q]uit")
    try await browse.wait(for: "503")
    browse.type("r")
    try await browse.wait(for: "Item 1 of")
    try await leave(browse)
  }

  @Test func retriesAndLimitsOfTheOptionsHold() async throws {
    let demo = try Demo()
    let browse = try BrowseTerminal(
      demo.url("/cursor?limit=5&fail=503&fail_page=2&fail_times=2"),
      BrowseTerminal.keys + ["--retry", "2", "--retry-delay", "0.01", "--max-items", "12"])
    browse.type("G")
    try await browse.wait(for: "Here it ends: 12 items, as asked for.")
    try await browse.wait(for: "Item 12 of 12 · page 3 of 3")
    #expect(demo.server.requests.count == 5)
    try await leave(browse)
  }

  @Test func noItems() async throws {
    let demo = try Demo()
    let browse = try BrowseTerminal(demo.url("/cursor?items=0"))
    try await browse.wait(for: "No items yet.")
    try await leave(browse)
  }

  @Test func membersAreShownAsColumns() async throws {
    let demo = try Demo()
    let browse = try BrowseTerminal(
      demo.url("/cursor?limit=100"),
      BrowseTerminal.keys + ["--columns", "name,nothing", "--columns", "id"])
    try await browse.wait(for: "Item 1 of 95")
    let header = browse.screen.cells[1].map { String($0.character) }.joined()
    #expect(header.split(separator: " ") == ["name", "nothing", "id"])
    try await leave(browse)
  }

  @Test func itemsAreFilteredAndOpened() async throws {
    let demo = try Demo()
    let browse = try BrowseTerminal(demo.url("/cursor?limit=100"))
    try await browse.wait(for: "Item 1 of 95")
    browse.type("/petra")
    try await browse.wait(for: "/petra")
    browse.type("\r")
    try await browse.wait(for: "Hit 1 of")
    browse.type("\r")
    try await browse.wait {
      $0.text.contains("Line 1 of") && $0.text.contains("  \"name\": \"Petra")
    }
    browse.type("q\u{1b}")
    try await browse.wait(for: "Item 2 of 95")
    try await leave(browse)
  }

  @Test func aRefreshBeginsAtTheFirstPage() async throws {
    let demo = try Demo()
    let browse = try BrowseTerminal(demo.url("/cursor?limit=50"))
    try await browse.wait(for: "Item 1 of 50 loaded")
    browse.type("jjj")
    try await browse.wait(for: "Item 4 of 50 loaded")
    browse.type("R")
    try await browse.wait(for: "Item 1 of 50 loaded")
    #expect(demo.server.requests.map(\.target) == ["/cursor?limit=50", "/cursor?limit=50"])
    try await leave(browse)
  }

  @Test func anotherQueryIsAnotherSearch() async throws {
    let demo = try Demo()
    let browse = try BrowseTerminal(demo.url("/cursor?limit=50&api_key=s3cret"))
    try await browse.wait(for: "Item 1 of 50 loaded")
    browse.type("o")
    try await browse.wait(for: "Query: limit=50&api_key=***")
    browse.type("&items=3\r")
    try await browse.wait(for: "Item 1 of 3")
    #expect(demo.server.requests.last?.target == "/cursor?limit=50&api_key=s3cret&items=3")
    #expect(!browse.terminal.text.contains("s3cret"))
    try await leave(browse)
  }

  @Test func whatIsLoadedIsSaved() async throws {
    let demo = try Demo()
    let folder = try TemporaryFolder()
    let browse = try BrowseTerminal(demo.url("/cursor?limit=100"), in: folder)
    try await browse.wait(for: "Item 1 of 95")
    browse.type("sall.jsonl\r")
    try await browse.wait(for: "Saved 95 items to 'all.jsonl'.")
    let path = folder.url.appendingPathComponent("all.jsonl").path
    let saved = try String(contentsOfFile: path, encoding: .utf8)
    #expect(saved == Demo.lines().map { $0 + "\n" }.joined())
    browse.type("/petra\rsall.jsonl\r")
    try await browse.wait(for: "Replace it?")
    browse.type("y")
    try await browse.wait(for: "Saved 12 items")
    #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 12)
    browse.type("s/no/such/folder\r")
    try await browse.wait(for: "No such file or directory")
    browse.type("s/dev/null\r")
    try await browse.wait(for: "'/dev/null' is no file that could be replaced.")
    try await leave(browse)
  }

  @Test func theScreenFollowsTheSizeOfTheTerminal() async throws {
    let demo = try Demo()
    var browse = try BrowseTerminal(demo.url("/cursor?limit=100"))
    try await browse.wait(for: "? keys")
    browse.resize(rows: 30, columns: 120)
    try await browse.wait {
      $0.outside == 0 && String($0.cells[29].map(\.character)).hasSuffix("? keys")
        && $0.text.contains("created_at 2024-01-01T00:00:00Z")
    }
    browse.resize(rows: 4, columns: 20)
    try await browse.wait { $0.outside == 0 && $0.text.contains("Item 1 of 95 · page…") }
    try await leave(browse)
  }

  @Test func loadingCanBeStopped() async throws {
    let demo = try Demo()
    let browse = try BrowseTerminal(demo.url("/cursor?limit=20&fault=stall&fail_page=2"))
    try await browse.wait(for: "Item 1 of 20 loaded")
    browse.type("G")
    try await browse.wait(for: "loading to the end")
    browse.type("\u{1b}")
    try await browse.wait(for: "Stopped.")
    browse.type("g")
    try await browse.wait(for: "Item 1 of 20 loaded")
    try await leave(browse)
  }

  @Test func aFirstPageThatNeverComesCanBeLeft() async throws {
    let demo = try Demo()
    let browse = try BrowseTerminal(demo.url("/cursor?fault=stall"))
    try await browse.wait(for: "Loading")
    browse.type("\u{1b}")
    try await browse.wait(for: "Loading was stopped.")
    browse.type("r")
    try await browse.wait { $0.text.contains("Loading") && !$0.text.contains("stopped") }
    try await leave(browse)
  }

  // MARK: Ends

  @Test func interruptedByAKey() async throws {
    let demo = try Demo()
    let browse = try BrowseTerminal(demo.url("/cursor"))
    try await browse.wait(for: "Item 1 of")
    try await leave(browse, by: "\u{3}", status: 130)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGTRAP])
  func aSignalLeavesTheTerminalAsItWas(signal: Int32) async throws {
    let demo = try Demo()
    // Nothing else shall look at the crash and keep the terminal for that.
    let browse = try BrowseTerminal(
      demo.url("/cursor"), environment: ["SWIFT_BACKTRACE": "enable=no"])
    try await browse.wait(for: "Item 1 of")
    browse.terminal.send(signal: signal)
    let end = try await browse.terminal.end()
    #expect(end.status == 128 + signal)
    expectRestored(browse)
  }

  @Test func stoppedAndWoken() async throws {
    let demo = try Demo()
    let shell = try Terminal(["-i"], environment: ["PS1": "$ "], rows: 12, executable: "/bin/sh")
    try await shell.expect("$ ")
    let words = ["browse", demo.url("/cursor?limit=100")] + BrowseTerminal.keys
    shell.type("'\(Binary.path)' " + words.map { "'\($0)'" }.joined(separator: " ") + "\r")
    try await shell.expect("Item 1 of 95")
    for key in ["\u{1a}", "j\u{1a}"] {
      shell.type(key)
      try await shell.expect("\u{1b}[?1049l")
      try await shell.expect("Stopped")
      try await shell.expect("$ ")
      #expect(!shell.isRaw)
      shell.type("fg\r")
      try await shell.expect("\u{1b}[?1049h")
      try await shell.expect("of 95")
      #expect(shell.isRaw)
    }
    shell.type("q")
    try await shell.expect("\u{1b}[?1049l")
    // What is typed before the shell is back may be thrown away with the program's last keys.
    try await shell.expect("$ ")
    shell.type("echo status $?; exit\r")
    try await shell.expect("status 0")
  }

  // MARK: Refusals

  @Test func aTerminalThatCanNotBeDrawnOnIsRefused() async throws {
    for name in ["dumb", ""] {
      let terminal = try Terminal(
        ["browse", "http://127.0.0.1:9/"] + BrowseTerminal.keys, environment: ["TERM": name])
      #expect(try await terminal.end().status == 2)
      #expect(terminal.text.hasPrefix("pagewalk: 'browse' needs a terminal"))
      #expect(!terminal.text.contains("\u{1b}"))
    }
  }

  @Test func anOutputThatIsNoTerminalIsRefused() async throws {
    let result = try await Binary.run(["browse", "http://127.0.0.1:9/"] + BrowseTerminal.keys)
    #expect(result.status == 2)
    #expect(result.stdout == "")
    #expect(
      result.stderr == """
        pagewalk: Standard output is not a terminal, and 'browse' draws on one. To write the items \
        to a file or a pipe, leave the word 'browse' out.

        """)
  }

  @Test(arguments: [
    ["--output", "x"], ["--state", "x"], ["--summary", "x"], ["--format", "json"],
    ["--retry-command", "x"],
  ])
  func optionsThatWriteFilesAreRefused(words: [String]) async throws {
    let result = try await Binary.run(["browse", "http://127.0.0.1:9/"] + words)
    #expect(result.status == 2)
    #expect(result.stderr.contains("'\(words[0])' does not go with 'browse'"))
  }

  // MARK: What the server says

  @Test func nothingFromTheServerActsOnTheTerminal() async throws {
    let server = try LoopbackServer { _ in
      .json(
        #"{"data":[{"id":1,"name":"\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e"},"#
          + #"{"id":2,"name":"\#u{9b}31m\#u{202e}x"}],"next_cursor":null}"#)
    }
    defer { server.stop() }
    let browse = try BrowseTerminal(server.url + "/x")
    try await browse.wait(for: "Item 1 of 2")
    browse.type("\r")
    try await browse.wait(for: "Line 1 of")
    let text = browse.terminal.text
    #expect(!text.contains("\u{1b}]"))
    #expect(!text.unicodeScalars.contains { $0 == "\u{7}" || $0 == "\u{9b}" || $0 == "\u{202e}" })
    #expect(text.contains(#"\u001b]0;owned\u0007"#))
    try await leave(browse, by: "qq")
  }

  @Test func withoutColours() async throws {
    let demo = try Demo()
    for (environment, isColoured) in [([:], true), (["NO_COLOR": "1"], false)] {
      let browse = try BrowseTerminal(demo.url("/cursor"), environment: environment)
      try await browse.wait(for: "Item 1 of")
      browse.type("\r")
      try await browse.wait(for: "Line 1 of")
      #expect(browse.terminal.text.contains("\u{1b}[0;34m") == isColoured)
      #expect(browse.terminal.text.contains("\u{1b}[0;32m") == isColoured)
      try await leave(browse, by: "qq")
    }
  }
}
