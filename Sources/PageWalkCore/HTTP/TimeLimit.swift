// SPDX-License-Identifier: Apache-2.0

/// The time that one request may take. What the program does in between with another page is not
/// the server's fault and does not count.
struct TimeLimit {
  private let seconds: Double?
  private let clock = ContinuousClock()
  private var end: ContinuousClock.Instant

  /// Starts the time; nil is no limit.
  init(seconds: Double?) {
    self.seconds = seconds
    end = clock.now
    // A limit of centuries is none, and would not fit the clock.
    if let seconds { end = end.advanced(by: .seconds(min(max(seconds, 0), 1e9))) }
  }

  /// The limit in seconds, as a user would write it.
  var text: String {
    guard let seconds else { return "" }
    return seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds))" : "\(seconds)"
  }

  /// How long may be waited now, or nil where the time is over.
  func milliseconds(atMost most: Int32) -> Int32? {
    guard seconds != nil else { return most }
    let left = clock.now.duration(to: end)
    guard left > .zero else { return nil }
    return left >= .milliseconds(Int64(most)) ? most : Int32(left / .milliseconds(1)) + 1
  }

  /// Runs an action while the time stands still.
  mutating func pausing(_ action: () throws -> Void) rethrows {
    let start = clock.now
    defer { end = end.advanced(by: start.duration(to: clock.now)) }
    try action()
  }
}
