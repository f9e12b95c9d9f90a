// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// Looks at a walk that ended with page one by its own options: a misspelt key must not look like
/// a list of one page.
struct CursorCheck {
  let plan: WalkPlan
  let page: Page

  /// What speaks against the end, as a sentence; nil where nothing does.
  var doubt: String? {
    guard case .cursors(let rules) = plan.way, !plan.detected.way else { return nil }
    let signs = page.signs
    if signs.cursors.contains(where: { $0 != nil }) {
      guard let key = plan.moreKey, signs.more == nil else { return nil }
      return "Page one has nothing at '\(key)' (--more-key), which ended the walk."
    }
    // What would be found if nothing had been said?
    var open = plan
    open.way = .detect
    guard
      let detection = try? Detection(
        plan: open, request: plan.request, response: page.response,
        document: page.document.indexedWhole(page.document.root).document),
      !detection.findings.isLastPage
    else { return nil }
    let keys = rules.map { "'\(Printable.escaped("\($0.source)"))'" }.joined(separator: " or ")
    let nothing = "Page one has nothing at \(keys), which ended the walk"
    if let way = detection.findings.way {
      let words = Printable.escaped(ShellWords.joined(way.words))
      return "\(nothing), but there may be more: try \(words)."
    }
    // A page that may just be full is no reason to doubt; one that promises more is.
    guard detection.plan.detected.deadEnd != nil, let promise = detection.findings.doubts.first
    else { return nil }
    return "\(nothing), but \(promise)."
  }
}
