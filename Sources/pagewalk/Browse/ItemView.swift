// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// An item that is open: its JSON, a member a line, long lines wrapped.
///
/// Lines are laid out, row by row, as far as they have been scrolled to, so that a frame costs no
/// more for an item of a hundred megabytes than for one of a hundred bytes.
struct ItemView {
  /// A line of the text.
  private struct Line {
    enum Part: UInt8 { case value, open, close }
    var depth: Int32
    var part: Part
    var hasComma: Bool
    var key: Int32
    var value: Int32
  }

  /// A row of the screen: where it begins in the text of a line.
  private struct DisplayRow: Comparable {
    var line: Int32 = 0
    var segment: Int32 = 0
    var byte = 0

    static func < (a: DisplayRow, b: DisplayRow) -> Bool {
      (a.line, a.segment, a.byte) < (b.line, b.segment, b.byte)
    }
  }

  /// The text of a line that is so long that it is not made again for each of its rows.
  private final class LongLine {
    var number = -1
    var text: [Segment] = []

    /// From how many bytes on a line is long.
    static let length = 4096
  }

  /// The index of the item.
  let index: Int

  /// The first row that is shown.
  private(set) var top = 0

  /// The line that a search stopped at.
  private(set) var hitLine: Int?

  private let document: JSONDocument
  private var lines: [Line] = []
  private let longLine = LongLine()
  private var rows: [DisplayRow] = []
  private var linesLaidOut = 0
  /// The next row of a line that is laid out in part.
  private var nextRow: DisplayRow?
  private var width = 0
  private var height = 0

  /// Opens an item.
  ///
  /// - Complexity: O(*n*) in the bytes of the item.
  init?(index: Int, bytes: [UInt8]) {
    guard let document = try? JSONDocument(bytes) else { return nil }
    self.index = index
    self.document = document
    makeLines()
  }

  /// How many lines the text has.
  var lineCount: Int { lines.count }

  /// The number of the first line that is shown, counted from 1.
  var lineNumber: Int { rows.indices.contains(top) ? Int(rows[top].line) + 1 : 1 }

  /// The rows that are shown, each with whether a search stopped at it.
  ///
  /// - Complexity: O(*n*) in the cells that are shown; in the length of a long line, where it was
  ///   not shown before.
  func visibleRows() -> [(segments: [Segment], isHit: Bool)] {
    rows[min(top, rows.count)...].prefix(height).map { row in
      (content(of: row).segments, hitLine == Int(row.line))
    }
  }

  /// Takes the size of the part of the screen that the item is shown in.
  mutating func fit(rows height: Int, columns: Int) {
    let place = rows.indices.contains(top) ? rows[top] : DisplayRow()
    self.height = height
    if width != columns {
      width = columns
      rows = []
      linesLaidOut = 0
      nextRow = nil
      layOut { $0.rows.last.map { place < $0 } ?? false }
      top = rows.lastIndex { $0 <= place } ?? 0
    }
    scroll(to: top)
  }

  /// Scrolls by so many rows.
  mutating func scroll(by rows: Int) { scroll(to: top + rows) }

  /// Scrolls to a row; the last screenful where it is beyond the end.
  mutating func scroll(to row: Int) {
    let wanted = max(0, row)
    layOut { $0.rows.count >= wanted + $0.height }
    top = max(0, min(wanted, rows.count - height))
  }

  /// Scrolls to the end.
  mutating func scrollToEnd() {
    layOut { _ in false }
    scroll(to: rows.count)
  }

  /// Goes to the next or previous line that holds a text.
  ///
  /// - Returns: false where there is none.
  /// - Complexity: O(*n*) in the length of the lines that are passed.
  mutating func find(_ finder: TextFinder, backwards: Bool) -> Bool {
    let step = backwards ? -1 : 1
    var line = hitLine.map { $0 + step } ?? (backwards ? lines.count - 1 : 0)
    while lines.indices.contains(line) {
      if finder.isFound(in: segments(of: lines[line]).map(\.text).joined()) {
        hitLine = line
        show(line)
        return true
      }
      line += step
    }
    return false
  }

  private mutating func show(_ line: Int) {
    layOut { $0.linesLaidOut > line }
    guard let row = rows.firstIndex(where: { Int($0.line) == line }) else { return }
    if !(top..<top + height).contains(row) { scroll(to: row - height / 3) }
  }

  private mutating func layOut(until isEnough: (ItemView) -> Bool) {
    while linesLaidOut < lines.count, !isEnough(self) {
      let row = nextRow ?? DisplayRow(line: Int32(linesLaidOut))
      rows.append(row)
      nextRow = content(of: row).next
      if nextRow == nil { linesLaidOut += 1 }
    }
  }

  private mutating func makeLines() {
    // What is open: the node behind its last child, and whether a comma follows it.
    var open: [(node: Int, end: Int, isObject: Bool, hasComma: Bool)] = []
    var node = document.root
    var isDone = false
    while !isDone {
      var key = -1
      if open.last?.isObject == true {
        key = node
        node += 1
      }
      let next = document.after(node)
      let hasComma = open.last.map { next < $0.end } ?? false
      let kind = document.kind(node)
      let isOpened = (kind == .object || kind == .array) && next > node + 1
      lines.append(
        Line(
          depth: Int32(open.count), part: isOpened ? .open : .value, hasComma: hasComma,
          key: Int32(key), value: Int32(node)))
      if isOpened {
        open.append((node, next, kind == .object, hasComma))
        node += 1
        continue
      }
      node = next
      while let last = open.last, node >= last.end {
        open.removeLast()
        lines.append(
          Line(
            depth: Int32(open.count), part: .close, hasComma: last.hasComma, key: -1,
            value: Int32(last.node)))
      }
      isDone = open.isEmpty
    }
  }

  private func segments(of line: Line) -> [Segment] {
    var segments: [Segment] = []
    if line.key >= 0 {
      let name = JSONText.quoted(document.string(Int(line.key)))
      segments = [Segment(text: name, style: .key), Segment(text: ": ")]
    }
    let value = Int(line.value)
    let isObject = document.kind(value) == .object
    switch line.part {
    case .open: return segments + [Segment(text: isObject ? "{" : "[")]
    case .close: segments.append(Segment(text: isObject ? "}" : "]"))
    case .value: segments.append(scalar(value))
    }
    if line.hasComma { segments.append(Segment(text: ",")) }
    return segments
  }

  private func scalar(_ node: Int) -> Segment {
    switch document.kind(node) {
    case .object: Segment(text: "{}")
    case .array: Segment(text: "[]")
    case .string: Segment(text: JSONText.quoted(document.string(node)), style: .string)
    case .number: Segment(text: document.text(node), style: .number)
    case .true, .false, .null: Segment(text: document.text(node), style: .literal)
    }
  }

  /// The text of a line, with nothing in it that acts on a terminal.
  private func text(of line: Int) -> [Segment] {
    if longLine.number == line { return longLine.text }
    let text = segments(of: lines[line]).map {
      Segment(text: Printable.escaped($0.text), style: $0.style)
    }
    if text.contains(where: { $0.text.utf8.count > LongLine.length }) {
      (longLine.number, longLine.text) = (line, text)
    }
    return text
  }

  /// What a row shows, its indent included, and where the next row of the same line begins.
  private func content(of row: DisplayRow) -> (segments: [Segment], next: DisplayRow?) {
    let text = text(of: Int(row.line))
    let depth = min(Int(lines[Int(row.line)].depth) * 2, max(0, width - 20), 60)
    let isFirst = row.segment == 0 && row.byte == 0
    let indent = isFirst ? depth : min(depth + 2, max(0, width - 1))
    var segments = [Segment(text: String(repeating: " ", count: indent))]
    var used = indent
    for number in Int(row.segment)..<text.count {
      let (piece, style) = (text[number].text, text[number].style)
      let offset = number == Int(row.segment) ? row.byte : 0
      let start = piece.utf8.index(piece.startIndex, offsetBy: offset)
      var end = start
      while end < piece.endIndex {
        let columns = CharacterWidth.of(piece[end])
        if used + columns > width, used > indent {
          segments.append(Segment(text: String(piece[start..<end]), style: style))
          let byte = piece.utf8.distance(from: piece.startIndex, to: end)
          return (segments, DisplayRow(line: row.line, segment: Int32(number), byte: byte))
        }
        used += columns
        end = piece.index(after: end)
      }
      segments.append(Segment(text: String(piece[start...]), style: style))
    }
    return (segments, nil)
  }
}
