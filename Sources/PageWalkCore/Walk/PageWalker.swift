// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Walks the pages of an API: an asynchronous sequence of pages, one request at a time.
///
///     let walker = try PageWalker(WalkPlan(url: "https://api.example.com/items"))
///     for try await page in walker {
///       for item in page.items { print(item) }
///     }
///
/// A page is asked for when it is wanted, and not before. While a request is under way, whoever else
/// asks waits for that one and gets the same page. After a failure nothing is sent: ``nextPage()``
/// throws the same error until ``retry()`` is called. A task that is cancelled ends its request at
/// once, and the page can be asked for again.
public final class PageWalker: AsyncSequence, Sendable {
  /// A page.
  public typealias Element = Page

  private let worker: Worker
  private let cancelTransfer: @Sendable () -> Void
  private let flight = Mutex<Flight?>(nil)

  /// A request that is under way, and how many wait for it.
  private struct Flight {
    var number: Int
    var task: Task<Page?, any Error>
    var waiting: Int
  }

  private let flights = Atomic<Int>(0)

  /// Creates a walker at the beginning of a walk.
  ///
  /// - Parameters:
  ///   - plan: what is walked; items and pages that it leaves open are detected on page one.
  ///   - headers: header fields of every request, `Name: value`. All but Accept, Accept-Language,
  ///     Content-Type, User-Agent and Prefer are credentials, which stay at the plan's origin.
  ///   - user: name and password with a colon between, for Basic authentication; a credential.
  ///   - bearer: a bearer token; a credential.
  ///   - allowedOrigins: origins to which next URLs may lead, without credentials.
  ///   - trustedOrigins: origins to which next URLs may lead, with credentials.
  ///   - dropsDuplicates: whether an item that came before, member order aside, is left out.
  /// - Throws: a ``WalkError`` of code `usage` where the plan's URL or an origin is none, or the
  ///   first request can't be made.
  public convenience init(
    _ plan: WalkPlan, headers: [String] = [], user: String? = nil, bearer: String? = nil,
    allowedOrigins: [String] = [], trustedOrigins: [String] = [], dropsDuplicates: Bool = false
  ) throws {
    var options = RequestOptions()
    options.headers = headers.map { .field($0) }
    options.user = user
    options.bearer = bearer
    let start = try Self.origin(plan.request.url)
    let allowed = try allowedOrigins.map { try Self.origin($0) }
    let trusted = try trustedOrigins.map { try Self.origin($0) }
    try self.init(
      plan, transport: CurlTransport(options: options), options: options,
      origins: OriginPolicy(start: start, allowed: Set(allowed), trusted: Set(trusted)),
      deduplicating: dropsDuplicates ? .whole : nil)
  }

  /// Creates a walker on a transport.
  package init(
    _ plan: WalkPlan, transport: any Transport & Sendable, options: RequestOptions,
    origins: OriginPolicy, deduplicating rule: Deduplicator.Rule?
  ) throws {
    worker = Worker(plan, transport, options, origins, rule)
    cancelTransfer = { transport.cancel() }
    _ = try Walk(plan: plan, origins: origins, hash: SipHash.random())
  }

  private static func origin(_ url: String) throws -> Origin {
    guard let origin = Origin(url) else {
      throw WalkError(
        .usage, "'\(URLMask.masked(url))' is no URL of a web server.", isOfPage: false)
    }
    return origin
  }

  // MARK: - Going on

  /// The next page, or nil at the walk's end.
  ///
  /// - Throws: a ``WalkError``; or a `CancellationError` where the task was cancelled.
  public func nextPage() async throws -> Page? {
    let (number, task) = join()
    return try await withTaskCancellationHandler {
      defer { leave(number) }
      return try await task.value
    } onCancel: {
      abandon(number)
    }
  }

  /// Lets a page that failed be asked for again.
  public func retry() async {
    await worker.retry()
  }

  /// How the walk ended; nil while it goes on.
  public var outcome: Outcome? {
    get async { await worker.outcome }
  }

  /// How many items the newest page says that there are in all; nil where no page says so.
  public var total: Int? {
    get async { await worker.total }
  }

  private func join() -> (Int, Task<Page?, any Error>) {
    flight.withLock { flight in
      if var current = flight {
        current.waiting += 1
        flight = current
        return (current.number, current.task)
      }
      let number = flights.wrappingAdd(1, ordering: .relaxed).newValue
      let task = Task { [self] in
        defer { self.flight.withLock { if $0?.number == number { $0 = nil } } }
        return try await worker.page()
      }
      flight = Flight(number: number, task: task, waiting: 1)
      return (number, task)
    }
  }

  private func leave(_ number: Int) {
    flight.withLock { if $0?.number == number { $0?.waiting -= 1 } }
  }

  /// Ends a request for which nobody waits any more.
  private func abandon(_ number: Int) {
    let isLast = flight.withLock { flight in
      guard flight?.number == number else { return false }
      return (flight?.waiting ?? 0) <= 1
    }
    if isLast { cancelTransfer() }
  }

  // MARK: - AsyncSequence

  /// Gives one page after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let walker: PageWalker

    /// The next page, or nil at the walk's end.
    public mutating func next() async throws -> Page? {
      try await walker.nextPage()
    }
  }

  /// Creates an iterator that goes on where the walk stands.
  public func makeAsyncIterator() -> Iterator {
    Iterator(walker: self)
  }
}

/// Holds the engine, on a thread of its own.
private actor Worker {
  private let executor = ThreadExecutor()
  private let plan: WalkPlan
  private let origins: OriginPolicy
  private let rule: Deduplicator.Rule?
  private let client: HTTPClient
  private var engine: WalkEngine?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(
    _ plan: WalkPlan, _ transport: any Transport & Sendable, _ options: RequestOptions,
    _ origins: OriginPolicy, _ rule: Deduplicator.Rule?
  ) {
    self.plan = plan
    self.origins = origins
    self.rule = rule
    client = HTTPClient(transport: transport, options: options, origins: origins)
  }

  var outcome: Outcome? { engine?.outcome }
  var total: Int? { engine?.progress.total }

  func retry() {
    engine?.retry()
  }

  func page() throws -> Page? {
    let engine =
      try engine
      ?? WalkEngine(
        plan: plan, client: client, origins: origins, deduplicating: rule)
    self.engine = engine
    do {
      guard var page = try engine.page(meanwhile: {}) else { return nil }
      engine.choose(&page)
      return page
    } catch let error as WalkError where error.code == .cancelled {
      throw CancellationError()
    }
  }
}
