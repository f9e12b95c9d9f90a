// SPDX-License-Identifier: Apache-2.0

/// Makes the bytes that turn what a terminal shows into a screen.
struct ScreenPainter {
  /// Whether colours may be used.
  var colours: Bool

  /// The bytes that lead from one screen to another; from anything at all where `old` is nil or of
  /// another size.
  ///
  /// - Complexity: O(*n*) in the number of cells; the bytes are those of the changed ones.
  func bytes(from old: Screen?, to new: Screen) -> [UInt8] {
    let old = old?.size == new.size ? old : nil
    var output = "\u{1b}[?25l"
    if old == nil { output += "\u{1b}[0m\u{1b}[2J" }
    var style: Style?
    for row in 0..<new.size.rows {
      paint(new.row(row), over: old?.row(row), row: row, style: &style, to: &output)
    }
    if style != nil, style != .plain { output += "\u{1b}[0m" }
    if let cursor = new.cursor {
      output += "\u{1b}[\(cursor.row + 1);\(cursor.column + 1)H\u{1b}[?25h"
    }
    return Array(output.utf8)
  }

  private func paint(
    _ new: ArraySlice<Screen.Cell>, over old: ArraySlice<Screen.Cell>?, row: Int,
    style: inout Style?, to output: inout String
  ) {
    guard new != old else { return }
    var changed = new.startIndex..<new.endIndex
    let isUncertain = { (cell: Screen.Cell) in !CharacterWidth.isCertain(cell.character) }
    if let old, !new.contains(where: isUncertain), !old.contains(where: isUncertain) {
      changed = difference(new, old)
    }
    let column = changed.lowerBound - new.startIndex
    output += "\u{1b}[\(row + 1);\(column + 1)H"
    if changed.count == new.count {
      // A terminal that takes a sequence for wider than we do must not leave its end behind.
      if style != .plain { output += "\u{1b}[0m" }
      style = .plain
      output += "\u{1b}[2K"
    }
    let end = changed.upperBound == new.endIndex ? endOfInk(new[changed]) : changed.upperBound
    for index in changed.lowerBound..<max(changed.lowerBound, end) where new[index].width > 0 {
      let cell = new[index]
      if cell.style != style {
        output += cell.style.sequence(colours: colours)
        style = cell.style
      }
      output.append(cell.character)
      if !CharacterWidth.isCertain(cell.character) {
        let next = index - new.startIndex + Int(cell.width)
        output += "\u{1b}[\(row + 1);\(next + 1)H"
      }
    }
    if end < changed.upperBound {
      if style != .plain { output += "\u{1b}[0m" }
      style = .plain
      if changed.count < new.count { output += "\u{1b}[K" }
    }
  }

  /// The cells from the first to the last that are not the same, no wide one cut in two.
  private func difference(
    _ new: ArraySlice<Screen.Cell>, _ old: ArraySlice<Screen.Cell>
  ) -> Range<Int> {
    let offset = old.startIndex - new.startIndex
    var first = new.startIndex
    while first < new.endIndex, new[first] == old[first + offset] { first += 1 }
    var last = new.endIndex
    while last > first, new[last - 1] == old[last - 1 + offset] { last -= 1 }
    while first > new.startIndex, new[first].width == 0 || old[first + offset].width == 0 {
      first -= 1
    }
    while last < new.endIndex, new[last].width == 0 || old[last + offset].width == 0 { last += 1 }
    return first..<last
  }

  /// Where the blanks at the end of a row begin.
  private func endOfInk(_ cells: ArraySlice<Screen.Cell>) -> Int {
    (cells.lastIndex { $0 != Screen.Cell() } ?? cells.startIndex - 1) + 1
  }
}
