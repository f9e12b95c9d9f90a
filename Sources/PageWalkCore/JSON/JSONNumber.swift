// SPDX-License-Identifier: Apache-2.0

/// The exact value of a number as JSON spells it.
///
/// `1`, `1.0` and `10e-1` are equal; two long numbers that differ in their last digit are not,
/// though both may be the same 64-bit floating-point number. A huge exponent costs no more than its
/// digits.
///
/// https://www.rfc-editor.org/rfc/rfc8259#section-6
package struct JSONNumber: Hashable, Sendable {
  /// A power of ten.
  private enum Power: Hashable, Comparable {
    case ordinary(Int)
    /// One that is no `Int`.
    case huge(DecimalInteger)

    init(_ integer: DecimalInteger) {
      self = integer.int.map { .ordinary($0) } ?? .huge(integer)
    }

    static func < (a: Power, b: Power) -> Bool {
      switch (a, b) {
      case (.ordinary(let a), .ordinary(let b)): a < b
      case (.huge(let a), .huge(let b)): a < b
      case (.huge(let a), .ordinary): a.isNegative
      case (.ordinary, .huge(let b)): !b.isNegative
      }
    }
  }

  private let isNegative: Bool
  /// ASCII digits, of which neither the first nor the last is a zero. Zero has none.
  private let digits: [UInt8]
  /// The value is 0.`digits` times ten to this power. Zero has 0.
  private let power: Power

  /// Makes the value of a number as JSON spells it, or nil where the text is none.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  package init?(_ text: some Collection<UInt8>) {
    var rest = text[...]
    /// Takes one of some bytes from the front, if one stands there.
    func take(_ wanted: StaticString) -> UInt8? {
      guard let first = rest.first, "\(wanted)".utf8.contains(first) else { return nil }
      return rest.removeFirst()
    }
    func takeDigits() -> [UInt8] {
      let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      rest = rest[digits.endIndex...]
      return Array(digits)
    }

    let isNegative = take("-") != nil
    let whole = takeDigits()
    if whole.isEmpty || (whole.count > 1 && whole[0] == UInt8(ascii: "0")) { return nil }
    var fraction: [UInt8] = []
    if take(".") != nil {
      fraction = takeDigits()
      if fraction.isEmpty { return nil }
    }
    var exponent = DecimalInteger(0)
    if take("eE") != nil {
      let sign = take("+-")
      let digits = takeDigits()
      if digits.isEmpty { return nil }
      exponent = DecimalInteger(isNegative: sign == UInt8(ascii: "-"), digits: digits)
    }
    if !rest.isEmpty { return nil }
    self.init(isNegative: isNegative, whole: whole, fraction: fraction, exponent: exponent)
  }

  /// Makes the value of a number as JSON spells it, or nil where the text is none.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  package init?(_ text: String) {
    self.init(text.utf8)
  }

  /// Makes the value of a text of ASCII digits only, which may begin with zeros, or nil where the
  /// text is none.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  package init?(digits text: String) {
    let digits = Array(text.utf8)
    guard !digits.isEmpty, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    self.init(isNegative: false, whole: digits, fraction: [], exponent: DecimalInteger(0))
  }

  private init(
    isNegative: Bool, whole: [UInt8], fraction: [UInt8], exponent: DecimalInteger
  ) {
    let all = whole + fraction
    let zeros = all.prefix { $0 == UInt8(ascii: "0") }.count
    let end = all.lastIndex { $0 != UInt8(ascii: "0") } ?? -1
    if zeros > end {
      (self.isNegative, digits, power) = (false, [], .ordinary(0))
      return
    }
    self.isNegative = isNegative
    digits = Array(all[zeros...end])
    power = Power(exponent.adding(DecimalInteger(whole.count - zeros)))
  }

  /// Whether the value is an integer, however it was spelled.
  package var isInteger: Bool {
    power >= .ordinary(digits.count)
  }

  /// Whether the value is zero.
  package var isZero: Bool { digits.isEmpty }

  /// The value as a machine integer, where it is one and fits.
  package var int: Int? {
    guard isInteger, case .ordinary(0...19) = power else { return nil }
    return adding(0).flatMap { Int($0) }
  }

  /// The sum of an integer and `amount` in decimal digits, without an exponent. Nil where the value
  /// is no integer, or where its exponent stands for more than 1,000 zeros.
  ///
  /// - Complexity: O(*n*) in the digits.
  package func adding(_ amount: Int) -> String? {
    guard isInteger, case .ordinary(let power) = power, power - digits.count <= 1000 else {
      return nil
    }
    let zeros = repeatElement(UInt8(ascii: "0"), count: power - digits.count)
    let integer = DecimalInteger(isNegative: isNegative, digits: digits + zeros)
    return integer.adding(DecimalInteger(amount)).description
  }

  /// Adds the one spelling that all equal numbers have, and no other. Where a 64-bit floating-point
  /// number has no more digits to say, it is that of RFC 8785.
  ///
  /// https://www.rfc-editor.org/rfc/rfc8785#section-3.2.2.3
  ///
  /// - Complexity: O(*n*) in the digits.
  package func appendCanonical(to output: inout [UInt8]) {
    let zero = UInt8(ascii: "0")
    if digits.isEmpty {
      output.append(zero)
      return
    }
    if isNegative { output.append(UInt8(ascii: "-")) }
    switch power {
    case .ordinary(let power) where power >= digits.count && power <= 21:
      output += digits
      output += repeatElement(zero, count: power - digits.count)
    case .ordinary(let power) where power > 0 && power <= 21:
      output += digits[..<power]
      output.append(UInt8(ascii: "."))
      output += digits[power...]
    case .ordinary(let power) where power > -6 && power <= 0:
      output += "0.".utf8
      output += repeatElement(zero, count: -power)
      output += digits
    case .ordinary, .huge:
      output.append(digits[0])
      if digits.count > 1 {
        output.append(UInt8(ascii: "."))
        output += digits[1...]
      }
      let exponent = exponentOfFirstDigit
      output += (exponent.isNegative ? "e" : "e+").utf8
      output += exponent.description.utf8
    }
  }

  private var exponentOfFirstDigit: DecimalInteger {
    switch power {
    case .ordinary(let power): DecimalInteger(power).adding(DecimalInteger(-1))
    case .huge(let power): power.adding(DecimalInteger(-1))
    }
  }
}

extension JSONNumber: Comparable {
  /// Compares by value.
  ///
  /// - Complexity: O(*n*) in the digits.
  package static func < (a: JSONNumber, b: JSONNumber) -> Bool {
    if a.sign != b.sign { return a.sign < b.sign }
    return a.isNegative ? isSmaller(b, a) : isSmaller(a, b)
  }

  private var sign: Int {
    digits.isEmpty ? 0 : isNegative ? -1 : 1
  }

  /// Compares the magnitudes of two numbers of the same sign.
  private static func isSmaller(_ a: JSONNumber, _ b: JSONNumber) -> Bool {
    a.power == b.power ? a.digits.lexicographicallyPrecedes(b.digits) : a.power < b.power
  }
}

extension JSONNumber: CustomStringConvertible {
  /// The canonical spelling.
  package var description: String {
    var output: [UInt8] = []
    appendCanonical(to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}

extension JSONDocument {
  /// The exact value of a number. Nil for anything else.
  ///
  /// - Complexity: O(*n*) in its bytes.
  package func number(_ node: Node) -> JSONNumber? {
    guard kind(node) == .number else { return nil }
    return unsafe withBytes(range(node)) { unsafe JSONNumber($0) }
  }
}
