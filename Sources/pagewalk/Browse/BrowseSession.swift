// SPDX-License-Identifier: Apache-2.0

import Observation
import PageWalkCore

/// Keeps the state, the feed and the terminal together: the thin loop round what is pure.
@MainActor
final class BrowseSession {
  /// What a list is made from.
  struct Search {
    /// The URL as it is shown.
    var url: String
    /// Its query as it is offered for editing.
    var query: String
    /// Begins the walk.
    var start: @MainActor () -> any BrowsePages
  }

  private enum Message: Sendable {
    case terminal(TerminalDevice.Event)
    case feedChanged
    case tick
    case goOn
    case isAwake(suspension: Int)
  }

  private let terminal: TerminalDevice
  private let painter: ScreenPainter
  private let makeSearch: (_ query: String) throws -> Search
  private let feed: PageFeed<ListWalks.Item>
  private let walks: ListWalks
  private let mailbox = Mailbox<Message>()
  private let begun = ContinuousClock.now
  private var state: BrowseState
  private var shown: Screen?
  private var lastSeen: (item: Int?, store: ItemStore?) = (nil, nil)
  private var isWatching = false
  private var ticker: Task<Void, Never>?
  private var suspensions = 0
  private var isSuspended = false

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - terminal: where it is drawn.
  ///   - search: what is listed.
  ///   - columns: the columns of the list.
  ///   - makeSearch: makes a new search of a query that was typed.
  init(
    terminal: TerminalDevice, search: Search, columns: [Key],
    makeSearch: @escaping (_ query: String) throws -> Search
  ) {
    let walks = ListWalks()
    self.terminal = terminal
    self.walks = walks
    self.makeSearch = makeSearch
    painter = ScreenPainter(colours: TerminalPolicy.allowsColour)
    state = BrowseState(url: search.url, query: search.query, columns: columns)
    feed = .withoutIdentity { walks.begin(search.start()) }
  }

  /// Runs until the person leaves, or a signal says so.
  ///
  /// - Returns: the exit status; 128 and the number of the signal where one ended it.
  func run() async -> Int32 {
    let mailbox = mailbox
    terminal.begin { mailbox.post(.terminal($0)) }
    defer {
      terminal.leave()
      feed.cancel()
    }
    state.fit(terminal.size)
    feed.start()
    while true {
      update()
      if askForMore() { update() }
      draw()
      for message in await mailbox.next() {
        if let status = handle(message) { return status }
      }
      if state.isFiltering { state.filterSome() }
    }
  }

  /// Tells the feed which rows have come into sight; true where it asks for a page.
  private func askForMore() -> Bool {
    let wasLoading = feed.isLoading
    feed.fill(visibleRows: state.visibleRows)
    if state.lastVisibleItem != lastSeen.item || state.store !== lastSeen.store {
      lastSeen = (state.lastVisibleItem, state.store)
      if let item = lastSeen.item { feed.itemAppeared(at: item) }
    }
    return feed.isLoading && !wasLoading
  }

  // MARK: What comes

  private func handle(_ message: Message) -> Int32? {
    switch message {
    case .terminal(let event): return handle(event)
    case .feedChanged: isWatching = false
    case .tick: state.tick()
    case .goOn: break
    case .isAwake(let suspension): if suspension == suspensions { resume() }
    }
    return nil
  }

  private func handle(_ event: TerminalDevice.Event) -> Int32? {
    switch event {
    case .key(let key):
      for effect in state.handle(key, at: ContinuousClock.now - begun) {
        if let status = perform(effect) { return status }
      }
      // What one key did must be known before the next one is understood.
      update()
    case .resized: state.fit(terminal.size)
    case .suspend: suspend()
    case .resumed: resume()
    case .end(let signal): return 128 + signal
    case .gone: return 1
    }
    return nil
  }

  private func perform(_ effect: BrowseState.Effect) -> Int32? {
    switch effect {
    case .quit(let status): return status
    case .suspend: suspend()
    case .redraw:
      state.fit(terminal.size)
      shown = nil
    case .loadAll: feed.loadAll()
    case .stopLoading: feed.cancel()
    case .retry: feed.retry()
    case .refresh: feed.refresh()
    case .save(let name, let isReplacing): save(to: ItemFile(typed: name), name, isReplacing)
    case .search(let query): search(query)
    }
    return nil
  }

  private func save(to file: ItemFile, _ name: String, _ isReplacing: Bool) {
    guard !file.exists || file.isReplaceable else {
      state.message = ("'\(file.path)' is no file that could be replaced.", true)
      return
    }
    guard isReplacing || !file.exists else {
      state.prompt = Prompt(
        .replace(path: name), label: "There is a file '\(name)'. Replace it? [y]es, any other: no ")
      return
    }
    do {
      let hits = state.appliedFilter?.hits
      try file.save(state.store, count: state.feed.count, hits: hits)
      let saved = Quantity.count(state.listCount, "item")
      state.message = ("Saved \(saved) to '\(file.path)'.", false)
    } catch {
      state.message = ("'\(file.path)' could not be written: \(error).", true)
    }
  }

  private func search(_ query: String) {
    do {
      let search = try makeSearch(query)
      let walks = walks
      state.url = search.url
      state.query = search.query
      feed.reset { walks.begin(search.start()) }
    } catch {
      state.message = ("\(error)", true)
    }
  }

  // MARK: What is shown

  private func update() {
    watch()
    state.update(status, store: walks.store(of: feed.items.first))
    state.page = state.selectedItem.map(feed.page(ofItemAt:)) ?? 0
    guard status.showsActivity, ticker == nil else { return }
    ticker = Task { [weak self, mailbox] in
      while self?.feed.showsActivity == true {
        mailbox.post(.tick)
        try? await Task.sleep(for: .milliseconds(120))
      }
      self?.ticker = nil
    }
  }

  private var status: FeedStatus {
    FeedStatus(
      phase: feed.phase, footer: feed.footer,
      failure: feed.failure.map { $0 is CancellationError ? "Loading was stopped." : "\($0)" },
      isLoading: feed.isLoading, isRefreshing: feed.isRefreshing,
      showsActivity: feed.showsActivity, count: feed.items.count, total: feed.total,
      pageCount: feed.pageCount)
  }

  /// Has a message posted when what the screen shows of the feed changes.
  private func watch() {
    guard !isWatching else { return }
    isWatching = true
    withObservationTracking {
      _ = status
    } onChange: { [mailbox] in
      mailbox.post(.feedChanged)
    }
  }

  private func draw() {
    guard !isSuspended else { return }
    let screen = BrowseScreen.draw(state, size: state.size)
    if screen != shown { terminal.write(painter.bytes(from: shown, to: screen)) }
    shown = screen
    if state.isFiltering { mailbox.post(.goOn) }
  }

  // MARK: Ctrl-Z and fg

  private func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    suspensions += 1
    terminal.leave()
    terminal.suspend()
    // The process stops within this time, and its clock with it; or nobody could wake it, and it
    // goes on.
    Task { [mailbox, suspensions] in
      try? await Task.sleep(for: .milliseconds(300))
      mailbox.post(.isAwake(suspension: suspensions))
    }
  }

  private func resume() {
    guard isSuspended else {
      // Stopped by a signal that can't be caught: the terminal may have been used meanwhile.
      terminal.enter()
      shown = nil
      return
    }
    isSuspended = false
    terminal.rearm()
    terminal.enter()
    state.fit(terminal.size)
    shown = nil
  }
}
