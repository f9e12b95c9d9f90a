// SPDX-License-Identifier: Apache-2.0

@testable import PageWalkCore
@testable import pagewalk

/// A list in a terminal that is not there: keys go in, screens and effects come out.
struct Browsing {
  var state: BrowseState
  var size: Screen.Size
  var time = Duration.zero
  /// What the keys asked for, and was not looked at yet.
  var effects: [BrowseState.Effect] = []

  /// A list of items, given by their JSON texts.
  init(
    _ items: [String] = [], rows: Int = 8, columns: Int = 40, keys: [String] = [],
    url: String = "https://api.example.com/items?q=a", query: String = "q=a",
    feed: (inout FeedStatus) -> Void = { _ in }
  ) throws {
    state = BrowseState(url: url, query: query, columns: try keys.map { try Key($0) })
    state.page = items.isEmpty ? 0 : 1
    size = Screen.Size(rows: rows, columns: columns)
    state.fit(size)
    update(items, feed)
  }

  /// Some numbered items.
  static func items(_ count: Int, from first: Int = 1) -> [String] {
    (first..<first + count).map { #"{"id":\#($0),"name":"Item \#($0)","stars":\#($0 * 10)}"# }
  }

  /// Other items come, or the feed says something else about the same ones.
  mutating func update(_ items: [String]? = nil, _ feed: (inout FeedStatus) -> Void = { _ in }) {
    var store = state.store
    var status = state.feed
    if let items {
      store = ItemStore()
      var page = BrowsePage()
      for item in items { page.append(item.utf8) }
      _ = store.append(page)
      status = FeedStatus()
      status.phase = items.isEmpty ? .loading : .loaded
      status.count = items.count
      status.pageCount = 1
      state.page = items.isEmpty ? 0 : 1
    }
    feed(&status)
    state.update(status, store: store)
  }

  /// More items come.
  mutating func add(_ items: [String], _ feed: (inout FeedStatus) -> Void = { _ in }) {
    var page = BrowsePage()
    for item in items { page.append(item.utf8) }
    _ = state.store.append(page)
    var status = state.feed
    status.count += items.count
    status.pageCount += 1
    feed(&status)
    state.update(status, store: state.store)
  }

  /// Presses keys, a second after each other.
  mutating func press(_ keys: Keystroke...) {
    for key in keys {
      time += .seconds(1)
      effects += state.handle(key, at: time)
    }
  }

  /// Types text.
  mutating func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// The effects since the last time.
  mutating func takeEffects() -> [BrowseState.Effect] {
    defer { effects = [] }
    return effects
  }

  /// The whole screen.
  var cells: Screen { BrowseScreen.draw(state, size: size) }

  /// The text of the screen.
  var screen: String { cells.text }

  /// The row that is shown reversed; nil where there is none.
  var selectedRow: Int? {
    let screen = cells
    return (0..<size.rows).first { row in
      screen.row(row).allSatisfy { $0.style.attributes.contains(.reversed) }
    }
  }
}
