// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

/// What a document holds once it has been read.
@Suite(.timeLimit(.minutes(1)))
struct JSONDocumentTests {
  @Test func indexIsThatOfTheDrawing() throws {
    let document = try JSONDocument(#"{ "id" : 7 , "tags" : [ "a" , "b\n" ] }"#)
    let starts = (0..<document.nodeCount).map { document.range($0).lowerBound }
    let ends = (0..<document.nodeCount).map { document.range($0).upperBound }
    let links = (0..<document.nodeCount).map { document.after($0) }
    #expect(starts == [0, 2, 9, 13, 22, 24, 30])
    #expect(ends == [39, 6, 10, 19, 37, 27, 35])
    #expect(links == [7, 2, 3, 4, 7, 6, 7])
    #expect((0..<document.nodeCount).map { document.isEscaped($0) }.firstIndex(of: true) == 6)
  }

  @Test(arguments: [
    ("{}", JSONKind.object), ("[]", .array), (#""""#, .string), ("0", .number), ("-1", .number),
    ("true", .true), ("false", .false), ("null", .null),
  ])
  func kindIsThatOfTheFirstByte(_ text: String, _ kind: JSONKind) throws {
    let document = try JSONDocument(" \(text) ")
    #expect(document.kind(document.root) == kind)
    #expect(document.text(document.root) == text)
    #expect(document.range(document.root) == 1..<1 + text.utf8.count)
    #expect(document.childCount(of: document.root) == 0)
  }

  @Test func childrenAreWalkedOverWithoutTheirOwnChildren() throws {
    let document = try JSONDocument(#"[1,[2,[3]],{"a":[4]},"5"]"#)
    #expect(
      document.elements(of: 0).map { document.text($0) } == [
        "1", "[2,[3]]", #"{"a":[4]}"#, #""5""#,
      ])
    #expect(document.childCount(of: 0) == 4)
    #expect(Array(document.members(of: 0)).isEmpty)
    let object = try JSONDocument(#"{"a":{"b":[1,2]},"c":3,"a":4}"#)
    #expect(object.members(of: 0).map { object.string($0.key) } == ["a", "c", "a"])
    #expect(object.members(of: 0).map { object.text($0.value) } == [#"{"b":[1,2]}"#, "3", "4"])
    #expect(object.childCount(of: 0) == 3)
    #expect(Array(object.elements(of: 0)).isEmpty)
  }

  @Test func memberIsTheLastOfItsNameAndComparedByCodePoint() throws {
    let document = try JSONDocument(
      #"{"a":1,"b":2,"a":3,"\u0061b":4,"é":5,"e\u0301":6,"":7,"n\/m":8,"\ud83d\ude00":9}"#)
    func value(_ name: String) -> String? { document.member(name, of: 0).map { document.text($0) } }
    #expect(value("a") == "3")
    #expect(value("b") == "2")
    #expect(value("ab") == "4")
    // As Swift strings the next two are equal; as names they are not.
    #expect(value("\u{E9}") == "5")
    #expect(value("e\u{301}") == "6")
    #expect(value("") == "7")
    #expect(value("n/m") == "8")
    #expect(value("😀") == "9")
    #expect(value("A") == nil)
    #expect(value("abc") == nil)
    #expect(document.member("a", of: 2) == nil)
  }

  @Test(arguments: [
    (#"{"a":[1,2]}"#, true), ("\n {\"a\":[1,2]} \n", true), (#"{"a": [1,2]}"#, false),
    (#"{"a":[1, 2]}"#, false), (#"{ }"#, false), (#""a b""#, true), (#"["a b"]"#, true),
    ("[1\n]", false), (" 1 ", true), ("[\t1]", false), (#"{"a" :1}"#, false),
  ])
  func compactMeansNoWhiteSpaceInsideAValue(_ text: String, _ isCompact: Bool) throws {
    #expect(try JSONDocument(text).isCompact == isCompact)
  }

  @Test(arguments: [
    ("{ }", "{}"), ("[ ]", "[]"), ("[\n]", "[]"), ("[ [ ] , { } ]", "[[],{}]"),
    (
      #" { "a b" : [ 1 , -2.50e+10 , "x \" y\\" , true,false , null ] , "a b" : { } } "#,
      #"{"a b":[1,-2.50e+10,"x \" y\\",true,false,null],"a b":{}}"#
    ),
    (
      "[\r\n\t  \"\(String(repeating: "long ", count: 50))\"\r\n]",
      "[\"\(String(repeating: "long ", count: 50))\"]"
    ),
    ("{\n\"a\":\n\(String(repeating: " ", count: 41))1}", #"{"a":1}"#),
  ])
  func whiteSpaceBetweenTokensIsRemoved(_ text: String, _ compact: String) throws {
    #expect(try compacted(text: text) == Spelling(compact))
    #expect(try compacted(text: compact) == Spelling(compact))
  }

  @Test func everyPartCanBeWrittenByItself() throws {
    let text = #"{ "a" : [ 1 , { "b" : "x y" } ] , "c" : [ ] }"#
    let document = try JSONDocument(text)
    var output = Array("kept ".utf8)
    for node in 0..<document.nodeCount {
      document.appendCompact(node, to: &output)
      output.append(UInt8(ascii: " "))
    }
    #expect(
      String(decoding: output, as: UTF8.self)
        == #"kept {"a":[1,{"b":"x y"}],"c":[]} "a" [1,{"b":"x y"}] 1 {"b":"x y"} "b" "x y" "c" [] "#
    )
  }

  @Test func resetForgetsTheTextBefore() throws {
    let document = JSONDocument()
    try document.append(Array("[ 1, 2".utf8))
    document.reset()
    try document.append(Array("true".utf8))
    try document.finish()
    #expect(document.kind(0) == .true)
    #expect(document.isCompact)
    #expect(document.count == 4)
    document.reset(format: .lines)
    try document.append(Array("1\n2\n".utf8))
    try document.finish()
    #expect(document.childCount(of: 0) == 2)
  }

  @Test func bytesAreKeptAfterAnError() throws {
    let document = JSONDocument()
    let first = try #require(throws: ScanError.self) {
      try document.append(Array("<html>".utf8))
    }
    let second = #expect(throws: ScanError.self) { try document.append(Array("<body>".utf8)) }
    #expect(first == ScanError(.valueExpected, at: 0))
    #expect(second == first)
    #expect(document.error == first)
    #expect(document.prefix(200) == Array("<html><body>".utf8))
    #expect(document.prefix(3) == Array("<ht".utf8))
    #expect(throws: first) { try document.finish() }
    let rest = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)
    #expect(throws: first) { try document.append(rest) }
    #expect((65536...131_072).contains(document.count))
  }

  @Test(arguments: 1...12)
  func sizeIsBounded(_ pieceSize: Int) throws {
    func error(of text: String) -> ScanError? {
      let document = JSONDocument(maximumDepth: 10, maximumCount: 10)
      let bytes = Array(text.utf8)
      do throws(ScanError) {
        for start in stride(from: 0, to: bytes.count, by: pieceSize) {
          try document.append(Array(bytes[start...].prefix(pieceSize)))
        }
        try document.finish()
        return nil
      } catch {
        return error
      }
    }
    #expect(error(of: "[12345678]") == nil)
    #expect(error(of: "[123456789]") == ScanError(.tooLarge, at: 10))
    #expect(error(of: "[1,,45678]   ") == ScanError(.valueExpected, at: 3))
  }

  /// A server may promise what it likes: nothing, too little, too much, what no machine has.
  @Test(arguments: [0, -1, 5, 40_000, 1 << 20, Int.max, Int.min])
  func expectedLengthsNeedNotBeTrue(_ length: Int) throws {
    let text = Array("[\((0..<20_000).map { "{\"id\":\($0)}" }.joined(separator: ","))]".utf8)
    let document = JSONDocument()
    document.expect(byteCount: length)
    try document.append(text)
    try document.finish()
    #expect(document.childCount(of: document.root) == 20_000)
    #expect(compacted(document) == Spelling(text))
  }

  @Test(arguments: [(0, 1, 1), (2, 1, 3), (3, 2, 1), (4, 2, 2), (7, 2, 4), (9, 3, 1), (99, 3, 2)])
  func positionCountsLinesAndCharacters(_ offset: Int, _ line: Int, _ column: Int) throws {
    // 0: [  1: 1  2: line feed  3: ,  4: quote  5, 6: é  7: quote  8: line feed  9: ]
    let position = try JSONDocument("[1\n,\"é\"\n]").position(of: offset)
    #expect(position == (line, column))
  }

  @Test func textsOfOddKindsAreHandedOnUnchanged() throws {
    for file in try files("jsontestsuite/test_transform") + files("json-roundtrip")
    where file.pathExtension == "json" {
      let text = Array(try Data(contentsOf: file))
      guard scanError(text) == nil else { continue }
      let trimmed = String(decoding: text, as: UTF8.self).trimmingCharacters(
        in: .whitespacesAndNewlines)
      let document = try JSONDocument(text)
      guard document.isCompact else { continue }
      #expect(compacted(document) == Spelling(trimmed), "\(file.lastPathComponent)")
    }
  }

  @Test func roundTripGivesTheSameBytes() throws {
    let texts = try files("json-roundtrip").filter { $0.pathExtension == "json" }
    for file in texts {
      let text = Array(try Data(contentsOf: file))
      #expect(try compacted(text: text) == Spelling(text))
    }
  }
}
