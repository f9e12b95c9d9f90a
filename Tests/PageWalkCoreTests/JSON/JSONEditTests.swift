// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

/// Changes of single places. Everything else stays as it is spelled, byte for byte.
@Suite(.timeLimit(.minutes(1)))
struct JSONEditTests {
  /// One change and what it makes of a text.
  struct Change: Sendable, CustomTestStringConvertible {
    let body: String
    let path: [JSONEdit.Step]
    let value: String
    let result: String

    init(_ body: String, _ path: [JSONEdit.Step], _ value: String, _ result: String) {
      (self.body, self.path, self.value, self.result) = (body, path, value, result)
    }

    var testDescription: String { body }
  }

  @Test(arguments: [
    Change(#"{"a":1}"#, [.name("a")], "2", #"{"a":2}"#),
    Change(#"{"a":1}"#, [.name("b")], "2", #"{"a":1,"b":2}"#),
    Change("{}", [.name("b")], #""x""#, #"{"b":"x"}"#),
    Change("{ }", [.name("b")], "2", #"{"b":2 }"#),
    // White space, number text, escapes, order and repeated members of everything else are kept.
    Change(
      "{ \"q\" : 1.50e+3,\n  \"n\" : 12345678901234567890 ,\t\"a\" : [ 1 , 2 ] , \"\\u0071\":0}\n",
      [.name("a")], #""é""#,
      "{ \"q\" : 1.50e+3,\n  \"n\" : 12345678901234567890 ,\t\"a\" : \"é\" , \"\\u0071\":0}\n"),
    Change("{\n  \"a\": 1\n}", [.name("b")], "2", "{\n  \"a\": 1,\"b\":2\n}"),
    Change(#"{"a":1,"a":2}"#, [.name("a")], "3", #"{"a":1,"a":3}"#),
    Change(#"{"\u0061":1}"#, [.name("a")], "3", #"{"\u0061":3}"#),
    Change(#"{"é":1}"#, [.name("e\u{301}")], "3", "{\"é\":1,\"e\u{301}\":3}"),
    Change(#"{}"#, [.name("a \"b\"\n")], "3", #"{"a \"b\"\n":3}"#),
    // Cursors of any kind and size go in as they are.
    Change(#"{"c":0}"#, [.name("c")], "9007199254740993", #"{"c":9007199254740993}"#),
    Change(#"{"c":0}"#, [.name("c")], "1.10000000000000000001", #"{"c":1.10000000000000000001}"#),
    Change(#"{"c":0}"#, [.name("c")], #"{"k":["x",1e400]}"#, #"{"c":{"k":["x",1e400]}}"#),
    // Parents that are missing are made.
    Change("{}", [.name("a"), .name("b"), .name("c")], "1", #"{"a":{"b":{"c":1}}}"#),
    Change(
      #"{"a":{"x":0}}"#, [.name("a"), .name("b"), .name("c")], "1", #"{"a":{"x":0,"b":{"c":1}}}"#),
    Change(
      #"{"query":"q","variables":null}"#, [.name("variables"), .name("after")], #""x""#,
      #"{"query":"q","variables":{"after":"x"}}"#),
    Change("", [.name("a"), .name("b")], "1", #"{"a":{"b":1}}"#),
    Change("null", [.name("a")], "1", #"{"a":1}"#),
    // Elements of arrays.
    Change("[1,2,3]", [.index(1)], "9", "[1,9,3]"),
    Change("[ 1 , 2 ]", [.index(-1)], "9", "[ 1 , 9 ]"),
    Change(
      #"[{"a":1},{"a":[0,{"b":2}]}]"#, [.index(1), .name("a"), .index(1), .name("b")], "3",
      #"[{"a":1},{"a":[0,{"b":3}]}]"#),
    Change(#"[{}]"#, [.index(0), .name("a")], "1", #"[{"a":1}]"#),
    // The whole text.
    Change(" 1 ", [], "[2]", " [2] "), Change("", [], "1", "1"),
  ])
  func valueIsPutAtItsPlace(_ change: Change) throws {
    let result = try JSONEdit.setting(
      change.path, to: Array(change.value.utf8), in: Array(change.body.utf8))
    #expect(Spelling(result) == Spelling(change.result))
    // Doing it again changes nothing more.
    let again = try JSONEdit.setting(change.path, to: Array(change.value.utf8), in: result)
    #expect(again == result)
  }

  @Test(arguments: [
    Change(#"{"a":1}"#, [.name("a")], "", "{}"), Change(#"{"a":1}"#, [.name("b")], "", #"{"a":1}"#),
    Change(#"{"a":1,"b":2,"c":3}"#, [.name("a")], "", #"{"b":2,"c":3}"#),
    Change(#"{"a":1,"b":2,"c":3}"#, [.name("b")], "", #"{"a":1,"c":3}"#),
    Change(#"{"a":1,"b":2,"c":3}"#, [.name("c")], "", #"{"a":1,"b":2}"#),
    Change(#"{ "a" : 1 , "b" : 2.0 }"#, [.name("a")], "", #"{ "b" : 2.0 }"#),
    Change(#"{ "a" : 1 , "b" : 2.0 }"#, [.name("b")], "", #"{ "a" : 1 }"#),
    Change(#"{"a":1,"b":2,"a":3}"#, [.name("a")], "", #"{"b":2}"#),
    Change(#"{"a":{"b":1,"c":[1e1]}}"#, [.name("a"), .name("b")], "", #"{"a":{"c":[1e1]}}"#),
    Change("[1,2,3]", [.index(0)], "", "[2,3]"), Change("[1,2,3]", [.index(-1)], "", "[1,2]"),
    Change("[1,2,3]", [.index(3)], "", "[1,2,3]"), Change("[1]", [.index(0)], "", "[]"),
    Change("[1]", [.name("a")], "", "[1]"), Change(#"{"a":1}"#, [.index(0)], "", #"{"a":1}"#),
    Change(#"{"a":1}"#, [.name("b"), .name("c")], "", #"{"a":1}"#),
    Change("", [.name("a")], "", ""),
    Change(#"{"a":1}"#, [], "", #"{"a":1}"#),
  ])
  func valueIsTakenAwayWithOneComma(_ change: Change) throws {
    let result = try JSONEdit.removing(change.path, from: Array(change.body.utf8))
    #expect(Spelling(result) == Spelling(change.result))
  }

  @Test func membersAreMergedIn() throws {
    func merge(_ object: String, _ body: String, _ stale: Set<String> = []) throws -> Spelling {
      Spelling(
        try JSONEdit.merging(Array(object.utf8), into: Array(body.utf8), removing: stale))
    }
    #expect(
      try merge(#"{"b":[ 1 , 2 ],"c":9007199254740993}"#, #"{ "a" : 1.0, "b":0 }"#)
        == #"{ "a" : 1.0, "b":[1,2],"c":9007199254740993 }"#)
    #expect(try merge(#"{"x":1}"#, #"{"a":1,"y":2,"x":0}"#, ["x", "y"]) == #"{"a":1,"x":1}"#)
    #expect(try merge("{}", #"{"a":1,"y":2}"#, ["y", "z"]) == #"{"a":1}"#)
    #expect(try merge(#"{"a":1}"#, "") == #"{"a":1}"#)
    #expect(try merge(#"{"a":1,"a":2}"#, "{}") == #"{"a":2}"#)
  }

  @Test(arguments: [
    ("[1]", [JSONEdit.Step.name("a")], EditError.Kind.notAnObject, "the whole text is no object"),
    (#"{"a":1}"#, [.name("a"), .name("b")], .notAnObject, #"'$["a"]' is no object"#),
    (#"{"a":"x"}"#, [.name("a"), .index(0)], .notAnArray, #"'$["a"]' is no array"#),
    (#"{"a":[1]}"#, [.name("a"), .index(1)], .noElement, #"there is no element '$["a"][1]'"#),
    ("[]", [.index(0)], .noElement, "there is no element '$[0]'"),
    ("[1]", [.index(-2)], .noElement, "there is no element '$[-2]'"),
    (
      #"{"a":}"#, [.name("a")], .notJSON(ScanError(.valueExpected, at: 5)),
      "it is no JSON: a value is missing at byte 5"
    ),
  ])
  func placesThatCannotBeReachedAreErrors(
    _ body: String, _ path: [JSONEdit.Step], _ kind: EditError.Kind, _ words: String
  ) throws {
    let error = #expect(throws: EditError.self) {
      try JSONEdit.setting(path, to: Array("1".utf8), in: Array(body.utf8))
    }
    #expect(error?.kind == kind)
    #expect(error?.description == words)
  }

  @Test func elementsThatAreMissingAreNotMade() {
    #expect(throws: EditError(.noElement, at: [.name("a"), .index(0)])) {
      try JSONEdit.setting([.name("a"), .index(0)], to: Array("1".utf8), in: Array("{}".utf8))
    }
    #expect(throws: EditError(.notAnObject, at: [])) {
      try JSONEdit.merging(Array("[1]".utf8), into: Array("{}".utf8), removing: [])
    }
  }
}
