// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

/// What is JSON and what is not, and where that shows.
@Suite(.timeLimit(.minutes(1)))
struct JSONScannerTests {
  @Test func textsOfTheTestSuiteGetTheirVerdict() throws {
    for file in try files("jsontestsuite/test_parsing") {
      let error = scanError(try Data(contentsOf: file))
      switch file.lastPathComponent.prefix(2) {
      case "y_": #expect(error == nil, "\(file.lastPathComponent)")
      case "n_": #expect(error != nil, "\(file.lastPathComponent)")
      default: break
      }
    }
  }

  /// Pairs of a text and its error. Offsets count from 0.
  static let faults: [(String, ScanError.Kind, Int)] = [
    ("", .empty, 0), ("   ", .empty, 3), ("\u{FEFF}", .empty, 3), (")]}'\n", .empty, 5),
    ("[", .unexpectedEnd, 1), (#"{"a""#, .unexpectedEnd, 4), (#"{"a":"#, .unexpectedEnd, 5),
    (#"{"a":1"#, .unexpectedEnd, 6), (#"{"a":1,"#, .unexpectedEnd, 7),
    (#""abc"#, .unexpectedEnd, 4),
    (#""ab\"#, .unexpectedEnd, 4), (#""ab\u12"#, .unexpectedEnd, 7), ("tru", .unexpectedEnd, 3),
    ("[1,2", .unexpectedEnd, 4), ("-", .unexpectedEnd, 1), ("1.", .unexpectedEnd, 2),
    ("[1e", .unexpectedEnd, 3), ("1e+", .unexpectedEnd, 3), (#"{"a":[1,2], "#, .unexpectedEnd, 12),
    ("<html>", .valueExpected, 0), ("[,1]", .valueExpected, 1), ("[1,,2]", .valueExpected, 3),
    (#"{"a":,"b":1}"#, .valueExpected, 5), (#"{"a":}"#, .valueExpected, 5),
    ("'a'", .valueExpected, 0),
    ("[.5]", .valueExpected, 1), ("[+1]", .valueExpected, 1), ("[NaN]", .valueExpected, 1),
    ("]", .valueExpected, 0), ("[\u{A0}1]", .valueExpected, 1), ("\u{0}", .valueExpected, 0),
    ("// no", .valueExpected, 0), ("[1,]", .trailingComma, 3), (#"{"a":1,}"#, .trailingComma, 7),
    ("[1, ]", .trailingComma, 4), ("{a:1}", .nameExpected, 1), ("{'a':1}", .nameExpected, 1),
    (#"{"a":1,,"b":2}"#, .nameExpected, 7), ("{1:2}", .nameExpected, 1), ("{,}", .nameExpected, 1),
    (#"{"a" 1}"#, .colonExpected, 5), (#"{"a",1}"#, .colonExpected, 4),
    (#"{"a"}"#, .colonExpected, 4),
    ("[1 2]", .commaExpected, 3), (#"{"a":1 "b":2}"#, .commaExpected, 7),
    ("[1:2]", .commaExpected, 2),
    (#"["a""b"]"#, .commaExpected, 4), ("[truefalse]", .commaExpected, 5),
    ("[1}", .wrongBracket, 2),
    (#"{"a":1]"#, .wrongBracket, 6), ("[}", .wrongBracket, 1), ("{]", .wrongBracket, 1),
    ("[tru]", .badWord, 1), ("[nul", .unexpectedEnd, 4), ("[fals3]", .badWord, 1),
    ("[True]", .valueExpected, 1), ("nil", .badWord, 0), ("[01]", .badNumber, 2),
    ("[-a]", .badNumber, 2), ("[1.a]", .badNumber, 3), ("[1.2.3]", .badNumber, 4),
    ("[1e]", .badNumber, 3),
    ("[1e5.5]", .badNumber, 4), ("[0x10]", .badNumber, 2), ("[1_000]", .commaExpected, 2),
    ("[-]", .badNumber, 2), ("[1a]", .badNumber, 2), ("[1-2]", .badNumber, 2),
    ("-Infinity", .badNumber, 1),
    (#"["\x"]"#, .badEscape, 2), (#"["\u12g4"]"#, .badEscape, 2), (#"["a\'"]"#, .badEscape, 3),
    (#"["\u"]"#, .badEscape, 2), ("[\"\\\n\"]", .badEscape, 2),
    ("[\"a\nb\"]", .controlCharacter, 3),
    ("[\"\t\"]", .controlCharacter, 2), ("\"\u{0}\"", .controlCharacter, 1),
    ("1 2", .trailingData, 2), ("{}x", .trailingData, 2), ("[]]", .trailingData, 2),
    ("null,", .trailingData, 4),
    (#"{"a":1}{"b":2}"#, .trailingData, 7), ("[1]\u{0}", .trailingData, 3),
    ("[1\u{B}]", .commaExpected, 2),
  ]

  @Test(arguments: faults)
  func faultHasItsKindAndOffset(_ text: String, _ kind: ScanError.Kind, _ offset: Int) {
    #expect(scanError(text.utf8) == ScanError(kind, at: offset))
  }

  /// Bytes that are not UTF-8, each where the first wrong character begins.
  static let notUTF8: [([UInt8], Int)] = [
    ([0x22, 0xFF, 0x22], 1), ([0x22, 0x80, 0x22], 1), ([0x22, 0xC0, 0xAF, 0x22], 1),
    ([0x22, 0xC1, 0xBF, 0x22], 1), ([0x22, 0x61, 0xE2, 0x28, 0xA1, 0x22], 2),
    ([0x22, 0xE0, 0x80, 0x80, 0x22], 1), ([0x22, 0xE0, 0x9F, 0xBF, 0x22], 1),
    ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x22, 0xED, 0xBF, 0xBF, 0x22], 1),
    ([0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], 1), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
    ([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], 1), ([0x22, 0xE2, 0x82, 0x22], 1),
    ([0x22, 0xF0, 0x9F, 0x98, 0x22], 1), ([0x22, 0xC3, 0xA9, 0xC3, 0x22], 3),
    ([0xFF, 0xFE, 0x5B, 0x00], 0), ([0x5B, 0xE9, 0x5D], 1), ([0xC3], 0),
  ]

  @Test(arguments: notUTF8)
  func bytesThatAreNotUTF8AreAnError(_ text: [UInt8], _ offset: Int) {
    #expect(scanError(text) == ScanError(.invalidUTF8, at: offset))
  }

  /// Whatever stands in a place where no name has come yet is looked at.
  @Test(arguments: [1, 8, 15, 16, 17, 40])
  func noRepeatedByteIsAName(_ count: Int) {
    for byte in UInt8.min...UInt8.max {
      let name = [UInt8](repeating: byte, count: count)
      for start in ["{", #"{"id":1,"#, #"[{"id":1},{"#] {
        #expect(scanError(Array(start.utf8) + name + Array(":1}".utf8)) != nil, "\(byte)")
      }
    }
  }

  @Test func everyCharacterOfUnicodeIsTaken() throws {
    var text = Array("\"".utf8)
    for value in UInt32(0x20)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
      text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
    text.append(UInt8(ascii: "\""))
    #expect(scanError(text) == nil)
  }

  @Test func everyBeginningOfACharacterIsJudgedAsByTheStandardLibrary() {
    let document = JSONDocument()
    let tails: [[UInt8]] = [[], [0x7F], [0x80], [0xBF], [0xC0], [0x80, 0x80], [0xBF, 0xBF]]
    for first in UInt8(0x80)...0xFF {
      for second: UInt8 in [0x3F, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xE0, 0xFF] {
        for tail in tails {
          let content = [first, second] + tail
          document.reset()
          try? document.append([0x22] + content + [0x22])
          let isValid = String(validating: content, as: UTF8.self) != nil
          #expect((document.error == nil) == isValid, "\(content)")
        }
      }
    }
  }

  @Test(arguments: [1, 2, 1000])
  func nestingIsBounded(_ depth: Int) throws {
    for (opening, closing) in [("[", "]"), (#"{"a":"#, "}")] {
      func nested(_ depth: Int) -> [UInt8] {
        let inner = opening == "[" ? "" : "1"
        return Array(
          (String(repeating: opening, count: depth) + inner
            + String(repeating: closing, count: depth))
            .utf8)
      }
      #expect(Reading([nested(depth)[...]], maximumDepth: depth).error == nil)
      let error = Reading([nested(depth + 1)[...]], maximumDepth: depth).error
      #expect(error == ScanError(.tooDeep, at: depth * opening.utf8.count))
    }
  }

  @Test func hugeNestingEndsInARefusal() {
    #expect(scanError([UInt8](repeating: UInt8(ascii: "["), count: 100_000))?.kind == .tooDeep)
  }

  @Test(arguments: [
    "\u{FEFF}[1]", ")]}'\n[1]", ")]}',\n[1]", ")]}'[1]", ")]}',[1]", "\u{FEFF})]}'\n[1]", " [1]",
  ])
  func markAndPrefixAreSkipped(_ text: String) throws {
    let document = try JSONDocument(text)
    #expect(document.text(document.root) == "[1]")
    #expect(document.isCompact)
  }

  @Test(arguments: [
    (")]}", ScanError.Kind.valueExpected, 0), (")]}'", .empty, 4), (" )]}'[1]", .valueExpected, 1),
    (")]}';[1]", .valueExpected, 4), (")]}',,[1]", .valueExpected, 5),
    ("\u{FEFF}\u{FEFF}[1]", .valueExpected, 3), ("[1]\u{FEFF}", .trailingData, 3),
  ])
  func markAndPrefixStandOnlyAtTheBeginning(_ text: String, _ kind: ScanError.Kind, _ offset: Int) {
    #expect(scanError(text.utf8) == ScanError(kind, at: offset))
  }

  @Test func everyFaultHasItsOwnWords() {
    let kinds: [ScanError.Kind] = [
      .empty, .unexpectedEnd, .valueExpected, .trailingComma, .nameExpected, .colonExpected,
      .commaExpected, .wrongBracket, .badWord, .badNumber, .badEscape, .controlCharacter,
      .invalidUTF8, .tooDeep, .trailingData, .lineBreak, .tooLarge,
    ]
    let words = kinds.map { ScanError($0, at: 0).description }
    #expect(Set(words).count == kinds.count)
    #expect(words.allSatisfy { $0.first?.isLowercase == true && $0.last != "." })
    #expect(ScanError(.commaExpected, at: 7).description == "a comma is missing")
    #expect(ScanError(.unexpectedEnd, at: 7).description == "the text ends before its value does")
  }
}
