// SPDX-License-Identifier: Apache-2.0

/// Words as a shell takes them.
package enum ShellWords {
  /// The words as one line to copy: those that a shell would not leave alone stand in quotes.
  ///
  /// - Complexity: O(*n*) in the length of the words.
  package static func joined(_ words: some Sequence<String>) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// A word as it is typed: itself, or in quotes.
  ///
  /// - Complexity: O(*n*) in the length of the word.
  package static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
    if !word.contains("'") { return "'\(word)'" }
    // Inside double quotes four characters act; one that does not stand there can be left alone.
    if !word.contains(where: { "$`\"\\!".contains($0) }) { return "\"\(word)\"" }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#) + "'"
  }

  /// Splits a line into words: blanks part them, quotes hold them together, as in a shell.
  ///
  /// Nothing is expanded. Nil where a quote is not closed.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  package static func split(_ line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var characters = line.makeIterator()
    while let character = characters.next() {
      switch (character, quote) {
      case (_, let open?) where character == open: quote = nil
      case ("\\", nil), ("\\", "\""):
        guard let next = characters.next() else { return nil }
        word = (word ?? "") + String(next)
      case (_, .some): word = (word ?? "") + String(character)
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case (" ", nil), ("\n", nil), ("\t", nil):
        if let whole = word { words.append(whole) }
        word = nil
      case (_, nil): word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    if let word { words.append(word) }
    return words
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "-_./:,@%+=".utf8.contains(byte)
  }
}
