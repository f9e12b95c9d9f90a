// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

/// Failed pages that are asked for again: by `--retry`, by `--retry-command`.
@Suite(.timeLimit(.minutes(5)))
struct RetryRunTests {
  private let quick = ["--retry-delay", "0.01"]

  @Test func `a page that comes in the end is as if it had never failed`() async throws {
    let pages = try ThreePages { $0.page == 2 && $0.attempt <= 2 ? .failure(503) : nil }
    let result = try await Binary.run(pages.words("--retry", "2") + quick)
    #expect(result.status == 0)
    #expect(result.lines == ThreePages.lines)
    #expect(result.stderr.contains("status 503"))
    #expect(result.stderr.contains("Retry 1 of 2 in"))
    #expect(result.stderr.contains("Retry 2 of 2 in"))
    #expect(pages.server.mostInFlight == 1)
  }

  @Test func `each page has its own retries`() async throws {
    let pages = try ThreePages { $0.attempt <= 2 ? .failure(429) : nil }
    let result = try await Binary.run(pages.words("--retry", "2", "-s") + quick)
    #expect(result.status == 0)
    #expect(result.lines == ThreePages.lines)
    #expect(result.stderr == "")
    #expect(pages.server.requestCount == 9)
  }

  @Test func `when all retries are used, the walk fails and says so`() async throws {
    let pages = try ThreePages { $0.page == 2 ? .failure(503) : nil }
    let result = try await Binary.run(pages.words("--retry", "2") + quick)
    #expect(result.status == 4)
    #expect(result.lines == Array(ThreePages.lines.prefix(2)))
    #expect(pages.server.requestCount == 4)
    #expect(result.stderr.contains("asked for 3 times"))
    #expect(result.stderr.contains("To go on, repeat the command with: --start-at c2\n"))
  }

  @Test func `without a word there is one request`() async throws {
    let pages = try ThreePages { $0.page == 2 ? .failure(503) : nil }
    let result = try await Binary.run(pages.words())
    #expect(result.status == 4)
    #expect(pages.server.requestCount == 2)
  }

  @Test(
    arguments: [
      (#"{"items":[],"error":"busy"}"#, ["--error-key", "error"]),
      (#"{"items":[],"ok":false}"#, ["--ok-key", "ok"]), (#"{"message":"busy","next":"c3"}"#, []),
      ("<html>", []), (#"{"items":["#, []),
    ] as [(String, [String])])
  func `a page that is none is asked for again where all errors are`(
    _ body: String, _ options: [String]
  ) async throws {
    let pages = try ThreePages { asked in
      guard asked.page == 2 else {
        return asked.page == 1 && options == ["--ok-key", "ok"]
          ? .json(#"{"items":[{"id":1},{"id":2}],"next":"c2","ok":true}"#)
          : options == ["--ok-key", "ok"]
            ? .json(#"{"items":[{"id":5},{"id":6}],"ok":1}"#) : nil
      }
      return asked.attempt == 1
        ? .json(body) : .json(#"{"items":[{"id":3},{"id":4}],"next":"c3","ok":"yes"}"#)
    }
    let words = pages.words("--retry", "1", "--retry-all-errors") + quick + options
    let result = try await Binary.run(words)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.lines == ThreePages.lines)
  }

  @Test func `a wait beyond the longest fails at once and says when it would be time`() async throws
  {
    let pages = try ThreePages {
      $0.page == 2 ? .failure(429, headers: [("Retry-After", "7200")]) : nil
    }
    let result = try await Binary.run(pages.words("--retry", "3", "--retry-max-delay", "60"))
    #expect(result.status == 4)
    #expect(pages.server.requestCount == 2)
    #expect(result.stderr.contains("a wait of 2 h"), "\(result.stderr)")
    #expect(result.stderr.contains("it would be time at 20"))
  }

  @Test func `a 403 that means too many requests waits as the server says`() async throws {
    let pages = try ThreePages { asked in
      guard asked.page == 2, asked.attempt == 1 else { return nil }
      let reset = String(Int(Date().timeIntervalSince1970))
      return .failure(
        403, headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", reset)])
    }
    let result = try await Binary.run(pages.words("--retry", "1"))
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.lines == ThreePages.lines)
  }

  // MARK: - The retry command

  @Test func `the command is told what happened, and its words do not mix with the items`()
    async throws
  {
    let folder = try TemporaryFolder()
    let pages = try ThreePages {
      $0.page == 2 && $0.attempt <= 2
        ? .failure(503, headers: [("Retry-After", "7")]) : nil
    }
    let command =
      #"env | grep ^PAGEWALK_ | sort >>told; cat >&2; echo said; echo cried >&2; exit 0"#
    let result = try await Binary.run(
      pages.words("--retry-command", command, "--url-query", "api_key=K123"), in: folder)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.lines == ThreePages.lines)
    #expect(result.stderr.contains("\nsaid\ncried\n"))
    let told = try #require(folder.text(of: "told"))
    for attempt in 1...2 { #expect(told.contains("PAGEWALK_ATTEMPT=\(attempt)\n")) }
    for setting in ["PAGE=2", "STATUS=503", "RETRY_AFTER=7"] {
      #expect(told.contains("PAGEWALK_\(setting)\n"), "\(told)")
    }
    #expect(told.contains("PAGEWALK_ERROR=Page 2 ("))
    #expect(told.contains("PAGEWALK_URL=\(pages.url)?api_key=***&cursor=c2\n"), "\(told)")
    #expect(!told.contains("K123"))
  }

  @Test func `a token that ran out is renewed in the midst of a walk`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("Authorization: Bearer T1\n", to: "headers")
    let pages = try ThreePages { asked in
      let wanted = asked.page == 1 ? "Bearer T1" : "Bearer T2"
      return asked.request.header("Authorization") == wanted ? nil : .failure(401)
    }
    let renew = #"test "$PAGEWALK_STATUS" = 401 && echo 'Authorization: Bearer T2' >headers"#
    let result = try await Binary.run(
      pages.words("-H", "@headers", "--retry-command", renew), in: folder)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.lines == ThreePages.lines)
    #expect(pages.server.requestCount == 4)
  }

  @Test(arguments: [1, 7, 127])
  func `a command that says no stops the walk`(_ status: Int) async throws {
    let pages = try ThreePages { $0.page == 2 ? .failure(503) : nil }
    let result = try await Binary.run(pages.words("--retry-command", "exit \(status)"))
    #expect(result.status == 4)
    #expect(pages.server.requestCount == 2)
    #expect(result.stderr.contains("said no (exit status \(status))"))
    #expect(result.stderr.components(separatedBy: "status 503").count == 2, "\(result.stderr)")
  }

  @Test func `the command comes after the retries, and has signals as programs do`() async throws {
    let folder = try TemporaryFolder()
    let pages = try ThreePages { $0.page == 1 && $0.attempt <= 3 ? .failure(503) : nil }
    // A child that is started with SIGPIPE ignored goes on for ever here.
    let command = "echo $PAGEWALK_ATTEMPT >>attempts; yes | head -1 >/dev/null"
    let result = try await Binary.run(
      pages.words("--retry", "2", "--retry-command", command) + quick, in: folder)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(folder.text(of: "attempts") == "3\n")
  }

  @Test func `what no request can mend is not put to the command`() async throws {
    let folder = try TemporaryFolder()
    let pages = try ThreePages {
      $0.page == 2 ? .json(#"{"items":[],"next":"c2"}"#) : nil
    }
    let result = try await Binary.run(
      pages.words("--retry-command", "touch asked"), in: folder)
    #expect(result.status == 5)
    #expect(folder.text(of: "asked") == nil)
  }

  // MARK: - Signals

  @Test(arguments: [
    ["--retry", "1", "--retry-delay", "200"], ["--rate", "1/h"],
    ["--retry-command", "exec sleep 200"],
  ])
  func `a wait of any kind ends with a signal`(_ options: [String]) async throws {
    let pages = try ThreePages {
      $0.page == 2 ? .failure(503) : nil
    }
    let server = pages.server
    let requests = options[0] == "--rate" ? 1 : 2
    // The wait begins a moment after the request that it follows.
    let due = Moment()
    let result = try await Binary.run(
      pages.words() + options,
      interruption: .init(signal: SIGTERM) {
        server.requestCount >= requests && due.hasPassed
      })
    #expect(result.status == 143, "\(result.stderr)")
    #expect(result.lines == Array(ThreePages.lines.prefix(2)))
    #expect(server.requestCount == requests)
    #expect(result.stderr.contains("interrupted by SIGTERM after 2 items of 1 page."))
    #expect(result.stderr.contains("--start-at c2"))
  }

  @Test func `a request that is awaited ends with a signal, and the page before it is there`()
    async throws
  {
    let pages = try ThreePages {
      $0.page == 3 ? .json("{}", fault: .stall(seconds: 100)) : nil
    }
    let server = pages.server
    let result = try await Binary.run(
      pages.words(), interruption: .init(signal: SIGINT) { server.requestCount == 3 })
    #expect(result.status == 130)
    #expect(result.lines == Array(ThreePages.lines.prefix(4)))
    #expect(result.stderr.contains("--start-at c3"))
  }

  /// Runs the program by way of a script that, on SIGUSR1, does something to `$program`.
  private func onSignal(_ work: String, with starter: String = "") -> [String] {
    let script = """
      (trap '' USR1; exec \(starter) "$@") & program=$!
      trap '\(work)' USR1
      wait $program; wait $program
      """
    return ["-c", script, "sh", Binary.path]
  }

  @Test(
    arguments: [
      // Both are there when the program looks.
      ("kill -STOP $program; kill -TERM $program; kill -INT $program; kill -CONT $program", ""),
      // It sends the signal to the process, and then to the process's group.
      ("kill -TERM $program", "timeout 1h"),
    ] as [(String, String)])
  func `a signal that comes twice at once is one`(work: String, starter: String) async throws {
    let pages = try ThreePages {
      $0.page == 2 ? .json("{}", fault: .stall(seconds: 100)) : nil
    }
    let server = pages.server
    let result = try await Binary.run(
      onSignal(work, with: starter) + pages.words(),
      interruption: .init(signal: SIGUSR1) { server.requestCount == 2 }, executable: "/bin/sh")
    #expect(result.stderr.contains(" after 2 items of 1 page."), "\(result.stderr)")
    #expect(result.stderr.contains("interrupted by SIG"), "\(result.stderr)")
    #expect(result.lines == Array(ThreePages.lines.prefix(2)))
  }

  @Test func `a second signal ends all at once`() async throws {
    let folder = try TemporaryFolder()
    let pages = try ThreePages { $0.page == 2 ? .failure(503) : nil }
    // A command that the first signal does not end. It goes away with the folder.
    let command = """
      trap "touch stopped" TERM; touch begun; while [ -e begun ]; do sleep 0.05; done
      """
    let work = """
      kill -TERM $program
      until [ -e stopped ]; do sleep 0.02; done
      for again in 1 2 3 4; do sleep 0.3; kill -TERM $program; done
      """
    let result = try await Binary.run(
      onSignal(work) + pages.words("--retry-command", command),
      interruption: .init(signal: SIGUSR1) { folder.text(of: "begun") != nil }, in: folder,
      executable: "/bin/sh")
    #expect(result.status == 143)
    #expect(result.lines == Array(ThreePages.lines.prefix(2)))
    #expect(!result.stderr.contains("interrupted"), "\(result.stderr)")
  }

  /// A moment that comes soon after it was first asked for.
  private final class Moment: Sendable {
    private let asked = ManagedCounter()
    var hasPassed: Bool { asked.next() > 200 }
  }

  private final class ManagedCounter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func next() -> Int {
      lock.withLock {
        count += 1
        return count
      }
    }
  }
}
