// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// How wide the identifiers, or the columns, want to be: measured once, so that nothing jumps while
/// one scrolls.
struct ColumnWidths: Hashable, Sendable {
  /// A column.
  struct Column: Hashable, Sendable {
    var width: Int
    /// Whether all that was seen in it are numbers, which are set to the right.
    var isNumeric: Bool
  }

  /// The columns; without `--columns` the identifier alone.
  private(set) var columns: [Column] = []

  /// Whether items were there to measure.
  private(set) var isMeasured = false

  /// The most that a column gets while others are cut.
  private static let widest = 40

  /// Creates what nothing is known of.
  init() {}

  /// Measures the first items: a hundred of them, or a megabyte.
  ///
  /// - Complexity: O(*n*) in the bytes of those items.
  init(of store: ItemStore, count: Int, reader: RowReader, columns keys: [Key]) {
    var seen = Array(repeating: false, count: max(1, keys.count))
    columns = keys.map {
      Column(width: CharacterWidth.of(Printable.escaped($0.description)), isNumeric: true)
    }
    if keys.isEmpty { columns = [Column(width: 0, isNumeric: true)] }
    var budget = 1 << 20
    for index in 0..<min(count, 100) where budget > 0 {
      budget -= unsafe store.withItem(index) { bytes in bytes.count }
      switch reader.row(index, in: store) {
      case .summary(let identifier, _):
        measure(identifier, isNumber: identifier.allSatisfy(\.isNumber), column: 0, &seen)
      case .cells(let cells):
        for (number, cell) in cells.enumerated() {
          measure(cell.text, isNumber: cell.isNumber, column: number, &seen)
        }
      }
    }
    for number in columns.indices where !seen[number] { columns[number].isNumeric = false }
    isMeasured = true
  }

  private mutating func measure(
    _ text: String, isNumber: Bool, column: Int, _ seen: inout [Bool]
  ) {
    guard !text.isEmpty else { return }
    seen[column] = true
    let width = CharacterWidth.of(Printable.escaped(text.prefix(Self.widest)))
    columns[column].width = min(Self.widest, max(columns[column].width, width))
    if !isNumber { columns[column].isNumeric = false }
  }

  /// The widths where so many columns of the screen are there for all, two blanks between them.
  /// The widest give way first; where nothing helps, the last ones are left out.
  func fitted(to total: Int) -> [Column] {
    var fitted = columns
    while fitted.reduce(-2, { $0 + $1.width + 2 }) > total {
      let widest = fitted.indices.max { fitted[$0].width < fitted[$1].width } ?? 0
      if fitted[widest].width > 6 {
        fitted[widest].width -= 1
      } else if fitted.count > 1 {
        fitted.removeLast()
      } else {
        fitted[0].width = max(1, total)
        break
      }
    }
    return fitted
  }
}
