// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct PathErrorTests {
  /// Fixtures/path-errors.txt holds what is shown of each refused key: what was expected, the key,
  /// and the caret.
  @Test func `a refused key is shown with what was expected, and where`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Fixtures/path-errors.txt").standardized
    let entries = try String(contentsOf: file, encoding: .utf8)
      .trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
    for entry in entries {
      let lines = entry.components(separatedBy: "\n")
      let key = String(lines[1].dropFirst(2))
      let error = #expect(throws: PathError.self, "\(key)") { try Key(key) }
      #expect(error?.description == entry)
      #expect(error?.kind == .syntax)
      #expect(error?.text == key)
    }
    #expect(entries.count >= 80)
  }

  /// What a line can't show as it is.
  @Test(arguments: [
    ("$.a\n.b-c", "  $.a\\n.b-c\n         ^"),
    ("a.b\r", "  a.b\\r\n     ^"),
    ("$['\u{1}']", "  $['\\u{0001}']\n     ^"),
    ("$['a\u{200B}\u{301}']x", "  $['a\\u{200b}\u{301}']x\n                ^"),
    ("$.e\u{301}-x", "  $.e\u{301}-x\n     ^"),
    ("$.日本-語", "  $.日本-語\n        ^"),
    (
      "$." + String(repeating: "a", count: 100) + "-" + String(repeating: "b", count: 100),
      "  …" + String(repeating: "a", count: 48) + "-" + String(repeating: "b", count: 23) + "…\n"
        + String(repeating: " ", count: 51) + "^"
    ),
    (
      "$.😀" + String(repeating: "a", count: 46) + "-",
      "  ….😀" + String(repeating: "a", count: 46) + "-\n" + String(repeating: " ", count: 52) + "^"
    ),
  ])
  func `the place is right on a terminal`(key: String, lines: String) throws {
    let error = try #require(throws: PathError.self) { try Key(key) }
    #expect(error.description == "\(error.message)\n\(lines)")
  }

  @Test func `a fault of a regular expression is shown where it stands, behind escapes too`() throws
  {
    let error = try #require(throws: PathError.self) {
      try JSONPath(#"$[?match(@.a, '\u00e9\\p{L}[\'a')]"#)
    }
    #expect(
      error.description == #"""
        expected a ']' that closes this class (in this I-Regexp, RFC 9485)
          $[?match(@.a, '\u00e9\\p{L}[\'a')]
                                     ^
        """#)
  }
}
