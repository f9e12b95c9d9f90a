// SPDX-License-Identifier: Apache-2.0

/// What changes in the course of a walk: the request that is waited for, and what came so far.
package struct WalkProgress: Hashable, Sendable {
  /// The request of the page that the walk waits for.
  package var request: HTTPRequest

  /// The values to begin that page at (`--start-at`), in the order of the cursors; nil for one that
  /// has the first request's value. Empty at the beginning.
  package var startAt: [Cursor?] = []

  /// The cursors that were put into `request`.
  package var cursors: [Cursor?] = []
  /// The page number in `request`, in a walk that counts pages.
  package var pageNumber: Int?
  /// The offset in `request`, in a walk that counts items.
  package var offset: Int?

  /// How many items of that page are skipped: those that were taken already.
  package var skip = 0
  /// Whether a limit cut the newest page, so that it is waited for once more.
  package var isCut = false

  /// Pages accepted.
  package var pages = 0
  /// Items as they came, duplicates and skipped ones included.
  package var received = 0
  /// Items written.
  package var written = 0
  /// Items dropped as duplicates.
  package var duplicates = 0
  /// Decoded bytes of the accepted pages.
  package var bytes = 0

  /// The newest total that a page stated.
  package var total: Int?
  /// The newest number of pages that a page stated.
  package var pagesInAll: Int?
  /// How many items page one held.
  package var firstPageCount: Int?
  /// The page number at which the walk began.
  package var firstPageNumber: Int?
  /// The offset at which the walk began.
  package var firstOffset: Int?
  /// The mark of the newest page's items, in a walk that counts.
  package var itemsMark: SipHash.Mark?
  /// The same of page one's.
  package var firstItemsMark: SipHash.Mark?

  /// No more than a request.
  init(waitingFor request: HTTPRequest) {
    self.request = request
  }

  /// The beginning of a walk.
  init(beginning plan: WalkPlan, _ builder: RequestBuilder) throws(WalkError) {
    request = plan.request
    skip = plan.skipItems
    let start = plan.startAt.map { Cursor(typed: $0) }
    switch plan.way {
    case .cursors(let rules):
      guard start.count <= rules.count else { throw Self.tooManyStarts(plan, rules.count) }
      startAt = start.map { $0.text.isEmpty ? nil : $0 }
      cursors = startAt + Array(repeating: nil, count: rules.count - start.count)
      request = try builder.first(
        zip(rules, cursors).compactMap { rule, cursor in
          cursor.map { .init(place: rule.place, value: $0) }
        })
    case .pages(let rule):
      let number =
        try Self.number(plan) ?? rule.first ?? builder.number(at: rule.place, in: request) ?? 1
      pageNumber = number
      firstPageNumber = number
      startAt = start
      request = try builder.first([builder.placement(number, at: rule.place)])
    case .offsets(let rule):
      let number =
        try Self.number(plan) ?? rule.first ?? builder.number(at: rule.place, in: request) ?? 0
      offset = number
      firstOffset = number
      startAt = start
      request = try builder.first([builder.placement(number, at: rule.place)])
    case .single, .detect:
      guard start.count <= 1 else { throw Self.tooManyStarts(plan, 1) }
      startAt = start
      request = try builder.first(start.map { .init(place: .url, value: $0) })
    }
  }

  /// Takes over the way that was detected on page one: what page one was asked with is read out of
  /// its request.
  mutating func adopt(_ plan: WalkPlan, _ builder: RequestBuilder) {
    switch plan.way {
    case .pages(let rule):
      let number = rule.first ?? builder.number(at: rule.place, in: request) ?? 1
      pageNumber = number
      firstPageNumber = number
    case .offsets(let rule):
      let number = rule.first ?? builder.number(at: rule.place, in: request) ?? 0
      offset = number
      firstOffset = number
    case .cursors(let rules):
      cursors = Array(repeating: nil, count: rules.count)
    case .single, .detect:
      break
    }
  }

  /// Where the walk stands among the pages in all: pages that came, or the number of the newest page
  /// where the walk began behind the first one.
  package var pagePosition: Int {
    guard let first = firstPageNumber, first > 1, let pageNumber else { return pages }
    return pageNumber
  }

  /// Counts a page that was accepted.
  mutating func count(_ page: Page) {
    pages += 1
    skip = 0
    isCut = false
    received += page.count
    bytes += page.byteCount
    if firstPageCount == nil { firstPageCount = page.count }
    if let count = page.signs.total?.count { total = count }
    if let count = page.signs.pages?.count { pagesInAll = count }
    itemsMark = page.signs.itemsMark
    if pages == 1 { firstItemsMark = itemsMark }
  }

  /// Makes the request of the page after an accepted one.
  mutating func advance(
    _ plan: WalkPlan, _ builder: RequestBuilder, _ page: Page
  ) throws(WalkError) {
    let placements: [RequestBuilder.Placement]
    switch plan.way {
    case .single, .detect:
      return
    case .cursors(let rules):
      cursors = page.signs.cursors
      let sent = zip(rules, cursors).map { rule, cursor in
        cursor.flatMap { $0.isFalse(zeroCounts: rule.source.isOfItems) ? nil : $0 }
      }
      placements = zip(rules, sent).compactMap { rule, cursor in
        cursor.map { .init(place: rule.place, value: $0) }
      }
      startAt = sent
    case .pages(let rule):
      let (number, overflow) = (pageNumber ?? 1).addingReportingOverflow(rule.step)
      guard !overflow else { throw Self.tooLarge("page number") }
      pageNumber = number
      startAt = [Cursor(number)]
      placements = [builder.placement(number, at: rule.place)]
    case .offsets(let rule):
      let step = rule.stepsByLimit ? plan.pageSize ?? page.count : page.count
      let (number, overflow) = (offset ?? 0).addingReportingOverflow(step)
      guard !overflow else { throw Self.tooLarge("offset") }
      offset = number
      startAt = [Cursor(number)]
      placements = [builder.placement(number, at: rule.place)]
    }
    let base: String? =
      switch plan.nextBase {
      case .url(let url): url
      case .source: page.signs.nextBase?.text
      case nil: nil
      }
    request = try builder.next(placements, pageURL: page.response.url, base: base)
    if case .cursors(let rules) = plan.way {
      // A next URL may be relative to the page it came from; to begin there, it has to be whole.
      for (index, rule) in rules.enumerated() where rule.place == .url && startAt[index] != nil {
        startAt[index] = Cursor(request.url)
      }
    }
  }

  private static func number(_ plan: WalkPlan) throws(WalkError) -> Int? {
    guard let text = plan.startAt.first else { return nil }
    guard plan.startAt.count == 1 else { throw tooManyStarts(plan, 1) }
    guard let number = Int(text) else {
      throw WalkError(
        .usage, "'--start-at' takes a whole number in this walk, not '\(text)'.", isOfPage: false)
    }
    return number
  }

  private static func tooManyStarts(_ plan: WalkPlan, _ count: Int) -> WalkError {
    WalkError(
      .usage,
      "'--start-at' is given \(plan.startAt.count) times, but the walk has \(count) "
        + "\(count == 1 ? "cursor" : "cursors").", isOfPage: false)
  }

  private static func tooLarge(_ what: String) -> WalkError {
    WalkError(.unusableCursor, "The next \(what) is too large for a number.", isOfPage: false)
  }
}
