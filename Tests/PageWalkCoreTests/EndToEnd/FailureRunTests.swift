// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

@testable import demo_server

/// Walks that can't be completed: the exit status, the sentence, and what was written before.
@Suite(.timeLimit(.minutes(5)))
struct FailureRunTests {
  private static let keys = [
    "--items-key", "data", "--cursor-key", "next_cursor", "--cursor-param", "cursor",
  ]

  /// Something that goes wrong with page 3, and what must come of it.
  struct Failure: CustomTestStringConvertible, Sendable {
    var trouble: String
    var status: Int32
    /// What standard error must say, letter case aside.
    var says: [String]

    var testDescription: String { trouble }

    init(_ trouble: String, exit status: Int32, says: String...) {
      self.trouble = trouble
      self.status = status
      self.says = says
    }
  }

  @Test(arguments: [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian])
  func `a body in UTF-16 is called so`(encoding: String.Encoding) async throws {
    let body = Array(try #require(#"{"data":[1]}"#.data(using: encoding)))
    let server = try LoopbackServer { _ in .json(body) }
    let result = try await Binary.run([server.url + "/", "--no-ask"])
    #expect(result.status == 3)
    #expect(result.stdout.isEmpty)
    #expect(result.stderr.contains("the body is UTF-16, and JSON is to be sent as UTF-8"))
  }

  @Test(arguments: [
    Failure("fault=broken", exit: 3, says: "JSON"),
    Failure("fault=latin1", exit: 3, says: "UTF-8"),
    Failure("fault=html", exit: 3, says: "text/html", "<!DOCTYPE html>"),
    Failure("fault=error", exit: 3, says: "'data'", "not to be had"),
    Failure("fault=cut", exit: 4),
    Failure("fault=reset", exit: 4),
    Failure("fault=close", exit: 4),
    Failure("fault=chunked-cut", exit: 4),
    Failure("fail=400", exit: 3, says: "400"),
    Failure("fail=401", exit: 3, says: "401"),
    Failure("fail=404", exit: 3, says: "404"),
    Failure("fail=429", exit: 4, says: "429"),
    Failure("fail=500", exit: 4, says: "500"),
    Failure("fail=503", exit: 4, says: "503", "This failure was asked for."),
  ])
  func `a failed page leaves the pages before it, whole, and says what happened`(
    failure: Failure
  ) async throws {
    let demo = try Demo()
    let url = demo.url("/cursor?\(failure.trouble)&fail_page=3")
    let result = try await Binary.run([url] + Self.keys)
    #expect(result.status == failure.status)
    #expect(result.lines == Demo.lines(20))
    let log = result.stderr.lowercased()
    for text in failure.says + ["page 3", "incomplete", "20 items"] {
      #expect(log.contains(text.lowercased()), "\(result.stderr)")
    }
    for line in result.stderr.split(separator: "\n") { #expect(line.hasPrefix("pagewalk: ")) }
    // A connection that turns out closed may be tried once more; nothing else may.
    #expect(demo.server.requestCount <= (failure.trouble == "fault=close" ? 4 : 3))
  }

  @Test func `a server that says nothing is given up in the time that was set`() async throws {
    let demo = try Demo()
    let result = try await Binary.run(
      [demo.url("/cursor?fault=stall&fail_page=2"), "--max-time", "0.3"] + Self.keys)
    #expect(result.status == 4)
    #expect(result.lines == Demo.lines(10))
    let unlimited = try await Binary.run(
      [demo.url("/cursor?delay=50ms"), "-m", "0", "--max-pages", "1"] + Self.keys)
    #expect(unlimited.status == 0, "\(unlimited.stderr)")
  }

  @Test func `nobody at the port is a failure that may pass`() async throws {
    let demo = try Demo()
    demo.server.stop()
    let result = try await Binary.run([demo.url("/cursor")] + Self.keys)
    #expect(result.status == 4)
    #expect(result.stdout.isEmpty)
    #expect(result.stderr.lowercased().contains("connect to"), "\(result.stderr)")
  }

  @Test func `a key that is misspelt is no empty export`() async throws {
    let demo = try Demo()
    let result = try await Binary.run(
      [demo.url("/cursor"), "--items-key", "dta", "--cursor-key", "next_cursor"])
    #expect(result.status == 3)
    #expect(result.stdout.isEmpty)
    #expect(result.stderr.contains("'dta'"), "\(result.stderr)")
    #expect(demo.server.requestCount == 1)
  }

  @Test func `a full disk is told`() async throws {
    let demo = try Demo()
    let result = try await Binary.run(
      [demo.url("/cursor")] + Self.keys, output: .file("/dev/full"))
    #expect(result.status == 1)
    #expect(result.stderr.lowercased().contains("no space left"), "\(result.stderr)")
    #expect(demo.server.requestCount <= 2)
  }

  /// Without a standard output, a connection would get its number, and the items.
  @Test func `a standard output that is not there is told`() async throws {
    let demo = try Demo()
    let result = try await Binary.run(
      ["-c", #"exec "$0" "$@" >&-"#, Binary.path, demo.url("/cursor")] + Self.keys,
      executable: "/bin/sh")
    #expect(result.status == 1, "\(result.stderr)")
    #expect(result.stderr.contains("Can't write to standard output"), "\(result.stderr)")
    #expect(demo.server.requestCount <= 2)
    // Standard input and error are not needed.
    let folder = try TemporaryFolder()
    let silent = try await Binary.run(
      ["-c", #"exec "$0" "$@" <&- 2>&-"#, Binary.path, demo.url("/cursor"), "-o", "out"]
        + Self.keys, in: folder, executable: "/bin/sh")
    #expect(silent.status == 0)
    #expect(folder.text(of: "out") == Demo.lines().map { $0 + "\n" }.joined())
  }

  @Test(arguments: [Binary.Output.lines(2), .closed])
  func `a reader that has enough ends the walk quietly`(output: Binary.Output) async throws {
    let demo = try Demo()
    let result = try await Binary.run(
      [demo.url("/cursor?limit=10&delay=50ms")] + Self.keys, output: output)
    #expect(result.status == 0)
    if case .lines = output { #expect(result.lines == Demo.lines(2)) }
    // Page one was read, page two was on its way, and page three may have been asked for before
    // page two met the closed pipe.
    #expect(demo.server.requestCount <= 3)
    #expect(!result.stderr.lowercased().contains("pipe"), "\(result.stderr)")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends the walk between two pages`(signal: Int32) async throws {
    let demo = try Demo()
    let server = demo.server
    let result = try await Binary.run(
      [demo.url("/cursor?limit=10&delay=30ms")] + Self.keys,
      interruption: .init(signal: signal) { server.requestCount >= 3 })
    #expect(result.status == 128 + signal)
    #expect(result.lines.count % 10 == 0)
    #expect(result.lines == Demo.lines(result.lines.count))
    #expect(result.stderr.lowercased().contains("incomplete"), "\(result.stderr)")
  }
}
