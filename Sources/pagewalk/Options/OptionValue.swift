// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// Readers of options' values; each throws a sentence of what was expected.
enum OptionValue {
  /// A whole number that is not negative.
  static func count(_ text: String) throws -> Int {
    guard let number = Int(text), number >= 0 else {
      throw UsageError("expected a whole number, but got '\(text)'")
    }
    return number
  }

  /// A whole number of one or more.
  static func positive(_ text: String) throws -> Int {
    guard let number = Int(text), number > 0 else {
      throw UsageError("expected a whole number of 1 or more, but got '\(text)'")
    }
    return number
  }

  /// Any whole number.
  static func integer(_ text: String) throws -> Int {
    guard let number = Int(text) else {
      throw UsageError("expected a whole number, but got '\(text)'")
    }
    return number
  }

  /// A header field, or a file of them. A value without a name is not shown: it may be a token.
  static func header(_ text: String) throws -> HeaderOption {
    guard text.isEmpty || text.contains(where: { ":;".contains($0) }) || text.hasPrefix("@") else {
      throw UsageError("expected 'Name: value' or '@FILE', but there is no colon")
    }
    return HeaderOption(text)
  }

  /// Seconds, with a fraction where one likes.
  static func seconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), seconds >= 0, seconds < 1e9 else {
      throw UsageError("expected a number of seconds, but got '\(text)'")
    }
    return seconds
  }

  /// One of the cases of an enumeration.
  static func word<E: RawRepresentable & CaseIterable>(_ text: String) throws -> E
  where E.RawValue == String {
    guard let value = E(rawValue: text) else {
      let words = E.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw UsageError("expected one of \(words), but got '\(text)'")
    }
    return value
  }

  /// Bytes, with the suffix k, M or G for powers of 1,024.
  static func bytes(_ text: String) throws -> Int {
    let factors: [Character: Int] = ["k": 1 << 10, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let factor = text.last.flatMap { factors[$0] }
    guard let number = Int(factor == nil ? text[...] : text.dropLast()), number > 0 else {
      throw UsageError("expected a number of bytes such as 500000 or 64M, but got '\(text)'")
    }
    let (size, overflow) = number.multipliedReportingOverflow(by: factor ?? 1)
    guard !overflow else { throw UsageError("'\(text)' is more bytes than there are") }
    return size
  }

  /// A pace, `N/s`, `N/m` or `N/h`, as the seconds from one request to the next.
  static func pace(_ text: String) throws -> Double {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let units = ["s": 1.0, "m": 60.0, "h": 3600.0]
    guard parts.count == 2, let number = Double(parts[0]), number > 0,
      let unit = units[String(parts[1])]
    else { throw UsageError("expected a pace such as 10/s, 30/m or 1000/h, but got '\(text)'") }
    return unit / number
  }

  /// Signs of the end, with commas between.
  static func stops(_ text: String) throws -> [WalkPlan.StopRule] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { rule in
      switch rule {
      case "empty": return .empty
      case "short": return .short
      case "repeat": return .repeatedCursor
      default:
        guard rule.hasPrefix("status:"), let status = Int(rule.dropFirst(7)),
          (100...999).contains(status)
        else {
          throw UsageError(
            "expected 'empty', 'short', 'repeat' or 'status:404', but got '\(rule)'")
        }
        return .status(status)
      }
    }
  }

  /// Status codes, with commas between.
  static func statuses(_ text: String) throws -> [Int] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let status = Int(part), (100...999).contains(status) else {
        throw UsageError("expected status codes such as 404,410, but got '\(text)'")
      }
      return status
    }
  }

  /// A page size, a parameter's name: a text that is not empty.
  static func name(_ text: String) throws -> String {
    guard !text.isEmpty else { throw UsageError("expected a name, but got nothing") }
    return text
  }
}
