// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct PrintableTests {
  @Test(arguments: [
    ("plain text, 'quoted' \\ back", "plain text, 'quoted' \\ back"),
    ("", ""),
    ("a\nb\r\nc\td", "a\\nb\\r\\nc\\td"),
    ("\u{1b}[31mred\u{1b}]0;title\u{7}", "\\u001b[31mred\\u001b]0;title\\u0007"),
    ("\u{0}\u{7f}\u{85}\u{9b}31m", "\\u0000\\u007f\\u0085\\u009b31m"),
    ("line\u{2028}paragraph\u{2029}", "line\\u2028paragraph\\u2029"),
    ("exe.\u{202e}gpj", "exe.\\u202egpj"),
    ("\u{200e}\u{200f}\u{061c}\u{2066}\u{2069}", "\\u200e\\u200f\\u061c\\u2066\\u2069"),
    ("zero\u{200b}width\u{feff}", "zero\\u200bwidth\\ufeff"),
    ("tag \u{e0001}\u{e0041}", "tag \\u{e0001}\\u{e0041}"),
    ("naïve 日本語 e\u{301}", "naïve 日本語 e\u{301}"),
    ("👩\u{200d}👧 می\u{200c}خواهم", "👩\u{200d}👧 می\u{200c}خواهم"),
  ])
  func escapesWhatActs(text: String, expected: String) {
    #expect(Printable.escaped(text) == expected)
    #expect(Printable.escaped(Array(text.utf8)) == expected)
    #expect(Printable.escaped(text[...]) == expected)
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "a\\xffb"),
      ([0xC3], "\\xc3"),
      ([0xC3, 0x28], "\\xc3("),
      ([0xE2, 0x82, 0x61], "\\xe2\\x82a"),
      ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"),
      ([0xF0, 0x9F, 0x91, 0xA9, 0x9B], "👩\\x9b"),
      ([0x1B, 0x5B, 0x80], "\\u001b[\\x80"),
    ] as [([UInt8], String)])
  func spellsOutBytesThatAreNotUTF8(bytes: [UInt8], expected: String) {
    #expect(Printable.escaped(bytes) == expected)
  }

  @Test func nothingThatComesOutActs() {
    for value in Array(UInt32(0)...0x1FFFF) + Array(0xE0000...0xE0FFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let escaped = Printable.escaped(String(scalar))
      #expect(escaped.unicodeScalars.allSatisfy(Printable.isHarmless))
      if !escaped.unicodeScalars.allSatisfy(Printable.isHarmless) { return }
    }
  }
}
