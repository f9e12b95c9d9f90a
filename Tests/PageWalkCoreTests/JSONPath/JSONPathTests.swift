// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct JSONPathTests {
  @Test func `the compliance suite's values and paths are selected`() throws {
    var passed = 0
    let tests = try JSONPathSuite.tests()
    for test in tests where !test.isInvalid {
      let document = try JSONDocument(test.document)
      let found = try JSONPath(test.selector).paths(in: document)
      let values = try found.map {
        try JSONSerialization.jsonObject(
          with: Data(document.text($0.node).utf8), options: .fragmentsAllowed)
      }
      let isRight =
        test.results.contains(values as NSArray)
        && (test.paths.isEmpty || test.paths.contains(found.map(\.path)))
      #expect(isRight, "\(test.name): \(test.selector): \(values) \(found.map(\.path))")
      passed += isRight ? 1 : 0
    }
    print("jsonpath-cts: \(passed) of \(tests.count { !$0.isInvalid }) valid selectors")
  }

  /// Path, document, the values as they are spelled.
  private static let selections: [(String, String, [String])] = [
    // Numbers by exact value.
    (
      "$[?@ == 1]", "[1, 1.0, 10e-1, 0.1e1, 1.0000000000000000000001, \"1\", true]",
      ["1", "1.0", "10e-1", "0.1e1"]
    ),
    (
      "$[?@ == -0]", "[0, -0, 0.0, 0e99999999999999999999, 1]",
      ["0", "-0", "0.0", "0e99999999999999999999"]
    ),
    (
      "$[?@ == 9007199254740993]", "[9007199254740992, 9007199254740993, 9007199254740993.0]",
      ["9007199254740993", "9007199254740993.0"]
    ),
    (
      "$[?@ > 12345678901234567890]", "[12345678901234567889, 12345678901234567891, 1e20]",
      ["12345678901234567891", "1e20"]
    ),
    ("$[?@ < 1e-400]", "[1e-401, 1e-399, 0, -1]", ["1e-401", "0", "-1"]),
    (
      "$[?@ >= 1e999999999999999999999]", "[1e999999999999999999999, 1e999999999999999999998]",
      ["1e999999999999999999999"]
    ),
    (
      "$[?@ < 0.3]", "[0.29999999999999999999, 0.3, 0.30, -0.4, 0.30000000000000001]",
      ["0.29999999999999999999", "-0.4"]
    ),
    (
      "$[?@ <= 0.123456789012345678]", "[1, 0.123456789012345678, 99999999999999999]",
      ["0.123456789012345678"]
    ),
    // Strings by code point, escapes decoded, nothing normalized.
    (#"$[?@ == 'é']"#, #"["\u00e9", "é", "e\u0301"]"#, [#""\u00e9""#, #""é""#]),
    (
      #"$[?@ < 'b']"#, #"["a", "b", "\u0061\u0062", "B", ""]"#,
      [#""a""#, #""\u0061\u0062""#, #""B""#, #""""#]
    ),
    (#"$[?@ > '\uffff']"#, #"["\ud83d\ude00", "\uffff", "😀"]"#, [#""\ud83d\ude00""#, #""😀""#]),
    (
      #"$[?@ == '\ud83d\ude00']"#, #"["\ud83d\ude00", "😀", "\ud83d"]"#,
      [#""\ud83d\ude00""#, #""😀""#]
    ),
    (
      #"$[?length(@) == 2]"#, #"["\ud83d\ude00x", "é\n", "abc", [1,2], {"a":1,"b":2}, 12]"#,
      [#""\ud83d\ude00x""#, #""é\n""#, "[1,2]", #"{"a":1,"b":2}"#]
    ),
    // Names decoded; of a repeated name the last; a wildcard takes all.
    (#"$.ab"#, #"{"a\u0062": 1}"#, ["1"]),
    (#"$['\u0061b']"#, #"{"ab": 1}"#, ["1"]),
    ("$.é", #"{"e\u0301": 1, "\u00e9": 2}"#, ["2"]),
    ("$.a", #"{"a": 1, "b": 2, "a": 3}"#, ["3"]),
    ("$.*", #"{"a": 1, "a": 3}"#, ["1", "3"]),
    ("$['']", #"{"": 0}"#, ["0"]),
    // Arrays and objects are equal whole, whatever the order of members.
    (
      "$[?@ == $[0]]", #"[{"a":[1,{"b":2}],"c":3}, {"c":3.0,"a":[1,{"\u0062":2e0}]}, {"c":3}, []]"#,
      [#"{"a":[1,{"b":2}],"c":3}"#, #"{"c":3.0,"a":[1,{"\u0062":2e0}]}"#]
    ),
    (
      "$[?@ == $[0]]", "[[1,[2]], [1,[2],3], [1,[3]], [[2],1], [1,[2.0]]]",
      ["[1,[2]]", "[1,[2.0]]"]
    ),
    (
      "$[?@ == $[0]]", #"[{"a":1}, {"a":2,"a":1}, {"a":1,"a":2}, {"a":1,"b":1}]"#,
      [#"{"a":1}"#, #"{"a":2,"a":1}"#]
    ),
    ("$[?@ <= $[0]]", "[[1], [1], [0], 0]", ["[1]", "[1]"]),
    (
      "$[?@.a == @.b]", #"[{}, {"a":null}, {"a":null,"b":null}, {"b":0}]"#,
      ["{}", #"{"a":null,"b":null}"#]
    ),
    ("$[?@.a <= @.b]", "[{}]", ["{}"]),
    ("$[?@.a < @.b]", "[{}]", []),
    // Order, repetition, indexes from the end.
    ("$[-1, 0, -1]", "[1,2,3]", ["3", "1", "3"]),
    ("$[4:0:-2, 1]", "[0,1,2,3,4]", ["4", "2", "1"]),
    ("$..[0]", "[[1,[2]],[3]]", ["[1,[2]]", "1", "2", "3"]),
    ("$..a", #"{"b":{"a":1},"a":{"a":2}}"#, [#"{"a":2}"#, "1", "2"]),
    ("$..[?@.x].x", #"[{"x":1,"y":[{"x":2}]}]"#, ["1", "2"]),
    ("$[?count(@..*) > 2]", "[[1,[2]], [1,2], 3]", ["[1,[2]]"]),
    (
      "$[?value(@..a) == 1]", #"[{"a":1}, {"b":{"a":1}}, {"a":1,"b":{"a":1}}]"#,
      [#"{"a":1}"#, #"{"b":{"a":1}}"#]
    ),
    // A query within a filter that begins at `$` is asked once, and is right for every value.
    ("$.a[?@.k == $.want && $.a[1]]", #"{"want":2,"a":[{"k":1},{"k":2}]}"#, [#"{"k":2}"#]),
    ("$.a[?@.k[?@ == $.want]]", #"{"want":2,"a":[{"k":[1]},{"k":[3,2]}]}"#, [#"{"k":[3,2]}"#]),
    ("$.a[?$.b[?@ == 1]][?$.b[?@ == 3]]", #"{"a":[[1],[2]],"b":[1,2]}"#, []),
    // Values that have no children.
    ("$.a.b", #"{"a":"b"}"#, []), ("$..*", "1", []), ("$[0]", #"{"0":1}"#, []),
    ("$[*]", #""ab""#, []), ("$['0']", "[1]", []), ("$..[?@ == 1]", "1", []),
  ]

  @Test(arguments: selections)
  func `values are selected`(path: String, text: String, values: [String]) throws {
    let document = try JSONDocument(text)
    let found = try JSONPath(path).nodes(in: document).map { document.text($0) }
    #expect(found == values)
  }

  @Test func `paths are normalized`() throws {
    let document = try JSONDocument(
      #"{"a'b":[1,{"\\":2,"\u000b":3,"\n":4,"é\u00e9":5}],"":[[[]]],"\"":6}"#)
    #expect(
      try JSONPath("$..*").paths(in: document).map(\.path) == [
        #"$['a\'b']"#, #"$['']"#, #"$['"']"#,
        #"$['a\'b'][0]"#, #"$['a\'b'][1]"#,
        #"$['a\'b'][1]['\\']"#, #"$['a\'b'][1]['\u000b']"#, #"$['a\'b'][1]['\n']"#,
        #"$['a\'b'][1]['éé']"#,
        #"$[''][0]"#, #"$[''][0][0]"#,
      ])
    #expect(try JSONPath("$").paths(in: document).map(\.path) == ["$"])
  }

  @Test func `a query can begin at a value within the document`() throws {
    let document = try JSONDocument(#"[{"id":1,"tags":["x"]},{"id":2,"tags":["y","x"]}]"#)
    let item = Array(document.elements(of: document.root))[1]
    #expect(try JSONPath("$.id").nodes(in: document, root: item).map(document.text) == ["2"])
    let found = try JSONPath("$.tags[?@ == $.tags[1]]").paths(in: document, root: item)
    #expect(found.map(\.path) == ["$['tags'][1]"])
  }

  @Test func `JSON Lines are an array of their lines`() throws {
    let document = try JSONDocument("{\"a\":1}\n{\"a\":2}\n", format: .lines)
    #expect(try JSONPath("$[*].a").nodes(in: document).map(document.text) == ["1", "2"])
    #expect(try JSONPath("$..a").paths(in: document).map(\.path) == ["$[0]['a']", "$[1]['a']"])
    #expect(try JSONPath("$[-1].a").nodes(in: document).map(document.text) == ["2"])
  }
  private static let beginnings: [(String, String, [JSONEdit.Step]?)] = [
    ("$", "$", []), ("$.a[0]['b c']", "$['a'][0]['b c']", [.name("a"), .index(0), .name("b c")]),
    ("$.a[*].b", "$['a']", nil), ("$..a", "$", nil), ("$.a[0,1]", "$['a']", nil),
    ("$.a[-1]", "$['a'][-1]", [.name("a"), .index(-1)]), ("$.a[0:1]", "$['a']", nil),
    ("$[?@.a].b", "$", nil),
  ]

  @Test(arguments: beginnings)
  func `a path knows how it begins`(text: String, prefix: String, steps: [JSONEdit.Step]?) throws {
    let path = try JSONPath(text)
    #expect(path.singularPrefix.description == prefix)
    #expect(path.steps == steps)
    #expect(path.isSingular == (steps != nil))
  }
  private static let spellings: [(String, String)] = [
    ("$ .a [ 'b' , \"c\" ] ..d", "$['a']['b', 'c']..['d']"),
    ("$[ 1 : 2 : 1 ][::-1][:]", "$[1:2][::-1][:]"),
    ("$[?@.a==1&&(@.b||!@.c)]", "$[?@['a'] == 1 && (@['b'] || !@['c'])]"),
    ("$[?((@.a&&@.b)&&@.c)||(@.d||@.e)]", "$[?@['a'] && @['b'] && @['c'] || @['d'] || @['e']]"),
    ("$[?!(@.a==\"it's\")]", #"$[?!(@['a'] == 'it\'s')]"#),
    ("$[?match(@.a,\"b.*\")||search( @ , $.r )]", "$[?match(@['a'], 'b.*') || search(@, $['r'])]"),
    ("$[?length(value($..c))>1.50e+1]", "$[?length(value($..['c'])) > 1.50e+1]"),
  ]

  @Test(arguments: spellings)
  func `a path has one canonical spelling`(text: String, canonical: String) throws {
    #expect(try JSONPath(text).canonical == canonical)
    #expect(try JSONPath(canonical).canonical == canonical)
    #expect(try JSONPath(canonical) == JSONPath(text))
  }

  @Test func `the places that JSON Pointers name are found by names and indexes`() throws {
    guard let folder = Conformance.folder("json-pointer") else { return }
    let file = try JSONDocument(Data(contentsOf: folder.appendingPathComponent("cases.json")))
    let documents = try #require(file.member("documents", of: file.root))
    let cases = try #require(file.member("cases", of: file.root))
    var found = 0
    for test in file.elements(of: cases) where file.member("invalid", of: test) == nil {
      guard let pointer = file.member("pointer", of: test),
        let name = file.member("document", of: test),
        let document = file.member(file.string(name), of: documents)
      else { continue }
      let node = try Self.follow(file.string(pointer), from: document, in: file)
      if let value = file.member("value", of: test) {
        found += 1
        #expect(node.map(file.text) == file.text(value), "\(file.string(pointer))")
      } else if file.member("missing", of: test) != nil {
        #expect(node == nil, "\(file.string(pointer))")
      }
    }
    #expect(found == 38)
  }

  /// Follows a JSON Pointer by paths of one name or one index each.
  ///
  /// https://www.rfc-editor.org/rfc/rfc6901#section-4
  private static func follow(
    _ pointer: String, from document: Int, in file: JSONDocument
  ) throws -> Int? {
    var node = document
    for token in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = token.replacingOccurrences(of: "~1", with: "/")
        .replacingOccurrences(of: "~0", with: "~")
      var printer = PathPrinter()
      printer.writeQuoted(name.utf8)
      let quoted = String(decoding: printer.utf8, as: UTF8.self)
      let path = try? JSONPath(file.kind(node) == .array ? "$[\(name)]" : "$[\(quoted)]")
      // An index of a pointer is digits alone; in an object a dash is a letter like any other.
      let isIndex = name.utf8.allSatisfy { (0x30...0x39).contains($0) }
      guard let path, path.isSingular, file.kind(node) != .array || isIndex,
        let child = try path.first(in: file, root: node)
      else { return nil }
      node = child
    }
    return node
  }
}
