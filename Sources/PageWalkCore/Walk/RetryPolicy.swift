// SPDX-License-Identifier: Apache-2.0

/// Decides, without waiting and without a clock, whether a failed page is asked for again by itself
/// (`--retry`), and when.
///
/// The rules are curl's: what may pass is retried, after 1, 2, 4 … seconds or after as long as the
/// server says. What curl does not do: a wait that is longer than the longest one allowed is not cut
/// short, since the server would only refuse again; it ends the retries at once.
package struct RetryPolicy: Hashable, Sendable {
  /// How many times a page is asked for again; 0: never.
  package var retries = 0

  /// Whether any failure of a page is retried, not only what may pass.
  package var allErrors = false

  /// Seconds to wait instead of 1, 2, 4 …; nil or 0: those.
  package var delay: Double?

  /// The longest wait in seconds.
  package var maxDelay = 300.0

  /// Seconds, reckoned from the page's first request, after which no retry is begun; nil or 0: no
  /// bound.
  package var maxTime: Double?

  /// Creates a policy that retries nothing.
  package init() {}

  /// What is done about a failure.
  package enum Verdict: Hashable, Sendable {
    /// The page is asked for again after so many seconds.
    case retry(after: Double)
    /// The page is not asked for again by itself.
    case giveUp(Reason)
  }

  /// Why a page is not asked for again by itself.
  package enum Reason: Hashable, Sendable {
    /// Nothing was said of retries.
    case notAsked
    /// Another try of the same would end in the same way.
    case wouldNotHelp
    /// All retries were used.
    case used(Int)
    /// The server asks for a wait of so many seconds, longer than what is allowed.
    case tooLong(Double)
    /// No retry may begin any more: so many seconds were allowed.
    case outOfTime(Double)
  }

  /// Judges a failure.
  ///
  /// - Parameters:
  ///   - error: what happened.
  ///   - used: how many retries of the page were made already.
  ///   - elapsed: seconds since the page was first asked for.
  ///   - random: where the jitter comes from.
  /// - Returns: whether the page is asked for again, and when.
  package func verdict(
    on error: WalkError, used: Int, elapsed: Double,
    using random: inout some RandomNumberGenerator
  ) -> Verdict {
    guard retries > 0 else { return .giveUp(.notAsked) }
    guard error.isOfPage, allErrors ? Self.isRetryable(error) : Self.mayPassByItself(error) else {
      return .giveUp(.wouldNotHelp)
    }
    guard used < retries else { return .giveUp(.used(retries)) }
    let asked = Self.sensible(error.retryAfter)
    if let asked, asked > maxDelay { return .giveUp(.tooLong(asked)) }
    if let maxTime, maxTime > 0, elapsed + (asked ?? 0) >= maxTime {
      return .giveUp(.outOfTime(maxTime))
    }
    return .retry(after: asked ?? backoff(used, using: &random))
  }

  /// How long to wait where the server says nothing: twice as long each time, with up to a quarter
  /// added by chance, so that clients that failed together do not come back together.
  package func backoff(_ used: Int, using random: inout some RandomNumberGenerator) -> Double {
    if let delay, delay > 0 { return min(delay, maxDelay) }
    let base = Double(1 << min(max(used, 0), 30))
    let chance = Double(random.next() >> 11) * 0x1p-53
    return min(base * (1 + chance / 4), maxDelay)
  }

  /// How long to wait when a person says "wait and retry": as long as the server says, or else 5, 10,
  /// 20 … seconds, since a person has waited a moment already.
  ///
  /// - Parameters:
  ///   - error: what happened.
  ///   - failures: how many times the page has failed, this time included.
  /// - Returns: seconds.
  package func personalWait(after error: WalkError, failures: Int) -> Double {
    if let asked = Self.sensible(error.retryAfter), asked > 0 { return asked }
    if let delay, delay > 0 { return delay }
    return min(5 * Double(1 << min(max(failures - 1, 0), 20)), max(maxDelay, 5))
  }

  /// Whether asking for the same page again makes sense at all.
  package static func isRetryable(_ error: WalkError) -> Bool {
    switch error.code {
    case .cancelled, .output, .totalMismatch: false
    default: error.isOfPage
    }
  }

  /// Whether the failure may pass without anybody's doing. TLS failures do not, nor do statuses
  /// outside curl's table.
  package static func mayPassByItself(_ error: WalkError) -> Bool {
    switch error.code {
    case .network, .cutShort: return error.mayPass
    case .status:
      // Among 403, only the one that stands for "too many requests" may pass.
      let table: Set = [403, 408, 429, 500, 502, 503, 504]
      return error.mayPass && table.contains(error.status ?? 0)
    default: return false
    }
  }

  /// A wait that makes sense: a finite number of seconds that is not negative.
  private static func sensible(_ seconds: Double?) -> Double? {
    seconds.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
  }
}
