// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// What came in a run: of the walk under way, and of those before it where several URLs were given.
struct SummaryTally: Hashable, Sendable {
  /// Pages accepted.
  var pages = 0
  /// Items written.
  var items = 0
  /// Items as they came, duplicates included.
  var received = 0
  /// Items dropped as duplicates.
  var duplicates = 0
  /// Decoded bytes of the accepted pages.
  var bytes = 0
  /// How many items there are in all, as the server says; nil where it does not.
  var total: Int?

  /// The tally with a walk added to it.
  ///
  /// - Parameters:
  ///   - progress: how far the walk has come.
  ///   - cut: the page that was taken in part, where the progress waits for it once more.
  func adding(_ progress: WalkProgress, cut: Page?) -> SummaryTally {
    var sum = self
    sum.pages += progress.pages
    sum.items += progress.written
    sum.received += progress.received
    sum.duplicates += progress.duplicates
    sum.bytes += progress.bytes
    sum.total = progress.total.map { $0 + received }
    if progress.isCut, let cut {
      sum.pages += 1
      sum.received += progress.skip
      sum.bytes += cut.byteCount
    }
    return sum
  }
}
