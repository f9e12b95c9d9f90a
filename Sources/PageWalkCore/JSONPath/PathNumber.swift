// SPDX-License-Identifier: Apache-2.0

/// A number for comparisons: by exact value, however it is spelled.
///
/// Most numbers of a document are short integers; those are compared without any allocation.
struct PathNumber: Hashable, Sendable {
  let spelling: [UInt8]

  /// The value, where the number is an integer of at most 18 digits without exponent or fraction.
  let small: Int?

  init(_ spelling: [UInt8]) {
    self.spelling = spelling
    small = unsafe spelling.withUnsafeBytes { unsafe Self.small($0) }
  }

  /// The value of a short integer's spelling; nil for every other number.
  static func small(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard let first = unsafe bytes.first, bytes.count <= 18 else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    var value = 0
    for index in (isNegative ? 1 : 0)..<bytes.count {
      let digit = unsafe bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return isNegative ? -value : value
  }
}

/// A number's exact value: ± 0.DIGITS × 10^exponent, without zeros at either end of the digits.
struct PathDecimal: Comparable {
  private var isNegative = false
  private var digits: [UInt8] = []
  private var exponent = 0

  /// Reads a JSON number.
  ///
  /// - Complexity: O(*n*) in its digits, whatever its exponent.
  init(_ spelling: [UInt8]) {
    var point = 0
    var isFraction = false
    var index = 0
    loop: while index < spelling.count {
      switch spelling[index] {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): break loop
      case let digit:
        if !isFraction { point += 1 }
        digits.append(digit - 0x30)
      }
      index += 1
    }
    var power = 0
    if index < spelling.count {
      let isBelowOne = spelling[index + 1] == UInt8(ascii: "-")
      for byte in spelling[(index + 1)...] where byte >= 0x30 {
        power = min(power * 10 + Int(byte - 0x30), 1 << 58)
      }
      if isBelowOne { power = -power }
    }
    let leading = digits.prefix { $0 == 0 }.count
    digits.removeFirst(leading)
    while digits.last == 0 { digits.removeLast() }
    exponent = digits.isEmpty ? 0 : power + point - leading
    if digits.isEmpty { isNegative = false }
  }

  static func < (a: PathDecimal, b: PathDecimal) -> Bool {
    let aSign = a.digits.isEmpty ? 0 : a.isNegative ? -1 : 1
    let bSign = b.digits.isEmpty ? 0 : b.isNegative ? -1 : 1
    guard aSign == bSign else { return aSign < bSign }
    let (small, great) = aSign < 0 ? (b, a) : (a, b)
    guard small.exponent == great.exponent else { return small.exponent < great.exponent }
    return small.digits.lexicographicallyPrecedes(great.digits)
  }
}
