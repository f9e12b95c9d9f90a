// SPDX-License-Identifier: Apache-2.0

/// A number for comparisons: by exact value, however it is spelled.
///
/// Most numbers of a document are short and have no exponent; those are compared as integers with a
/// decimal point (``Short``), without any allocation, all others as ``JSONNumber``.
struct PathNumber: Hashable, Sendable {
  let spelling: [UInt8]
  let short: Short?
  let value: JSONNumber?

  init(_ spelling: [UInt8]) {
    self.spelling = spelling
    short = unsafe spelling.withUnsafeBytes { unsafe Short($0) }
    value = JSONNumber(spelling)
  }

  /// A number of at most 18 digits without an exponent: `digits` / 10 to the power of `decimals`.
  struct Short: Hashable, Sendable {
    var digits: Int
    var decimals = 0

    init(_ integer: Int) { digits = integer }

    /// Reads a JSON number; nil where it is longer or has an exponent.
    init?(_ spelling: UnsafeRawBufferPointer) {
      guard spelling.count <= 18 else { return nil }
      digits = 0
      var isNegative = false
      var isFraction = false
      for index in 0..<spelling.count {
        switch unsafe spelling[index] {
        case UInt8(ascii: "-"): isNegative = true
        case UInt8(ascii: "."): isFraction = true
        case let byte where (0x30...0x39).contains(byte):
          digits = digits * 10 + Int(byte - 0x30)
          if isFraction { decimals += 1 }
        default: return nil
        }
      }
      if isNegative { digits = -digits }
    }

    /// Whether this number is less than another (-1), equal (0) or greater (1); nil where that
    /// does not fit into the arithmetic of integers.
    func compared(with other: Short) -> Int? {
      var (a, b) = (digits, other.digits)
      var difference = decimals - other.decimals
      while difference != 0 {
        let overflow: Bool
        if difference < 0 {
          (a, overflow) = a.multipliedReportingOverflow(by: 10)
          difference += 1
        } else {
          (b, overflow) = b.multipliedReportingOverflow(by: 10)
          difference -= 1
        }
        if overflow { return nil }
      }
      return a < b ? -1 : a == b ? 0 : 1
    }
  }
}
