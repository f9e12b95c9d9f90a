// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

// What is said on the way.
extension WalkRun {
  private static let manyEmptyPages = 1000

  func tell(_ leg: WalkLeg) {
    if leg.engine.emptyPages == Self.manyEmptyPages {
      diagnostics.note(
        "\(Quantity.grouped(Self.manyEmptyPages)) pages in a row had no items. The walk goes on, "
          + "since each of them names a next page.")
    }
    if !leg.hasToldDetection, let detection = leg.engine.detection {
      leg.hasToldDetection = true
      for line in detection.lines { diagnostics.note(line) }
    }
    if leg.engine.doubts.repeatsPageOne, leg.engine.progress.pages == 2 {
      diagnostics.note(
        "Warning: Page 2 has the items of page one again. Where the server takes no notice of the "
          + "cursor, it goes elsewhere ('--cursor-param', '--cursor-to').")
    }
    for key in leg.engine.strays.dropFirst(leg.strays) {
      diagnostics.note(
        "Warning: '\(Printable.escaped("\(key)"))' has entries on page \(leg.engine.progress.pages), "
          + "but had none on page one, so they are not among the items. Where they are items, say "
          + "'--items-key' for each such array.")
    }
    leg.strays = leg.engine.strays.count
  }

  func log(
    _ page: Page?, _ number: Int, _ begin: ContinuousClock.Instant, _ leg: WalkLeg
  ) {
    guard settings.verbose, let page else { return }
    let next = leg.engine.outcome == nil ? "next \(leg.shownNext)" : "no next page"
    let size = page.byteCount == 1 ? "1 byte" : "\(page.byteCount) bytes"
    let items = page.count == 1 ? "1 item" : "\(page.count) items"
    diagnostics.note(
      "Page \(number): status \(page.response.status), \(items), \(size), "
        + "\(SummaryReport.thousandths((ContinuousClock.now - begin).seconds)) s, \(next)")
  }

  func log(_ error: WalkError, _ number: Int, _ begin: ContinuousClock.Instant) {
    guard settings.verbose else { return }
    let status = error.status.map { "status \($0)" } ?? "no status"
    diagnostics.note(
      "Page \(number): \(status), failed, "
        + "\(SummaryReport.thousandths((ContinuousClock.now - begin).seconds)) s")
  }
}
