// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

/// How deep a page is indexed is worked out from what the walk looks at; see also `ScriptedWalk`,
/// which does each walk with and without that bound.
@Suite(.timeLimit(.minutes(1)))
struct PageDepthTests {
  private func plan(_ items: String, next: String = "next") throws -> WalkPlan {
    var plan = WalkPlan(url: "http://a.test/")
    plan.itemsKeys = [try Key(items)]
    plan.way = .cursors([.init(source: try Source(next), place: .url)])
    return plan
  }

  @Test(arguments: [
    ("data", "next", 2), ("$", "link:next", 1), ("a.b", "next", 3), ("a", "meta.cursors.after", 3),
    ("$.data[*]", "next", 2), ("$.data[*].node", "next", 3), ("$.data[0:9]", "next", 2),
    ("$.data[*]", "last:id", 3), ("data", "last:id", 3), ("data", "max:a.b.c", 5),
    ("data", "next // page1:a.b.c", 3), ("$..id", "next", Int.max),
    ("$.data[?@.a.b]", "next", Int.max), ("data", "first:$..id", Int.max),
  ])
  func depthIsThatOfTheDeepestKey(_ items: String, _ next: String, _ depth: Int) throws {
    #expect(try plan(items, next: next).pageDepth(deduplicatingBy: nil) == depth)
  }

  @Test func dedupAndEntriesLookDeeper() throws {
    var plan = try plan("data")
    #expect(plan.pageDepth(deduplicatingBy: .key(try Key("id"))) == 3)
    #expect(plan.pageDepth(deduplicatingBy: .key(try Key("a.b"))) == 4)
    #expect(plan.pageDepth(deduplicatingBy: .key(try Key("$..id"))) == .max)
    #expect(plan.pageDepth(deduplicatingBy: .whole) == .max)
    plan.entries = true
    #expect(plan.pageDepth(deduplicatingBy: nil) == 3)
  }

  @Test func nothingIsLeftOutWhileSomethingIsToBeDetected() throws {
    var detecting = try plan("data")
    detecting.way = .detect
    #expect(detecting.pageDepth(deduplicatingBy: nil) == .max)
    #expect(WalkPlan(url: "http://a.test/").pageDepth(deduplicatingBy: nil) == .max)
  }

  /// Each of these looks at another depth of the page.
  @Test(arguments: [
    ("data", "id"), ("data", "a.b"), ("data", "$.a.b[0]"), ("data", "$..c"), ("$.data[*].a", "b"),
    ("$.data[*]['a','id']", "b"), ("$.data[?@.a.b[0].c == 1]", "id"), ("data", nil),
  ])
  func theItemsAreTheSame(_ items: String, _ dedup: String?) throws {
    let page = #"""
      {"data":[{"id":1,"a":{"b":[{"c":1}]}},{"a":{"b":[{"c":1}]},"id":2},[{"id":3}],
      {"id":1,"a":{"b":[{"c":2}]}},7,"x",{}],"next":
      """#
    let rule = try dedup.map { Deduplicator.Rule.key(try Key($0)) } ?? .whole
    let walk = try ScriptedWalk(
      plan(items), dedup: rule,
      [.json(page + #""/2"}"#), .json(page + #""/3" , "more" : [ { } ] }"#), .json(page + "null}")])
    #expect(walk.error == nil)
    #expect(walk.urls.count == 3)
    #expect(!walk.items.isEmpty)
  }

  @Test func aSingleItemIsKnownByTheNamesOfAnOpaqueOne() throws {
    let walk = try ScriptedWalk(
      plan("data"),
      [
        .json(#"{"data":[{"id":1,"tags":["a"]}],"next":"/2"}"#),
        .json(#"{"data":{"id":2,"tags":[{"deep":[1]}]},"next":"/3"}"#),
        .json(#"{"data":{"message":"none"},"next":null}"#),
      ])
    #expect(walk.items == [#"{"id":1,"tags":["a"]}"#, #"{"id":2,"tags":[{"deep":[1]}]}"#])
    #expect(walk.error?.code == .missingItems)
  }
}
