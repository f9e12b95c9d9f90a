// SPDX-License-Identifier: Apache-2.0

/// Drives a ``Walk`` with an ``HTTPClient``: one request at a time, on the calling thread.
///
/// The engine never goes on by itself. After a failure it throws the same error for as long as it is
/// asked, until ``retry()`` says that the page may be asked for again.
package final class WalkEngine {
  private let client: HTTPClient
  private let origins: OriginPolicy
  private let hash: SipHash
  private var walk: Walk
  private var reader: PageReader
  private var deduplicator: Deduplicator?
  private var next: Next
  private var spare: JSONDocument?

  /// Whether pages are looked into when the walk is done with them. If not, they are indexed only as
  /// deep as the walk itself has to look, and their items can be written and nothing else.
  package var looksIntoItems = true

  private enum Next {
    case request(HTTPRequest)
    case end(Outcome)
    /// The way on could not be found; nothing can be retried.
    case stuck(WalkError)
    /// The page failed; it is asked for again when someone says so.
    case failed(WalkError)
  }

  /// What detection took the items and the next page to be; nil where nothing was to detect, or
  /// before page one.
  package private(set) var detection: Detection?

  /// Arrays beside the detected items that had something in them on a later page for the first time:
  /// they may be items that are left out.
  package private(set) var strays: [Key] = []

  /// How many invalid byte sequences were replaced.
  package private(set) var replacements = 0

  /// Whether items were to be known again and none could be: none has a value at the key.
  package var knowsNoItem: Bool { walk.progress.written > 0 && deduplicator?.isEmpty == true }

  /// Those of several items keys at which nothing stood so far, of the keys that name one place.
  package var silentItemsKeys: [Key] { plan.itemsKeys.count > 1 ? reader.silentItemsKeys : [] }

  /// What makes pages doubtful that were taken.
  package private(set) var doubts = PageDoubts()

  /// How many pages in a row had no items, up to now.
  package private(set) var emptyPages = 0

  /// Creates an engine at the beginning of a walk.
  ///
  /// - Parameter keepsMarks: whether ``takeMemory()`` will be asked for.
  /// - Throws: a ``WalkError`` of code `usage` where the first request can't be made.
  package init(
    plan: WalkPlan, client: HTTPClient, origins: OriginPolicy,
    deduplicating rule: Deduplicator.Rule?, keepsMarks: Bool = false
  ) throws(WalkError) {
    let hash = SipHash.random()
    self.client = client
    self.origins = origins
    self.hash = hash
    walk = try Walk(
      plan: plan, origins: origins, hash: hash,
      sent: MarkSet(of: .request, remembersNew: keepsMarks))
    reader = PageReader(plan: plan, hash: hash)
    deduplicator = rule.map {
      Deduplicator($0, hash: hash, seen: MarkSet(of: .item, remembersNew: keepsMarks))
    }
    next = .request(walk.request)
  }

  /// Creates an engine that goes on where another one stopped.
  ///
  /// - Parameters:
  ///   - memory: what the other engine remembered.
  ///   - sent: the marks of the requests that it sent.
  ///   - seen: the marks of the items that came.
  package init(
    resuming memory: Memory, sent: MarkSet, seen: MarkSet, client: HTTPClient,
    origins: OriginPolicy, deduplicating rule: Deduplicator.Rule?
  ) {
    self.client = client
    self.origins = origins
    hash = memory.hash
    walk = Walk(
      plan: memory.plan, origins: origins, hash: memory.hash, progress: memory.progress, sent: sent)
    reader = PageReader(plan: memory.plan, hash: memory.hash)
    reader.memory = memory.reader
    deduplicator = rule.map { Deduplicator($0, hash: memory.hash, seen: seen) }
    replacements = memory.replacements
    let outcome = memory.ended.map { Outcome.complete(reason: $0) } ?? walk.limitMet()
    next = outcome.map { .end($0) } ?? .request(walk.request)
  }

  /// All that an engine has to remember to go on, but for its marks.
  package struct Memory: Hashable, Sendable {
    /// The plan, with what was detected.
    package var plan: WalkPlan
    package var progress: WalkProgress
    package var hash: SipHash
    package var reader: PageReader.Memory
    package var replacements: Int
    /// By what sign the server's end was reached; nil while it was not.
    package var ended: String?
  }

  /// What has to be remembered now, and the marks that were added since this was last asked.
  ///
  /// It stands for the pages whose items were chosen, and is asked for between two pages.
  package func takeMemory() -> (Memory, newMarks: [SipHash.Mark]) {
    var ended: String?
    if case .end(.complete(let reason)) = next { ended = reason }
    let memory = Memory(
      plan: walk.plan, progress: walk.progress, hash: hash, reader: reader.memory,
      replacements: replacements, ended: ended)
    return (memory, walk.takeNewMarks() + (deduplicator?.takeNewMarks() ?? []))
  }

  /// The plan, with what was detected.
  package var plan: WalkPlan { walk.plan }

  /// How far the walk has come.
  package var progress: WalkProgress { walk.progress }

  /// How the walk ended; nil while it goes on.
  package var outcome: Outcome? {
    switch next {
    case .end(let outcome): outcome
    case .stuck(let error), .failed(let error): .failed(error)
    case .request: nil
    }
  }

  // MARK: - Going on

  /// Fetches the next page.
  ///
  /// - Parameter meanwhile: called once, whatever happens: while the answer is awaited, or at once
  ///   where nothing is asked for any more. The page before is written here.
  /// - Returns: the page, or nil at the walk's end.
  /// - Throws: a ``WalkError``; and whatever `meanwhile` throws, after which the page may be asked
  ///   for again.
  package func page(meanwhile: () throws -> Void) throws -> Page? {
    switch next {
    case .end:
      try meanwhile()
      return nil
    case .stuck(let error), .failed(let error):
      try meanwhile()
      throw error
    case .request(let request):
      var isDone = false
      func once() throws {
        guard !isDone else { return }
        isDone = true
        try meanwhile()
      }
      do {
        return try fetch(request, meanwhile: once)
      } catch let error as WalkError {
        if error.code != .cancelled { next = .failed(error) }
        try once()
        throw error
      }
    }
  }

  /// Lets the page that failed be asked for again.
  package func retry() {
    if case .failed = next { next = .request(walk.request) }
  }

  /// Ends the request under way, from any thread; ``page(meanwhile:)`` then throws `cancelled`.
  package func cancel() {
    client.cancel()
  }

  /// Chooses the items of a page that the walk takes, and counts them. Does nothing the second time.
  package func choose(_ page: inout Page) {
    guard page.kept == nil else { return }
    _ = choose(&page, limit: nil, skip: 0)
  }

  // MARK: - One page

  /// - Parameter meanwhile: does what it does the first time that it is called.
  private func fetch(_ request: HTTPRequest, meanwhile: () throws -> Void) throws -> Page? {
    let number = walk.progress.pages + 1
    let body = PageBody(
      plan: walk.plan, document: spare ?? JSONDocument(),
      indexedDepth: looksIntoItems
        ? .max : walk.plan.pageDepth(deduplicatingBy: deduplicator?.rule),
      wholeSize: isToDetect ? Self.largestOutline : -1)
    spare = nil
    let failure = PageFailure(plan: walk.plan, page: number, request: request)
    let response: HTTPResponse
    do {
      response = try client.send(request, to: body, meanwhile: meanwhile)
      // The page before belongs to the walk as it stands before this one is taken.
      try meanwhile()
      guard walk.plan.accepts(response.status) else {
        if walk.ends(at: response.status) {
          return end(.complete(reason: "status \(response.status)"))
        }
        throw failure.status(response, body)
      }
      if response.status != 204 || body.document.count > 0 {
        try body.finish()
      } else {
        try body.document.append(Array("null".utf8))
        try body.document.finish()
      }
    } catch let error as TransportError {
      throw failure.transport(error)
    } catch PageBody.Fault.scan(let error) {
      throw failure.scan(error, body)
    } catch let error as ScanError {
      throw failure.scan(error, body)
    }
    do {
      return try take(number, response, body.document)
    } catch let error as WalkError {
      throw failure.refusal(error, response, body)
    }
  }

  private func end(_ outcome: Outcome) -> Page? {
    next = .end(outcome)
    return nil
  }

  private func take(
    _ number: Int, _ response: HTTPResponse, _ document: JSONDocument
  ) throws -> Page? {
    if response.status != 204 { try detect(response, document) }
    var page = try reader.page(number, response, document)
    if case .end(let outcome) = try walk.judge(page) { return end(outcome) }
    strays += detection?.surroundings?.strays(in: document) ?? []
    replacements += document.replacements
    doubts.look(at: page, plan: walk.plan, before: walk.progress)
    emptyPages = page.count == 0 ? emptyPages + 1 : 0

    var rest: Int?
    let skip = walk.progress.skip
    if let limit = walk.plan.maxItems {
      rest = choose(&page, limit: limit - walk.progress.written, skip: skip)
    } else if skip > 0 || deduplicator == nil {
      rest = choose(&page, limit: nil, skip: skip)
    }
    let written = walk.plan.maxItems == nil ? nil : walk.progress.written
    switch walk.advance(past: page, leaving: rest, written: written) {
    case .request(let request): next = .request(request)
    case .end(let outcome): next = .end(outcome)
    case .fail(let error): next = .stuck(error)
    }
    return page
  }

  /// How many bytes page one may have to be indexed whole for what it says about how much there is.
  private static let largestOutline = 1 << 25

  /// Whether the page that is waited for has to say what the plan leaves open: the items, the way, or,
  /// on page one, how much there is.
  private var isToDetect: Bool {
    let plan = walk.plan
    if plan.itemsKeys.isEmpty || plan.way == .detect { return true }
    return walk.progress.pages == 0 && plan.way != .single && plan.totalKey == nil
  }

  /// Finds out on the first page with a body what the plan leaves open.
  private func detect(_ response: HTTPResponse, _ document: JSONDocument) throws(WalkError) {
    guard isToDetect, document.indexesWhole else { return }
    let detection = try Detection(
      plan: walk.plan, request: walk.request, response: response, document: document)
    self.detection = detection
    walk.adopt(detection.plan)
    reader = PageReader(plan: detection.plan, hash: hash)
  }

  /// Chooses the items that are taken; returns the first one that a limit leaves over.
  private func choose(_ page: inout Page, limit: Int?, skip: Int) -> Int? {
    let candidates = page.nodes.indices.dropFirst(skip)
    guard var deduplicator else {
      let taken = limit.map { candidates.prefix(max($0, 0)) } ?? candidates
      page.kept = taken.count == page.count ? page.nodes : Array(page.nodes[taken])
      walk.countWritten(taken.count, duplicates: 0)
      return taken.endIndex < page.count && taken.count < candidates.count ? taken.endIndex : nil
    }
    self.deduplicator = nil
    defer { self.deduplicator = deduplicator }
    var kept: [JSONDocument.Node] = []
    kept.reserveCapacity(candidates.count)
    var duplicates = 0
    var rest: Int?
    let marks = deduplicator.marks(of: page.nodes[candidates], in: page.itemsDocument)
    deduplicator.prepare(for: marks)
    for (index, mark) in zip(candidates, marks) {
      let node = page.nodes[index]
      if let limit, kept.count >= limit {
        guard let mark, deduplicator.contains(mark) else {
          rest = index
          break
        }
        duplicates += 1
      } else if let mark, !deduplicator.insert(mark) {
        duplicates += 1
      } else {
        kept.append(node)
      }
    }
    page.kept = kept
    walk.countWritten(kept.count, duplicates: duplicates)
    return rest
  }

  /// Gives back the memory of a page that is no longer needed.
  package func recycle(_ page: consuming Page) {
    spare = page.document
  }
}
