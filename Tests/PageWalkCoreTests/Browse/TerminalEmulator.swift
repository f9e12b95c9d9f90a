// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import pagewalk

/// A terminal that knows the sequences that browse writes, and no others.
struct TerminalEmulator {
  private(set) var cells: [[Screen.Cell]]
  private(set) var row = 0
  private(set) var column = 0
  private(set) var showsCursor = true
  /// Whether the alternate buffer is shown.
  private(set) var isAlternate = false
  private(set) var wraps = true
  /// How many characters were written where the terminal has no cells.
  private(set) var outside = 0

  private var style = Style.plain

  /// Creates a terminal full of question marks.
  init(_ size: Screen.Size) {
    let row = Array(repeating: Screen.Cell(character: "?"), count: size.columns)
    cells = Array(repeating: row, count: size.rows)
  }

  /// The text of the screen, without the blanks at the ends of rows.
  var text: String {
    cells.map { row in
      let line = String(row.lazy.filter { $0.width > 0 }.map(\.character))
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  /// Takes what was written. What is not complete at the end is left out.
  mutating func take(_ text: String) {
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\u{1b}" else {
        put(character)
        continue
      }
      guard rest.popFirst() == "[" else { continue }
      let parameters = String(rest.prefix { !$0.isLetter })
      rest = rest.dropFirst(parameters.count)
      guard let final = rest.popFirst() else { return }
      act(final, parameters)
    }
  }

  private mutating func put(_ character: Character) {
    guard cells.indices.contains(row), cells[row].indices.contains(column) else {
      outside += 1
      return
    }
    let width = CharacterWidth.of(character)
    cells[row][column] = Screen.Cell(character: character, style: style, width: UInt8(width))
    if width == 2, column + 1 < cells[row].count {
      cells[row][column + 1] = Screen.Cell(style: style, width: 0)
    }
    column += width
  }

  private mutating func act(_ final: Character, _ parameters: String) {
    let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
    switch (final, parameters) {
    case ("H", _): (row, column) = (numbers[0] - 1, numbers[1] - 1)
    case ("J", "2"): for row in cells.indices { erase(row, from: 0) }
    case ("K", "2"): erase(row, from: 0)
    case ("K", ""): erase(row, from: column)
    case ("l", "?25"): showsCursor = false
    case ("h", "?25"): showsCursor = true
    case ("l", "?7"): wraps = false
    case ("h", "?7"): wraps = true
    case ("l", "?1049"): isAlternate = false
    case ("h", "?1049"): isAlternate = true
    case ("h", "?2004"), ("l", "?2004"): break
    case ("m", _): numbers.forEach { setStyle($0) }
    default: Issue.record("There is no sequence '\(parameters)\(final)'.")
    }
  }

  private mutating func setStyle(_ number: Int) {
    switch number {
    case 0: style = .plain
    case 1: style.attributes.insert(.bold)
    case 2: style.attributes.insert(.dim)
    case 4: style.attributes.insert(.underlined)
    case 7: style.attributes.insert(.reversed)
    case 31...36: style.colour = Style.Colour(rawValue: UInt8(number - 30)) ?? .standard
    default: Issue.record("There is no style '\(number)'.")
    }
  }

  private mutating func erase(_ row: Int, from column: Int) {
    #expect(style == .plain, "The style would fill the row.")
    guard cells.indices.contains(row) else { return }
    for column in column..<max(column, cells[row].count) { cells[row][column] = Screen.Cell() }
  }
}
