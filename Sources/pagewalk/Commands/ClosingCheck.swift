// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// Holds the server to its word at a complete end, and the user's keys to what came.
struct ClosingCheck {
  let plan: WalkPlan
  let progress: WalkProgress
  /// Whether keys are those of a preset, which names what some servers have.
  let hasPreset: Bool
  /// The page that ended the walk.
  let lastPage: Page?
  /// What makes pages doubtful that were taken.
  let doubts: PageDoubts
  /// The key of `--dedup-key` where no item has a value there.
  let unknownKey: Key?
  /// Those of several items keys at which no page had anything.
  let silentKeys: [Key]

  /// What speaks against the end, or against an option, but is no failure: a sentence each.
  var warnings: [String] {
    let onlyPage = progress.pages == 1 ? lastPage : nil
    let doubt = onlyPage.flatMap { CursorCheck(plan: plan, page: $0).doubt }
    return (hasPreset ? [] : missingKeys)
      + [noPage, strangeEnd, missingCursor, brokenPromise, unheeded, unknownItems, doubt]
      .compactMap { $0 }
  }

  /// What the server said and what came, where they differ; nil where they agree, where it said
  /// nothing, or where the walk did not begin at the beginning.
  var mismatch: String? { missingItems ?? missingPages }

  private var missingItems: String? {
    guard let total = progress.total, !beganElsewhere, progress.received != total else {
      return nil
    }
    let source = (plan.totalKey ?? plan.detected.total).map { " ('\($0)')" } ?? ""
    return "The server says that there are \(Quantity.plain(total, "item"))\(source), but "
      + "\(progress.received) came."
  }

  /// That fewer pages came than the server said, where it said how many; nil where it did not, or
  /// where a total says it better.
  private var missingPages: String? {
    guard progress.total == nil, let key = plan.pagesKey ?? plan.detected.pages,
      let pages = progress.pagesInAll, progress.pagePosition < pages,
      progress.firstPageNumber != nil || !beganElsewhere
    else { return nil }
    return "The server says that there are \(Quantity.plain(pages, "page")) ('\(key)'), but it "
      + "ended with page \(progress.pagePosition)."
  }

  /// Options that name what no page had.
  private var missingKeys: [String] {
    // No page fails for want of these.
    let isVague = plan.itemsOptional || plan.itemsKeys.contains(where: \.descends)
    var sentences = (isVague && progress.received == 0 ? plan.itemsKeys : silentKeys).map {
      "No page had anything at '\(Printable.escaped("\($0)"))' (--items-key)."
    }
    if progress.pages > 0, progress.total == nil, let key = plan.totalKey {
      sentences.append("No page had a whole number at '\(key)' (--total-key).")
    }
    if progress.pages > 0, progress.pagesInAll == nil, let key = plan.pagesKey {
      sentences.append("No page had a whole number at '\(key)' (--pages-key).")
    }
    return sentences
  }

  /// That the first request was answered by a status that is the end.
  private var noPage: String? {
    progress.pages == 0 ? "Not one page came, since the first request met the end." : nil
  }

  /// That what was taken for an end without items may be something else.
  private var strangeEnd: String? {
    doubts.oddEnd.map {
      "The last page has no items key and looks like no page before, so that it may be no end: \($0)."
    }
  }

  /// That a walk ended since the last item had nothing where the next cursor is read.
  private var missingCursor: String? {
    guard case .cursors(let rules) = plan.way, let page = lastPage, page.count > 0 else {
      return nil
    }
    return zip(rules, page.signs.cursors).first { rule, cursor in
      rule.source.isOfItems && (cursor.map { $0.kind == .null } ?? true)
    }
    .map { rule, _ in
      "The last page has items, but nothing at '\(rule.source)', which ended the walk."
    }
  }

  /// That an empty page, which ends a walk that counts, says that more come.
  private var brokenPromise: String? {
    guard plan.isCounted, let page = lastPage, page.count == 0 else { return nil }
    if let key = plan.moreKey, let more = page.signs.more, !more.isFalse() {
      return "The last page has no items, but says that there are more ('\(key)')."
    }
    if let key = plan.endKey, let end = page.signs.end, end.kind != .null, end.isFalse() {
      return "The last page has no items, but says that it is not the last ('\(key)')."
    }
    return nil
  }

  /// That a page was taken which tells of an error.
  private var unheeded: String? {
    // Where the items are errors, there is nothing to be said of them.
    guard let (page, member) = doubts.unheededError,
      !plan.itemsKeys.contains(where: { $0.steps?.first == .name(member.name) })
    else { return nil }
    return
      "Page \(page) tells of an error (\(member.words)). Say '--error-key \(member.name)' to have "
      + "such a page fail."
  }

  /// That no duplicate could be known.
  private var unknownItems: String? {
    unknownKey.map {
      "No item has a value at '\(Printable.escaped("\($0)"))' (--dedup-key), so that no duplicate "
        + "could be known."
    }
  }

  /// Whether the walk began behind the beginning: by `--start-at` or `--skip-items`, or by a page or
  /// an offset that the first request says.
  private var beganElsewhere: Bool {
    if !plan.startAt.isEmpty || plan.skipItems > 0 { return true }
    if let first = progress.firstPageNumber { return first > 1 }
    if let first = progress.firstOffset { return first > 1 }
    if case .cursors(let rules) = plan.way,
      rules.contains(where: { isSet($0.place) })
    {
      return true
    }
    return Self.positions.contains { name in
      (URLQuery.value(of: name, in: plan.request.url).flatMap { Int($0) } ?? 0) > 1
    }
  }

  /// Whether the first request has a value where a cursor goes, and not one that means the beginning.
  private func isSet(_ place: Place) -> Bool {
    guard case .query(let name) = place.kind,
      let value = URLQuery.value(of: name, in: plan.request.url)
    else { return false }
    return !["", "*", "0", "1"].contains(value)
  }

  /// Query parameters that mostly say where a page begins.
  private static let positions = [
    "page", "p", "pageNumber", "page_number", "pageNum", "pageNo", "page_no", "page[number]",
    "offset", "start", "startAt", "startIndex", "skip", "from", "$skip", "page[offset]", "startRow",
    "first_result", "sroffset",
  ]
}
