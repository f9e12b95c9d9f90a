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
