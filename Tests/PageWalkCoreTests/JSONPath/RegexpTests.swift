// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct RegexpTests {
  /// Pattern, text, whether the whole text matches, whether any part of it does.
  private static let matches: [(String, String, Bool, Bool)] = [
    ("", "", true, true), ("", "a", false, true), ("a", "a", true, true), ("a", "ba", false, true),
    ("ab", "ab", true, true), ("ab", "a", false, false), ("a|b", "b", true, true),
    ("a|", "", true, true), ("|a", "a", true, true), ("a||b", "", true, true),
    ("ab|cd", "acd", false, true), ("(ab|c)d", "cd", true, true), ("()", "", true, true),
    ("a*", "aaa", true, true), ("a*", "", true, true), ("a+", "", false, false),
    ("a+b", "aaab", true, true), ("a?b", "b", true, true), ("a?b", "aab", false, true),
    ("a{3}", "aaa", true, true), ("a{3}", "aa", false, false), ("a{3}", "aaaa", false, true),
    ("a{2,}", "aaaaa", true, true), ("a{2,}", "a", false, false), ("a{0,2}", "aa", true, true),
    ("a{0,2}", "aaa", false, true), ("a{0}", "", true, true), ("a{0}b", "b", true, true),
    ("(ab){2}", "abab", true, true), ("(a|b){2,3}", "aba", true, true),
    ("(a{1,2}){2}", "aaaa", true, true), ("(a{1,2}){2}", "aaaaa", false, true),
    ("(a*)*", "aaa", true, true), ("(a*)*b", "aaa", false, false),
    ("(a|b*)*c", "abbac", true, true),
    ("(a?){3}a{3}", "aaa", true, true), ("(|a)+", "aa", true, true),
    (".", "\n", false, false), (".", "\r", false, false), (".", "\u{2028}", true, true),
    (".", "é", true, true), (".", "😀", true, true), ("..", "e\u{301}", true, true),
    ("[abc]", "b", true, true), ("[^abc]", "b", false, false), ("[^abc]", "\n", true, true),
    ("[a-c]", "b", true, true), ("[a-c]", "-", false, false), ("[-a]", "-", true, true),
    ("[a-]", "-", true, true), ("[^-]", "-", false, false), ("[^a-]", "b", true, true),
    ("[.]", "x", false, false), ("[$^]", "^", true, true), ("[\\^$]", "^", true, true),
    ("[\\]\\[]", "[", true, true), ("[a-c\\-x]", "-", true, true), ("[*+?(){}|]", "{", true, true),
    ("[а-я]", "ж", true, true), ("[😀-😂]", "😁", true, true), ("[\\n-\\r]", "\u{B}", true, true),
    ("[a-cb-d]", "d", true, true), ("[\\t]", "\t", true, true),
    ("\\p{L}", "ж", true, true), ("\\p{Lu}", "ж", false, false), ("\\P{Lu}", "ж", true, true),
    ("\\p{Nd}+", "1٣", true, true), ("\\p{N}", "Ⅷ", true, true), ("\\p{Nd}", "Ⅷ", false, false),
    ("[\\p{L}\\p{N}_]+", "aж1_", true, true), ("[^\\p{L}]", "1", true, true),
    ("[\\P{L}]", "a", false, false), ("[\\P{L}a]", "a", true, true), ("\\p{Zs}", " ", true, true),
    ("\\p{Sc}", "€", true, true), ("\\p{C}", "\u{7}", true, true),
    ("\\p{Cn}", "\u{378}", true, true),
    ("\\p{Co}", "\u{E000}", true, true), ("\\p{M}", "\u{301}", true, true),
    ("\\p{Pd}", "-", true, true),
    ("\\.", "x", false, false),
    ("\\(\\)\\*\\+\\-\\.\\?\\[\\\\\\]\\^\\{\\|\\}", "()*+-.?[\\]^{|}", true, true),
    ("\\n\\r\\t", "\n\r\t", true, true), ("a,b-c/d'e\"f&g", "a,b-c/d'e\"f&g", true, true),
    // Anchors stand at the ends of a branch; elsewhere the characters stand for themselves.
    ("^a", "a", true, true), ("^a", "ba", false, false), ("a$", "a", true, true),
    ("a$", "ab", false, false), ("^a$|^b$", "b", true, true), ("^a$|^b$", "ab", false, false),
    ("(^a|b)c", "xbc", false, true), ("(^a|b)c", "xac", false, false), ("(a|b$)", "b", true, true),
    ("^", "", true, true), ("$", "", true, true), ("^$", "", true, true), ("^$", "a", false, false),
    ("$", "a", false, true), ("a^b", "a^b", true, true), ("a$b", "a$b", true, true),
    ("[$]", "$", true, true), ("\\^a", "^a", true, true), ("^*a", "^^a", true, true),
    ("$+a", "$$a", true, true), ("(a|$)(^b|)", "a", true, true), ("(|$)(^b|)", "b", true, true),
    ("x*(^|y)z", "z", true, true), ("b$", "a\nb", false, true), ("a$", "a\nb", false, false),
    ("\u{0}", "\u{0}", true, true),
  ]

  @Test(arguments: matches)
  func `a pattern matches`(pattern: String, text: String, whole: Bool, part: Bool) throws {
    let regexp = try Regexp(pattern)
    #expect(Self.isMatch(regexp, text, isWhole: true) == whole)
    #expect(Self.isMatch(regexp, text, isWhole: false) == part)
  }

  /// Pattern, offset of the fault, what was expected.
  private static let faults: [(String, Int, String)] = [
    ("(", 0, "expected a ')' that closes this group"),
    ("a)", 1, "expected a '(' that this ')' closes"),
    ("*", 0, #"expected something before '*' that it repeats; write \* for itself"#),
    ("a|+", 2, #"expected something before '+' that it repeats; write \+ for itself"#),
    ("(?)", 1, "expected a plain group: I-Regexp has no (?…)"),
    ("(?:a)", 1, "expected a plain group: I-Regexp has no (?…)"),
    ("a**", 2, "expected one quantifier only; put what is to be repeated again in (…)"),
    ("a*?", 2, "expected one quantifier only; put what is to be repeated again in (…)"),
    ("a{2}{3}", 4, "expected one quantifier only; put what is to be repeated again in (…)"),
    ("é[", 2, "expected a ']' that closes this class"),
    ("[]", 1, "expected a character in the class"),
    ("[^]", 2, "expected a character in the class"),
    ("[a", 0, "expected a ']' that closes this class"),
    ("[b-a]", 3, "expected a range from the smaller to the greater"),
    ("[a-b-c]", 4, #"expected \- here: '-' stands for itself only first or last in a class"#),
    ("[[a]]", 1, #"expected \[ here: it stands for itself only when escaped"#),
    ("]", 0, #"expected \] here: it stands for itself only when escaped"#),
    ("{", 0, #"expected \{ here: it stands for itself only when escaped"#),
    ("}", 0, #"expected \} here: it stands for itself only when escaped"#),
    ("a{", 2, "expected a count as in {2}, {2,} or {2,5}"),
    ("a{,2}", 2, "expected a count as in {2}, {2,} or {2,5}"),
    ("a{2", 3, "expected '}' after the count"),
    ("a{2,1}", 1, "expected a range of counts from the smaller to the greater"),
    ("\\", 0, #"expected a character after '\'"#),
    (#"\d"#, 0, #"expected an escape that I-Regexp has; for a digit write [0-9] or \p{Nd}"#),
    (#"\w"#, 0, #"expected an escape that I-Regexp has; for \w write [a-zA-Z0-9_]"#),
    (#"\s"#, 0, #"expected an escape that I-Regexp has; for \s write [ \t\r\n]"#),
    (#"a\$"#, 1, "expected an escape that I-Regexp has; for a dollar sign write [$]"),
    (#"\b"#, 0, "expected an escape that I-Regexp has; it has no anchors but ^ and $"),
    (#"\x41"#, 0, #"expected an escape that I-Regexp has: ( ) * + - . ? [ \ ] ^ n r t { | }"#),
    (#"\p"#, 0, #"expected a category as in \p{Lu}"#),
    (#"\p{}"#, 3, "expected a general category of Unicode such as L, Lu, Nd or P"),
    (#"\p{Xx}"#, 3, "expected a general category of Unicode such as L, Lu, Nd or P"),
    (#"\p{Cs}"#, 3, "expected a general category of Unicode such as L, Lu, Nd or P"),
    (#"\p{IsBasicLatin}"#, 0, #"expected a category as in \p{Lu}"#),
    (#"[\d]"#, 1, #"expected an escape that I-Regexp has; for a digit write [0-9] or \p{Nd}"#),
    ("a{10001}", 2, tooLong), ("a{99999999999999999999}", 2, tooLong),
    ("(a{100}){101}", 13, tooLong), ("((a{0,99}){0,99}){0,99}", 16, tooLong),
    (String(repeating: "(", count: 65), 64, "expected groups nested at most 64 deep"),
  ]

  @Test(arguments: faults)
  func `what is no I-Regexp is refused`(pattern: String, offset: Int, message: String) {
    let fault = #expect(throws: Regexp.Fault.self) { try Regexp(pattern) }
    #expect(fault == Regexp.Fault(offset: offset, message: message))
  }

  static let tooLong =
    "expected a smaller regular expression: its repetitions come to more than 10000 states"

  /// Patterns that take exponential time where a matcher tries one way after the other.
  @Test(arguments: ["(a*)*b", "(a|a)*b", "(a|aa)+b", "(.*)*b", "((a+)+)+b", "a*a*a*a*a*a*a*b"])
  func `a hostile pattern costs its length times that of the text`(pattern: String) throws {
    let regexp = try Regexp(pattern)
    let text = String(repeating: "a", count: 20_000)
    for isWhole in [true, false] {
      var matcher = RegexpMatcher(regexp, isWhole: isWhole)
      for scalar in text.unicodeScalars { matcher.take(scalar.value) }
      let isMatch = matcher.finish()
      #expect(!isMatch)
      #expect(matcher.cost <= 2 * (regexp.program.count + 1) * (text.utf8.count + 1))
    }
  }

  private static func isMatch(_ regexp: Regexp, _ text: String, isWhole: Bool) -> Bool {
    var matcher = RegexpMatcher(regexp, isWhole: isWhole)
    for scalar in text.unicodeScalars where !matcher.isDecided { matcher.take(scalar.value) }
    return matcher.finish()
  }
}
