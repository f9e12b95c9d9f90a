// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite("Detection of the items", .timeLimit(.minutes(1)))
struct DetectionItemsTests {
  /// Pages, and the key that is taken.
  static let pages: [(PageOne, String)] = [
    (PageOne("a root array", #"[{"id":1}]"#), "$"),
    (PageOne("an empty root array", "[]"), "$"),
    (PageOne("a known name", #"{"ok":true,"items":[{"id":1}]}"#), "items"),
    (PageOne("a known name, empty", #"{"items":[],"tags":[]}"#), "items"),
    (PageOne("the best of two known names", #"{"values":[{"a":1}],"data":[{"b":1}]}"#), "data"),
    (
      PageOne("a known name with items before one without", #"{"data":[],"values":[{"a":1}]}"#),
      "values"
    ),
    (
      PageOne("the shallower one", #"{"results":[{"a":1}],"more":{"data":[{"b":1}]}}"#), "results"
    ),
    (PageOne("hits in hits", #"{"hits":{"hits":[{"a":1}],"total":3}}"#), "hits.hits"),
    (PageOne("deep down", #"{"d":{"results":[{"a":1}]}}"#), "d.results"),
    (PageOne("case aside", #"{"Resources":[{"a":1}],"schemas":["urn:x"]}"#), "Resources"),
    (PageOne("by its own name", #"{"contacts":[{"a":1}],"scoreValues":[]}"#), "contacts"),
    (
      PageOne("embedded", #"{"_embedded":{"orders":[{"a":1}]},"warehouses":[{"b":1}]}"#),
      "_embedded.orders"
    ),
    (PageOne("in data", #"{"data":{"users":[{"a":1}]},"rules":[{"b":1}]}"#), "data.users"),
    (
      PageOne("an empty embedded one", #"{"_links":{},"_embedded":{"orders":[]}}"#),
      "_embedded.orders"
    ),
    (PageOne("included resources", #"{"included":[{"a":1}],"articles":[{"b":1}]}"#), "articles"),
    (PageOne("links", #"{"links":[{"rel":"x"}],"birds":[{"b":1}]}"#), "birds"),
    (
      PageOne("links of their own", #"{"servers_links":[{"rel":"x"}],"servers":[{"b":1}]}"#),
      "servers"
    ),
    (PageOne("page links", #"{"meta":{"links":[{"url":null}]},"birds":[{"b":1}]}"#), "birds"),
    (
      PageOne("beside the page", #"{"meta":{"filters_used":[{"x":1}]},"birds":[{"b":1}]}"#), "birds"
    ),
    (PageOne("facets", #"{"facets":[{"field":"a"}],"birds":[{"b":1}]}"#), "birds"),
    (PageOne("within the page object", #"{"page":{"items":[{"a":1}]}}"#), "page.items"),
    (PageOne("plain strings", #"{"repositories":["a","b"]}"#), "repositories"),
    (PageOne("arrays", #"{"total_results":6,"pairs":[[1],[2]]}"#), "pairs"),
    (PageOne("the only empty array", #"{"birds":[],"total":0}"#), "birds"),
    (PageOne("no array in arrays", #"{"birds":[{"data":[{"x":1}]}]}"#), "birds"),
    (PageOne("a name with a colon", #"{"ia::result":[{"a":1}]}"#), "ia::result"),
    (PageOne("a name with a dot", #"{"has.dot":[{"a":1}]}"#), "has.dot"),
    (PageOne("a dot below", #"{"x":{"has.dot":[{"a":1}]}}"#), #"$.x["has.dot"]"#),
    (PageOne("a name like a source", #"{"link:next":[{"a":1}]}"#), #"$["link:next"]"#),
    (PageOne("a name with a quote", #"{"it's":{"a b":[1]}}"#), "it's.a b"),
    (PageOne("a dollar", #"{"$rows":{"list":[{"a":1}]}}"#), #"$["$rows"].list"#),
    (
      PageOne("the path is another member's name", #"{"a.list":1,"a":{"list":[{"a":1}]}}"#),
      "$.a.list"
    ),
    (PageOne("an escape in the name", #"{"\u0062irds":[{"a":1}]}"#), "birds"),
    (PageOne("a control character", #"{"a\nb":[{"a":1}]}"#), "a\nb"),
    (PageOne("an empty name", #"{"":[{"a":1}]}"#), #"$[""]"#),
  ]

  @Test(arguments: pages)
  func `the items are found`(page: PageOne, key: String) throws {
    let detection = try page.detection()
    #expect(detection.plan.itemsKeys.map(\.description) == [key])
    #expect(detection.options.prefix(2) == ["--items-key", key])
    // What is said selects what was found.
    let document = try JSONDocument(page.json)
    let node = try #require(try detection.plan.itemsKeys[0].first(in: document))
    #expect(document.kind(node) == .array)
    #expect(document.childCount(of: node) == detection.findings.count)
  }

  /// Pages whose items can't be told, and words that must be in the message.
  static let riddles: [(PageOne, [String])] = [
    (
      PageOne("two arrays of objects", #"{"Contents":[{"a":1},{}],"CommonPrefixes":[{"b":1}]}"#),
      ["'Contents' (2 objects)", "--items-key CommonPrefixes"]
    ),
    (
      PageOne("two of one name", #"{"tracks":{"items":[{}]},"albums":{"items":[{}]}}"#),
      ["tracks.items", "albums.items"]
    ),
    (PageOne("two arrays of strings", #"{"tags":["a"],"names":["b"]}"#), ["tags", "names"]),
    (PageOne("empty arrays only", #"{"modified":[],"removed":[]}"#), ["modified", "removed"]),
    (PageOne("no array", #"{"id":1}"#), ["no array", "--items-key '$'"]),
    (PageOne("null", "null"), ["no array"]),
    (PageOne("only links", #"{"links":[{"rel":"self"}]}"#), ["no array"]),
    (
      PageOne("a head and its items", #"[{"page":1,"total":5},[{"id":1}]]"#),
      ["--items-key '$[1]'"]
    ),
  ]

  @Test(arguments: riddles)
  func `what can't be told is refused`(page: PageOne, words: [String]) throws {
    let error = #expect(throws: WalkError.self) { try page.detection() }
    #expect(error?.code == .ambiguous)
    for word in words { #expect(error?.description.contains(word) == true) }
  }

  static let errors = [
    #"{"error":"bad"}"#, #"{"errors":[{"code":1}],"data":null}"#,
    #"{"error":{"code":400},"items":[]}"#, #"{"error":true,"items":[{}]}"#,
  ]

  @Test(arguments: errors)
  func `a page with an error fails`(json: String) throws {
    let error = #expect(throws: WalkError.self) { try PageOne("", json).detection() }
    #expect(error?.code == .errorPage)
  }

  static let noErrors = [
    #"{"error":null,"items":[]}"#, #"{"errors":[],"items":[{}]}"#, #"{"error":false,"items":[]}"#,
    #"{"error":{},"items":[]}"#, #"{"error":"","errors":0,"items":[]}"#,
  ]

  @Test(arguments: noErrors)
  func `an error that is false is none`(json: String) throws {
    #expect(try PageOne("", json).detection().plan.itemsKeys == [Key("items")])
  }

  @Test func `items that the user named are kept, and errors are theirs to judge`() throws {
    let detection = try PageOne("", #"{"error":"x","birds":[{}],"items":[{}]}"#).taking("birds")
      .detection()
    #expect(detection.plan.itemsKeys == [try Key("birds")])
    #expect(!detection.plan.detected.items)
    #expect(detection.options == ["--no-next"])
  }

  @Test func `no body is no items`() throws {
    var page = PageOne("204", "null")
    page.status = 204
    let detection = try page.detection()
    #expect(detection.plan.way == .single)
    #expect(detection.plan.itemsKeys == [try Key("$")])
  }
}
