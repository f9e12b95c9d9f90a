// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct WalkTests {
  private let start = "https://api.test/items"

  private func plan(_ change: (inout WalkPlan) throws -> Void) rethrows -> WalkPlan {
    var plan = WalkPlan(url: start)
    try change(&plan)
    return plan
  }

  private func cursorPlan(_ source: String = "next", _ place: String = "cursor") throws -> WalkPlan
  {
    try plan {
      $0.itemsKeys = [try Key("items")]
      $0.way = .cursors([.init(source: try Source(source), place: try Place(place))])
    }
  }

  // MARK: - Cursors

  /// A fragment is not sent.
  @Test func `a next URL that differs in its fragment only is a repeat`() throws {
    let walk = try ScriptedWalk(
      cursorPlan("next", "url"), [.json(#"{"items":[1],"next":"/items#p2"}"#)])
    #expect(walk.urls == [start])
    #expect(walk.error?.code == .repeated)
  }

  @Test func `a cursor walk ends where the cursor is missing`() throws {
    let walk = try ScriptedWalk(
      cursorPlan(),
      [
        .json(#"{"items":[1,2],"next":"a+/="}"#),
        .json(#"{"items":[],"next":"b"}"#),
        .json(#"{"items":[3]}"#),
      ])
    #expect(walk.items == ["1", "2", "3"])
    #expect(walk.urls == [start, start + "?cursor=a%2B%2F%3D", start + "?cursor=b"])
    #expect(walk.outcome == .complete(reason: "no 'next'"))
  }

  @Test(arguments: ["null", "false", "0", #""""#, #""false""#, #""0""#, "[]", "{}"])
  func `a false cursor is the end`(_ cursor: String) throws {
    let walk = try ScriptedWalk(cursorPlan(), [.json(#"{"items":[1],"next":\#(cursor)}"#)])
    #expect(walk.items == ["1"])
    #expect(walk.outcome?.word == "complete")
  }

  @Test(arguments: [
    "12345678901234567890123456789", "2", "1e400", #""x\u00e9\/""#, "true", #"[1,"a"]"#,
    #"{"a":1.0}"#,
  ])
  func `a cursor goes into a JSON body as it was spelled`(_ cursor: String) throws {
    var plan = try cursorPlan("next", "body:page.cursor")
    plan.request.method = "POST"
    plan.request.body = Array(#"{"q":1.50,"page":{"size":2}}"#.utf8)
    let walk = try ScriptedWalk(
      plan,
      [.json(#"{"items":[],"next":\#(cursor)}"#), .json(#"{"items":[]}"#)])
    let body = String(decoding: try #require(walk.requests.last?.body), as: UTF8.self)
    #expect(body == #"{"q":1.50,"page":{"size":2,"cursor":\#(cursor)}}"#)
  }

  @Test func `with several cursors a missing one goes back to the first request's value`() throws {
    let plan = try plan {
      $0.request.url = start + "?a=first"
      $0.itemsKeys = [try Key("items")]
      $0.way = .cursors([
        .init(source: try Source("a"), place: try Place("a")),
        .init(source: try Source("b"), place: try Place("b")),
      ])
    }
    let walk = try ScriptedWalk(
      plan,
      [
        .json(#"{"items":[],"a":"1","b":"2"}"#), .json(#"{"items":[],"b":"3"}"#),
        .json(#"{"items":[]}"#),
      ])
    #expect(walk.urls == [start + "?a=first", start + "?a=1&b=2", start + "?a=first&b=3"])
  }

  @Test func `more promised without a cursor is a failure after the page's items`() throws {
    var plan = try cursorPlan()
    plan.moreKey = try Source("more")
    let walk = try ScriptedWalk(plan, [.json(#"{"items":[1],"more":true}"#)])
    #expect(walk.items == ["1"])
    #expect(walk.error?.code == .noWayOn)
    #expect(walk.error?.exitStatus == 3)
  }

  @Test(arguments: [#"{"href":"/2"}"#, #"["/2"]"#])
  func `a next URL that is no text is refused`(next: String) throws {
    var plan = try cursorPlan("next", "url")
    plan.itemsKeys = [try Key("items")]
    let walk = try ScriptedWalk(plan, [.json(#"{"items":[1],"next":\#(next)}"#)])
    #expect(walk.items == ["1"])
    #expect(walk.error?.code == .unusableCursor)
  }

  @Test func `items whose dedup key is null are never the same`() throws {
    let walk = try ScriptedWalk(
      try cursorPlan(), dedup: .key(try Key("id")),
      [.json(#"{"items":[{"id":null,"a":1},{"id":null,"a":2},{"id":1},{"id":1.0}]}"#)])
    #expect(walk.items == [#"{"id":null,"a":1}"#, #"{"id":null,"a":2}"#, #"{"id":1}"#])
  }

  // MARK: - Repeats

  @Test(arguments: zip([WalkPlan.OnRepeat.fail, .end], ["failed", "complete"]))
  func `a request that was sent already ends the walk`(
    _ rule: WalkPlan.OnRepeat, _ outcome: String
  ) throws {
    var plan = try cursorPlan()
    plan.onRepeat = rule
    let walk = try ScriptedWalk(
      plan,
      [
        .json(#"{"items":[1],"next":"a"}"#), .json(#"{"items":[2],"next":"b"}"#),
        .json(#"{"items":[3],"next":"a"}"#),
      ])
    #expect(walk.items == ["1", "2", "3"])
    #expect(walk.outcome?.word == outcome)
    #expect(walk.error?.exitStatus == (rule == .fail ? 5 : nil))
  }

  @Test(arguments: [WalkPlan.OnRepeat.fail, .end])
  func `in a page walk the same page again is not written`(_ rule: WalkPlan.OnRepeat) throws {
    var plan = try plan {
      $0.itemsKeys = [try Key("")]
      $0.way = .pages(.init(place: try Place("page")))
    }
    plan.onRepeat = rule
    let walk = try ScriptedWalk(plan, [.json("[1,2]"), .json("[ 1, 2 ]")])
    #expect(walk.items == ["1", "2"])
    #expect(walk.error?.code == (rule == .fail ? .repeated : nil))
  }

  /// Some servers begin again behind their last page.
  @Test(arguments: [WalkPlan.OnRepeat.fail, .end, .allow])
  func `in a page walk the first page again is not written`(_ rule: WalkPlan.OnRepeat) throws {
    var plan = try plan {
      $0.itemsKeys = [try Key("")]
      $0.way = .pages(.init(place: try Place("page")))
    }
    plan.onRepeat = rule
    let walk = try ScriptedWalk(plan, [.json("[1,2]"), .json("[3]"), .json("[1, 2]"), .json("[]")])
    #expect(walk.items == (rule == .allow ? ["1", "2", "3", "1", "2"] : ["1", "2", "3"]))
    #expect(walk.error?.code == (rule == .fail ? .repeated : nil))
    if rule == .end { #expect(walk.outcome == .complete(reason: "the first page came again")) }
  }

  // MARK: - Counting

  @Test func `an offset walk grows by what was received and ends at the total`() throws {
    let plan = try plan {
      $0.itemsKeys = [try Key("items")]
      $0.way = .offsets(.init(place: try Place("offset")))
      $0.limitPlace = try Place("limit")
      $0.pageSize = 100
      $0.totalKey = try Source("total")
    }
    let walk = try ScriptedWalk(
      plan, [.json(#"{"items":[1,2],"total":"3"}"#), .json(#"{"items":[3],"total":3}"#)])
    #expect(walk.items == ["1", "2", "3"])
    #expect(walk.urls == [start + "?limit=100&offset=0", start + "?limit=100&offset=2"])
    #expect(walk.outcome == .complete(reason: "3 items of 3 came"))
  }

  @Test func `a page walk goes on over a short page and ends at an empty one`() throws {
    let plan = try plan {
      $0.request.url = start + "?page=7&x=1"
      $0.itemsKeys = [try Key("")]
      $0.way = .pages(.init(place: try Place("page"), step: 2))
    }
    let walk = try ScriptedWalk(plan, [.json("[1,2]"), .json("[3]"), .json("[4,5]"), .json("[]")])
    #expect(walk.items == ["1", "2", "3", "4", "5"])
    #expect(walk.urls == [7, 9, 11, 13].map { start + "?page=\($0)&x=1" })
  }

  @Test func `a status can end a page walk`() throws {
    var plan = try plan {
      $0.itemsKeys = [try Key("")]
      $0.way = .pages(.init(place: try Place("page")))
    }
    let answers: [ScriptedTransport.Answer] = [.json("[1]"), .json("gone", status: 404)]
    let failed = try ScriptedWalk(plan, answers)
    #expect(failed.error?.status == 404)
    #expect(failed.error?.description.contains("--stop-on status:404") == true)
    plan.stops = [.status(404)]
    #expect(try ScriptedWalk(plan, answers).outcome == .complete(reason: "status 404"))
  }

  // MARK: - Limits

  @Test func `a limit within a page says where to go on`() throws {
    var plan = try cursorPlan()
    plan.maxItems = 3
    let walk = try ScriptedWalk(
      plan, [.json(#"{"items":[1,2],"next":"a"}"#), .json(#"{"items":[3,4],"next":"b"}"#)])
    #expect(walk.items == ["1", "2", "3"])
    #expect(walk.outcome?.word == "limited")
    #expect(walk.progress.startAt.map { $0?.text } == ["a"])
    #expect(walk.progress.skip == 1)
  }

  @Test func `a limit at a page's end asks for nothing more`() throws {
    var plan = try cursorPlan()
    plan.maxItems = 2
    let walk = try ScriptedWalk(plan, [.json(#"{"items":[1,2],"next":"a"}"#)])
    #expect(walk.urls == [start])
    #expect(walk.outcome?.word == "limited")
    #expect(walk.progress.startAt.map { $0?.text } == ["a"])
    #expect(walk.progress.skip == 0)
  }

  @Test func `a limit that is met exactly at the end is complete`() throws {
    var plan = try cursorPlan()
    plan.maxItems = 2
    plan.maxPages = 1
    #expect(
      try ScriptedWalk(plan, [.json(#"{"items":[1,2]}"#)]).outcome?.word == "complete")
  }

  @Test func `a walk that begins elsewhere skips what was taken`() throws {
    var plan = try cursorPlan()
    plan.startAt = ["a"]
    plan.skipItems = 1
    let walk = try ScriptedWalk(plan, [.json(#"{"items":[3,4]}"#)])
    #expect(walk.urls == [start + "?cursor=a"])
    #expect(walk.items == ["4"])
  }

  @Test func `a limit counts what is written, not duplicates`() throws {
    var plan = try cursorPlan()
    plan.maxItems = 2
    let walk = try ScriptedWalk(
      plan, dedup: .key(try Key("id")),
      [
        .json(#"{"items":[{"id":1},{"id":1.0},{"id":"1"},{"id":1},{"id":2}],"next":"a"}"#)
      ])
    #expect(walk.items == [#"{"id":1}"#, #"{"id":"1"}"#])
    #expect(walk.progress.skip == 4)
    #expect(walk.progress.duplicates == 2)
  }

  // MARK: - Items

  @Test func `a missing key fails page one and is forgiven on the last page`() throws {
    let first = try ScriptedWalk(cursorPlan(), [.json(#"{"data":[1]}"#)])
    #expect(first.error?.code == .missingItems)
    #expect(first.items == [])
    let last = try ScriptedWalk(
      cursorPlan(), [.json(#"{"items":[1],"next":"a"}"#), .json("{}")])
    #expect(last.outcome?.word == "complete")
    let error = try ScriptedWalk(
      cursorPlan(), [.json(#"{"items":[1],"next":"a"}"#), .json(#"{"error":"x"}"#)])
    #expect(error.error?.code == .missingItems)
    let middle = try ScriptedWalk(
      cursorPlan(), [.json(#"{"items":[1],"next":"a"}"#), .json(#"{"next":"b"}"#)])
    #expect(middle.error?.code == .missingItems)
  }

  @Test func `a key that selected an array must go on doing so`() throws {
    let walk = try ScriptedWalk(
      cursorPlan(),
      [
        .json(#"{"items":[1],"next":"a"}"#), .json(#"{"items":null,"next":"b"}"#),
        .json(#"{"items":{"x":1},"next":"c"}"#),
      ])
    #expect(walk.items == ["1"])
    #expect(walk.error?.code == .missingItems)
    #expect(walk.error?.page == 3)
  }

  @Test(
    arguments: zip(
      [#"{"id":2}"#, #"{"id":2,"message":"x"}"#, "{}", "2"], [true, false, false, false]))
  func `an object in place of the array is an item only where it looks like one`(
    _ value: String, _ isItem: Bool
  ) throws {
    let walk = try ScriptedWalk(
      cursorPlan(),
      [.json(#"{"items":[{"id":1,"n":0}],"next":"a"}"#), .json(#"{"items":\#(value)}"#)])
    #expect(walk.items == [#"{"id":1,"n":0}"#] + (isItem ? [value] : []))
    #expect(walk.error?.code == (isItem ? nil : .missingItems))
  }

  @Test func `members of an object are entries`() throws {
    var plan = try cursorPlan("last:value.at")
    plan.entries = true
    plan.stops = [.empty]
    let walk = try ScriptedWalk(
      plan, [.json(#"{"items":{"a":{"at":0},"b":{"at" : 2.0}}}"#), .json(#"{"items":{}}"#)])
    #expect(walk.items == [#"{"key":"a","value":{"at":0}}"#, #"{"key":"b","value":{"at":2.0}}"#])
    #expect(walk.urls.last == start + "?cursor=2.0")
  }

  // MARK: - Failures

  @Test(arguments: [
    (ScriptedTransport.Answer.json("{\"items\":[1,\u{1}]}"), WalkError.Code.notJSON, Int32(3)),
    (.json(#"{"items":[1]"#), .cutShort, 4),
    (.json(""), .notJSON, 3),
    (.response(status: 200, headers: ["Content-Type": "text/html"], body: "<html>"), .notJSON, 3),
    (.json(#"{"items":[1]} x"#), .notJSON, 3),
    (.json("no", status: 500), .status, 4),
    (.json("no", status: 429), .status, 4),
    (.json("no", status: 401), .status, 3),
    (.failure(TransportError(.cutShort, "cut")), .cutShort, 4),
    (.failure(TransportError(.timeout, "timed out")), .network, 4),
  ])
  func `a failed page writes nothing and can be asked for again`(
    _ bad: ScriptedTransport.Answer, _ code: WalkError.Code, _ status: Int32
  ) throws {
    let origins = OriginPolicy(
      start: try #require(Origin(start)), allowed: [], trusted: [])
    let transport = ScriptedTransport([
      .json(#"{"items":[1],"next":"a"}"#), bad, .json(#"{"items":[2]}"#),
    ])
    let client = HTTPClient(transport: transport, options: RequestOptions(), origins: origins)
    let engine = try WalkEngine(
      plan: cursorPlan(), client: client, origins: origins, deduplicating: nil)
    #expect(try engine.page(meanwhile: {})?.items == ["1"])
    let error = try #require(throws: WalkError.self) { try engine.page(meanwhile: {}) }
    #expect(error.code == code)
    #expect(error.exitStatus == status)
    #expect(error.page == 2)
    #expect(throws: error) { try engine.page(meanwhile: {}) }
    #expect(transport.urls.count == 2, "after a failure nothing is sent until someone says so")
    engine.retry()
    #expect(try engine.page(meanwhile: {})?.items == ["2"])
    #expect(try engine.page(meanwhile: {}) == nil)
    #expect(transport.urls[1] == transport.urls[2])
  }

  @Test func `error and ok keys fail a page`() throws {
    var plan = try cursorPlan()
    plan.errorKey = try Source("$[?@.failed > 0]")
    let failed = try ScriptedWalk(plan, [.json(#"{"items":[1],"shards":{"failed":1}}"#)])
    #expect(failed.error?.code == .errorPage)
    #expect(
      try ScriptedWalk(plan, [.json(#"{"items":[1],"shards":{"failed":0}}"#)]).error == nil)
    plan.errorKey = nil
    plan.okKey = try Source("ok")
    #expect(try ScriptedWalk(plan, [.json(#"{"items":[1]}"#)]).error?.code == .errorPage)
    #expect(try ScriptedWalk(plan, [.json(#"{"items":[1],"ok":1}"#)]).error == nil)
  }

  // MARK: - Next URLs

  @Test func `a next URL is joined to its page, and parameters are dropped and kept`() throws {
    let plan = try plan {
      $0.request.url = start + "?key=K%201&v=2&page=1"
      $0.itemsKeys = [try Key("items")]
      $0.way = .cursors([.init(source: try Source("next"), place: .url)])
      $0.keepParameters = ["key"]
      $0.dropParameters = ["page"]
    }
    let walk = try ScriptedWalk(
      plan, [.json(#"{"items":[],"next":"?q=a b&page=2{&x}"}"#), .json(#"{"items":[]}"#)])
    #expect(walk.urls.last == start + "?q=a%20b&key=K%201")
  }

  @Test func `a next URL elsewhere is not followed, and the page's items are out`() throws {
    let plan = try cursorPlan("next", "url")
    let walk = try ScriptedWalk(plan, [.json(#"{"items":[1],"next":"https://evil.test/x"}"#)])
    #expect(walk.items == ["1"])
    #expect(walk.error?.code == .foreignOrigin)
    #expect(walk.error?.description.contains("evil.test") == true)
  }
}
