// SPDX-License-Identifier: Apache-2.0

/// An integer of any length, in decimal digits.
///
/// Not a number to calculate with: it can be compared, and another can be added. That is all that
/// cursors, pages and exponents need, and it costs what the digits cost.
struct DecimalInteger: Hashable, Sendable {
  let isNegative: Bool
  /// ASCII digits without leading zeros. Zero has none.
  let digits: [UInt8]

  /// Makes an integer of ASCII digits, which may begin with zeros.
  init(isNegative: Bool, digits: some Sequence<UInt8>) {
    self.digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
    self.isNegative = isNegative && !self.digits.isEmpty
  }

  /// Makes an integer of a machine integer.
  init(_ value: Int) {
    self.init(isNegative: value < 0, digits: String(value.magnitude).utf8)
  }

  /// The value as a machine integer, where it fits.
  var int: Int? {
    digits.isEmpty ? 0 : Int(description)
  }

  /// The sum of both.
  ///
  /// - Complexity: O(*n*) in the digits of the longer.
  func adding(_ other: DecimalInteger) -> DecimalInteger {
    if isNegative == other.isNegative {
      return DecimalInteger(isNegative: isNegative, digits: Self.sum(digits, other.digits))
    }
    if Self.isLess(digits, other.digits) {
      return DecimalInteger(
        isNegative: other.isNegative, digits: Self.difference(other.digits, digits))
    }
    return DecimalInteger(isNegative: isNegative, digits: Self.difference(digits, other.digits))
  }

  private static func isLess(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
  }

  private static func sum(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var carry: UInt8 = 0
    for place in 1...max(a.count, b.count) + 1 {
      let digit = value(of: a, place) + value(of: b, place) + carry
      carry = digit / 10
      result.append(UInt8(ascii: "0") + digit % 10)
    }
    return result.reversed()
  }

  /// `a` less `b`, which is not the greater.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var borrow: UInt8 = 0
    for place in 1..<a.count + 1 {
      let digit = 10 + value(of: a, place) - value(of: b, place) - borrow
      borrow = digit < 10 ? 1 : 0
      result.append(UInt8(ascii: "0") + digit % 10)
    }
    return result.reversed()
  }

  /// The digit at a place, counted from 1 at the right.
  private static func value(of digits: [UInt8], _ place: Int) -> UInt8 {
    place > digits.count ? 0 : digits[digits.count - place] - UInt8(ascii: "0")
  }
}

extension DecimalInteger: Comparable {
  static func < (a: DecimalInteger, b: DecimalInteger) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? isLess(b.digits, a.digits) : isLess(a.digits, b.digits)
  }
}

extension DecimalInteger: CustomStringConvertible {
  var description: String {
    if digits.isEmpty { return "0" }
    return (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
  }
}
