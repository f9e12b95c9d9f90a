// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

/// Walks that end as they should by what was said, and whose end is doubtful all the same.
@Suite(.timeLimit(.minutes(5)))
struct DoubtfulEndTests {
  private static let byURL = ["--items-key", "data", "--next-key", "next"]

  /// Walks a page of one item and then another page.
  private func walk(
    _ options: [String], first: String = #"{"data":[{"id":1}],"next":"/y"}"#, then second: String,
    status: Int = 200
  ) async throws -> Binary.Result {
    let server = try LoopbackServer { request in
      request.path == "/x" && request["after"] == nil && (request["page"] ?? "1") == "1"
        ? .json(first) : .json(second, status: status)
    }
    return try await Binary.run([server.url + "/x", "--no-ask"] + options)
  }

  @Test(arguments: [
    (#"{"message":"busy"}"#, true), (#""busy""#, true), ("[1]", true), ("7", true),
    ("{}", false), ("[]", false), ("null", false), (#"{"next":null}"#, false),
  ])
  func `a last page that looks like no other is told`(page: String, isTold: Bool) async throws {
    let result = try await walk(Self.byURL, then: page)
    #expect(result.status == 0)
    #expect(result.lines == [#"{"id":1}"#])
    #expect(
      result.stderr.contains(
        "Warning: The last page has no items key and looks like no page before")
        == isTold, "\(result.stderr)")
  }

  @Test(arguments: [("last:id", false), ("last:uid", true), ("max:uid", true)])
  func `a cursor of the items that no item has is told`(source: String, isTold: Bool) async throws {
    let result = try await walk(
      ["--items-key", "data", "--cursor-key", source, "--cursor-param", "after"],
      then: #"{"data":[]}"#)
    #expect(result.status == 0)
    #expect(
      result.stderr.contains("Warning: The last page has items, but nothing at '\(source)'")
        == isTold,
      "\(result.stderr)")
  }

  @Test(arguments: [("total", "3 items"), ("total_pages", "3 pages")])
  func `named keys are held to what the server says too`(name: String, many: String) async throws {
    let page = #"{"data":[{"id":2}],"next":null,"\#(name)":3}"#
    let first = #"{"data":[{"id":1}],"next":"/y","\#(name)":3}"#
    let result = try await walk(Self.byURL, first: first, then: page)
    #expect(result.status == 0)
    #expect(
      result.stderr.contains("Warning: The server says that there are \(many)"), "\(result.stderr)")
    let strict = try await walk(Self.byURL + ["--verify-total"], first: first, then: page)
    #expect(strict.status == 6)
    let pages = try await walk(
      ["--items-key", "data", "--page-param", "page"], first: first,
      then: #"{"data":[],"\#(name)":3}"#)
    #expect(pages.status == 0)
    #expect(pages.stderr.contains("Warning: The server says that"), "\(pages.stderr)")
    // One page alone, a walk that is cut, and one that begins elsewhere are not held to it.
    for more in [["--no-next"], ["--max-items", "1"], ["--start-at", "/z"]] {
      let words = more == ["--no-next"] ? ["--items-key", "data"] + more : Self.byURL + more
      let result = try await walk(words, first: first, then: page)
      #expect(!result.stderr.contains("The server says"), "\(result.stderr)")
    }
  }

  @Test(arguments: [("1", true), ("2", false)])
  func `page one again under another cursor is told at once`(id: String, isTold: Bool) async throws
  {
    let result = try await walk(Self.byURL, then: #"{"data":[{"id":\#(id)}]}"#)
    #expect(result.status == 0)
    #expect(result.stderr.contains("Warning: Page 2 has the items of page one again") == isTold)
  }

  @Test(arguments: [
    (["--items-key", "$..dat[*]"], true), (["--items-key", "$..data[*]"], false),
    (["--items-key", "dat", "--items-optional"], true), (["--items-key", "$.none[*]"], false),
  ])
  func `an items key that finds nothing on any page is told`(
    options: [String], isTold: Bool
  ) async throws {
    let first = #"{"data":[{"id":1}],"none":[],"next":"/y"}"#
    let result = try await walk(options + ["--next-key", "next"], first: first, then: "{}")
    #expect(result.status == 0)
    #expect(result.stderr.contains("Warning: No page had anything at '\(options[1])'") == isTold)
  }

  @Test func `an end before the first page is told`() async throws {
    let demo = try Demo()
    let result = try await Binary.run([
      demo.url("/nowhere"), "--items-key", "data", "--page-param", "page", "--stop-on",
      "status:404",
    ])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.stderr.contains("Warning: Not one page came"), "\(result.stderr)")
  }
}
