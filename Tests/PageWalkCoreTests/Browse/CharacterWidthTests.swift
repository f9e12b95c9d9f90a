// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import pagewalk

@Suite(.timeLimit(.minutes(1)))
struct CharacterWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("ŵ̈", 1), ("Łódź", 4), ("Ω", 1), ("…", 1),
    ("日本語", 6), ("한국", 4), ("\u{1112}\u{1161}\u{11ab}", 2), ("ｱ", 1), ("Ａ", 2), ("　", 2),
    ("،", 1), ("ש\u{5b8}", 1), ("क\u{94d}", 1), ("ก\u{e33}", 2), ("가", 2), ("〈〉", 4),
    ("😀", 2), ("⌚", 2), ("☀", 1), ("☀\u{fe0f}", 2), ("❤\u{fe0f}", 2), ("1\u{fe0f}\u{20e3}", 2),
    ("👍🏽", 2), ("👩\u{200d}👧\u{200d}👦", 2), ("🏳\u{fe0f}\u{200d}🌈", 2), ("🇩🇪", 2), ("🇩", 1),
    ("🏔", 1), ("𠀀", 2), ("𝒳", 1), ("\u{200b}", 0), ("\u{301}", 0), ("ё", 1), ("ﷺ", 1),
  ])
  func columns(text: String, expected: Int) {
    #expect(CharacterWidth.of(text) == expected)
  }

  @Test(arguments: [("a", true), ("日", true), ("é", true), ("e\u{301}", false), ("🇩🇪", false)])
  func aboutSequencesTerminalsDisagree(character: Character, isCertain: Bool) {
    #expect(CharacterWidth.isCertain(character) == isCertain)
  }
}
