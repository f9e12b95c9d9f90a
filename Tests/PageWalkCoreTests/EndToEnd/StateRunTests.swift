// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import PageWalkCore
import Testing

/// Walks that keep their state: stopped in every way, gone on with, refused.
@Suite(.timeLimit(.minutes(5)))
struct StateRunTests {
  static let keys = [
    "--items-key", "data", "--cursor-key", "next_cursor", "--cursor-param", "cursor",
  ]
  static let kept = keys + ["-o", "out", "--state", "state"]

  /// A walk in a folder of its own.
  private struct Walk {
    let demo: Demo
    let folder: TemporaryFolder
    /// The target and what the server is asked to do wrong.
    var target = "/cursor?limit=10"
    var words = StateRunTests.kept

    init(items: Int = 95, hasDuplicates: Bool = false, trouble: String = "") throws {
      demo = try Demo(items: items, hasDuplicates: hasDuplicates)
      folder = try TemporaryFolder()
      target += trouble
    }

    func run(
      _ more: String..., url: String? = nil, interruption: Binary.Interruption? = nil,
      output: Binary.Output = .all
    ) async throws -> Binary.Result {
      try await Binary.run(
        [url ?? demo.url(target)] + words + more, output: output, interruption: interruption,
        in: folder)
    }

    func resume(_ more: String...) async throws -> Binary.Result {
      try await Binary.run(["resume", "state"] + more, in: folder)
    }

    var out: String? { folder.text(of: "out") }
    var state: String { folder.text(of: "state") ?? "" }
    var files: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []).sorted()
    }
  }

  private static func text(_ count: Int = 95) -> String {
    Demo.lines(count).map { $0 + "\n" }.joined()
  }

  // MARK: - Going on

  @Test func `a complete walk keeps its state, and resuming it does nothing`() async throws {
    let walk = try Walk()
    let first = try await walk.run()
    #expect(first.status == 0, "\(first.stderr)")
    #expect(walk.out == Self.text())
    #expect(walk.files == ["out", "state"])
    #expect(walk.state.contains(#""outcome":{"word":"complete""#))
    let requests = walk.demo.server.requestCount
    let again = try await walk.resume()
    #expect(again.status == 0)
    #expect(again.stderr.contains("The walk is complete: 95 items of 10 pages came."))
    #expect(!again.stderr.contains("Warning"))
    #expect(walk.demo.server.requestCount == requests)
    #expect(walk.out == Self.text())
    try FileManager.default.removeItem(atPath: walk.folder.path("out"))
    let bare = try await walk.resume()
    #expect(bare.status == 0)
    #expect(bare.stderr.contains("out' is not there any more"), "\(bare.stderr)")
  }

  @Test(arguments: [true, false])
  func `what a kill leaves beside a complete state goes with the next run`(
    resumes: Bool
  ) async throws {
    let walk = try Walk()
    #expect(try await walk.run().status == 0)
    try walk.folder.write("pagewalk marks 1 and a mark more", to: "state.marks")
    let next = resumes ? try await walk.resume() : try await walk.run("--continue")
    #expect(next.status == 0, "\(next.stderr)")
    #expect(walk.files == ["out", "state"])
    #expect(walk.out == Self.text())
  }

  @Test func `what a kill leaves of a state that was being written goes with the next run`()
    async throws
  {
    let walk = try Walk(trouble: "&fail=503&fail_page=3&fail_times=1")
    // Before the first save was done, and then before the last one.
    try walk.folder.write("pagewalk marks 1 and a mark more", to: "state.marks")
    try walk.folder.write("{\"state", to: "state.new")
    #expect(try await walk.run("--continue").status == 4)
    #expect(walk.files == ["out", "state", "state.marks"])
    try walk.folder.write("{\"state", to: "state.new")
    #expect(try await walk.resume().status == 0)
    #expect(walk.files == ["out", "state"])
    #expect(walk.out == Self.text())
  }

  @Test(arguments: 1...10)
  func `a walk that failed at a page goes on with it`(page: Int) async throws {
    let walk = try Walk(trouble: "&fail=503&fail_page=\(page)&fail_times=1")
    let first = try await walk.run()
    #expect(first.status == 4)
    #expect(first.stderr.contains("To go on: pagewalk resume state"), "\(first.stderr)")
    #expect(walk.out == Self.text((page - 1) * 10))
    #expect(walk.files == ["out", "state", "state.marks"])
    let second = try await walk.resume()
    #expect(second.status == 0, "\(second.stderr)")
    #expect(walk.out == Self.text())
    #expect(walk.files == ["out", "state"])
    // Each page once, and the failed one twice.
    #expect(walk.demo.server.requestCount == 11)
  }

  /// What a server does once instead of giving the page.
  private static let troubles: [(trouble: String, page: Int, status: Int32)] = [
    ("fail=503", 1, 4), ("fail=404", 2, 3), ("fault=cut", 500, 4), ("fault=reset", 501, 4),
    ("fault=html", 998, 3), ("fault=error", 999, 3), ("fault=chunked-cut", 1000, 4),
  ]

  @Test(arguments: troubles)
  func `one failed page of 1,000 costs none of the others`(
    trouble: String, page: Int, status: Int32
  ) async throws {
    var walk = try Walk(items: 1000)
    walk.target = "/cursor?limit=1&\(trouble)&fail_page=\(page)&fail_times=1"
    let first = try await walk.run()
    #expect(first.status == status, "\(first.stderr)")
    #expect(walk.out == Self.text(page - 1))
    let second = try await walk.resume()
    #expect(second.status == 0, "\(second.stderr)")
    #expect(walk.out == Self.text(1000))
    #expect(walk.demo.server.requestCount == 1001)
  }

  @Test(arguments: ["jsonl", "json", "pages"], [1, 2, 6, 10])
  func `each format goes on, byte for byte`(format: String, page: Int) async throws {
    let whole = try Walk()
    _ = try await whole.run("--format", format)
    var walk = try Walk(trouble: "&fail=500&fail_page=\(page)&fail_times=1")
    walk.words += ["--format", format]
    #expect(try await walk.run().status == 4)
    if format == "json" { _ = try JSONDocument(walk.out ?? "") }
    #expect(try await walk.resume().status == 0)
    #expect(walk.out == whole.out)
  }

  @Test(arguments: [[], ["--dedup"], ["--dedup-key", "id"]])
  func `what came before is known in a later run`(dedup: [String]) async throws {
    var whole = try Walk(hasDuplicates: true)
    whole.words += dedup
    _ = try await whole.run()
    var walk = try Walk(hasDuplicates: true, trouble: "&fail=500&fail_page=6&fail_times=1")
    walk.words += dedup
    #expect(try await walk.run().status == 4)
    #expect(try await walk.resume().status == 0)
    #expect(walk.out == whole.out)
    #expect(walk.out?.isEmpty == false)
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGINT], 1...10)
  func `a walk that a signal ended goes on`(signal: Int32, request: Int) async throws {
    var walk = try Walk(trouble: "&delay=5ms")
    walk.words += ["--continue"]
    let server = walk.demo.server
    let first = try await walk.run(
      interruption: .init(signal: signal) { server.requestCount >= request })
    // A fast walk may be over before the signal comes.
    #expect([0, 128 + signal].contains(first.status), "\(first.stderr)")
    if signal != SIGKILL { #expect(Self.text().hasPrefix(walk.out ?? "")) }
    let second = try await walk.run()
    #expect(second.status == 0, "\(second.stderr)")
    #expect(walk.out == Self.text())
    #expect(walk.files == ["out", "state"])
  }

  @Test func `each way of paging goes on`() async throws {
    let ways = [
      ["/next", "--items-key", "results", "--next-key", "next"],
      ["/link", "--link-header"],
      ["/page", "--items-key", "items", "--page-param", "page", "--pages-key", "pages"],
      ["/offset", "--items-key", "items", "--offset-param", "offset", "--total-key", "total"],
      [
        "/last", "--items-key", "data", "--cursor-key", "last:id", "--cursor-param",
        "starting_after", "--more-key", "has_more",
      ],
      ["/next"],
    ]
    for way in ways {
      var walk = try Walk()
      walk.target = "\(way[0])?fail=503&fail_page=4&fail_times=1"
      walk.words = way.dropFirst() + ["-o", "out", "--state", "state"]
      #expect(try await walk.run().status == 4, "\(way)")
      let second = try await walk.resume()
      #expect(second.status == 0, "\(way): \(second.stderr)")
      #expect(walk.out == Self.text(), "\(way)")
    }
  }

  @Test func `enough is not the end: a limited walk goes on`() async throws {
    let walk = try Walk()
    let first = try await walk.run("--max-items", "25", "--summary", "sum")
    #expect(first.status == 0)
    #expect(walk.out == Self.text(25))
    let second = try await walk.resume("--max-items", "37")
    #expect(second.status == 0, "\(second.stderr)")
    #expect(walk.out == Self.text(37))
    let third = try await walk.resume()
    #expect(third.status == 0, "\(third.stderr)")
    #expect(walk.out == Self.text())
  }

  @Test func `a limit holds over a failure`() async throws {
    let walk = try Walk(trouble: "&fail=503&fail_page=3&fail_times=1")
    #expect(try await walk.run("--max-items", "42").status == 4)
    #expect(try await walk.resume().status == 0)
    #expect(walk.out == Self.text(42))
  }

  @Test func `a next URL that may not be followed is followed when that is allowed`() async throws {
    let demo = try Demo(items: 5)
    let other = demo.server.url
    let first = try LoopbackServer { _ in
      .json(#"{"results":[{"id":"a"}],"next":"\#(other)/next"}"#)
    }
    defer { first.stop() }
    let folder = try TemporaryFolder()
    let refused = try await Binary.run(
      [
        first.url, "--items-key", "results", "--next-key", "next", "-o", "out", "--state", "state",
      ], in: folder)
    #expect(refused.status == 3, "\(refused.stderr)")
    #expect(folder.text(of: "out") == "{\"id\":\"a\"}\n")
    let allowed = try await Binary.run(
      ["resume", "state", "--allow-origin", other], in: folder)
    #expect(allowed.status == 0, "\(allowed.stderr)")
    #expect(folder.text(of: "out") == "{\"id\":\"a\"}\n" + Self.text(5))
  }

  @Test func `standard output goes on where it stopped`() async throws {
    var walk = try Walk(trouble: "&fail=503&fail_page=4&fail_times=1")
    walk.words = Self.keys + ["--state", "state"]
    let first = try await walk.run()
    #expect(first.status == 4)
    let second = try await walk.resume()
    #expect(second.status == 0, "\(second.stderr)")
    #expect(first.lines + second.lines == Demo.lines())
  }

  @Test(arguments: 1...10)
  func `standard output of a killed walk misses nothing`(request: Int) async throws {
    var walk = try Walk(trouble: "&delay=5ms")
    walk.words = Self.keys + ["--state", "state"]
    let server = walk.demo.server
    let first = try await walk.run(
      interruption: .init(signal: SIGKILL) { server.requestCount >= request })
    #expect([0, 137].contains(first.status), "\(first.stderr)")
    let second = try await walk.run("--continue")
    #expect(second.status == 0, "\(second.stderr)")
    guard first.status != 0 else { return }
    #expect(second.lines == Demo.lines().suffix(second.lines.count))
    let before = first.lines.filter { Demo.lines().contains($0) }
    #expect(before == Demo.lines(before.count))
    // No more than one page comes twice.
    #expect((95...105).contains(before.count + second.lines.count))
  }

  @Test func `a reader that has enough leaves a state to go on with`() async throws {
    var walk = try Walk(trouble: "&delay=20ms")
    walk.words = Self.keys + ["--state", "state"]
    #expect(try await walk.run(output: .lines(12)).status == 0)
    let second = try await walk.resume()
    #expect(second.status == 0)
    // Items of the page that was being written may come twice, and none is missed.
    #expect(Demo.lines().suffix(second.lines.count) == second.lines[...])
    #expect(second.lines.count >= 95 - 20)
  }

  @Test func `a total that does not match is not forgotten`() async throws {
    var walk = try Walk(trouble: "&items=20")
    walk.target = "/offset?limit=10&items=20"
    walk.words = [
      "--items-key", "items", "--offset-param", "offset", "--stop-on", "short", "--total-key",
      "limit", "--verify-total", "-o", "out", "--state", "state",
    ]
    let first = try await walk.run()
    let requests = walk.demo.server.requestCount
    guard first.status == 6 else { return }
    let second = try await walk.resume()
    #expect(second.status == 6)
    #expect(walk.demo.server.requestCount == requests)
  }
}
