// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// A piece of text that looks one way.
struct Segment: Hashable, Sendable {
  var text: String
  var style = Style.plain
}

/// What a row tells of an item.
enum Row: Hashable, Sendable {
  /// What is most telling: an identifier, and the rest in the order in which it is shown.
  case summary(identifier: String, rest: [Segment])
  /// A cell for each column.
  case cells([Cell])

  /// What stands in a column.
  struct Cell: Hashable, Sendable {
    var text: String
    var isNumber = false
  }

  /// As much of a text as a screen may have room for, so that what is remembered stays small.
  ///
  /// - Complexity: O(*n*) in the length that is kept.
  static func cut(_ text: String) -> String {
    text.utf8.count > 4000 ? String(text.prefix(1000)) : text
  }
}

/// Reads the rows of items. What it read lately it remembers, so that a frame costs no more for
/// large items than for small ones.
final class RowReader {
  private let columns: [Key]
  private let document = JSONDocument()
  private var memory: [Int: Row] = [:]

  /// Creates a reader of the given columns; without any, of the most telling members.
  init(columns: [Key]) {
    self.columns = columns
  }

  /// Forgets all rows, since other items are shown now.
  func forget() { memory = [:] }

  /// The row of an item.
  ///
  /// - Complexity: O(*n*) in the bytes of the item, the first time.
  func row(_ index: Int, in store: ItemStore) -> Row {
    if let row = memory[index] { return row }
    if memory.count >= 1000 { memory = [:] }
    let row = unsafe store.withItem(index) { bytes in unsafe read(bytes) }
    memory[index] = row
    return row
  }

  private func read(_ bytes: UnsafeRawBufferPointer) -> Row {
    do {
      document.reset()
      try unsafe document.append(bytes)
      try document.finish()
    } catch {
      return .summary(
        identifier: "",
        rest: [Segment(text: Row.cut(unsafe String(decoding: bytes, as: UTF8.self)))])
    }
    if columns.isEmpty { return ItemSummary(document).row }
    return .cells(columns.map(cell))
  }

  private func cell(_ column: Key) -> Row.Cell {
    guard let node = try? column.first(in: document) else { return Row.Cell(text: "") }
    switch document.kind(node) {
    case .string: return Row.Cell(text: Row.cut(document.string(node)))
    case .null: return Row.Cell(text: "")
    case .number: return Row.Cell(text: Row.cut(document.text(node)), isNumber: true)
    default: return Row.Cell(text: Row.cut(document.text(node)))
    }
  }
}
