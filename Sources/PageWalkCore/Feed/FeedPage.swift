// SPDX-License-Identifier: Apache-2.0

/// What a ``PageFeed`` takes from its walk at a time.
public struct FeedPage<Item: Sendable>: Sendable {
  /// The items of the page, in order.
  public var items: [Item]

  /// Whether the server said that nothing comes after this page. Where it is false at the last
  /// page, the feed asks once more and is told by nil.
  public var isLast: Bool

  /// How many items there are in all, where the server says so.
  public var total: Int?

  /// Creates a page.
  public init(items: [Item], isLast: Bool = false, total: Int? = nil) {
    self.items = items
    self.isLast = isLast
    self.total = total
  }
}
