// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

/// Pages of half a megabyte, which are written while the next one arrives: whatever happens
/// meanwhile, each is written whole, in its turn, and what goes wrong with it is told.
@Suite(.timeLimit(.minutes(2)))
struct LargePageRunTests {
  private static let pageSize = 2000
  private static let lines = Demo.lines(5 * pageSize)

  private let demo: Demo
  private let folder: TemporaryFolder

  init() throws {
    demo = try Demo(items: 5 * Self.pageSize, pageSize: Self.pageSize)
    folder = try TemporaryFolder()
  }

  private func run(
    _ trouble: String = "", _ words: String..., output: Binary.Output = .all,
    interruption: Binary.Interruption? = nil
  ) async throws -> Binary.Result {
    try await Binary.run(
      [demo.url("/cursor\(trouble)")] + StateRunTests.keys + words, output: output,
      interruption: interruption, in: folder)
  }

  private static func text(_ pages: Int = 5) -> String {
    lines.prefix(pages * pageSize).map { $0 + "\n" }.joined()
  }

  @Test func `all of them come out, in order`() async throws {
    let result = try await run()
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.lines == Self.lines)
    let kept = try await run("", "-o", "out", "--state", "state", "--dedup")
    #expect(kept.status == 0, "\(kept.stderr)")
    #expect(folder.text(of: "out") == Self.text())
  }

  @Test func `a failed page costs none of those before, and the walk goes on`() async throws {
    let first = try await run("?fail=503&fail_page=4&fail_times=1", "-o", "out", "--state", "state")
    #expect(first.status == 4, "\(first.stderr)")
    #expect(folder.text(of: "out") == Self.text(3))
    #expect(
      first.stderr.contains("6000 items of 3 pages came, then page 4 failed"), "\(first.stderr)")
    let second = try await Binary.run(["resume", "state"], in: folder)
    #expect(second.status == 0, "\(second.stderr)")
    #expect(folder.text(of: "out") == Self.text())
  }

  @Test func `a page is written though the next one does not come`() async throws {
    let server = demo.server
    let result = try await run(
      "?fault=stall&fail_page=3",
      interruption: .init(signal: SIGTERM) { server.requestCount == 3 })
    #expect(result.status == 143)
    #expect(result.lines == Array(Self.lines.prefix(2 * Self.pageSize)))
  }

  @Test(arguments: [Binary.Output.lines(2), .closed])
  func `a reader that has enough ends the request under way`(output: Binary.Output) async throws {
    let result = try await run("?fault=stall&fail_page=2", output: output)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(demo.server.requestCount == 2)
    #expect(!result.stderr.lowercased().contains("pipe"), "\(result.stderr)")
  }

  @Test func `a full disk ends the request under way`() async throws {
    let result = try await run("?fault=stall&fail_page=2", output: .file("/dev/full"))
    #expect(result.status == 1)
    #expect(result.stderr.lowercased().contains("no space left"), "\(result.stderr)")
    #expect(demo.server.requestCount == 2)
  }
}
