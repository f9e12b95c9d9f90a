// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// The pages of a real walk.
struct WalkerPages: BrowsePages {
  private let walker: PageWalker

  /// Takes the pages of a walker, which nobody else asks.
  init(_ walker: PageWalker) {
    self.walker = walker
  }

  func nextPage() async throws -> BrowsePage? {
    // Being asked again is the word that a failed page may be asked for again.
    await walker.retry()
    guard let page = try await walker.nextPage() else { return nil }
    var taken = BrowsePage(total: await walker.total)
    page.forEachItem { taken.append($0) }
    switch await walker.outcome {
    case .complete: taken.isLast = true
    case .limited(let reason):
      taken.isLast = true
      taken.ending = "That is all that was asked for: \(reason)."
    default: break
    }
    return taken
  }
}

extension Page {
  /// Hands on each item that the walk takes, as JSON on one line.
  ///
  /// - Complexity: O(*n*) in the length of the items.
  fileprivate func forEachItem(_ body: ([UInt8]) -> Void) {
    var bytes: [UInt8] = []
    for node in kept ?? nodes {
      bytes.removeAll(keepingCapacity: true)
      itemsDocument.appendCompact(node, to: &bytes)
      body(bytes)
    }
  }
}
