// SPDX-License-Identifier: Apache-2.0

/// The items that hold a text, found little by little, so that a key is never kept waiting.
struct ItemFilter: Sendable {
  /// What is looked for.
  let finder: TextFinder

  /// Whether only the hits are listed; else they are found by n and N alone.
  var isApplied = true

  /// The items that hold the text, in order.
  private(set) var hits: [UInt32] = []

  /// How many items have been looked at.
  private(set) var scanned = 0

  /// Creates a filter that has looked at nothing yet.
  init(_ finder: TextFinder) {
    self.finder = finder
  }

  /// The same for other items: one that has looked at nothing yet.
  var begunAnew: ItemFilter {
    var fresh = ItemFilter(finder)
    fresh.isApplied = isApplied
    return fresh
  }

  /// Looks at the next items, about a megabyte of them.
  ///
  /// - Parameters:
  ///   - store: where they are.
  ///   - count: how many of them count.
  /// - Complexity: O(*n*) in the bytes that are looked at.
  mutating func advance(in store: ItemStore, count: Int) {
    var budget = 1 << 20
    while scanned < count, budget > 0 {
      let (isHit, size) = unsafe store.withItem(scanned) { bytes in
        (unsafe finder.isFound(inItem: bytes), bytes.count)
      }
      if isHit { hits.append(UInt32(scanned)) }
      budget -= size + 64
      scanned += 1
    }
  }

  /// The position among the hits of the first one that is not before an item.
  ///
  /// - Complexity: O(log *n*) in the number of hits.
  func position(ofItem item: Int) -> Int {
    var (low, high) = (0, hits.count)
    while low < high {
      let middle = (low + high) / 2
      if hits[middle] < item { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
