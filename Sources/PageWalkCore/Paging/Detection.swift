// SPDX-License-Identifier: Apache-2.0

/// What page one shows of a walk that the user left open: where its items are, and how to get to the
/// next page.
///
/// Detection is a pure function of the first request and its response. What it finds is an ordinary
/// plan, said in options, which holds for the whole walk. It never guesses in silence: what it takes
/// is said once, and a plan that it made fails where it turns out wrong (``WalkPlan/Detected``).
package struct Detection: Sendable {
  /// The plan, with all that was left open filled in.
  package let plan: WalkPlan

  /// What was found, and why.
  package let findings: Findings

  /// What is beside the items that were detected; nil where the user named them.
  package internal(set) var surroundings: Surroundings?

  /// What was found, for people.
  package struct Findings: Sendable {
    /// Something that was taken, or could have been.
    package struct Finding: Sendable {
      /// Where it stands: a key, a parameter, "the Link header".
      package var place: String
      /// Why it is taken to be that, as the end of a sentence.
      package var reason: String
      /// What page one has there, in short; nil where there is nothing to show.
      package var value: String?
      /// The options that say so.
      package var words: [String]
    }

    /// The items; nil where the user said where they are.
    package var items: Finding?
    /// How many items page one holds.
    package var count = 0
    /// The first item, in short.
    package var firstItem: String?
    /// Where the items' own objects are, where each is wrapped in one that is taken for the item.
    package var wrapped: Finding?
    /// Other arrays that could be the items.
    package var otherItems: [Finding] = []
    /// The way to the next page; nil where the user said it, or where there is none.
    package var way: Finding?
    /// Whether page one is the last one by its own word: its next URL is null.
    package var isLastPage = false
    /// Other ways to the next page.
    package var otherWays: [Finding] = []
    /// The number of items in all.
    package var total: Finding?
    /// Whether there is more, as a flag of the page says.
    package var flag: Finding?
    /// How many items the request asks for, as it says: "limit=25".
    package var askedFor: String?
    /// What gives reason to think that there is more, though no way to it was found.
    package var doubts: [String] = []
    /// Options that go with what was taken.
    package var more: [String] = []
    /// Whether the way to the next page was to be found.
    package var seeksWay = false
  }

  /// Detects what a plan leaves open: its items where it has no key for them, its way where that is
  /// `detect`.
  ///
  /// - Parameters:
  ///   - plan: what the user said.
  ///   - request: the request that page one answers.
  ///   - response: the head of page one.
  ///   - document: page one.
  /// - Throws: a ``WalkError`` where the items can't be told, or where the page is an error.
  /// - Complexity: O(*n*) in the members of the page that are outside its items.
  package init(
    plan: WalkPlan, request: HTTPRequest, response: HTTPResponse, document: JSONDocument
  ) throws(WalkError) {
    var resolved = plan
    var findings = Findings()
    let detectsItems = plan.itemsKeys.isEmpty
    findings.seeksWay = plan.way == .detect
    if detectsItems, response.status == 204 {
      // A page without a body has no items, wherever they would be, and nothing behind it.
      resolved.itemsKeys = [DetectionOutline.path([])]
      if findings.seeksWay { resolved.way = .single }
      self.plan = resolved
      self.findings = findings
      return
    }

    let page: DetectionPage
    if detectsItems {
      if let error = ErrorMember.all(of: document).first(where: \.isError) { throw error.failure }
      let outline = DetectionOutline(document)
      let items = try DetectionItems.find(outline)
      resolved.itemsKeys = [items.key]
      resolved.detected.items = true
      findings.take(items)
      surroundings = Surroundings(outline, items)
      page = DetectionPage(outline: outline, items)
      findings.wrapped = page.wrapped.map {
        .init(
          place: "\($0)", reason: "the items are wrapped; this takes what is in them",
          words: ["--items-key", "\($0)"])
      }
    } else {
      page = DetectionPage(document: document, keys: plan.itemsKeys)
    }
    if detectsItems, plan.okKey == nil, plan.errorKey == nil, let key = Self.okKey(of: document) {
      resolved.okKey = key
      findings.more += ["--ok-key", "\(key)"]
    }
    findings.count = page.count
    findings.firstItem = page.firstItem

    if plan.way != .single {
      let signs = DetectionSigns(
        page.outline, response, items: page.anchor, itemsName: page.name, count: page.count)
      let asked = DetectionRequest(request)
      findings.take(signs, asked, page)
      if plan.totalKey == nil, let total = signs.total, !total.isLowerBound {
        resolved.detected.total = total.source
      }
      if findings.seeksWay {
        let ways = DetectionWays(
          page.outline, request: asked, response: response, items: page.anchor,
          itemsArray: page.array, signs: signs, count: page.count)
        DetectionChoice(ways: ways, signs: signs, request: asked, page: page)
          .apply(to: &resolved, &findings)
      }
      if resolved.pagesKey == nil, let pages = signs.promisedPages,
        !findings.seeksWay || !resolved.isCounted
      {
        resolved.detected.pages = try? Source(pages.place)
      }
    }
    self.plan = resolved
    self.findings = findings
  }

  /// A member of page one's root that says that all is well: a page that does not say so has failed.
  private static func okKey(of document: JSONDocument) -> Source? {
    guard document.kind(document.root) == .object else { return nil }
    return ["ok", "success"].lazy
      .filter { document.member($0, of: document.root).map { document.kind($0) } == .true }
      .compactMap { try? Source($0) }.first
  }
}

extension WalkPlan {
  /// What of a plan was detected on page one, and what goes with that.
  package struct Detected: Hashable, Sendable {
    /// Whether the items keys were detected: a page with an error in it then fails.
    package var items = false
    /// Whether the way was detected: a page two that is page one again then fails.
    package var way = false
    /// A total that was detected: the end is checked against it, but it never ends the walk.
    package var total: Source?
    /// A number of pages that was detected beside a way that does not count them: the end is checked
    /// against it too.
    package var pages: Source?
    /// Where a page answers its number or its offset, which was detected as the way: it has to be the one
    /// asked for.
    package var position: Source?
    /// Why there must be more pages, where no way to them was found; the walk fails behind page one.
    package var deadEnd: String?

    /// Nothing was detected.
    package init() {}
  }
}
