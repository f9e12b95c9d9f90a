// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

/// No text and no document uses the stack up, or time without bound.
@Suite(.timeLimit(.minutes(1)))
struct JSONPathBoundsTests {
  private static let depth = 100_000

  private static func deep(_ open: String, _ inner: String, _ close: String) throws -> JSONDocument
  {
    let text =
      String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
    let document = JSONDocument(maximumDepth: depth)
    try document.append(Array(text.utf8))
    try document.finish()
    return document
  }

  @Test func `a deep document costs no stack`() throws {
    let arrays = try Self.deep("[", "", "]")
    #expect(try JSONPath("$..*").nodes(in: arrays).count == Self.depth - 1)
    #expect(try JSONPath("$..[-1]").nodes(in: arrays).count == Self.depth - 1)
    #expect(try JSONPath("$..[?@[0]]").nodes(in: arrays).count == Self.depth - 2)
    #expect(try JSONPath("$[?@ == $[0]]").nodes(in: arrays).count == 1)
    let steps = String(repeating: "[0]", count: Self.depth - 1)
    #expect(try JSONPath("$" + steps).first(in: arrays) == Self.depth - 1)
    let wildcards = String(repeating: "[*]", count: Self.depth - 1)
    let found = try JSONPath("$" + wildcards).paths(in: arrays)
    #expect(found.map(\.path) == ["$" + steps])

    let objects = try Self.deep(#"{"a":"#, "1", "}")
    #expect(try JSONPath("$..a").nodes(in: objects).count == Self.depth)
    let names = String(repeating: ".a", count: Self.depth)
    #expect(try JSONPath("$" + names).nodes(in: objects).count == 1)
    #expect(try Key(String(names.dropFirst())).first(in: objects) != nil)
  }

  @Test func `two deep values are compared without recursion`() throws {
    let nest = String(repeating: #"[{"a":"#, count: 50_000)
    let close = String(repeating: "}]", count: 50_000)
    let document = JSONDocument(maximumDepth: 200_000)
    try document.append(Array("[\(nest)1\(close),\(nest)1.0\(close),\(nest)2\(close)]".utf8))
    try document.finish()
    #expect(try JSONPath("$[?@ == $[0]]").nodes(in: document).count == 2)
  }

  /// Queries that would take more steps than there is time for, on 1,999 nodes that nest.
  @Test(arguments: [
    "$..*..*..*", "$..*..*..*..*..*", "$..[*,*,*,*,*,*]..[*,*,*,*,*,*]..[*,*,*]",
    "$..*[?@..*[?@..*[?@..x]]]", "$..[?count(@..*..*) > 1]", "$..*[?@..*[?value(@..*..*) == 1]]",
  ])
  func `a query that would not end is refused`(text: String) throws {
    let nest = String(repeating: "[0,", count: 999) + "0" + String(repeating: "]", count: 999)
    let document = try JSONDocument(nest)
    let error = #expect(throws: PathError.self) {
      try JSONPath(text).nodes(in: document, freeSteps: 100_000)
    }
    #expect(error?.kind == .limit)
    #expect(
      error?.message == """
        it takes more than 227936 steps on this document; use fewer '..' and '*', and no query \
        over the whole document and no long regular expression within a filter
        """)
  }

  @Test func `a long regular expression on long texts is refused`() throws {
    let text = String(repeating: "a", count: 10_000)
    let document = try JSONDocument(#"["\#(text)"]"#)
    let error = #expect(throws: PathError.self) {
      try JSONPath("$[?search(@, 'a{2000}b')]").nodes(in: document, freeSteps: 100_000)
    }
    #expect(error?.kind == .limit)
    #expect(try JSONPath("$[?search(@, '(a*)*b')]").nodes(in: document).isEmpty)
  }

  @Test func `an expression of the document that is none does not match`() throws {
    let patterns = ["(", "a{99999}", "\\\\d", String(repeating: "(", count: 100_000)]
    for pattern in patterns {
      let document = try JSONDocument(#"{"p":"\#(pattern)","t":["a"]}"#)
      #expect(try JSONPath("$.t[?match(@, $.p)]").nodes(in: document).isEmpty)
      #expect(try JSONPath("$.t[?!match(@, $.p)]").nodes(in: document).count == 1)
    }
  }

  @Test func `a long key is read in one pass`() throws {
    let document = try JSONDocument(#"{"a":{"a":[1,2,3]}}"#)
    let name = String(repeating: "x", count: 1_000_000)
    for key in [
      name, "$.\(name)", "$['\(name)']", "$" + String(repeating: ".a", count: 500_000),
      "$" + String(repeating: "[*]", count: 300_000), String(repeating: "a.", count: 500_000) + "a",
      "$.a.a[" + String(repeating: "9,", count: 400_000) + "9]",
      "$..[?" + String(repeating: "@.b==1||", count: 100_000) + "@.b==1]",
      "$..[?@ == '" + String(repeating: "\\u0061", count: 160_000) + "']",
      "$..[?@ == 1" + String(repeating: "0", count: 1_000_000) + "]",
      "$..[?search(@, '" + String(repeating: "a|", count: 2_000) + "')]",
    ] {
      #expect(try Key(key).nodes(in: document).isEmpty)
    }
  }

  @Test(arguments: [
    ("(", ")"), ("!(", ")"), ("@[?", "]"), ("$[?", "]"), ("length(", ") == 1"),
    ("((@ || ", "))"), ("@[?(", ")]"),
  ])
  func `what nests too deep is refused`(open: String, close: String) throws {
    for count in [65, 1_000, 100_000] {
      let text =
        "$[?" + String(repeating: open, count: count) + "@"
        + String(repeating: close, count: count) + "]"
      let error = #expect(throws: PathError.self) { try JSONPath(text) }
      #expect(error?.message == "expected at most 64 filters, parentheses and functions nested")
    }
  }

  @Test func `what nests as deep as allowed is taken`() throws {
    let document = try JSONDocument("[[1]]")
    for (open, close) in [("(", ")"), ("!(", ")"), ("@[?", "]")] {
      let text =
        "$[?" + String(repeating: open, count: 63) + "@" + String(repeating: close, count: 63) + "]"
      _ = try JSONPath(text).nodes(in: document)
    }
  }

  @Test func `many indexes and names of one segment cost no square`() throws {
    let count = 20_000
    let document = try JSONDocument(
      "[" + (0..<count).map { String($0) }.joined(separator: ",") + "]")
    let indexes = (0..<count).reversed().map { String($0) }.joined(separator: ",")
    #expect(try JSONPath("$[\(indexes)]").nodes(in: document).count == count)
    #expect(try JSONPath("$[::-1]").nodes(in: document).first.map(document.text) == "19999")
  }
}
