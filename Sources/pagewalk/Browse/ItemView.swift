// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// An item that is open: its JSON, a member a line, long lines wrapped.
///
/// Lines are laid out as far as they have been scrolled to, so that an item of a hundred megabytes
/// opens as fast as one of a hundred bytes.
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

  /// A row of the screen: a part of a line.
  private struct DisplayRow {
    var line: Int32
    var part: Int32
  }

  /// The index of the item.
  let index: Int

  /// The first row that is shown.
  private(set) var top = 0

  /// The line that a search stopped at.
  private(set) var hitLine: Int?

  private let document: JSONDocument
  private var lines: [Line] = []
  private var rows: [DisplayRow] = []
  private var linesLaidOut = 0
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
  /// - Complexity: O(*n*) in the length of the lines that are shown.
  func visibleRows() -> [(segments: [Segment], isHit: Bool)] {
    var wrappedLine = -1
    var parts: [[Segment]] = []
    return rows[min(top, rows.count)...].prefix(height).map { row in
      if wrappedLine != Int(row.line) {
        wrappedLine = Int(row.line)
        parts = wrapped(lines[wrappedLine])
      }
      let segments = parts.indices.contains(Int(row.part)) ? parts[Int(row.part)] : []
      return (segments, hitLine == Int(row.line))
    }
  }

  /// Takes the size of the part of the screen that the item is shown in.
  mutating func fit(rows height: Int, columns: Int) {
    let line = rows.indices.contains(top) ? rows[top].line : 0
    self.height = height
    if width != columns {
      width = columns
      rows = []
      linesLaidOut = 0
      top = 0
      layOut { $0.linesLaidOut > Int(line) }
      top = rows.firstIndex { $0.line == line } ?? 0
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
      let text = segments(of: lines[line]).map(\.text).joined()
      if !finder.ranges(in: text).isEmpty {
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
      let count = wrapped(lines[linesLaidOut]).count
      for part in 0..<count {
        rows.append(DisplayRow(line: Int32(linesLaidOut), part: Int32(part)))
      }
      linesLaidOut += 1
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

  /// The rows of a line, each with its indent.
  private func wrapped(_ line: Line) -> [[Segment]] {
    let indent = min(Int(line.depth) * 2, max(0, width - 20), 60)
    let blanks = Segment(text: String(repeating: " ", count: indent))
    let hanging = Segment(text: String(repeating: " ", count: min(indent + 2, max(0, width - 1))))
    var rows: [[Segment]] = []
    var row = [blanks]
    var used = indent
    for segment in segments(of: line) {
      var piece = ""
      for character in Printable.escaped(segment.text) {
        let columns = CharacterWidth.of(character)
        if used + columns > width, used > hanging.text.count || rows.isEmpty && used > indent {
          row.append(Segment(text: piece, style: segment.style))
          rows.append(row)
          piece = ""
          row = [hanging]
          used = hanging.text.count
        }
        piece.append(character)
        used += columns
      }
      row.append(Segment(text: piece, style: segment.style))
    }
    return rows + [row]
  }
}
