// SPDX-License-Identifier: Apache-2.0

/// A line that is typed at the bottom of the screen.
struct Prompt: Hashable, Sendable {
  /// What the line is for.
  enum Purpose: Hashable, Sendable {
    /// The text that items must hold.
    case filter
    /// The name of a file to save the items in.
    case save
    /// Whether a file that is there may be replaced.
    case replace(path: String)
    /// The query of the URL.
    case query
  }

  /// What a key does to the prompt as a whole.
  enum Outcome: Hashable, Sendable {
    case edited, entered, cancelled
  }

  let purpose: Purpose

  /// What is said before the line.
  let label: String

  private(set) var characters: [Character]

  /// The character that the cursor stands on.
  private(set) var cursor: Int

  /// Creates a prompt with a text to begin with.
  init(_ purpose: Purpose, label: String, text: String = "") {
    self.purpose = purpose
    self.label = label
    characters = Array(text)
    cursor = characters.count
  }

  /// What has been typed.
  var text: String { String(characters) }

  /// Takes a key.
  mutating func handle(_ key: Keystroke) -> Outcome {
    switch key {
    case .enter: return .entered
    case .escape, .control("c"): return .cancelled
    case .backspace where characters.isEmpty: return .cancelled
    case .character(let character): insert([character])
    case .paste(let text): insert(text.filter { !$0.isNewline })
    case .backspace where cursor > 0: remove(cursor - 1..<cursor)
    case .delete where cursor < characters.count: remove(cursor..<cursor + 1)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .control("u"): remove(0..<cursor)
    case .control("k"): remove(cursor..<characters.count)
    case .control("w"): remove(startOfWord..<cursor)
    default: break
    }
    return .edited
  }

  private var startOfWord: Int {
    var start = cursor
    while start > 0, characters[start - 1] == " " { start -= 1 }
    while start > 0, characters[start - 1] != " " { start -= 1 }
    return start
  }

  private mutating func insert(_ more: some Sequence<Character>) {
    let more = Array(more)
    characters.insert(contentsOf: more, at: cursor)
    cursor += more.count
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }
}
