// SPDX-License-Identifier: Apache-2.0

public import Observation

/// The endless list of a graphical or terminal view: items that come page by page, each page just
/// before it is needed.
///
/// A feed knows nothing of HTTP. Its initialiser takes a closure that starts a walk, which is
/// another closure that gives one page after the other. A view calls ``start()`` when it appears,
/// ``itemAppeared(at:)`` for each row that comes into sight, and ``cancel()`` when it goes; the
/// person calls ``retry()`` and ``refresh()``. All the rest is derived from that:
///
/// - One request is under way at a time, however fast one scrolls.
/// - After a failure nothing is asked for until the person says so. The items stay.
/// - An item that comes twice is shown once.
///
/// A view in SwiftUI:
///
/// ```swift
/// struct RepositoryList: View {
///   @State var feed: PageFeed<Repository>
///
///   var body: some View {
///     List {
///       ForEach(Array(feed.items.enumerated()), id: \.element.id) { index, repository in
///         Text(repository.name).onAppear { feed.itemAppeared(at: index) }
///       }
///       switch feed.footer {
///       case .idle: EmptyView()
///       case .loading: ProgressView().opacity(feed.showsActivity ? 1 : 0)
///       case .failed: Button("Retry") { feed.retry() }
///       case .finished: Text("You have seen everything.")
///       }
///     }
///     .overlay { if feed.phase == .empty { Text("No items yet.") } }
///     .refreshable { feed.refresh(); await feed.settled() }
///     .onAppear { feed.start() }
///     .onDisappear { feed.cancel() }
///   }
/// }
/// ```
@MainActor
@Observable
public final class PageFeed<Item: Sendable> {
  /// What a view shows as a whole.
  public enum Phase: Hashable, Sendable {
    /// Nothing is known yet.
    case loading
    /// The walk is over, and there was nothing.
    case empty
    /// Nothing came, and nothing is asked for: see ``PageFeed/failure``.
    case failed
    /// There are items.
    case loaded
  }

  /// What stands below the last item.
  public enum Footer: Hashable, Sendable {
    /// Nothing is asked for; more may come.
    case idle
    /// The next page is awaited.
    case loading
    /// The next page failed: see ``PageFeed/failure``.
    case failed
    /// All has been seen.
    case finished
  }

  /// Gives the next page, nil after the last one.
  ///
  /// Called again after it threw, it asks for the same page again. It is never called while a call
  /// is under way, runs off the main actor, and should throw soon after its task was cancelled.
  public typealias NextPage = @concurrent @Sendable () async throws -> FeedPage<Item>?

  /// Begins a walk at its first page.
  public typealias Start = @MainActor () -> NextPage

  /// The items that have come, in order.
  public private(set) var items: [Item] = []

  /// How many items there are in all, by what the newest page says that says anything.
  public private(set) var total: Int?

  /// How close to the last item a row must be for the next page to be asked for: at 5, the fifth
  /// row from the end does it. The last row does it in any case.
  @ObservationIgnored public let prefetchDistance: Int

  /// The walk that the items come from.
  private(set) var current: Walk

  /// The walk of a refresh, until its first page came.
  private(set) var pending: Walk?

  private var pageStarts: [Int] = []
  private var isOverdue = false

  @ObservationIgnored private var begin: Start
  @ObservationIgnored private let makeFilter: () -> (Item) -> Bool
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private var walksBegun = 1
  @ObservationIgnored private var isStarted = false
  @ObservationIgnored private var wantsAll = false
  @ObservationIgnored private var visibleRows = 0
  @ObservationIgnored private var rowsWanted = 1
  @ObservationIgnored private var activityTimer: Task<Void, Never>?

  private init(
    filter: @escaping () -> (Item) -> Bool, prefetchDistance: Int, clock: any Clock<Duration>,
    start: @escaping Start
  ) {
    self.prefetchDistance = max(1, prefetchDistance)
    self.clock = clock
    begin = start
    makeFilter = filter
    current = Walk(id: 1, next: start(), isNew: filter())
  }

  /// Creates a feed whose items are told apart by a value.
  ///
  /// - Parameters:
  ///   - identity: what two items have in common that are the same one.
  ///   - prefetchDistance: see ``prefetchDistance``.
  ///   - clock: measures how long a request takes (``showsActivity``).
  ///   - start: begins a walk; called here and at each ``refresh()``. Nothing should be sent
  ///     before a page is asked for.
  public convenience init(
    identity: @escaping (Item) -> some Hashable, prefetchDistance: Int = 5,
    clock: any Clock<Duration> = ContinuousClock(), start: @escaping Start
  ) {
    self.init(
      filter: { Self.filter(by: identity) }, prefetchDistance: prefetchDistance, clock: clock,
      start: start)
  }

  /// Creates a feed whose items are told apart by their `id`.
  ///
  /// - Parameters:
  ///   - prefetchDistance: see ``prefetchDistance``.
  ///   - clock: measures how long a request takes (``showsActivity``).
  ///   - start: begins a walk; called here and at each ``refresh()``. Nothing should be sent
  ///     before a page is asked for.
  public convenience init(
    prefetchDistance: Int = 5, clock: any Clock<Duration> = ContinuousClock(),
    start: @escaping Start
  ) where Item: Identifiable {
    self.init(
      identity: { $0.id }, prefetchDistance: prefetchDistance, clock: clock, start: start)
  }

  /// A feed that takes every item for another one, and keeps no record of what came.
  package static func withoutIdentity(
    prefetchDistance: Int = 5, clock: any Clock<Duration> = ContinuousClock(),
    start: @escaping Start
  ) -> PageFeed {
    PageFeed(
      filter: { { _ in true } }, prefetchDistance: prefetchDistance, clock: clock, start: start)
  }

  isolated deinit {
    current.call?.cancel()
    pending?.call?.cancel()
    activityTimer?.cancel()
  }

  // MARK: What a view shows

  /// Which of four states the view as a whole is in.
  public var phase: Phase {
    guard items.isEmpty else { return .loaded }
    return switch active.state {
    case .ready, .loading: .loading
    case .stopped, .failed: .failed
    case .finished: .empty
    }
  }

  /// What stands below the last item.
  public var footer: Footer {
    switch active.state {
    case .ready, .stopped: .idle
    case .loading where pending == nil: .loading
    case .loading: current.state.isFinished ? .finished : .idle
    case .failed: .failed
    case .finished: .finished
    }
  }

  /// Why the newest request failed, until the next one is under way; `CancellationError` where
  /// the first page was cancelled.
  public var failure: (any Error)? {
    switch active.state {
    case .failed(let error): error
    case .stopped where items.isEmpty: CancellationError()
    default: nil
    }
  }

  /// Whether a page is awaited.
  public var isLoading: Bool {
    if case .loading = active.state { true } else { false }
  }

  /// Whether it is the first page of a ``refresh()`` that is awaited.
  public var isRefreshing: Bool { pending != nil && isLoading }

  /// Whether to show that something is going on: a page has been awaited for 0.3 s, pages that
  /// brought nothing new included. A spinner that appears for less only flickers.
  public var showsActivity: Bool { isOverdue && isLoading }

  /// How many pages have come.
  public var pageCount: Int { pageStarts.count }

  /// The number of the page that brought an item, counted from 1.
  ///
  /// - Complexity: O(log *n*) in the number of pages.
  public func page(ofItemAt index: Int) -> Int {
    var low = 0
    var high = pageStarts.count
    while low < high {
      let middle = (low + high) / 2
      if pageStarts[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: What a view does

  /// Asks for the first page; for a view that appears. It does so once, however often it is
  /// called, and does nothing after a failure. What ``cancel()`` stopped goes on.
  public func start() {
    isStarted = true
    guard active.state.isOpen, items.count < rowsWanted else { return }
    load()
  }

  /// Tells that the row of an item came into sight: the next page is asked for where the end of
  /// the list is near.
  public func itemAppeared(at index: Int) {
    guard pending == nil, items.indices.contains(index) else { return }
    // However far ahead, the sum stays a number.
    want(min(index, .max - prefetchDistance - 1) + prefetchDistance + 1)
  }

  /// Tells how many rows are in sight at once, so that pages are asked for until they are filled.
  /// It holds for the walks of later refreshes and resets too. What ``cancel()`` stopped it does
  /// not begin again.
  public func fill(visibleRows: Int) {
    self.visibleRows = visibleRows
    if case .stopped = current.state {
      rowsWanted = max(rowsWanted, visibleRows)
    } else {
      want(visibleRows)
    }
  }

  /// Asks for page after page, until the last one, a failure, or ``cancel()``.
  public func loadAll() {
    wantsAll = true
    want(.max)
  }

  /// Asks again for what failed, or for what was cancelled. It does nothing otherwise. After a
  /// ``loadAll()`` that failed, it goes on to the end.
  public func retry() {
    switch active.state {
    case .failed, .stopped: load()
    default: break
    }
  }

  /// Walks again from the first page. The items stay until the new ones are there, also where that
  /// fails; ``retry()`` then tries it again. A page that is awaited is given up.
  public func refresh() {
    stopTimer()
    stop(&current)
    if var abandoned = pending { stop(&abandoned) }
    isStarted = true
    wantsAll = false
    rowsWanted = max(1, visibleRows)
    pending = newWalk()
    load()
  }

  /// Begins another walk, for a new search: the request under way is cancelled, the items go, and
  /// whatever the old walk still answers is dropped.
  public func reset(to start: @escaping Start) {
    stopTimer()
    stop(&current)
    if var abandoned = pending { stop(&abandoned) }
    begin = start
    pending = nil
    current = newWalk()
    items = []
    pageStarts = []
    total = nil
    isStarted = true
    wantsAll = false
    rowsWanted = max(1, visibleRows)
    load()
  }

  /// Gives up the page that is awaited; for a view that goes away. A refresh under way is dropped,
  /// and the list goes on where it was. A page that comes in spite of it is taken, since the walk
  /// would not give it again.
  public func cancel() {
    wantsAll = false
    guard isLoading else { return }
    if var abandoned = pending {
      stop(&abandoned)
      pending = nil
    } else {
      stop(&current)
    }
    stopTimer()
  }

  /// Waits until no page is awaited.
  public func settled() async {
    while isLoading, let call = active.call { await call.value }
  }

  // MARK: One request at a time

  /// The walk that the newest request belongs to: that of a refresh until its first page came.
  private var active: Walk { pending ?? current }

  private func newWalk() -> Walk {
    walksBegun += 1
    return Walk(id: walksBegun, next: begin(), isNew: makeFilter())
  }

  private func want(_ rows: Int) {
    guard rows > items.count else { return }
    if rows != .max { rowsWanted = max(rowsWanted, rows) }
    guard isStarted, pending == nil, current.state.isOpen else { return }
    load()
  }

  private func load() {
    if pending != nil {
      pending?.state = .loading
    } else {
      current.state = .loading
    }
    startTimer()
    // A cancelled call may still be on its way; the next one is made when it has ended.
    guard active.call == nil else { return }
    let call = call(active)
    if pending != nil { pending?.call = call } else { current.call = call }
  }

  private func call(_ walk: Walk) -> Task<Void, Never> {
    Task { [weak self] in
      let result: Result<FeedPage<Item>?, any Error>
      do {
        result = .success(try await walk.next())
      } catch {
        result = .failure(error)
      }
      self?.ended(walk.id, result)
    }
  }

  private func stop(_ walk: inout Walk) {
    walk.call?.cancel()
    walk.isCancelled = walk.call != nil
    if case .loading = walk.state { walk.state = .stopped }
  }

  private func ended(_ id: Int, _ result: Result<FeedPage<Item>?, any Error>) {
    if id == pending?.id, case .success = result, let fresh = pending {
      pending = nil
      current = fresh
      items = []
      pageStarts = []
      total = nil
    }
    guard id == active.id || id == current.id else { return }
    let countBefore = items.count
    var walk = id == current.id ? current : active
    let wasCancelled = walk.isCancelled
    walk.call = nil
    walk.isCancelled = false
    switch result {
    case .success(let page):
      if let page { take(page, of: walk) }
      if page?.isLast ?? true {
        walk.state = .finished
      } else if walk.state.isLoading {
        walk.state = .ready
      }
    case .failure where wasCancelled:
      break
    case .failure(let error):
      walk.state = error is CancellationError ? .stopped : .failed(error)
    }
    if id == current.id { current = walk } else { pending = walk }
    guard id == active.id else { return }
    let wantsMore = wantsAll || items.count < rowsWanted
    let goesOn = walk.state.isLoading || (walk.state.isReady && wantsMore)
    if !goesOn || items.count > countBefore { stopTimer() }
    if goesOn { load() }
  }

  private func take(_ page: FeedPage<Item>, of walk: Walk) {
    pageStarts.append(items.count)
    if let told = page.total { total = told }
    items.append(contentsOf: page.items.filter(walk.isNew))
  }

  private static func filter(by identity: @escaping (Item) -> some Hashable) -> (Item) -> Bool {
    func make<ID: Hashable>(_ identity: @escaping (Item) -> ID) -> (Item) -> Bool {
      var seen: Set<ID> = []
      return { seen.insert(identity($0)).inserted }
    }
    return make(identity)
  }

  // MARK: Activity

  private func startTimer() {
    guard activityTimer == nil else { return }
    activityTimer = Task { [weak self, clock] in
      guard (try? await clock.sleep(for: .milliseconds(300))) != nil, !Task.isCancelled else {
        return
      }
      self?.isOverdue = true
    }
  }

  private func stopTimer() {
    activityTimer?.cancel()
    activityTimer = nil
    isOverdue = false
  }

  /// One walk from its first page on.
  struct Walk {
    let id: Int
    let next: NextPage
    let isNew: (Item) -> Bool
    var state = State.ready
    /// The call that is on its way, also where it was cancelled.
    var call: Task<Void, Never>?
    var isCancelled = false
  }

  /// What a walk is doing.
  enum State {
    case ready, loading, stopped
    case failed(any Error)
    case finished

    var isReady: Bool { if case .ready = self { true } else { false } }
    var isLoading: Bool { if case .loading = self { true } else { false } }
    var isFinished: Bool { if case .finished = self { true } else { false } }

    /// Whether a page may be asked for without anybody's saying so.
    var isOpen: Bool {
      switch self {
      case .ready, .stopped: true
      default: false
      }
    }
  }
}
