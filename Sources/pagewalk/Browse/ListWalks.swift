// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// The walks of a list, each with a store for its items: while a refresh is under way there are two.
@MainActor
final class ListWalks {
  /// An item of the feed: the walk that brought it, and its place among that walk's items.
  struct Item: Sendable {
    var walk: UInt32
    var index: UInt32
  }

  private var stores: [UInt32: ItemStore] = [:]
  private var count: UInt32 = 0
  private let nothing = ItemStore()

  /// Begins a walk that keeps its items in a new store.
  func begin(_ pages: any BrowsePages) -> PageFeed<Item>.NextPage {
    count += 1
    let (walk, store) = (count, ItemStore())
    stores[walk] = store
    return {
      guard let page = try await pages.nextPage() else { return nil }
      let items = store.append(page).map { Item(walk: walk, index: UInt32($0)) }
      return FeedPage(items: items, isLast: page.isLast, total: page.total)
    }
  }

  /// The store of the walk that brought an item; where there is no item, an empty one. Those of
  /// earlier walks are given up.
  func store(of item: Item?) -> ItemStore {
    guard let item, let store = stores[item.walk] else { return nothing }
    if stores.count > 1 { stores = stores.filter { $0.key >= item.walk } }
    return store
  }
}
