// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct KeyTests {
  /// Key, document, the values as they are spelled.
  private static let selections: [(String, String, [String])] = [
    ("", #"{"a":1}"#, [#"{"a":1}"#]),
    ("a", #"{"a":1}"#, ["1"]),
    ("a.b.c", #"{"a":{"b":{"c":[1]}}}"#, ["[1]"]),
    ("a.b", #"{"a":[{"b":1}]}"#, []),
    ("a.b", #"{"a":null}"#, []),
    // Any character but the dot.
    ("next-cursor", #"{"next-cursor":"x"}"#, [#""x""#]),
    ("ia::result", #"{"ia::result":1}"#, ["1"]),
    ("@nextLink", #"{"@nextLink":1}"#, ["1"]),
    ("_links.next.href", #"{"_links":{"next":{"href":1}}}"#, ["1"]),
    ("d.__next", #"{"d":{"__next":1}}"#, ["1"]),
    ("first name", #"{"first name":1}"#, ["1"]),
    ("a*b", #"{"a*b":1}"#, ["1"]),
    ("application/json", #"{"application/json":1}"#, ["1"]),
    ("#text", ##"{"#text":1}"##, ["1"]),
    ("a.@", #"{"a":{"@":1}}"#, ["1"]),
    ("a'b", #"{"a'b":1}"#, ["1"]),
    (#"a"b"#, #"{"a\"b":1}"#, ["1"]),
    (#"a\b"#, #"{"a\\b":1}"#, ["1"]),
    ("名前", #"{"\u540d\u524d":1}"#, ["1"]),
    ("a?", #"{"a?":1}"#, ["1"]),
    ("true.null", #"{"true":{"null":1}}"#, ["1"]),
    // A short form that is, whole, the name of a member of the root.
    ("@odata.nextLink", #"{"@odata.nextLink":"u"}"#, [#""u""#]),
    ("has.dot", #"{"has":{"dot":1},"has.dot":2}"#, ["2"]),
    ("links.pages.next", #"{"links":{"pages":{"next":1}}}"#, ["1"]),
    ("links.pages.next", #"{"links":{"pages":{"next":1}},"links.pages.next":null}"#, ["null"]),
    ("a.b.c", #"{"a":{"b.c":1},"a.b":{"c":2}}"#, []),
    ("a.b", #"{"a\u002eb":1}"#, ["1"]),
    // Names of digits.
    ("2024", #"{"2024":1}"#, ["1"]),
    ("pages.0.id", #"{"pages":{"0":{"id":1}}}"#, ["1"]),
    ("pages.0.id", #"{"pages":[]}"#, []),
    ("pages.0.id", #"{"pages":3}"#, []),
    // A JSONPath.
    ("$", "[1]", ["[1]"]),
    ("$[1]", "[1,2]", ["2"]),
    ("$.a.b", #"{"a":{"b":1},"a.b":2,"$.a.b":3}"#, ["1"]),
    ("$['$count']", #"{"$count":1}"#, ["1"]),
    (
      "$.links[?@.rel=='next'].href", #"{"links":[{"rel":"self"},{"rel":"next","href":"u"}]}"#,
      [#""u""#]
    ),
  ]

  @Test(arguments: selections)
  func `a key selects`(key: String, text: String, values: [String]) throws {
    let document = try JSONDocument(text)
    let key = try Key(key)
    #expect(try key.nodes(in: document).map { document.text($0) } == values)
    #expect(try key.first(in: document).map { document.text($0) } == values.first)
    #expect(try key.paths(in: document).count == values.count)
    #expect(key.description == key.description)
  }

  @Test func `the whole name has its own path, not that of the short form`() throws {
    let document = try JSONDocument(#"{"a":{"b":1},"a.b":2}"#)
    #expect(try Key("a.b").paths(in: document).map(\.path) == ["$['a.b']"])
    #expect(try Key("a.b").steps(in: document) == [.name("a.b")])
    #expect(try Key("a.b").steps == [.name("a"), .name("b")])
    #expect(try Key("$.a.b").paths(in: document).map(\.path) == ["$['a']['b']"])
  }

  @Test func `a number that meets an array is refused`() throws {
    let document = try JSONDocument(#"{"pages":[{"id":1}]}"#)
    let error = #expect(throws: PathError.self) {
      try Key("pages.0.id").first(in: document)
    }
    #expect(
      error?.description == """
        expected an object with a member of that name, but there is an array; its element is \
        $['pages'][0]
          pages.0.id
                ^
        """)
    #expect(throws: PathError.self) { try Key("pages.0.id").nodes(in: document) }
    let root = try JSONDocument("[[1]]")
    #expect(throws: PathError.self) { try Key("0.0").nodes(in: root) }
  }

  /// Key, document, whether what stands before its first wildcard and the like is there.
  private static let beginnings: [(String, String, Bool)] = [
    ("$.a[*].b", #"{"a":[]}"#, true), ("$.a[*].b", #"{"b":[]}"#, false),
    ("$..x", "1", true), ("$.a.b[?@.c]", #"{"a":{"b":null}}"#, true),
    ("$.a.b[?@.c]", #"{"a":{}}"#, false), ("a.b", #"{"a":{}}"#, false),
    ("a.b", #"{"a.b":1}"#, true), ("", "1", true), ("$.a['b','c']", #"{"a":1}"#, true),
  ]

  @Test(arguments: beginnings)
  func `a key knows whether its beginning is there`(key: String, text: String, exists: Bool) throws
  {
    #expect(try Key(key).beginningExists(in: JSONDocument(text)) == exists)
  }

  @Test func `keys are the same when they select the same`() throws {
    #expect(try Key("$.a") == Key("$['a']"))
    #expect(try Key("a") == Key("$.a"))
    #expect(try Key("a.b") != Key("$.a.b"))
    #expect(try Key("") == Key("$"))
    #expect(try Key("$.a").isSingular)
    #expect(try !Key("$.a[*]").isSingular)
  }
}
