// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import PageWalkCore
import Testing

@testable import demo_server

/// Whole walks of the demo server by the built program.
@Suite(.timeLimit(.minutes(5)))
struct WalkRunTests {
  private static let keys = [
    "--items-key", "data", "--cursor-key", "next_cursor", "--cursor-param", "cursor",
  ]

  @Test func `all pages come, in order, each asked for once, by one connection`() async throws {
    let demo = try Demo()
    let result = try await Binary.run([demo.url("/cursor?limit=10")] + Self.keys)
    #expect(result.status == 0)
    #expect(result.lines == Demo.lines())
    #expect(result.stdout.hasSuffix("\n"))
    #expect(demo.server.requestCount == 10)
    #expect(demo.server.connectionCount == 1)
    #expect(demo.server.mostInFlight == 1)
  }

  @Test(arguments: [0, 1, 9, 10, 11])
  func `every number of items comes out`(count: Int) async throws {
    let demo = try Demo(items: count)
    let result = try await Binary.run([demo.url("/cursor?limit=10")] + Self.keys)
    #expect(result.status == 0)
    #expect(result.lines == Demo.lines(count))
  }

  @Test func `white space of the server is taken out, and nothing else`() async throws {
    let demo = try Demo()
    let result = try await Binary.run([demo.url("/cursor?pretty=1")] + Self.keys)
    #expect(result.status == 0)
    #expect(result.lines == Demo.lines())
  }

  @Test(arguments: Dialect.plain.map(\.path))
  func `each way of paging gives the same items`(path: String) async throws {
    let demo = try Demo()
    let dialect = try #require(Dialect.plain.first { $0.path == path })
    let result = try await Self.walk(dialect, of: demo)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.lines == Demo.lines())
    #expect(demo.server.mostInFlight == 1)
  }

  @Test(arguments: Dialect.imitations.map(\.path))
  func `each imitated API gives all items`(path: String) async throws {
    let demo = try Demo()
    let dialect = try #require(Dialect.imitations.first { $0.path == path })
    let result = try await Self.walk(dialect, of: demo)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.lines.count == 95)
    #expect(Set(result.lines).count == 95)
    for line in result.lines { _ = try JSONDocument(line) }
    #expect(demo.server.mostInFlight == 1)
  }

  @Test func `a slow and a chunked body are bodies`() async throws {
    let demo = try Demo(items: 20)
    for fault in ["chunked", "slow&rate=20000"] {
      let result = try await Binary.run([demo.url("/cursor?fault=\(fault)")] + Self.keys)
      #expect(result.status == 0)
      #expect(result.lines == Demo.lines(20))
    }
  }

  @Test func `nothing is asked for beyond the items that are wanted`() async throws {
    let demo = try Demo()
    let result = try await Binary.run(
      [demo.url("/cursor?limit=10"), "--max-items", "15"] + Self.keys)
    #expect(result.status == 0)
    #expect(result.lines == Demo.lines(15))
    #expect(demo.server.requestCount == 2)
  }

  @Test func `the output can be a file`() async throws {
    let demo = try Demo()
    let folder = try TemporaryFolder()
    let result = try await Binary.run(
      [demo.url("/cursor?limit=10"), "-o", "items.jsonl"] + Self.keys, in: folder)
    #expect(result.status == 0)
    #expect(result.stdout.isEmpty)
    #expect(folder.text(of: "items.jsonl") == Demo.lines().map { $0 + "\n" }.joined())
  }

  /// The export of yesterday is not lost because the server is down today.
  @Test(arguments: [[], ["--state", "state"], ["--format", "json"]])
  func `an output that is there is emptied when page one has come`(options: [String]) async throws {
    let folder = try TemporaryFolder()
    let answers = Once<[LoopbackResponse]>()
    let server = try LoopbackServer { request in
      let page = Int(request["page"] ?? "1") ?? 1
      let answers = answers.value ?? []
      return page <= answers.count ? answers[page - 1] : .failure(503)
    }
    func run(_ words: String...) async throws -> Binary.Result {
      try await Binary.run(
        [server.url + "/x", "--items-key", "", "--page-param", "page", "-o", "out"] + options
          + (options.first == "--state" ? words : []), in: folder)
    }
    try folder.write("of yesterday\n", to: "out")
    let failed = try await run()
    #expect(failed.status == 4)
    #expect(folder.text(of: "out") == "of yesterday\n")
    #expect(failed.stderr.contains("'out' still holds what it held before."), "\(failed.stderr)")
    answers.set([.json("[1]")])
    let begun = try await run("--continue")
    #expect(begun.status == 4)
    #expect(folder.text(of: "out") == (options.last == "json" ? "[\n1\n]\n" : "1\n"))
    #expect(!begun.stderr.contains("still holds"), "\(begun.stderr)")
    try folder.write("of yesterday\n", to: "out")
    answers.set([.json("[]")])
    let empty = try await run("--restart")
    #expect(empty.status == 0, "\(empty.stderr)")
    #expect(folder.text(of: "out") == (options.last == "json" ? "[]\n" : ""))
  }

  @Test func `a dash is standard output, as it is for curl`() async throws {
    let pages = try ThreePages()
    let folder = try TemporaryFolder()
    let result = try await Binary.run(pages.words("-o", "items.jsonl", "-o", "-"), in: folder)
    #expect(result.status == 0)
    #expect(result.lines == ThreePages.lines)
    #expect(folder.text(of: "-") == nil)
  }

  @Test func `a page that fails once is retried, and nothing is lost or doubled`() async throws {
    let demo = try Demo()
    let result = try await Binary.run(
      [demo.url("/cursor?fail=503&fail_page=3&fail_times=1"), "--retry", "1"] + Self.keys)
    #expect(result.status == 0)
    #expect(result.lines == Demo.lines())
    #expect(demo.server.requestCount == 11)
    #expect(demo.server.mostInFlight == 1)
  }

  /// Walks a dialect with the words that the demo server advertises, read by a shell.
  private static func walk(_ dialect: Dialect, of demo: Demo) async throws -> Binary.Result {
    try await Binary.run(
      ["-c", #"exec "$PAGEWALK" '\#(demo.url(dialect.example))' \#(dialect.words)"#],
      environment: ["PAGEWALK": Binary.path], executable: "/bin/sh")
  }
}
