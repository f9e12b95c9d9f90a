// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct ShellWordsTests {
  static let words: [(String, String)] = [
    ("a", "a"), ("links.next", "links.next"), ("@odata.nextLink", "@odata.nextLink"),
    ("", "''"), ("a b", "'a b'"), ("$.a[*]", "'$.a[*]'"), ("query:*", "'query:*'"),
    ("page[after]", "'page[after]'"), ("it's", #""it's""#),
    ("$.a[?@.b=='c']", #"'$.a[?@.b=='\''c'\'']'"#),
    ("a\\b", #"'a\b'"#), ("'\\", #"''\''\'"#), ("a\nb", "'a\nb'"), ("ä", "'ä'"), ("~", "'~'"),
    ("a // b", "'a // b'"), ("a!b", "'a!b'"),
  ]

  @Test(arguments: words)
  func `a word is quoted as a shell needs it, and read back`(word: String, quoted: String) {
    #expect(ShellWords.quoted(word) == quoted)
    #expect(ShellWords.split(quoted) == [word])
  }

  static let lines: [(String, [String]?)] = [
    ("", []), ("  a   b ", ["a", "b"]), (#"a'b c'd "e f""#, ["ab cd", "e f"]),
    (#"a\ b \'"#, ["a b", "'"]), (#""a\"b" '\'"#, [#"a"b"#, #"\"#]), ("a''", ["a"]),
    ("'open", nil), (#"open\"#, nil), ("a\n\tb", ["a", "b"]),
  ]

  @Test(arguments: lines)
  func `a line is split as a shell does`(line: String, words: [String]?) {
    #expect(ShellWords.split(line) == words)
  }
}
