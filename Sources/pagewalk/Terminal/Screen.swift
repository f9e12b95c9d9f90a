// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// What a terminal shows: a grid of cells, and where the cursor stands.
struct Screen: Hashable, Sendable {
  /// Rows and columns.
  struct Size: Hashable, Sendable {
    var rows: Int
    var columns: Int
  }

  /// One position of the grid.
  struct Cell: Hashable, Sendable {
    /// The character; of the second column of a wide one, a blank.
    var character: Character = " "
    var style = Style.plain
    /// The columns it takes: 1 or 2, and 0 for the second column of a wide one.
    var width: UInt8 = 1
  }

  /// A position, counted from 0.
  struct Position: Hashable, Sendable {
    var row: Int
    var column: Int
  }

  /// How large the terminal is.
  let size: Size

  /// The cells, row by row.
  private(set) var cells: [Cell]

  /// Where the cursor is shown; nowhere where it is nil.
  var cursor: Position?

  /// Creates an empty screen.
  init(size: Size) {
    self.size = size
    cells = Array(repeating: Cell(), count: max(0, size.rows) * max(0, size.columns))
  }

  /// The cells of a row.
  func row(_ row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// Writes text into a row that is empty from a column on, and stops at another. What would act on a terminal instead of
  /// showing is spelled out, wherever the text comes from.
  ///
  /// - Parameters:
  ///   - text: what to write.
  ///   - style: how it looks.
  ///   - row: where; a row that is not there is left out.
  ///   - column: the first column.
  ///   - end: the column behind the last one that may be used; the width of the screen at most.
  /// - Returns: the column behind the text; `end` where all of it did not fit, with an ellipsis in
  ///   the last column.
  /// - Complexity: O(*n*) in the columns that are written, not in the length of the text.
  @discardableResult
  mutating func write(
    _ text: some StringProtocol, style: Style = .plain, row: Int, column: Int, end: Int = .max
  ) -> Int {
    let end = min(end, size.columns)
    guard (0..<size.rows).contains(row), column < end else { return min(column, end) }
    var column = column
    for character in text {
      if character.unicodeScalars.allSatisfy(Printable.isHarmless) {
        guard put(character, style: style, row: row, column: &column, end: end) else {
          return ellipsis(style: style, row: row, before: column, end: end)
        }
      } else {
        for visible in Printable.escaped(String(character)) {
          guard put(visible, style: style, row: row, column: &column, end: end) else {
            return ellipsis(style: style, row: row, before: column, end: end)
          }
        }
      }
    }
    return column
  }

  /// Empties a row.
  mutating func clear(row: Int) {
    guard (0..<size.rows).contains(row) else { return }
    for column in 0..<size.columns { cells[row * size.columns + column] = Cell() }
  }

  /// Changes the style of cells that have been written.
  mutating func restyle(row: Int, columns: Range<Int>, _ change: (inout Style) -> Void) {
    guard (0..<size.rows).contains(row) else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      change(&cells[row * size.columns + column].style)
    }
  }

  /// The text of the screen, row by row, without the blanks at the ends of rows; for tests.
  var text: String {
    (0..<size.rows).map { number in
      let line = String(row(number).lazy.filter { $0.width > 0 }.map(\.character))
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  private mutating func put(
    _ character: Character, style: Style, row: Int, column: inout Int, end: Int
  ) -> Bool {
    var character = character
    var width = CharacterWidth.of(character)
    if width == 0 {
      // A mark without anything that it could stand on.
      character = Character(" " + String(character))
      width = 1
    }
    guard column + width <= end else { return false }
    let scalars = character.unicodeScalars
    if scalars.count > Self.longestCharacter {
      var shorter = String.UnicodeScalarView()
      shorter.append(contentsOf: scalars.prefix(Self.longestCharacter))
      character = String(shorter).first ?? " "
    }
    let index = row * size.columns + column
    cells[index] = Cell(character: character, style: style, width: UInt8(width))
    if width == 2 { cells[index + 1] = Cell(style: style, width: 0) }
    column += width
    return true
  }

  /// Writes an ellipsis where the last character that fits, or half of it, stands.
  private mutating func ellipsis(style: Style, row: Int, before column: Int, end: Int) -> Int {
    let last = row * size.columns + end - 1
    if cells[last].width == 0 { cells[last - 1] = Cell(style: cells[last].style) }
    cells[last] = Cell(character: "…", style: style)
    return end
  }

  /// The scalars of one character that are shown; whatever a server heaps upon it is left out.
  private static let longestCharacter = 16
}
