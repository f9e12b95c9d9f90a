// SPDX-License-Identifier: Apache-2.0

/// What the headers of a failed response say about when to ask again.
package enum RetryAdvice {
  /// How long to wait before the next request.
  ///
  /// Retry-After decides where it makes sense. Else it is the reset of a spent rate limit: a limit
  /// of which something is left did not cause the failure. Times are reckoned from the response's
  /// own Date, so that a clock that is wrong on one side does no harm.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
  /// https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
  ///
  /// - Parameters:
  ///   - status: the status of the response.
  ///   - headers: its header fields.
  ///   - now: the time now, in seconds since 1970.
  /// - Returns: seconds, never negative, fractions rounded up; nil where the headers say nothing
  ///   that makes sense.
  /// - Complexity: O(*n*) in the length of the headers.
  package static func wait(status: Int, headers: HTTPHeaders, now: Double) -> Double? {
    let clock = headers["Date"].flatMap { HTTPDate.epoch($0, now: now) } ?? now
    let retryAfter = headers.values(of: "Retry-After").compactMap { delay($0, from: clock) }.max()
    if let retryAfter { return retryAfter }
    let limits = RateLimit.all(in: headers)
    let spent = limits.filter { $0.isSpent }.compactMap { $0.wait(from: clock) }.max()
    if let spent { return spent }
    guard status == 429 else { return nil }
    return limits.filter { $0.remaining == nil }.compactMap { $0.wait(from: clock) }.max()
  }

  /// Whether the headers say that nothing remains of a rate limit. A 403 with such headers is a
  /// 429 by another name.
  ///
  /// - Complexity: O(*n*) in the length of the headers.
  package static func isExhausted(_ headers: HTTPHeaders) -> Bool {
    RateLimit.all(in: headers).contains { $0.isSpent }
  }

  /// The value of a Retry-After field: a number of seconds or a date.
  private static func delay(_ text: String, from clock: Double) -> Double? {
    let text = String(text.trimmingSpaces)
    if let seconds = RateLimit.number(text[...]), seconds >= 0 {
      // No delay is meant to last for decades, but some services write the time itself.
      let isTime = seconds >= 1e9 && abs(seconds - clock) < 31_536_000
      return (isTime ? max(seconds - clock, 0) : seconds).rounded(.up)
    }
    guard let time = HTTPDate.epoch(text, now: clock) ?? HTTPDate.timestamp(text) else {
      return nil
    }
    return max(time - clock, 0).rounded(.up)
  }
}
