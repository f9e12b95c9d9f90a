// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// The pages of a real walk, at the pace and with the retries that the options allow.
actor WalkerPages: BrowsePages {
  private let walker: PageWalker
  private let policy: RetryPolicy
  private var pace: RequestPace
  private var random = SystemRandomNumberGenerator()

  /// Takes the pages of a walker, which nobody else asks.
  init(_ walker: PageWalker, retry: Settings.RetrySettings) {
    self.walker = walker
    policy = RetryPolicy(retry)
    pace = RequestPace(interval: retry.pace)
  }

  func nextPage() async throws -> BrowsePage? {
    let begun = ContinuousClock.now
    var retries = 0
    while true {
      do {
        return try await request()
      } catch let error as WalkError {
        let elapsed = (ContinuousClock.now - begun).seconds
        guard
          case .retry(let seconds) = policy.verdict(
            on: error, used: retries, elapsed: elapsed, using: &random)
        else { throw error }
        try await Task.sleep(for: .seconds(seconds))
        retries += 1
      }
    }
  }

  private func request() async throws -> BrowsePage? {
    // Being asked again is the word that a failed page may be asked for again.
    await walker.retry()
    if await walker.outcome == nil {
      try await Task.sleep(for: .seconds(pace.wait(at: .now)))
      pace.begin(at: .now)
    }
    guard let page = try await walker.nextPage() else { return nil }
    var taken = BrowsePage(total: await walker.total)
    page.forEachItem { taken.append($0) }
    switch await walker.outcome {
    case .complete: taken.isLast = true
    case .limited(let reason):
      taken.isLast = true
      taken.ending = "Here it ends: \(reason)."
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
