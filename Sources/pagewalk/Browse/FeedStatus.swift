// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// What the screen tells of a feed; everything but the items.
struct FeedStatus: Hashable, Sendable {
  typealias Phase = PageFeed<ListWalks.Item>.Phase
  typealias Footer = PageFeed<ListWalks.Item>.Footer

  var phase = Phase.loading
  var footer = Footer.idle
  /// The failure's sentence.
  var failure: String?
  var isLoading = false
  var isRefreshing = false
  var showsActivity = false
  /// How many items there are.
  var count = 0
  var total: Int?
  var pageCount = 0
}
