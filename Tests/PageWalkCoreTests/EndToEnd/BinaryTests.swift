// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the other end-to-end tests stand on: a run gives what the program gave.
@Suite(.timeLimit(.minutes(5)))
struct BinaryTests {
  private func shell(
    _ script: String, stdin: String = "", output: Binary.Output = .all,
    interruption: Binary.Interruption? = nil, timeout: Double = 20,
    in folder: TemporaryFolder? = nil
  ) async throws -> Binary.Result {
    try await Binary.run(
      ["-c", script], stdin: stdin, output: output, interruption: interruption,
      timeout: timeout, in: folder, executable: "/bin/sh")
  }

  @Test func `status, output, folder and environment are the program's own`() async throws {
    let folder = try TemporaryFolder()
    let result = try await shell(
      #"pwd; echo "$HOME $NO_COLOR"; cat; echo err >&2; echo made >file; exit 7"#,
      stdin: "in", in: folder)
    #expect(result.status == 7)
    #expect(result.lines == [folder.url.path, "\(folder.url.path) 1", "in"])
    #expect(result.stderr == "err\n")
    #expect(folder.text(of: "file") == "made\n")
    #expect(result.peakMemory > 100_000)
  }

  @Test func `more than a pipe holds goes in and comes out`() async throws {
    let text = String(repeating: "0123456789abcde\n", count: 100_000)
    #expect(try await shell("cat", stdin: text).stdout == text)
    #expect(try await shell("exit 0", stdin: text).status == 0)
  }

  @Test func `a reader of a few lines closes the pipe`() async throws {
    let result = try await shell("yes", output: .lines(2))
    #expect(result.lines == ["y", "y"])
    #expect(result.status == 128 + SIGPIPE)
    #expect(try await shell("echo x", output: .closed).status != 0)
  }

  @Test func `a full disk is one`() async throws {
    let result = try await shell("echo x", output: .file("/dev/full"))
    #expect(result.status != 0)
  }

  @Test func `a signal comes when it is time`() async throws {
    let folder = try TemporaryFolder()
    let result = try await shell(
      "trap 'echo trapped; exit 3' INT; touch ready; while :; do sleep 0.01; done",
      interruption: .init(signal: SIGINT) { folder.text(of: "ready") != nil }, in: folder)
    #expect(result.status == 3)
    #expect(result.stdout == "trapped\n")
    let killed = try await shell("kill -9 $$")
    #expect(killed.status == 128 + SIGKILL)
  }

  @Test func `a run that takes too long is ended and fails`() async throws {
    await #expect(throws: Child.Failure.self) {
      try await shell("sleep 600", timeout: 0.2)
    }
  }

  @Test func `a terminal is one, and is driven as one`() async throws {
    let terminal = try Terminal(
      ["-c", "test -t 0 && test -t 2 && stty size && read word && echo got:$word && cat"],
      rows: 7, columns: 33, executable: "/bin/sh")
    try await terminal.expect("7 33")
    #expect(!terminal.isRaw)
    terminal.type("hello\n")
    try await terminal.expect("got:hello")
    await #expect(throws: Child.Failure.self) { try await terminal.expect("nothing", seconds: 0.1) }
    // Control-C, which the terminal makes a signal of.
    terminal.type("\u{3}")
    #expect(try await terminal.end().status == 128 + SIGINT)
  }

  @Test func `a terminal's output can go to a file`() async throws {
    let folder = try TemporaryFolder()
    let terminal = try Terminal(
      ["-c", "test -t 0 && ! test -t 1 && echo out && echo shown >&2"],
      output: folder.path("out"), in: folder, executable: "/bin/sh")
    try await terminal.expect("shown")
    #expect(try await terminal.end().status == 0)
    #expect(folder.text(of: "out") == "out\n")
  }
}
