// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

/// Walks that begin with nothing but a URL.
@Suite("Walks by detection", .timeLimit(.minutes(1)))
struct DetectedWalkTests {
  private let start = "https://api.test/items"

  private func walk(
    _ query: String = "", _ answers: [ScriptedTransport.Answer],
    change: (inout WalkPlan) -> Void = { _ in }
  ) throws -> ScriptedWalk {
    var plan = WalkPlan(url: start + query)
    change(&plan)
    return try ScriptedWalk(plan, answers)
  }

  @Test func `what was found on page one holds for the walk`() throws {
    let walk = try walk(
      "",
      [
        .json(#"{"rows":[1],"next_cursor":"a"}"#),
        // A better name comes later, and another way: neither is looked for any more.
        .json(#"{"rows":[2],"data":[9],"next":"https://api.test/9","next_cursor":"b"}"#),
        .json(#"{"rows":[3],"next_cursor":null}"#),
      ])
    #expect(walk.items == ["1", "2", "3"])
    #expect(walk.urls == [start, start + "?cursor=a", start + "?cursor=b"])
    #expect(walk.outcome?.word == "complete")
  }

  @Test func `more without a way on writes the page and fails behind it`() throws {
    let walk = try walk("", [.json(#"{"data":[1,2],"has_more":true}"#)])
    #expect(walk.items == ["1", "2"])
    #expect(walk.error?.code == .noWayOn)
    #expect(walk.error?.exitStatus == 3)
    #expect(walk.error?.isOfPage == false)
  }

  @Test func `more without a way on is no failure where one page is enough`() throws {
    let page = ScriptedTransport.Answer.json(#"{"data":[1,2],"has_more":true}"#)
    let pages = try walk("", [page]) { $0.maxPages = 1 }
    #expect(pages.outcome?.word == "limited")
    let items = try walk("", [page]) { $0.maxItems = 1 }
    #expect(items.items == ["1"])
    #expect(items.outcome?.word == "limited")
    let one = try walk("", [page]) { $0.way = .single }
    #expect(one.outcome?.word == "complete")
  }

  /// The total that was found says that the server's last page, or its empty ones, are no news.
  @Test(arguments: [
    [#"{"data":[1,2],"total":3,"page":1}"#, #"{"data":[3],"total":3,"page":2}"#],
    [
      #"{"data":[1,2],"total":3,"next":"/2"}"#, #"{"data":[3],"total":3,"next":"/3"}"#,
      #"{"data":[],"total":3,"next":"/4"}"#,
    ],
    [
      #"{"data":[1,2],"total":3,"page":1,"last":9}"#, #"{"data":[3],"total":3,"page":2,"last":9}"#,
      #"{"data":[3],"total":3,"page":3,"last":9}"#,
    ],
  ])
  func `a server that goes on behind its last page is at its end`(pages: [String]) throws {
    let answers = pages.map { ScriptedTransport.Answer.json($0) }
    let walk = try walk("?page=1", answers + (pages.count == 2 ? [answers[1]] : []))
    #expect(walk.items == ["1", "2", "3"])
    #expect(walk.outcome?.word == "complete", "\(walk.error?.description ?? "")")
  }

  @Test func `an empty page in the middle is still no end`() throws {
    let walk = try walk(
      "",
      [
        .json(#"{"data":[1,2],"total":3,"next":"/2"}"#),
        .json(#"{"data":[],"total":3,"next":"/3"}"#),
        .json(#"{"data":[3],"total":3,"next":null}"#),
      ])
    #expect(walk.items == ["1", "2", "3"])
  }

  @Test func `a Spring page is followed by its number, and CouchDB by what it skips`() throws {
    let pageable = #""totalElements":3,"totalPages":2,"pageable":{"offset":0,"pageNumber":"#
    let spring = try walk(
      "",
      [
        .json(#"{"content":[1,2],"last":false,"number":0,\#(pageable)0}}"#),
        .json(#"{"content":[3],"last":true,"number":1,\#(pageable)1}}"#),
      ])
    #expect(spring.items == ["1", "2", "3"])
    #expect(spring.urls == [start, start + "?page=1"])
    let couch = try walk(
      "?limit=2",
      [
        .json(#"{"total_rows":3,"offset":0,"rows":[1,2]}"#),
        .json(#"{"total_rows":3,"offset":2,"rows":[3]}"#),
        .json(#"{"total_rows":3,"offset":3,"rows":[]}"#),
      ])
    #expect(couch.items == ["1", "2", "3"])
    #expect(couch.urls.last == start + "?limit=2&skip=3")
  }

  @Test func `a server that takes no notice of the offset is found out by what it answers`() throws
  {
    let walk = try walk(
      "",
      [
        .json(#"{"data":[{"views":1}],"total":3,"offset":0}"#),
        .json(#"{"data":[{"views":2}],"total":3,"offset":0}"#),
      ])
    #expect(walk.items.count == 1)
    #expect(walk.error?.code == .repeated)
    #expect(walk.error?.description.contains("offset 1 was asked for") == true)
  }

  @Test(arguments: ["ok", "success"])
  func `where page one says that all is well, every page has to`(name: String) throws {
    let walk = try walk(
      "",
      [
        .json(#"{"\#(name)":true,"data":[1],"next":"/2"}"#),
        .json(#"{"\#(name)":false,"data":[],"next":null}"#),
      ])
    #expect(walk.items == ["1"])
    #expect(walk.error?.code == .errorPage)
    let silent = try self.walk(
      "", [.json(#"{"\#(name)":"yes","data":[1],"next":"/2"}"#), .json(#"{"data":[]}"#)])
    #expect(silent.outcome?.word == "complete")
  }

  @Test func `page one again, with another token, is a failure and is not written twice`() throws {
    let walk = try walk(
      "",
      [
        .json(#"{"data":[1,2],"nextPageToken":"a"}"#),
        .json(#"{"data":[1,2],"nextPageToken":"b"}"#),
      ])
    #expect(walk.items == ["1", "2"])
    #expect(walk.error?.code == .repeated)
    #expect(walk.error?.exitStatus == 5)
  }

  /// A signature or a time in the items hides from a comparison that they are the same.
  @Test func `a page that says that it is page one again is a failure`() throws {
    let walk = try walk(
      "",
      [
        .json(#"{"data":[{"url":"?sig=1"}],"meta":{"page":1,"total_pages":3}}"#),
        .json(#"{"data":[{"url":"?sig=2"}],"meta":{"page":1,"total_pages":3}}"#),
      ])
    #expect(walk.items == [#"{"url":"?sig=1"}"#])
    #expect(walk.urls == [start, start + "?page=2"])
    #expect(walk.error?.code == .repeated)
    #expect(walk.error?.description.contains("'meta.page' says that it is page 1") == true)
  }

  @Test func `a number of pages beside the page's own one ends a walk`() throws {
    let walk = try walk(
      "",
      [
        .json(#"{"data":[1],"page":1,"total_pages":3}"#),
        .json(#"{"data":[2],"page":2,"total_pages":3}"#),
        .json(#"{"data":[3],"page":3,"total_pages":3}"#),
      ])
    #expect(walk.items == ["1", "2", "3"])
    #expect(walk.urls.count == 3)
    #expect(walk.outcome?.word == "complete")
  }

  @Test func `an error on a later page fails it`() throws {
    let walk = try walk(
      "", [.json(#"{"data":[1],"cursor":"a"}"#), .json(#"{"error":"gone","data":[2]}"#)])
    #expect(walk.items == ["1"])
    #expect(walk.error?.code == .errorPage)
  }

  @Test func `a detected total never ends a walk, and is kept for the end`() throws {
    let walk = try walk(
      "?page=1",
      [
        .json(#"{"data":[1],"total":1}"#), .json(#"{"data":[2],"total":1}"#),
        .json(#"{"data":[],"total":1}"#),
      ])
    #expect(walk.items == ["1", "2"])
    #expect(walk.progress.total == 1)
    #expect(walk.progress.received == 2)
  }

  @Test func `a page behind the total may lack the items, one before it may not`() throws {
    let first = ScriptedTransport.Answer.json(#"{"_embedded":{"a":[{},{}]},"total":2}"#)
    let whole = try walk("?page=1", [first, .json(#"{"total":2}"#)])
    #expect(whole.outcome?.word == "complete")
    let short = try walk("?page=1", [first, .json(#"{"total":3}"#)])
    #expect(short.error?.code == .missingItems)
  }

  @Test func `a flag of the server ends a walk by pages`() throws {
    let walk = try walk(
      "?page=0", [.json(#"{"data":[1],"last":false}"#), .json(#"{"data":[2],"last":true}"#)])
    #expect(walk.items == ["1", "2"])
    #expect(walk.urls.count == 2)
    #expect(walk.outcome?.word == "complete")
  }

  @Test func `the mark of a cursor that comes back ends a walk by cursor marks`() throws {
    let walk = try walk(
      "?cursorMark=*",
      [
        .json(#"{"docs":[1],"nextCursorMark":"a"}"#), .json(#"{"docs":[2],"nextCursorMark":"b"}"#),
        .json(#"{"docs":[],"nextCursorMark":"b"}"#),
      ])
    #expect(walk.items == ["1", "2"])
    #expect(walk.outcome?.word == "complete")
  }

  @Test func `a page without a body leaves detection to the next, which never comes`() throws {
    let walk = try walk("", [.response(status: 204, headers: [:], body: "")])
    #expect(walk.items == [])
    #expect(walk.outcome?.word == "complete")
  }

  @Test func `an object of many members is looked through in no time`() throws {
    let members = (0..<20_000).map { #""k\#($0)":{"v":\#($0)}"# }.joined(separator: ",")
    let page = #"{"items":[1],"index":{\#(members)},"next":"https://api.test/2"}"#
    let walk = try walk("", [.json(page), .json(#"{"items":[2]}"#)])
    #expect(walk.items == ["1", "2"])
  }
}
