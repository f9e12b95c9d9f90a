// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// All that the screen depends on: what is listed, where the reader is, what is open.
///
/// Keys change it (see ``handle(_:at:)``); what they ask of the world outside comes back as
/// effects. It does nothing by itself, and ``BrowseScreen`` draws it.
struct BrowseState {
  /// What a key asks for.
  enum Effect: Hashable, Sendable {
    case quit(status: Int32)
    case suspend
    case redraw
    case loadAll
    case stopLoading
    case retry
    case refresh
    /// Write the listed items to a file.
    case save(path: String, replacing: Bool)
    /// Begin a new walk, with this query in the URL.
    case search(query: String)
  }

  /// What fills the screen.
  enum Mode {
    case list
    case item(ItemView)
    case help(top: Int)
  }

  /// The URL, secrets masked.
  var url: String

  /// The query of the URL, secrets masked, as it is offered for editing.
  var query: String

  /// The columns; without any, a row shows what is most telling.
  let columns: [Key]

  /// Where the rows are read.
  let reader: RowReader

  /// The items.
  var store = ItemStore()

  /// What the feed says.
  var feed = FeedStatus()

  /// The page that the selected item came with.
  var page = 0

  /// The size that the state has been fitted to.
  private(set) var size = Screen.Size(rows: 24, columns: 80)

  /// What fills the screen.
  var mode = Mode.list

  /// What is being typed.
  var prompt: Prompt?

  /// The text that items were last filtered by.
  var filter: ItemFilter?

  /// A word about what has just been done, until the next key.
  var message: (text: String, isFailure: Bool)?

  /// The position of the selected row among those that are listed.
  var selection = 0

  /// The position of the first row that is shown.
  var top = 0

  /// Whether all is being loaded, with the end of the list in sight.
  var followsEnd = false

  /// How often the spinner has turned.
  var spin = 0

  /// The widths of the identifiers, or of the columns, by the first items.
  var widths = ColumnWidths()

  /// When the last key upwards came, and how often one came at the top.
  var pull: (last: Duration?, count: Int) = (nil, 0)

  /// The filter before the one that is being typed.
  var formerFilter: ItemFilter?

  /// Creates the state of a list that is not loaded yet.
  init(url: String, query: String = "", columns: [Key] = []) {
    self.url = url
    self.query = query
    self.columns = columns
    reader = RowReader(columns: columns)
  }

  // MARK: What is listed

  /// The filter, where only its hits are listed.
  var appliedFilter: ItemFilter? { filter?.isApplied == true ? filter : nil }

  /// How many items are listed.
  var listCount: Int { appliedFilter?.hits.count ?? feed.count }

  /// The item at a position of the list.
  func item(at position: Int) -> Int {
    appliedFilter.map { Int($0.hits[position]) } ?? position
  }

  /// The selected item; nil where nothing is listed.
  var selectedItem: Int? {
    selection < listCount ? item(at: selection) : nil
  }

  /// The last item that is in sight, which decides whether more is loaded; nil where a filter
  /// lists only what is there.
  var lastVisibleItem: Int? {
    guard appliedFilter == nil, feed.count > 0 else { return nil }
    return min(feed.count, top + geometry.body.count) - 1
  }

  /// Whether the filter has items left to look at.
  var isFiltering: Bool { filter.map { $0.scanned < feed.count } ?? false }

  /// Lets the filter look at the next items.
  mutating func filterSome() {
    let selected = selectedItem
    let wasEmpty = listCount == 0
    filter?.advance(in: store, count: feed.count)
    if followsEnd { selectEnd() } else if wasEmpty, let selected { select(item: selected) }
    settle()
  }

  /// How many rows the list has in sight at most.
  var visibleRows: Int { geometry.body.count }

  // MARK: What changes

  /// Takes what the feed says now.
  ///
  /// - Parameters:
  ///   - status: what it says.
  ///   - store: where its items are; another one than before where they are other items.
  mutating func update(_ status: FeedStatus, store: ItemStore) {
    if store !== self.store {
      self.store = store
      reader.forget()
      widths = ColumnWidths()
      filter = filter?.begunAnew
      formerFilter = formerFilter?.begunAnew
      (selection, top, pull.count) = (0, 0, 0)
      if case .item = mode { mode = .list }
    }
    feed = status
    if status.count > 0, !widths.isMeasured {
      widths = ColumnWidths(of: store, count: status.count, reader: reader, columns: columns)
    }
    if followsEnd { selectEnd() }
    if !status.isLoading, status.footer != .failed, !isFiltering { followsEnd = false }
    settle()
  }

  /// Takes the size of the screen.
  mutating func fit(_ size: Screen.Size) {
    self.size = size
    settle()
  }

  /// Turns the spinner.
  mutating func tick() { spin += 1 }

  // MARK: Where the reader is

  /// How the rows of the screen are used.
  var geometry: BrowseGeometry {
    BrowseGeometry(size: size, hasHeader: !columns.isEmpty)
  }

  /// Selects an item where it is listed, or the next one that is.
  mutating func select(item: Int) {
    selection = appliedFilter.map { $0.position(ofItem: item) } ?? item
    settle()
  }

  /// Selects the last row.
  mutating func selectEnd() {
    selection = max(0, listCount - 1)
  }

  /// Moves the selection to a row.
  mutating func select(_ position: Int) {
    selection = position
    followsEnd = false
    settle()
  }

  /// Sees to it that the selection is a row that is there, and is in sight; that of the end of the
  /// list, what stands below it too; and that no room is left unused.
  mutating func settle() {
    let body = geometry.body.count
    selection = max(0, min(selection, listCount - 1))
    let last = listCount + BrowseScreen.footer(of: self, width: size.columns).count
    let end = selection == listCount - 1 ? last : selection + 1
    top = max(min(top, selection), end - body)
    top = max(0, min(top, last - body, selection))
    if case .item(var view) = mode {
      view.fit(rows: geometry.plainBody.count, columns: size.columns)
      mode = .item(view)
    }
  }
}

/// Which rows of the screen are for what.
struct BrowseGeometry: Hashable, Sendable {
  /// The row with the URL.
  let title: Int?
  /// The row with the names of the columns.
  let header: Int?
  /// The rows of the list.
  let body: Range<Int>
  /// The rows of an item or the help, which have no header.
  let plainBody: Range<Int>
  /// The row for the status, messages, and what is typed.
  let status: Int

  /// Divides a screen; a small one has no title, and a tiny one nothing but the list.
  init(size: Screen.Size, hasHeader: Bool) {
    let rows = max(1, size.rows)
    title = rows >= 5 ? 0 : nil
    header = hasHeader && rows >= 6 ? 1 : nil
    status = rows - 1
    let first = title == nil ? 0 : 1
    let end = max(rows >= 2 ? rows - 1 : 1, first)
    plainBody = first..<end
    body = (header == nil ? first : first + 1)..<end
  }
}
