// SPDX-License-Identifier: Apache-2.0

/// Holds requests back so that no more than a number of them begin in a time (`--rate`). Without a
/// clock: whoever uses it says what time it is.
package struct RequestPace: Hashable, Sendable {
  /// Seconds from the beginning of a request to that of the next; nil: none are held back.
  package let interval: Double?

  private var last: ContinuousClock.Instant?

  /// Creates a pace.
  package init(interval: Double?) {
    self.interval = interval
  }

  /// How many seconds the next request has to wait; 0 where it may begin.
  package func wait(at now: ContinuousClock.Instant) -> Double {
    guard let interval, let last else { return 0 }
    let passed = now - last
    let seconds =
      Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18
    return max(interval - seconds, 0)
  }

  /// Takes note of the beginning of a request.
  package mutating func begin(at now: ContinuousClock.Instant) {
    last = now
  }
}
