// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

/// How a text is cut must not matter: neither for what is read nor for the work that it costs.
@Suite(.timeLimit(.minutes(1)))
struct JSONChunkTests {
  static let texts: [String] = [
    #"{"id":12345,"name":"a \"quoted\" é 中 😀 text","tags":["x","",null,true,false],"n":-0.5e-10}"#,
    "[\n  1,\n  {\n    \"a\" : [ ]\n  },\n  -0,\n  0.25,\n  1E+5\n]\n",
    "\u{FEFF})]}',\n{\"a\":\"\\u00e9\\ud83d\\ude00\\\\\\/\"}", "  -12.5e+7  ", "\"\"", "true ",
    " null",
    "[[[[]],[{}]],{\"\":{\"\":[[]]}}]", "{\"a\":1}\n\n {\"b\":\"x\"}\r\n[1,\t2]\n3.5\n\"é\"",
    "1\n22\n333",
  ]

  @Test(arguments: texts)
  func everySplitOfATextGivesTheSame(_ text: String) {
    expectTheSame(Array(text.utf8))
  }

  @Test(arguments: JSONScannerTests.faults)
  func everySplitOfAFaultGivesTheSame(_ text: String, _ kind: ScanError.Kind, _ offset: Int) {
    expectTheSame(Array(text.utf8))
  }

  @Test(arguments: JSONScannerTests.notUTF8)
  func everySplitOfBadUTF8GivesTheSame(_ text: [UInt8], _ offset: Int) {
    expectTheSame(text)
  }

  @Test func everySplitOfTheTestSuiteGivesTheSame() throws {
    for file in try files("jsontestsuite/test_parsing") + files("jsontestsuite/test_transform") {
      let text = Array(try Data(contentsOf: file))
      if text.count < 300 { expectTheSame(text) }
    }
  }

  /// Two pieces at every place, three around every place, and byte by byte.
  private func expectTheSame(_ text: [UInt8]) {
    for format in [JSONDocument.Format.json, .lines] {
      for invalidUTF8 in [JSONDocument.InvalidUTF8.fail, .replace] {
        let whole = Reading(text, format, invalidUTF8: invalidUTF8)
        let bytes = text.indices.map { text[$0...$0] }
        #expect(Reading(bytes, format, invalidUTF8: invalidUTF8) == whole, "byte by byte: \(text)")
        for split in text.indices {
          let pieces = [text[..<split], text[split...split], text[(split + 1)...]]
          #expect(
            Reading(pieces, format, invalidUTF8: invalidUTF8) == whole,
            "split at \(split): \(String(decoding: text, as: UTF8.self))")
        }
      }
    }
  }

  /// With work that grows by the square of the text, each of these would take hours.
  @Test(arguments: [
    ("\"", "abcdefg", "\""), ("\"", "é中😀", "\""), ("\"", #"\u00e9\n"#, "\""), ("", "1234567", ""),
    ("0.", "1234567", "e5"), ("[1", "        ", "]"), ("[1", ",2345", "]"),
    ("[{}", ",{\"a\":[]}", "]"),
  ])
  func hugeTokensInSmallPiecesAreRead(_ opening: String, _ part: String, _ closing: String) throws {
    let parts = 400_000 / part.utf8.count
    let document = JSONDocument()
    try document.append(Array(opening.utf8))
    for _ in 0..<parts { try document.append(Array(part.utf8)) }
    try document.append(Array(closing.utf8))
    try document.finish()
    #expect(
      document.range(0) == 0..<opening.utf8.count + parts * part.utf8.count + closing.utf8.count)
  }

  @Test func blocksInsideOneAppendAreJoined() throws {
    // One append is read in blocks; tokens of several lengths must lie across their edges.
    var text = "["
    for number in 0..<40_000 {
      if number > 0 { text += "," }
      text += ["\"é\(number)\"", "\(number).5", "true", "{\"k\":null}", "\"\\u00e9\""][number % 5]
    }
    text += "]"
    let document = try JSONDocument(text)
    #expect(document.childCount(of: 0) == 40_000)
    #expect(compacted(document) == Spelling(text))
  }
}
