// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

/// Strings: decoded, compared, quoted, and otherwise left alone.
@Suite(.timeLimit(.minutes(1)))
struct JSONStringTests {
  @Test func stringsOfTheSuiteHaveTheirValues() throws {
    try forEachCase("json-strings", "cases.json") { test in
      let text = try #require(test.string("json"))
      let document = try JSONDocument(text)
      let value = document.string(document.root)
      let units = try utf16(#require(test.string("utf16")))
      // Half of a pair becomes U+FFFD, as when the units are decoded as UTF-16.
      #expect(Array(value.utf16) == Array(String(decoding: units, as: UTF16.self).utf16), "\(test)")
      #expect(document.equals(document.root, value), "\(test)")
      #expect(!document.equals(document.root, value + "x"), "\(test)")
      #expect(!document.equals(document.root, String(value.dropLast()) + "\u{1}"), "\(test)")
      var bytes: [UInt8] = []
      document.appendString(document.root, to: &bytes)
      #expect(bytes == Array(value.utf8), "\(test)")
      let again = try JSONDocument(JSONText.quoted(value))
      #expect(Array(again.string(0).utf8) == bytes, "\(test)")
      #expect(compacted(document) == Spelling(document.text(document.root)))
    }
  }

  private func utf16(_ hexadecimal: String) throws -> [UInt16] {
    try stride(from: 0, to: hexadecimal.utf8.count, by: 4).map { offset in
      let digits = hexadecimal.dropFirst(offset).prefix(4)
      return try #require(UInt16(digits, radix: 16))
    }
  }

  @Test func invalidStringsOfTheSuiteAreRefused() throws {
    try forEachCase("json-strings", "invalid.json") { test in
      let text = try #require(test.string("json"))
      #expect(scanError(text.utf8) != nil, "\(test)")
    }
  }

  @Test func naughtyStringsComeBack() throws {
    guard let folder = Conformance.folder("json-strings") else { return }
    let document = try JSONDocument(
      Data(contentsOf: folder.appendingPathComponent("blns.json")))
    #expect(document.childCount(of: document.root) == 494)
    for node in document.elements(of: document.root) {
      let again = try JSONDocument(JSONText.quoted(document.string(node)))
      #expect(Array(again.string(0).unicodeScalars) == Array(document.string(node).unicodeScalars))
    }
    let compact = try JSONDocument(compacted(document).bytes)
    let strings = compact.elements(of: 0).map { compact.text($0) }
    #expect(strings == document.elements(of: 0).map { document.text($0) })
  }

  @Test(arguments: [
    ("", #""""#), ("a", #""a""#), ("\"\\/", #""\"\\/""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\u{0}\u{1}\u{1F}\u{7F}", "\"\\u0000\\u0001\\u001f\u{7F}\""),
    ("é中😀\u{2028}", "\"é中😀\u{2028}\""),
  ])
  func quotingEscapesOnlyWhatMustBe(_ value: String, _ quoted: String) throws {
    #expect(JSONText.quoted(value) == quoted)
    var output = Array("x".utf8)
    JSONText.quote(value, into: &output)
    #expect(String(decoding: output, as: UTF8.self) == "x" + quoted)
    #expect(try JSONDocument(quoted).string(0) == value)
  }

  @Test(arguments: [
    (#""\ud800""#, "\u{FFFD}"), (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}"),
    (#""\ud800x""#, "\u{FFFD}x"),
    (#""\ud83d\ude00""#, "😀"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
    (#""\ud83d\n""#, "\u{FFFD}\n"),
    (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\uD83D\uDE00\ude00""#, "😀\u{FFFD}"),
  ])
  func halvesOfPairsBecomeReplacementCharacters(_ text: String, _ value: String) throws {
    let document = try JSONDocument(text)
    #expect(document.string(0) == value)
    #expect(document.equals(0, value))
    #expect(compacted(document) == Spelling(text))
  }

  @Test func otherValuesAreNoStrings() throws {
    let document = try JSONDocument(#"[1,true,null,{"a":[]}]"#)
    for node in document.elements(of: 0) {
      #expect(!document.equals(node, document.text(node)))
      #expect(document.string(node) == document.text(node))
    }
  }

  static let repairs: [([UInt8], String, Int)] = [
    ([0x61, 0xFF, 0x62], "a\u{FFFD}b", 1), ([0xC3, 0xA9], "é", 0),
    ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}", 2),
    ([0xE2, 0x82, 0x61], "\u{FFFD}a", 1), ([0xF0, 0x9F, 0x98], "\u{FFFD}", 1),
    ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", 3), ([0xF0, 0x9F, 0x98, 0x80], "😀", 0),
    // The example of the Unicode standard, table 3-8.
    (
      [0x61, 0xF1, 0x80, 0x80, 0xE1, 0x80, 0xC2, 0x62, 0x80, 0x63, 0x80, 0xBF, 0x64],
      "a\u{FFFD}\u{FFFD}\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}d", 6
    ),
  ]

  @Test(arguments: repairs)
  func bytesThatAreNotUTF8AreReplaced(
    _ content: [UInt8], _ value: String, _ replacements: Int
  ) throws {
    #expect(value == String(decoding: content, as: UTF8.self))
    let document = JSONDocument()
    document.reset(invalidUTF8: .replace)
    for byte in [0x22] + content + [0x22] { try document.append([byte]) }
    try document.finish()
    #expect(document.string(0) == value)
    #expect(document.replacements == replacements)
    #expect(document.count == value.utf8.count + 2)
  }

  @Test func replacingIsForgottenAtTheNextText() throws {
    let document = JSONDocument()
    document.reset(invalidUTF8: .replace)
    try document.append([0x22, 0xFF, 0x22])
    try document.finish()
    #expect(document.replacements == 1)
    document.reset(invalidUTF8: .replace)
    try document.append(Array("1".utf8))
    try document.finish()
    #expect(document.replacements == 0)
    document.reset()
    #expect(throws: ScanError(.invalidUTF8, at: 1)) { try document.append([0x22, 0xFF, 0x22]) }
  }
}
