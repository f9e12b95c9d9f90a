// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// Breaks text into lines that fit.
enum TextLayout {
  /// The lines of a text for people, broken between words where that is possible. Whatever acts on
  /// a terminal is spelled out first.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - width: the columns of a line.
  /// - Returns: the lines, one at least.
  /// - Complexity: O(*n*) in the length of the text.
  static func wrapped(_ text: String, width: Int) -> [String] {
    let width = max(1, width)
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in Printable.escaped(text).split(separator: " ") {
      let columns = CharacterWidth.of(word)
      if used > 0, used + 1 + columns <= width {
        line += " " + word
        used += 1 + columns
        continue
      }
      if used > 0 { lines.append(line) }
      (line, used) = ("", 0)
      for character in word {
        let columns = CharacterWidth.of(character)
        if used + columns > width, used > 0 {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(character)
        used += columns
      }
    }
    return lines + [line]
  }
}
