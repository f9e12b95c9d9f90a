// SPDX-License-Identifier: Apache-2.0

/// The choice among the ways that page one offers, with what the page says about more.
struct DetectionChoice {
  let ways: DetectionWays
  let signs: DetectionSigns
  let request: DetectionRequest
  let page: DetectionPage

  /// Puts the choice into a plan, and says why into the findings.
  func apply(to plan: inout WalkPlan, _ findings: inout Detection.Findings) {
    guard let way else {
      plan.way = .single
      plan.detected.deadEnd = deadEnd
      findings.doubts = promises + (promises.isEmpty ? doubts : [])
      findings.otherWays = ways.ended.map { $0.finding }
      return
    }
    plan.way = way.way
    plan.detected.way = true
    switch way.way {
    case .pages(let rule) where rule.first != nil: plan.detected.position = try? Source(way.place)
    case .offsets(let rule) where rule.first != nil: plan.detected.position = try? Source(way.place)
    default: break
    }
    plan.stops.formUnion(way.stops)
    let isLast = ways.found.isEmpty && way.value.map { $0.isFalse() } ?? !isCounting(way)
    findings.way = way.finding
    findings.isLastPage = isLast
    findings.otherWays = (ways.found.dropFirst() + ways.ended + [ways.counting].compactMap { $0 })
      .filter { $0.words != way.words }.map(\.finding)
    if !way.stops.isEmpty { findings.more += ["--stop-on", "repeat"] }
    addFlags(to: &plan, &findings, way)
  }

  /// The best way; nil where there is none.
  private var way: DetectionWay? {
    if let way = ways.found.first { return way }
    guard let ended = ways.ended.first else { return ways.counting }
    // A server that says that there is no more is believed, unless it says the contrary too.
    if signs.flag?.saysMore == true { return ways.counting }
    if ways.endedByURL || !(totalIsMore || signs.promisedPages != nil) { return ended }
    return ways.counting
  }

  private func isCounting(_ way: DetectionWay) -> Bool {
    switch way.way {
    case .pages, .offsets: true
    case .cursors, .single, .detect: false
    }
  }

  /// Takes over what ends the walk by the server's own word.
  private func addFlags(
    to plan: inout WalkPlan, _ findings: inout Detection.Findings, _ way: DetectionWay
  ) {
    if plan.moreKey == nil, plan.endKey == nil {
      if let moreKey = way.moreKey {
        plan.moreKey = moreKey
        findings.more += ["--more-key", "\(moreKey)"]
      } else if let flag = signs.flag, trusts(flag, with: way) {
        if flag.isEnd { plan.endKey = flag.source } else { plan.moreKey = flag.source }
        findings.more += [flag.isEnd ? "--end-key" : "--more-key", "\(flag.source)"]
      }
    }
    if plan.pagesKey == nil, let pages = signs.pages ?? signs.promisedPages?.end,
      case .pages = way.way
    {
      plan.pagesKey = pages
      findings.more += ["--pages-key", "\(pages)"]
    }
  }

  /// Whether a flag goes with a way: on page one they say the same, or else the way is a token, which
  /// some servers hand out on the last page too.
  private func trusts(_ flag: DetectionSigns.Flag, with way: DetectionWay) -> Bool {
    if flag.saysMore { return true }
    guard case .cursors(let rules) = way.way, rules[0].place != .url else { return false }
    return !totalIsMore
  }

  // MARK: - No way on

  /// Whether the total is more than what came, on a page that is the first.
  private var totalIsMore: Bool {
    guard let total = signs.total, !beginsLater else { return false }
    return total.value > page.count
  }

  /// Whether the request itself begins behind the beginning.
  private var beginsLater: Bool {
    request.parameters.contains {
      ["cursor", "pagetoken", "marker", "nexttoken", "nextpagetoken"].contains($0.plain)
        && !["", "*", "0", "1"].contains($0.value)
    }
  }

  /// What the page says of more pages.
  private var promises: [String] {
    var promises: [String] = []
    if let flag = signs.flag, flag.saysMore { promises.append(flag.shown) }
    if totalIsMore, let total = signs.total {
      promises.append("'\(total.place)' is \(total.value), and \(page.count) came")
    } else if let pages = signs.promisedPages {
      promises.append("'\(pages.place)' is \(pages.value)")
    }
    return promises + ways.riddles.prefix(3)
  }

  private var deadEnd: String? {
    guard !promises.isEmpty else { return nil }
    return
      "Page 1 promises more (\(promises.joined(separator: "; "))), but no way to the next page "
      + "is found. Say the way ('--cursor-key', '--next-key', '--page-param', '--offset-param'), or "
      + "'--no-next' for this page alone."
  }

  /// What makes one page doubtful without saying that there is more.
  private var doubts: [String] {
    guard ways.ended.isEmpty else { return [] }
    var doubts: [String] = []
    if let asked = request.asked(for: page.count) {
      doubts.append("it holds just as many items as '\(asked)' asks for")
    } else if Self.usualSizes.contains(page.count) {
      doubts.append("\(page.count) items is a usual page size")
    }
    if let pages = signs.pageTotal {
      doubts.append("'\(pages.place)' is \(pages.value)")
    }
    if let begin = request.parameters.first(where: { DetectionNames.beginsPages($0.plain) }) {
      doubts.append("'\(begin.name)' in the request may say where a page begins")
    }
    if let hint = ways.hints.first {
      doubts.append("\(hint) may speak of the next page")
    }
    if let name = request.placeholder {
      doubts.append("'\(name)' in the URL was sent as it stands ('path:' fills it in)")
    }
    if let place = page.pageWithinItems {
      doubts.append("\(place) looks like the cursor of a page within the items")
    }
    return doubts
  }

  private static let usualSizes: Set = [10, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1000]
}

extension DetectionRequest {
  /// The parameter that asks for so many items a page: "limit=25".
  func asked(for count: Int) -> String? {
    guard count > 0 else { return nil }
    let parameter = parameters.first {
      DetectionNames.asksForCount($0.plain) && Int($0.value) == count
    }
    return parameter.map { "\($0.name)=\($0.value)" }
  }

  /// The first parameter that asks for a number of items a page.
  var pageSize: Parameter? {
    parameters.first { DetectionNames.asksForCount($0.plain) && $0.count != nil }
  }
}

extension DetectionWay {
  /// The way as it is shown.
  var finding: Detection.Findings.Finding {
    .init(place: place, reason: reason, value: value?.excerpt, words: words)
  }
}

extension Detection.Findings {
  /// Takes over what the items are.
  mutating func take(_ found: DetectionItems) {
    items = Finding(
      place: "\(found.key)", reason: found.reason, value: nil,
      words: ["--items-key", "\(found.key)"])
    otherItems = found.others.map {
      Finding(
        place: "\($0.key)", reason: $0.isAside ? "it stands beside the page" : "",
        value: $0.contents,
        words: ["--items-key", "\($0.key)"])
    }
  }

  /// Takes over what page one says about how much there is.
  mutating func take(_ signs: DetectionSigns, _ request: DetectionRequest, _ page: DetectionPage) {
    if let found = signs.total {
      total = Finding(
        place: found.place, reason: found.isLowerBound ? "at least" : "", value: "\(found.value)",
        words: found.source.map { ["--total-key", "\($0)"] } ?? [])
    }
    if let found = signs.flag {
      flag = Finding(
        place: "\(found.source)", reason: found.saysMore ? "there is more" : "there is no more",
        value: found.shown, words: [found.isEnd ? "--end-key" : "--more-key", "\(found.source)"])
    }
    askedFor = request.pageSize.map { "\($0.name)=\($0.value)" }
  }
}
