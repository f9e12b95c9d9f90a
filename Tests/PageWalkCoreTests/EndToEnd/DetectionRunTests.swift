// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import PageWalkCore
import Testing

@testable import demo_server

/// Walks of the demo server with nothing but the URL, and the commands that tell of detection.
@Suite(.timeLimit(.minutes(5)))
struct DetectionRunTests {
  @Test(arguments: Dialect.all.filter { $0.method == "GET" }.map(\.example))
  func `a walk by the URL alone is whole, or it says that it may not be`(
    example: String
  ) async throws {
    let demo = try Demo()
    let result = try await Binary.run([demo.url(example)])
    let isWhole = result.lines.count == 95 && Set(result.lines).count == 95
    let isDoubted =
      result.stderr.contains("Warning: ") || result.stderr.contains("looks like a single page")
    #expect(result.status != 0 || isWhole || isDoubted, "\(result.stderr)")
    if result.status == 0 { #expect(result.stderr.contains("Detected items: ")) }
    #expect(demo.server.mostInFlight == 1)
  }

  @Test(arguments: ["/next?limit=10", "/link?limit=10", "/page?page=1", "/offset?offset=0"])
  func `a walk by the URL alone is found, and the options that are told walk it too`(
    example: String
  ) async throws {
    let demo = try Demo()
    let detected = try await Binary.run([demo.url(example)])
    #expect(detected.status == 0, "\(detected.stderr)")
    #expect(detected.lines == Demo.lines())
    let options = try #require(
      detected.stderr.split(separator: "options to copy: ").dropFirst().first)
    let words = options.prefix { $0 != "\n" }
    let told = try await Binary.run(
      ["-c", #"exec "$PAGEWALK" '\#(demo.url(example))' \#(words)"#],
      environment: ["PAGEWALK": Binary.path], executable: "/bin/sh")
    #expect(told.status == 0, "\(told.stderr)")
    #expect(told.lines == Demo.lines())
    #expect(!told.stderr.contains("Detected"))
  }

  @Test func `explain sends one request and tells the options`() async throws {
    let demo = try Demo()
    let result = try await Binary.run(["explain", demo.url("/next?limit=10&token=hush-hush")])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(demo.server.requestCount == 1)
    #expect(result.stdout.contains("options to copy: --items-key "))
    #expect(!result.stdout.contains("hush-hush"))
    #expect(result.stderr.isEmpty)
  }

  @Test func `explain of a page that is none fails as a walk does`() async throws {
    let demo = try Demo()
    let result = try await Binary.run(["explain", demo.url("/nowhere")])
    #expect(result.status == 3)
    #expect(result.stdout.isEmpty)
    #expect(result.stderr.contains("404"))
  }

  @Test func `presets are listed, and one is shown as options to copy`() async throws {
    let list = try await Binary.run(["presets"])
    #expect(list.status == 0)
    #expect(list.stdout.contains("\n  stripe "))
    let one = try await Binary.run(["presets", "drf"])
    #expect(one.status == 0)
    #expect(one.stdout == "--items-key results --next-key next --total-key count\n")
    #expect(one.stderr.contains("https://"))
    let none = try await Binary.run(["presets", "drv"])
    #expect(none.status == 2)
    #expect(none.stderr.contains("'drf'"))
  }
}
