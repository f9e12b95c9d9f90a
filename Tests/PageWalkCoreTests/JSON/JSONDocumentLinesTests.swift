// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

/// Elements are given as lines from where they stand in the text, and the text is whole afterwards.
@Suite(.timeLimit(.minutes(1)))
struct JSONDocumentLinesTests {
  private struct Stop: Error {}

  /// Texts, the keys of their values, and in how many pieces those come.
  static let texts =
    [
      (#"[1,"a",{"b":[2,3]},[],null]"#, "$[*]", 1),
      (#"{"data":[{"id":1},{"id":2}],"next":null}"#, "$.data[*]", 1),
      (#"[[1,2],[3]]"#, "$[*][*]", 2),
      (#"[1,2,3,4,5,6,7]"#, "$[?@ != 3 && @ != 6]", 3),
      (#"[1,[2,[3]]]"#, "$..*", 3),
      (#"[1,2,3]"#, "$[::-1]", 3),
      (#"[1,2]"#, "$[0,0,1]", 2),
      (#"{"a":"x","b":"y"}"#, "$.*", 2),
      (#"17"#, "$", 1),
      (" [1,2]\n", "$", 1),
      ("[]", "$[*]", 0),
    ] as [(String, String, Int)]

  @Test(arguments: texts)
  func eachValueIsALine(text: String, key: String, pieces: Int) throws {
    try check(JSONDocument(text), text, key, pieces: pieces)
  }

  /// JSON Lines, whose values stand on lines already.
  @Test(
    arguments: [
      ("{\"a\":[1,2]}\n{\"a\":[3]}\n", "$[*]", 1), ("1\n2", "$[*]", 1),
      ("1\r\n2\n\n3\n", "$[*]", 3),
      ("[1,2]\n[3]\n", "$[*][*]", 3),
    ] as [(String, String, Int)])
  func aValueOfJSONLinesIsALine(text: String, key: String, pieces: Int) throws {
    try check(JSONDocument(text, format: .lines), text, key, pieces: pieces)
  }

  private func check(_ document: JSONDocument, _ text: String, _ key: String, pieces: Int) throws {
    let nodes = try JSONPath(key).nodes(in: document)
    var expected: [UInt8] = []
    for node in nodes {
      document.appendCompact(node, to: &expected)
      expected.append(0x0A)
    }
    var output: [UInt8] = []
    var count = 0
    unsafe document.withLines(of: nodes) { bytes in
      unsafe output.append(contentsOf: bytes)
      count += 1
    }
    #expect(Spelling(output) == Spelling(expected))
    #expect(count == pieces)
    #expect(Spelling(document.prefix(.max)) == Spelling(text))
  }

  @Test func aTextIsWholeThoughItsReaderFails() throws {
    let text = "[1,2,[3,4]]"
    let document = try JSONDocument(text)
    let nodes = try JSONPath("$[*]").nodes(in: document)
    #expect(throws: Stop.self) {
      try unsafe document.withLines(of: nodes) { _ throws(Stop) in throw Stop() }
    }
    #expect(Spelling(document.prefix(.max)) == Spelling(text))
  }
}
