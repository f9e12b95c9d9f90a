// SPDX-License-Identifier: Apache-2.0

/// What the keys do, as the screen behind `?` tells it.
enum BrowseHelp {
  /// The rows of the help on a screen of some width.
  ///
  /// - Parameter width: the columns of the screen.
  /// - Returns: the rows, each as pieces of text.
  static func rows(width: Int) -> [[Segment]] {
    lines.flatMap { keys, meaning in
      if keys.isEmpty { return [[Segment(text: meaning, style: .bold)]] }
      let indent = String(repeating: " ", count: keyColumns + 2)
      let meanings = TextLayout.wrapped(meaning, width: width - indent.count)
      let padded = "  " + keys + String(repeating: " ", count: max(1, keyColumns - keys.count))
      return meanings.enumerated().map { number, text in
        [Segment(text: number == 0 ? padded : indent, style: .key), Segment(text: text)]
      }
    }
  }

  private static let keyColumns = 18

  /// Keys, and what they do. Where there are no keys the line is a heading.
  private static let lines: [(keys: String, meaning: String)] = [
    ("", "Moving"),
    ("j ↓  k ↑", "the next row, the row before"),
    ("space  b", "a screen down, a screen up; also Page Down, Page Up"),
    ("g  G", "the beginning; the end, for which all is loaded (Escape stops it)"),
    ("Enter", "open the item"),
    ("", "In an item"),
    ("j k space b g G", "the same, by lines"),
    ("J  K", "the next item, the item before"),
    ("Escape q", "back to the list"),
    ("", "Finding"),
    ("/", "list only the items whose JSON holds a text; small letters find capitals too"),
    ("n  N", "the next hit, the hit before"),
    ("Escape", "list all items again"),
    ("", "Loading"),
    ("r", "try again what failed"),
    ("R", "begin at the first page again; so does ↑ twice at the top"),
    ("Escape", "stop loading"),
    ("o", "change the query of the URL: another search"),
    ("", "And"),
    ("s", "save what is listed as JSON lines"),
    ("?", "this help"),
    ("q", "leave"),
  ]
}
