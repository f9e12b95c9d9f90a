// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

/// JSON Lines, read as an array of their lines.
@Suite(.timeLimit(.minutes(1)))
struct JSONLinesTests {
  @Test func linesOfTheSuiteAreRead() throws {
    try forEachCase("json-lines", "read.json") { test in
      let base64 = test.string("base64").flatMap { Data(base64Encoded: $0) }
      let text = Array(try #require(test.string("text").map { Data($0.utf8) } ?? base64))
      let document = JSONDocument()
      document.reset(format: .lines)
      var errorLine: Int?
      do throws(ScanError) {
        try document.append(text)
        try document.finish()
      } catch {
        errorLine = document.position(of: error.offset).line
      }
      #expect(errorLine == test.int("error_line"), "\(test)")
      if let values = test["values"], errorLine == nil {
        let expected = test.document.elements(of: values).map { canonical(test.document, $0) }
        let found = document.elements(of: document.root).map { canonical(document, $0) }
        #expect(found == expected || test.string("name") == "duplicate-names", "\(test)")
      }
    }
  }

  @Test func itemsOfTheSuiteAreWritten() throws {
    try forEachCase("json-lines", "write.json") { test in
      let items = try #require(test["items"])
      let lines = try #require(test["lines"])
      let written = test.document.elements(of: items).map { item in
        var output: [UInt8] = []
        test.document.appendCompact(item, to: &output)
        return output
      }
      for line in written {
        #expect(!line.contains(UInt8(ascii: "\n")) && !line.contains(UInt8(ascii: "\r")))
      }
      let values = try written.map { canonical(try JSONDocument($0)) }
      let expected = try test.document.elements(of: lines).map {
        try canonical(text: test.document.string($0))
      }
      #expect(values == expected, "\(test)")
    }
  }

  @Test func rootIsAnArrayThatTheTextDoesNotSpell() throws {
    let document = try JSONDocument(" {\"a\": 1}\n\n[2]\r\n 3 \n".utf8, format: .lines)
    #expect(document.kind(document.root) == .array)
    #expect(document.childCount(of: document.root) == 3)
    #expect(document.elements(of: 0).map { document.kind($0) } == [.object, .array, .number])
    #expect(document.after(document.root) == document.nodeCount)
    #expect(compacted(document) == #"[{"a":1},[2],3]"#)
    #expect(canonical(document) == #"[{"a":1},[2],3]"#)
    #expect(!document.isCompact)
  }

  @Test func spaceBetweenLinesLeavesThemCompact() throws {
    let document = try JSONDocument("\n {\"a\":1} \r\n \n[2]".utf8, format: .lines)
    #expect(document.isCompact)
    #expect(compacted(document) == #"[{"a":1},[2]]"#)
  }

  @Test(arguments: [
    ("{\"a\":\n1}", ScanError.Kind.lineBreak, 5), ("[1]\n[", .unexpectedEnd, 5),
    ("1 2", .trailingData, 2), ("1\n,2", .valueExpected, 2), ("[1,\r2]\n[\r\n]", .lineBreak, 9),
    ("1\n]", .valueExpected, 2), ("{}[]", .trailingData, 2),
  ])
  func faultOfALineHasItsKindAndOffset(_ text: String, _ kind: ScanError.Kind, _ offset: Int) {
    #expect(scanError(text.utf8, .lines) == ScanError(kind, at: offset))
  }

  @Test(arguments: ["", "\n", "  \r\n\n", "\u{FEFF}"])
  func textWithoutValuesIsAnEmptyArray(_ text: String) throws {
    let document = try JSONDocument(text.utf8, format: .lines)
    #expect(document.nodeCount == 1)
    #expect(compacted(document) == "[]")
  }

  @Test func depthIsThatOfALine() throws {
    #expect(Reading([Array("[1]\n[2]".utf8)[...]], .lines, maximumDepth: 1).error == nil)
    #expect(
      Reading([Array("[1]\n[[".utf8)[...]], .lines, maximumDepth: 1).error
        == ScanError(.tooDeep, at: 5))
  }
}
