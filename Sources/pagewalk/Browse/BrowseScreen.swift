// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// Draws the state: a pure function of it and of the size of the screen.
struct BrowseScreen {
  private let state: BrowseState
  private let geometry: BrowseGeometry
  private var screen: Screen

  /// The screen of a state.
  ///
  /// - Parameters:
  ///   - state: what is shown; it should have been fitted to the size.
  ///   - size: the size of the screen.
  /// - Returns: the cells.
  /// - Complexity: O(*n*) in the number of cells.
  static func draw(_ state: BrowseState, size: Screen.Size) -> Screen {
    var drawing = BrowseScreen(
      state: state, geometry: BrowseGeometry(size: size, hasHeader: !state.columns.isEmpty),
      screen: Screen(size: size))
    drawing.draw()
    return drawing.screen
  }

  private mutating func draw() {
    guard screen.size.rows > 0, screen.size.columns > 0 else { return }
    drawTitle()
    switch state.mode {
    case .list: drawList()
    case .item(let view): drawItem(view)
    case .help(let top): drawHelp(top: top)
    }
    drawStatus()
  }

  // MARK: The title

  private mutating func drawTitle() {
    guard let row = geometry.title else { return }
    let title =
      switch state.mode {
      case .list: state.url
      case .item(let view): "Item \(Quantity.grouped(view.index + 1)) · \(state.url)"
      case .help: "The keys of pagewalk browse"
      }
    screen.write(title, style: .bold, row: row, column: 0)
  }

  // MARK: The list

  private mutating func drawList() {
    guard state.feed.phase == .loaded else { return drawPhase() }
    drawHeader()
    let body = geometry.body
    let shown = state.top..<min(state.listCount, state.top + body.count)
    for position in shown {
      let row = body.lowerBound + position - state.top
      drawRow(state.reader.row(state.item(at: position), in: state.store), row: row)
      if let finder = state.filter?.finder { markHits(of: finder, row: row) }
      if position == state.selection {
        screen.restyle(row: row, columns: 0..<screen.size.columns) {
          $0 = $0.with(.reversed, colour: .standard)
        }
      }
    }
    var row = body.lowerBound + max(0, shown.count)
    for line in Self.footer(of: state, width: screen.size.columns) where row < body.upperBound {
      screen.write(line.text, style: line.style, row: row, column: 0)
      row += 1
    }
  }

  private mutating func drawHeader() {
    guard let row = geometry.header else { return }
    var column = 0
    let columns = state.widths.fitted(to: screen.size.columns)
    for (key, fitted) in zip(state.columns, columns) {
      let name = Printable.escaped(key.description)
      let gap = fitted.isNumeric ? max(0, fitted.width - CharacterWidth.of(name)) : 0
      let end = column + fitted.width
      screen.write(name, style: .bold.with(.underlined), row: row, column: column + gap, end: end)
      column = end + 2
    }
  }

  private mutating func drawRow(_ content: Row, row: Int) {
    switch content {
    case .summary(let identifier, let rest):
      let identifiers = state.widths.columns.first
      let width = min(identifiers?.width ?? 0, screen.size.columns / 3)
      let gap = identifiers?.isNumeric == true ? max(0, width - identifier.utf8.count) : 0
      screen.write(identifier, style: .dim, row: row, column: gap, end: width)
      var column = width > 0 ? width + 2 : 0
      for segment in rest {
        column = screen.write(segment.text, style: segment.style, row: row, column: column)
      }
    case .cells(let cells):
      var column = 0
      for (cell, fitted) in zip(cells, state.widths.fitted(to: screen.size.columns)) {
        let isLast = column + fitted.width + 2 >= screen.size.columns
        let end = isLast ? screen.size.columns : column + fitted.width
        let gap = fitted.isNumeric ? max(0, fitted.width - CharacterWidth.of(cell.text)) : 0
        screen.write(
          cell.text, style: cell.isNumber ? .number : .plain, row: row, column: column + gap,
          end: end)
        column += fitted.width + 2
      }
    }
  }

  /// Marks where a row shows what is looked for.
  private mutating func markHits(of finder: TextFinder, row: Int) {
    var columns: [Int] = []
    var text = ""
    for (column, cell) in screen.row(row).enumerated() where cell.width > 0 {
      text.append(cell.character)
      columns.append(column)
    }
    columns.append(screen.size.columns)
    for range in finder.ranges(in: text) where range.upperBound < columns.count {
      screen.restyle(row: row, columns: columns[range.lowerBound]..<columns[range.upperBound]) {
        $0 = $0.with([.underlined, .bold], colour: .yellow)
      }
    }
  }

  /// What stands below the last item.
  ///
  /// - Returns: its lines, one at least.
  static func footer(of state: BrowseState, width: Int) -> [Segment] {
    if let filter = state.appliedFilter { return [filterFooter(filter, of: state)] }
    switch state.feed.footer {
    case .idle: return [Segment(text: "")]
    case .loading:
      return [Segment(text: state.feed.showsActivity ? spinner(state) + " Loading" : "")]
    case .finished:
      return [Segment(text: state.store.ending ?? "You have seen everything.", style: .dim)]
    case .failed:
      let what = state.feed.failure ?? "The page could not be loaded."
      // What can be done about it stays in sight, and so does the item above.
      let room = max(0, min(6, state.visibleRows - 2))
      let lines = TextLayout.wrapped(what, width: width).prefix(room)
      return lines.map { Segment(text: $0, style: .failure) }
        + [Segment(text: "[r]etry", style: .bold)]
    }
  }

  private static func filterFooter(_ filter: ItemFilter, of state: BrowseState) -> Segment {
    let hits = Quantity.count(filter.hits.count, "hit")
    if state.isFiltering {
      return Segment(text: "\(hits) so far, still looking", style: .dim)
    }
    let seen = "\(hits) in \(Quantity.count(state.feed.count, "item"))"
    return switch state.feed.footer {
    case .finished: Segment(text: "\(seen), which is everything.", style: .dim)
    case .failed: Segment(text: "\(seen). A page failed: [r]etry", style: .failure)
    default: Segment(text: "\(seen) loaded. G loads the rest.", style: .dim)
    }
  }

  private static func spinner(_ state: BrowseState) -> String {
    let positions = ["|", "/", "-", "\\"]
    return positions[state.spin % positions.count]
  }

  /// The whole list in one of its states without items.
  private mutating func drawPhase() {
    let width = screen.size.columns
    let body = geometry.body
    var lines: [Segment] = []
    switch state.feed.phase {
    case .loading:
      if state.feed.showsActivity { lines = [Segment(text: Self.spinner(state) + " Loading")] }
    case .empty:
      lines = [Segment(text: "No items yet."), Segment(text: "[R]efresh  [o]ther query  [q]uit")]
    case .failed, .loaded:
      let what = state.feed.failure ?? "The page could not be loaded."
      let reasons = TextLayout.wrapped(what, width: min(width, 76))
      lines = reasons.prefix(max(1, body.count - 1)).map { Segment(text: $0, style: .failure) }
      lines.append(Segment(text: "[r]etry  [q]uit"))
    }
    var row = body.lowerBound + max(0, (body.count - lines.count) / 2)
    for line in lines where row < body.upperBound {
      let column = max(0, (width - CharacterWidth.of(line.text)) / 2)
      screen.write(line.text, style: line.style, row: row, column: column)
      row += 1
    }
  }

  // MARK: An item, the help

  private mutating func drawItem(_ view: ItemView) {
    var row = geometry.plainBody.lowerBound
    for (segments, isHit) in view.visibleRows() where row < geometry.plainBody.upperBound {
      var column = 0
      for segment in segments {
        column = screen.write(segment.text, style: segment.style, row: row, column: column)
      }
      if let finder = state.filter?.finder { markHits(of: finder, row: row) }
      if isHit {
        screen.restyle(row: row, columns: 0..<screen.size.columns) { $0 = $0.with(.reversed) }
      }
      row += 1
    }
  }

  private mutating func drawHelp(top: Int) {
    var row = geometry.plainBody.lowerBound
    for segments in BrowseHelp.rows(width: screen.size.columns).dropFirst(top)
    where row < geometry.plainBody.upperBound {
      var column = 0
      for segment in segments {
        column = screen.write(segment.text, style: segment.style, row: row, column: column)
      }
      row += 1
    }
  }

  // MARK: The status

  private mutating func drawStatus() {
    let row = geometry.status
    if let prompt = state.prompt { return drawPrompt(prompt, row: row) }
    guard screen.size.rows >= 2 else { return }
    if let message = state.message {
      screen.write(message.text, style: message.isFailure ? .failure : .plain, row: row, column: 0)
      return
    }
    let hint = "? keys"
    let width = screen.size.columns
    let end = width >= 40 ? width - hint.count - 2 : width
    screen.write(status, style: .dim, row: row, column: 0, end: end)
    if width >= 40 { screen.write(hint, style: .dim, row: row, column: width - hint.count) }
  }

  private var status: String {
    let feed = state.feed
    switch state.mode {
    case .help:
      let isWhole = BrowseHelp.rows(width: screen.size.columns).count <= geometry.plainBody.count
      return isWhole ? "Any key leads back." : "↓ ↑ scroll, any other key leads back."
    case .item(let view):
      let lines = Quantity.grouped(view.lineCount)
      return "Line \(Quantity.grouped(view.lineNumber)) of \(lines)"
    case .list: break
    }
    guard feed.phase == .loaded else { return "" }
    var parts: [String] = []
    let position = Quantity.grouped(min(state.selection + 1, state.listCount))
    if let filter = state.appliedFilter {
      let hits = Quantity.grouped(filter.hits.count)
      parts.append(filter.hits.isEmpty ? "No hit" : "Hit \(position) of \(hits)")
      parts.append("/" + filter.finder.text)
    } else {
      parts.append("Item \(position) of \(amount)")
    }
    if state.page > 0, state.listCount > 0 {
      parts.append("page \(Quantity.grouped(state.page))\(pages)")
    }
    if state.followsEnd, feed.footer != .failed {
      parts.append("loading to the end, Escape stops")
    } else if feed.isRefreshing {
      parts.append(feed.showsActivity ? "refreshing \(Self.spinner(state))" : "refreshing")
    }
    return parts.joined(separator: " · ")
  }

  /// How many items there are: loaded, and in all.
  private var amount: String {
    let feed = state.feed
    let loaded = Quantity.grouped(feed.count)
    if feed.footer == .finished { return loaded }
    guard let total = feed.total, total > feed.count else { return "\(loaded) loaded" }
    return "\(Quantity.grouped(total)), \(loaded) loaded"
  }

  private var pages: String {
    " of \(Quantity.grouped(state.feed.pageCount))"
      + (state.feed.footer == .finished ? "" : "+")
  }

  private mutating func drawPrompt(_ prompt: Prompt, row: Int) {
    // On a screen of one row there is a row of the list.
    screen.clear(row: row)
    let width = screen.size.columns
    let label = screen.write(prompt.label, style: .bold, row: row, column: 0)
    // What is typed is shown from the left, or from where the cursor is still in sight.
    var first = prompt.cursor
    var cursor = label
    while first > 0 {
      let before = String(prompt.characters[first - 1])
      let columns = CharacterWidth.of(Printable.escaped(before))
      guard cursor + columns < width else { break }
      cursor += columns
      first -= 1
    }
    screen.write(String(prompt.characters[first...]), row: row, column: label)
    screen.cursor = Screen.Position(row: row, column: max(0, min(width - 1, cursor)))
  }
}
