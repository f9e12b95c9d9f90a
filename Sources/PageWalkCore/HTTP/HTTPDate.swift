// SPDX-License-Identifier: Apache-2.0

/// The times of header fields, in seconds since 1970.
package enum HTTPDate {
  /// Reads an HTTP-date in any of its three forms, or the like of them: a one-digit day or hour,
  /// other case, a wrong day of the week and `UTC` are forgiven.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
  ///
  /// - Parameters:
  ///   - text: the date.
  ///   - now: the time now; a year of two digits is taken for the last one that is not more than
  ///     50 years ahead of it.
  /// - Returns: nil where the text is no date.
  /// - Complexity: O(*n*) in the length of the text.
  package static func epoch(_ text: String, now: Double) -> Double? {
    let words = text.lowercasedASCII.utf8
      .split { $0.isBlank || $0 == UInt8(ascii: ",") }.map { Substring($0) }
    guard words.count >= 2, weekdays.contains(words[0].prefix(3)) else { return nil }
    if words.count == 5, words[4] != "gmt", let month = months[words[1]] {
      return seconds(year: words[4], month: month, day: words[2], time: words[3], now: now)
    }
    guard let zone = words.last, zone == "gmt" || zone == "utc" else { return nil }
    if words.count == 6, let month = months[words[2]] {
      return seconds(year: words[3], month: month, day: words[1], time: words[4], now: now)
    }
    let date = words[1].utf8.split(separator: UInt8(ascii: "-")).map { Substring($0) }
    guard words.count == 4, date.count == 3, let month = months[date[1]] else { return nil }
    return seconds(year: date[2], month: month, day: date[0], time: words[2], now: now)
  }

  /// Reads a timestamp like `2024-05-01T12:00:30Z`, with a fraction or an offset too.
  ///
  /// https://www.rfc-editor.org/rfc/rfc3339#section-5.6
  ///
  /// - Returns: nil where the text is no timestamp.
  /// - Complexity: O(*n*) in the length of the text.
  package static func timestamp(_ text: String) -> Double? {
    let text = text.lowercasedASCII
    let halves = text.utf8.split { $0 == UInt8(ascii: "t") || $0 == UInt8(ascii: " ") }
      .map { Substring($0) }
    guard halves.count == 2 else { return nil }
    let date = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard date.count == 3, date.map(\.utf8.count) == [4, 2, 2], let month = number(date[1]),
      (1...12).contains(month)
    else { return nil }
    let clock = halves[1].utf8.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ":") }
    var rest = halves[1].dropUTF8(clock.count)
    var fraction = 0.0
    if rest.utf8.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().utf8.prefix(while: \.isASCIIDigit)
      guard !digits.isEmpty, let value = Double("0.\(Substring(digits))") else { return nil }
      fraction = value
      rest = rest.dropUTF8(digits.count + 1)
    }
    guard let offset = offset(rest),
      let whole = seconds(
        year: date[0], month: month, day: date[2], time: Substring(clock), now: 0)
    else { return nil }
    return whole + fraction - offset
  }

  private static func offset(_ zone: Substring) -> Double? {
    if zone == "z" { return 0 }
    let parts = zone.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hours = number(parts[0]), let minutes = number(parts[1]),
      hours < 24, minutes < 60
    else { return nil }
    switch zone.utf8.first {
    case UInt8(ascii: "+"): return Double(hours * 3600 + minutes * 60)
    case UInt8(ascii: "-"): return -Double(hours * 3600 + minutes * 60)
    default: return nil
    }
  }

  private static let weekdays: Set<Substring> = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static let months: [Substring: Int] = [
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9,
    "oct": 10, "nov": 11, "dec": 12,
  ]

  /// A number of digits alone, and not so many that it could not be counted with.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 4, text.utf8.allSatisfy(\.isASCIIDigit) else {
      return nil
    }
    return Int(text)
  }

  private static func seconds(
    year: Substring, month: Int, day: Substring, time: Substring, now: Double
  ) -> Double? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map(number)
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      hour < 24, minute < 60, second <= 60, (7...8).contains(time.utf8.count),
      let day = number(day), var full = number(year)
    else { return nil }
    if year.utf8.count == 2 { full = fullYear(full, now: now) }
    guard full > 0, day >= 1, day <= length(ofMonth: month, year: full) else { return nil }
    let days = days(year: full, month: month, day: day)
    return Double(days * 86400 + hour * 3600 + minute * 60 + second)
  }

  private static func fullYear(_ short: Int, now: Double) -> Int {
    let thisYear = 1970 + Int((min(max(now, 0), 1e11) / 31_556_952).rounded(.down))
    var year = thisYear - thisYear % 100 + short
    if year - thisYear > 50 { year -= 100 }
    return year
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970, counting years from March so that the leap day is the last of its year.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
