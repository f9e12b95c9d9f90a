// SPDX-License-Identifier: Apache-2.0

/// The logic of a walk, without input or output: give it a page, it says what comes next.
///
/// A Walk holds no connection, no file and no clock. It knows what was asked and what came, decides
/// when the server's end is reached, and makes the next request. It is what the state file keeps.
package struct Walk: Sendable {
  /// What is done after a page: its items are written, and then this.
  package enum Step: Sendable {
    /// The next request is sent.
    case request(HTTPRequest)
    /// The walk has ended.
    case end(Outcome)
    /// The page was good, but there is no way on.
    case fail(WalkError)
  }

  /// What is done with a page that is good.
  package enum Verdict: Sendable {
    /// Its items are taken.
    case take
    /// It came before, and that is the end: its items are not written.
    case end(Outcome)
  }

  package private(set) var plan: WalkPlan

  /// All that changes in the course of the walk.
  package private(set) var progress: WalkProgress

  private let origins: OriginPolicy
  private var builder: RequestBuilder
  private let hash: SipHash
  private var sent: MarkSet

  /// Creates a walk at its beginning.
  ///
  /// - Parameter sent: an empty set.
  /// - Throws: a ``WalkError`` of code `usage` where the first request can't be made.
  package init(
    plan: WalkPlan, origins: OriginPolicy, hash: SipHash, sent: MarkSet = MarkSet(of: .request)
  ) throws(WalkError) {
    self.plan = plan
    self.origins = origins
    self.hash = hash
    self.sent = sent
    builder = RequestBuilder(plan: plan, origins: origins)
    progress = try WalkProgress(beginning: plan, builder)
    _ = self.sent.insert(mark(of: progress.request))
  }

  /// Creates a walk that goes on where another stopped.
  package init(
    plan: WalkPlan, origins: OriginPolicy, hash: SipHash, progress: WalkProgress, sent: MarkSet
  ) {
    self.plan = plan
    self.origins = origins
    self.hash = hash
    self.progress = progress
    self.sent = sent
    builder = RequestBuilder(plan: plan, origins: origins)
    // Where a limit ended the walk, the request behind it was not counted as sent.
    _ = self.sent.insert(mark(of: progress.request))
  }

  /// The request of the page that the walk waits for.
  package var request: HTTPRequest { progress.request }

  /// The marks of requests that were remembered since this was last asked.
  mutating func takeNewMarks() -> [SipHash.Mark] {
    sent.takeNew()
  }

  /// The limit that is met already, so that no page need be asked for.
  func limitMet() -> Outcome? {
    guard case .end(let outcome)? = limit(written: progress.written) else { return nil }
    return outcome
  }

  /// Takes over what was detected on page one, before the page is read.
  package mutating func adopt(_ plan: WalkPlan) {
    let hadWay = self.plan.way != .detect
    self.plan = plan
    builder = RequestBuilder(plan: plan, origins: origins)
    if !hadWay { progress.adopt(plan, builder) }
  }

  // MARK: - A page

  /// Says whether a page is good.
  ///
  /// - Throws: a ``WalkError`` where the page has failed; the walk then still waits for it.
  package func judge(_ page: Page) throws(WalkError) -> Verdict {
    guard !page.signs.lacksItems || mayLackItems(page) else { throw missingItems(page) }
    guard let repetition = repetition(page) else { return .take }
    // Some servers give their last page for all that are behind it.
    if plan.detected.way, hasAll {
      return .end(.complete(reason: "\(repetition.reason), behind all items"))
    }
    switch plan.onRepeat {
    case .allow:
      return .take
    case .end:
      return .end(.complete(reason: repetition.reason))
    case .fail:
      throw WalkError(.repeated, repetition.sentence)
    }
  }

  /// Goes past a page that is good, and says what comes next.
  ///
  /// - Parameters:
  ///   - page: the page, judged.
  ///   - rest: the first item that is left over by a limit; nil where all items are taken.
  ///   - written: how many items are written in all, this page's included; nil where no limit hangs
  ///     on it.
  package mutating func advance(past page: Page, leaving rest: Int?, written: Int?) -> Step {
    if let rest, let limit = plan.maxItems {
      progress.skip = rest
      progress.isCut = true
      return .end(.limited(reason: "\(limit) items, as asked for"))
    }
    let before = progress
    progress.count(page)
    let contradiction = contradiction(page)
    let end = contradiction == nil ? endSign(page) : nil
    if let end { return .end(.complete(reason: end)) }
    let limit = limit(written: written)
    if let contradiction {
      stay(at: page, before)
      return limit ?? .fail(contradiction)
    }
    do {
      try progress.advance(plan, builder, page)
    } catch {
      stay(at: page, before)
      return limit ?? .fail(error)
    }
    if let limit { return limit }
    return guarded(page, before)
  }

  /// Waits for a page once more whose items have been taken, since there is no way on behind it yet.
  private mutating func stay(at page: Page, _ before: WalkProgress) {
    let (total, pagesInAll) = (progress.total, progress.pagesInAll)
    progress = before
    progress.total = total
    progress.pagesInAll = pagesInAll
    progress.skip = page.count
    progress.isCut = true
  }

  /// Whether a status that is no page ends the walk.
  package func ends(at status: Int) -> Bool {
    plan.stops.contains(.status(status))
  }

  /// Counts items as written or as duplicates.
  package mutating func countWritten(_ items: Int, duplicates: Int) {
    progress.written += items
    progress.duplicates += duplicates
  }

  /// The request that `progress` holds, if it was not sent before.
  private mutating func guarded(_ page: Page, _ before: WalkProgress) -> Step {
    guard sent.insert(mark(of: progress.request)) || plan.onRepeat == .allow else {
      let request = progress.request
      if plan.onRepeat == .end {
        return .end(.complete(reason: "the next request was sent already"))
      }
      stay(at: page, before)
      // A server that does not know the parameter gives page one again, with the same cursor.
      let isUnheard = page.number == 2 && !plan.isCounted && !plan.detected.way
      return .fail(
        WalkError(
          .repeated,
          "The next request was sent already, so the walk would go round: \(request.method) "
            + "'\(plan.shown(request.url))'. Where that is the end, say '--on-repeat end'"
            + (isUnheard
              ? "; where the server takes no notice of the cursor, it goes elsewhere "
                + "('--cursor-param', '--cursor-to')." : "."),
          page: page.number, isOfPage: false))
    }
    return .request(progress.request)
  }

  // MARK: - The end

  /// The sign that the server's end is reached, in words; nil where there is none.
  private func endSign(_ page: Page) -> String? {
    let signs = page.signs
    if let key = plan.moreKey, signs.more?.isFalse() ?? true { return "'\(key)' is false" }
    if let key = plan.endKey, let end = signs.end, !end.isFalse() {
      return "'\(key)' is \(end.excerpt)"
    }
    if page.count == 0 {
      if plan.isCounted || plan.stops.contains(.empty) { return "a page without items" }
      // Some servers name a next page for ever.
      if plan.detected.way, progress.received == progress.total {
        return "a page without items, behind all \(progress.received) of them"
      }
    }
    if plan.stops.contains(.short), let size = plan.pageSize ?? progress.firstPageCount,
      page.count < size
    {
      return "a page of \(page.count) items, fewer than \(size)"
    }
    switch plan.way {
    case .single, .detect:
      return "a single page"
    case .cursors(let rules):
      let pairs = zip(rules, signs.cursors)
      if pairs.allSatisfy({ $1?.isFalse(zeroCounts: $0.source.isOfItems) ?? true }) {
        return rules.count == 1 ? "no '\(rules[0].source)'" : "no next cursor"
      }
      if plan.stops.contains(.repeatedCursor), progress.cursors == signs.cursors {
        return "the cursor just sent came back"
      }
      return nil
    case .pages, .offsets:
      if let total = progress.total, plan.totalKey != nil, progress.received >= total {
        return "\(progress.received) items of \(total) came"
      }
      if plan.pagesKey != nil, let pages = progress.pagesInAll, progress.pagePosition >= pages {
        return "\(progress.pagePosition) pages of \(pages) came"
      }
      return nil
    }
  }

  /// Whether as many items have come as the server says that there are, more than none.
  private var hasAll: Bool {
    progress.total.map { $0 > 0 && progress.received >= $0 } ?? false
  }

  /// A page that promises more and holds no cursor.
  private func contradiction(_ page: Page) -> WalkError? {
    if let deadEnd = plan.detected.deadEnd {
      return WalkError(.noWayOn, deadEnd, page: page.number, isOfPage: false)
    }
    guard case .cursors(let rules) = plan.way, let key = plan.moreKey,
      let more = page.signs.more, !more.isFalse(),
      zip(rules, page.signs.cursors).allSatisfy({
        $1?.isFalse(zeroCounts: $0.source.isOfItems) ?? true
      })
    else { return nil }
    if plan.stops.contains(.empty) && page.count == 0 { return nil }
    return WalkError(
      .noWayOn,
      "Page \(page.number) promises more ('\(key)' is \(more.excerpt)), but its next cursor "
        + "('\(rules[0].source)') is missing.",
      page: page.number, isOfPage: false)
  }

  private func limit(written: Int?) -> Step? {
    if let limit = plan.maxItems, let written, written >= limit {
      return .end(.limited(reason: "\(limit) items, as asked for"))
    }
    if let limit = plan.maxPages, progress.pages >= limit {
      return .end(.limited(reason: "\(limit) pages, as asked for"))
    }
    return nil
  }

  // MARK: - Failed pages

  /// Whether a page may come without items: page two or later, the last, and no error in it.
  private func mayLackItems(_ page: Page) -> Bool {
    guard progress.pages > 0, page.signs.errorMembers.isEmpty else { return false }
    let signs = page.signs
    if let end = signs.end, !end.isFalse() { return true }
    switch plan.way {
    case .single, .detect: return false
    case .cursors(let rules):
      if let more = signs.more, plan.moreKey != nil, !more.isFalse() { return false }
      return zip(rules, signs.cursors).allSatisfy {
        $1?.isFalse(zeroCounts: $0.source.isOfItems) ?? true
      }
    case .pages, .offsets:
      if plan.moreKey != nil { return signs.more?.isFalse() ?? true }
      if plan.totalKey ?? plan.detected.total != nil,
        let total = signs.total?.count ?? progress.total
      {
        return progress.received >= total
      }
      if plan.pagesKey != nil, let pages = signs.pages?.count ?? progress.pagesInAll {
        return progress.pagePosition + 1 >= pages
      }
      return false
    }
  }

  private func missingItems(_ page: Page) -> WalkError {
    let keys = plan.itemsKeys.map { "'\($0)'" }.joined(separator: " or ")
    return WalkError(.missingItems, "the page has no \(keys)\(Self.instead(page.document))")
  }

  /// What a page has at its root instead of the items key, as the end of a sentence.
  private static func instead(_ document: JSONDocument) -> String {
    guard document.kind(document.root) == .object else {
      return ", since it is \(document.kind(document.root).phrase)"
    }
    let names = document.members(of: document.root).map { document.string($0.key) }
    guard !names.isEmpty else { return ", since it is an empty object" }
    let shown = names.prefix(8).map { "'\(Printable.escaped($0.prefix(40)))'" }
    return ", only " + shown.joined(separator: ", ") + (names.count > 8 ? " …" : "")
  }

  /// How a page is seen to be one that came before: as a failure, and as the walk's end; nil where it
  /// is not.
  private func repetition(_ page: Page) -> (sentence: String, reason: String)? {
    guard progress.pages > 0, page.count > 0 else { return nil }
    if plan.isCounted || (plan.detected.way && progress.pages == 1),
      page.signs.itemsMark == progress.itemsMark
    {
      return (
        "the items are those of the page before, so the server repeats itself",
        "the page before came again"
      )
    }
    if plan.isCounted, page.signs.itemsMark == progress.firstItemsMark {
      return (
        "the items are those of the walk's first page, so the server begins again; where that is "
          + "the end, say '--on-repeat end'",
        "the first page came again"
      )
    }
    // Items with a time or a signature in them differ each time.
    if let source = plan.detected.position, let asked = progress.pageNumber ?? progress.offset,
      let answered = page.signs.position?.count, answered < asked
    {
      let (what, option) =
        progress.pageNumber != nil ? ("page", "--page-param") : ("offset", "--offset-param")
      return (
        "\(what) \(asked) was asked for, and '\(source)' says that it is \(what) \(answered), so "
          + "that the number has to go elsewhere ('\(option)')",
        "an earlier page came again"
      )
    }
    return nil
  }

  private func mark(of request: HTTPRequest) -> SipHash.Mark {
    var bytes: [UInt8] = []
    func add(_ part: some Sequence<UInt8>) {
      bytes += part
      bytes.append(0xFF)
    }
    add(request.method.utf8)
    add(request.url.utf8)
    for field in request.headers.fields {
      add(field.name.utf8)
      add(field.value.utf8)
    }
    add(request.body ?? [])
    return hash.mark(of: bytes)
  }
}
