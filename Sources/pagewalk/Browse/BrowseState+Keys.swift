// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

// What keys do.
extension BrowseState {
  /// Takes a key.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - time: when it came, since any moment.
  /// - Returns: what has to be done outside.
  mutating func handle(_ key: Keystroke, at time: Duration) -> [Effect] {
    message = nil
    defer { settle() }
    switch key {
    case .control("z"): return [.suspend]
    case .control("l"): return [.redraw]
    default: break
    }
    if prompt != nil { return handleInPrompt(key) }
    switch mode {
    case .list: return handleInList(key, at: time)
    case .item(let view): return handle(key, in: view)
    case .help(let top): return handleInHelp(key, top: top)
    }
  }

  // MARK: The list

  private mutating func handleInList(_ key: Keystroke, at time: Duration) -> [Effect] {
    let page = max(1, visibleRows - 1)
    if key != .up && key != .character("k") { pull.count = 0 }
    switch key {
    case .up, .character("k"): return moveUp(at: time)
    case .down, .character("j"): select(selection + 1)
    case .pageDown, .character(" "), .control("f"): move(by: page)
    case .pageUp, .character("b"), .control("b"): move(by: -page)
    case .control("d"): move(by: max(1, page / 2))
    case .control("u"): move(by: -max(1, page / 2))
    case .home, .character("g"): select(0)
    case .end, .character("G"): return goToEnd()
    case .enter, .right, .character("l"): openSelected()
    case .character("r"): return feed.isLoading ? [] : [.retry]
    case .character("R"): return refresh()
    case .escape: return stepBack()
    case .control("c"): return followsEnd ? stopLoading() : [.quit(status: 130)]
    case .character("q"): return [.quit(status: 0)]
    default: return handleAnywhere(key)
    }
    return []
  }

  /// The keys that mean the same in the list and in an item.
  private mutating func handleAnywhere(_ key: Keystroke) -> [Effect] {
    switch key {
    case .character("/"):
      formerFilter = filter
      prompt = Prompt(.filter, label: "/", text: "")
    case .character("n"): goToHit(backwards: false)
    case .character("N"): goToHit(backwards: true)
    case .character("s"):
      guard listCount > 0 else { break }
      let what = appliedFilter == nil ? "item" : "hit"
      prompt = Prompt(.save, label: "Save \(Quantity.count(listCount, what)) to: ")
    case .character("o"): prompt = Prompt(.query, label: "Query: ", text: query)
    case .character("?"): mode = .help(top: 0)
    default: break
    }
    return []
  }

  private mutating func move(by rows: Int) {
    top = max(0, top + rows)
    select(max(0, selection + rows))
  }

  /// Goes up. At the top, a key that is pressed anew, not one that repeats itself, pulls the list
  /// down; the second pull refreshes it.
  private mutating func moveUp(at time: Duration) -> [Effect] {
    let isRepeated = pull.last.map { time - $0 < .milliseconds(200) } ?? false
    pull.last = time
    guard selection == 0, feed.phase == .loaded else {
      pull.count = 0
      select(max(0, selection - 1))
      return []
    }
    followsEnd = false
    guard !isRepeated, !feed.isRefreshing else { return [] }
    pull.count += 1
    if pull.count < 2 {
      message = ("Up once more refreshes the list.", false)
      return []
    }
    pull.count = 0
    return refresh()
  }

  private mutating func refresh() -> [Effect] {
    followsEnd = false
    return [.refresh]
  }

  private mutating func goToEnd() -> [Effect] {
    selectEnd()
    if feed.footer == .finished && !isFiltering { return [] }
    followsEnd = true
    return [.loadAll]
  }

  private mutating func stopLoading() -> [Effect] {
    followsEnd = false
    message = ("Stopped.", false)
    return [.stopLoading]
  }

  /// Undoes the newest of what is going on: loading, the filter.
  private mutating func stepBack() -> [Effect] {
    if feed.isLoading || followsEnd { return stopLoading() }
    guard appliedFilter != nil else { return [] }
    let selected = selectedItem
    filter?.isApplied = false
    if let selected { centre(item: selected) }
    return []
  }

  private mutating func centre(item: Int) {
    select(item: item)
    top = max(0, selection - visibleRows / 2)
  }

  private mutating func openSelected() {
    guard let item = selectedItem else { return }
    open(item)
  }

  private mutating func open(_ item: Int) {
    let bytes = store.line(item)
    guard var view = ItemView(index: item, bytes: bytes) else { return }
    view.fit(rows: geometry.plainBody.count, columns: size.columns)
    mode = .item(view)
  }

  // MARK: Hits

  /// Goes to the next hit: in an item to its next line, then to the next item that holds the text.
  private mutating func goToHit(backwards: Bool) {
    guard let filter else {
      message = ("Nothing has been looked for; / does.", false)
      return
    }
    if case .item(var view) = mode {
      if view.find(filter.finder, backwards: backwards) { return mode = .item(view) }
    }
    guard let current = selectedItem, !filter.hits.isEmpty else {
      message = ("'\(filter.finder.text)' is in no item that is loaded.", false)
      return
    }
    let position = filter.position(ofItem: current)
    let isHere = position < filter.hits.count && Int(filter.hits[position]) == current
    var next = backwards ? position - 1 : position + (isHere ? 1 : 0)
    if next < 0 || next >= filter.hits.count {
      next = backwards ? filter.hits.count - 1 : 0
      message = (backwards ? "From the last hit on." : "From the first hit on.", false)
    }
    let item = Int(filter.hits[next])
    followsEnd = false
    select(item: item)
    if case .item = mode {
      open(item)
      if case .item(var view) = mode {
        _ = view.find(filter.finder, backwards: backwards)
        mode = .item(view)
      }
    }
  }

  // MARK: An item

  private mutating func handle(_ key: Keystroke, in view: ItemView) -> [Effect] {
    var view = view
    let page = max(1, geometry.plainBody.count - 1)
    switch key {
    case .up, .character("k"): view.scroll(by: -1)
    case .down, .character("j"), .enter: view.scroll(by: 1)
    case .pageDown, .character(" "), .control("f"): view.scroll(by: page)
    case .pageUp, .character("b"), .control("b"): view.scroll(by: -page)
    case .control("d"): view.scroll(by: max(1, page / 2))
    case .control("u"): view.scroll(by: -max(1, page / 2))
    case .home, .character("g"): view.scroll(to: 0)
    case .end, .character("G"): view.scrollToEnd()
    case .escape, .left, .character("h"), .character("q"):
      mode = .list
      return []
    case .control("c"): return [.quit(status: 130)]
    case .character("J"), .right: return openNeighbour(1)
    case .character("K"): return openNeighbour(-1)
    default: return handleAnywhere(key)
    }
    mode = .item(view)
    return []
  }

  private mutating func openNeighbour(_ step: Int) -> [Effect] {
    guard (0..<listCount).contains(selection + step) else { return [] }
    select(selection + step)
    openSelected()
    return []
  }

  // MARK: The help

  private mutating func handleInHelp(_ key: Keystroke, top: Int) -> [Effect] {
    let rows = BrowseHelp.rows(width: size.columns).count
    let last = max(0, rows - geometry.plainBody.count)
    switch key {
    case .up, .character("k"): mode = .help(top: max(0, top - 1))
    case .down, .character("j"): mode = .help(top: min(last, top + 1))
    case .pageDown, .character(" "): mode = .help(top: min(last, top + geometry.plainBody.count))
    case .pageUp, .character("b"): mode = .help(top: max(0, top - geometry.plainBody.count))
    case .control("c"): return [.quit(status: 130)]
    default: mode = .list
    }
    return []
  }

  // MARK: What is typed

  private mutating func handleInPrompt(_ key: Keystroke) -> [Effect] {
    guard var prompt else { return [] }
    if case .replace(let path) = prompt.purpose {
      self.prompt = nil
      return key == .character("y") ? [.save(path: path, replacing: true)] : []
    }
    let outcome = prompt.handle(key)
    self.prompt = outcome == .edited ? prompt : nil
    switch (prompt.purpose, outcome) {
    case (.filter, .edited): apply(prompt.text)
    case (.filter, .cancelled):
      filter = formerFilter
    case (.filter, .entered):
      if prompt.text.isEmpty { return stepBack() }
    case (.save, .entered) where !prompt.text.isEmpty:
      return [.save(path: prompt.text, replacing: false)]
    case (.query, .entered) where prompt.text != query:
      filter = nil
      mode = .list
      return [.search(query: prompt.text)]
    default: break
    }
    return []
  }

  private mutating func apply(_ text: String) {
    let selected = selectedItem
    filter = text.isEmpty ? formerFilter : ItemFilter(TextFinder(text))
    filterSome()
    if let selected { select(item: selected) }
  }
}
