// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

@testable import demo_server

/// The example program that uses the library, against the demo server.
@Suite(.timeLimit(.minutes(2)))
struct ExampleProgramTests {
  private func export(
    _ words: [String], environment: [String: String] = [:]
  ) async throws -> Binary.Result {
    try await Binary.run(words, environment: environment, executable: Binary.exportCSV)
  }

  @Test(arguments: ["/cursor?limit=10", "/link?per_page=10", "/page?per_page=20"])
  func `two keys of every item become rows`(target: String) async throws {
    let demo = try Demo()
    let result = try await export([demo.url(target), "id", "name"])
    #expect(result.status == 0, "\(result.stderr)")
    let rows = (0..<95).map { "\(DataSet()[$0].identity),\(DataSet()[$0].name)" }
    #expect(result.stdout == (["id,name"] + rows).map { $0 + "\r\n" }.joined())
  }

  @Test func `what CSV would misread is quoted, and what is missing is empty`() async throws {
    let demo = try Demo(items: 1)
    let result = try await export([demo.url("/cursor"), "$['tags']", "none", "active"])
    let item = DataSet()[0]
    #expect(
      result.stdout == "$['tags'],none,active\r\n"
        + #""[""\u00e9t\u00e9"",""a\/b"",""0""]",,\#(item.isActive)"# + "\r\n")
  }

  @Test func `a failure that may pass is asked for again, three times and no more`() async throws {
    let demo = try Demo()
    let target = "/cursor?limit=50&fail=503&fail_page=2&retry_after=0&fail_times="
    let passing = try await export([demo.url(target + "3"), "id"])
    #expect(passing.status == 0, "\(passing.stderr)")
    #expect(passing.stdout.count { $0 == "\r\n" } == 96)
    let failing = try await export([demo.url(target + "4"), "id"])
    #expect(failing.status == 4)
    #expect(failing.stdout.count { $0 == "\r\n" } == 51)
    #expect(failing.stderr.hasPrefix("export-csv: "))
  }

  @Test func `the token goes along, and wrong words are refused`() async throws {
    let demo = try Demo(items: 1)
    let asked = try await export([demo.url("/cursor"), "id"], environment: ["API_TOKEN": "t0"])
    #expect(asked.status == 0, "\(asked.stderr)")
    #expect(demo.server.requests.first?.header("Authorization") == "Bearer t0")
    #expect(try await export([demo.url("/cursor")]).status == 2)
    #expect(try await export(["nowhere", "id"]).status == 2)
    let key = try await export([demo.url("/cursor"), "a..b"])
    #expect(key.status == 2)
    #expect(key.stderr.contains("a..b"))
  }
}
