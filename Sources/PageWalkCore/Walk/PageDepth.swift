// SPDX-License-Identifier: Apache-2.0

extension WalkPlan {
  /// In how many arrays and objects of a page a value may stand that the walk looks at: the items, and
  /// whatever a key selects. Below that a page need not be indexed. Where something is still to be
  /// detected, there is no bound.
  ///
  /// - Parameter rule: by what items are known again.
  /// - Complexity: O(*n*) in the number of keys.
  func pageDepth(deduplicatingBy rule: Deduplicator.Rule?) -> Int {
    if itemsKeys.isEmpty || way == .detect { return .max }
    // An array that a single key selects gives its elements, and entries are the members of those.
    let items = itemsKeys.reduce(0) { deepest, key in
      max(deepest, key.depth.adding(key.isSingular ? 1 : 0))
    }
    .adding(entries ? 1 : 0)
    let dedup =
      switch rule {
      case nil: 0
      case .whole: Int.max
      case .key(let key): items.adding(key.depth)
      }
    // An error is looked for in the members of the root.
    return sources.reduce(max(1, items, dedup)) { deepest, source in
      max(deepest, source.depth(below: items))
    }
  }
}

extension Source {
  /// How deep in a page the values stand that it reads.
  ///
  /// - Parameter items: how deep the items stand.
  fileprivate func depth(below items: Int) -> Int {
    locations.reduce(0) { deepest, location in
      switch location {
      case .body(let key), .pageOne(let key): max(deepest, key.depth)
      case .first(let key), .last(let key), .max(let key): max(deepest, items.adding(key.depth))
      case .header, .link: deepest
      }
    }
  }
}

extension Int {
  /// The sum of two depths, one of which may be without bound.
  fileprivate func adding(_ depth: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(depth)
    return overflow ? .max : sum
  }
}
