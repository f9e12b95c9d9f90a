// SPDX-License-Identifier: Apache-2.0

/// One budget of requests, as a response tells of it.
struct RateLimit: Equatable {
  /// When a budget is full again.
  enum Reset: Equatable {
    /// After so many seconds.
    case delay(Double)
    /// At a time, in seconds since 1970.
    case time(Double)
  }

  /// How many requests remain; nil where that is not said.
  var remaining: Double?

  /// When there will be more; nil where that is not said.
  var reset: Reset?

  /// Whether nothing remains.
  var isSpent: Bool { remaining.map { $0 <= 0 } ?? false }

  /// Seconds until there will be more, rounded up, seen from a time.
  func wait(from clock: Double) -> Double? {
    switch reset {
    case .delay(let seconds): max(seconds, 0).rounded(.up)
    case .time(let time): max(time - clock, 0).rounded(.up)
    case nil: nil
    }
  }

  /// All budgets that a response tells of.
  static func all(in headers: HTTPHeaders) -> [RateLimit] {
    let named = ["RateLimit", "X-RateLimit", "X-Rate-Limit"].map { name in
      RateLimit(
        remaining: headers["\(name)-Remaining"].flatMap { number(withoutParameters($0)) },
        reset: headers["\(name)-Reset"].flatMap { reset(withoutParameters($0)) })
    }
    let listed = headers.values(of: "RateLimit").flatMap(list)
    return (named + listed).filter { $0.remaining != nil || $0.reset != nil }
  }

  /// A reset as the fields without a standard have it: epoch seconds or milliseconds, seconds from
  /// now, or a date.
  private static func reset(_ text: Substring) -> Reset? {
    if let value = number(text) {
      guard value >= 0 else { return nil }
      if value >= 1e12 { return .time(value / 1000) }
      return value >= 1e9 ? .time(value) : .delay(value)
    }
    let text = String(text)
    return (HTTPDate.timestamp(text) ?? HTTPDate.epoch(text, now: 0)).map { .time($0) }
  }

  /// The RateLimit field: `"default";r=50;t=30`, or in older drafts `limit=10, remaining=0, reset=4`.
  /// A malformed field counts for nothing.
  private static func list(_ field: String) -> [RateLimit] {
    guard let items = items(of: field) else { return [] }
    if items.contains(where: { $0[0].utf8.contains(UInt8(ascii: "=")) }) {
      let pairs = items.map { $0[0] }
      return [
        RateLimit(
          remaining: value("remaining", in: pairs),
          reset: value("reset", in: pairs).map(Reset.delay))
      ]
    }
    return items.map {
      RateLimit(remaining: value("r", in: $0), reset: value("t", in: $0).map(Reset.delay))
    }
  }

  /// The items of a list with their parameters, or nil where a quote is left open.
  private static func items(of field: String) -> [[Substring]]? {
    var items: [[Substring]] = [[]]
    var isQuoted = false
    var isEscaped = false
    var start = field.startIndex
    func take(upTo end: String.Index) {
      items[items.count - 1].append(field[start..<end].trimmingSpaces)
      start = end == field.endIndex ? end : field.utf8.index(after: end)
    }
    for index in field.utf8.indices {
      let byte = field.utf8[index]
      if isQuoted {
        if byte == UInt8(ascii: "\""), !isEscaped { isQuoted = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = true
      } else if byte == UInt8(ascii: ";") {
        take(upTo: index)
      } else if byte == UInt8(ascii: ",") {
        take(upTo: index)
        items.append([])
      }
    }
    take(upTo: field.endIndex)
    return isQuoted ? nil : items
  }

  private static func value(_ name: String, in parameters: [Substring]) -> Double? {
    for parameter in parameters {
      let pair = parameter.split(separator: "=", maxSplits: 1).map(\.trimmingSpaces)
      if pair.count == 2, pair[0] == name { return number(pair[1]) }
    }
    return nil
  }

  private static func withoutParameters(_ text: String) -> Substring {
    (text.split(separator: ";", maxSplits: 1).first ?? "").trimmingSpaces
  }

  /// A decimal number: digits, perhaps with a sign before and a fraction behind, and no more.
  static func number(_ text: Substring) -> Double? {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let parts = rest.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }) else { return nil }
    return Double(text)
  }
}
