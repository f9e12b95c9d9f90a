// SPDX-License-Identifier: Apache-2.0

/// A view of a document's bytes, behind the last of which stand at least `padding` zeros.
///
/// A zero is no part of any JSON text, so a loop that looks for something ends at the first zero
/// at the latest, and a load of 8 or 16 bytes that begins at or before the end is within bounds.
/// That is what makes it right to leave out a check for each byte: whoever moves forward must only
/// move over bytes that are not zero. The view does not own the bytes.
@safe
struct PaddedBytes {
  /// How many zeros follow the last byte.
  static let padding = 32

  private let base: UnsafePointer<UInt8>

  /// Makes a view of bytes that are padded as said above.
  @unsafe init(_ base: UnsafePointer<UInt8>) {
    unsafe self.base = base
  }

  @inline(always)
  subscript(offset: Int) -> UInt8 {
    unsafe base[offset]
  }

  /// Eight bytes, the first in the lowest bits.
  @inline(always)
  func word(at offset: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
  }

  /// Four bytes, the first in the lowest bits.
  @inline(always)
  func halfWord(at offset: Int) -> UInt32 {
    unsafe UInt32(
      littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt32.self))
  }

  /// How many of the eight bytes from an offset are spaces, up to the first that is none.
  @inline(always)
  func leadingSpaces(at offset: Int) -> Int {
    (word(at: offset) ^ UInt64(repeating: UInt8(ascii: " "))).trailingZeroBitCount >> 3
  }

  /// The end of the digits that begin at an offset.
  ///
  /// A digit with its upper half flipped away is at most 9, so that adding 0x76 leaves bit 7 unset.
  @inline(always)
  func endOfDigits(from offset: Int) -> Int {
    var p = offset
    while true {
      let values = word(at: p) ^ UInt64(repeating: UInt8(ascii: "0"))
      let others = ((values &+ UInt64(repeating: 0x76)) | values) & UInt64(repeating: 0x80)
      if others != 0 { return p &+ others.trailingZeroBitCount >> 3 }
      p &+= 8
    }
  }

  /// Whether four bytes are hexadecimal digits.
  @inline(always)
  func areHexadecimal(at offset: Int) -> Bool {
    let word = halfWord(at: offset)
    // With bit 7 unset in all of them, no sum or difference below reaches the next byte.
    if word & 0x8080_8080 != 0 { return false }
    let digits = (word ^ 0x3030_3030) &+ 0x7676_7676
    let letters = (word | 0x2020_2020) ^ 0x6060_6060
    // A letter from a to f has become 1 to 6.
    let others = (letters &+ 0x7979_7979) | ~((letters | 0x8080_8080) &- 0x0101_0101)
    return digits & others & 0x8080_8080 == 0
  }

  /// Sixteen bytes.
  @inline(always)
  func block(at offset: Int) -> SIMD16<UInt8> {
    unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: SIMD16<UInt8>.self)
  }
}

extension UInt64 {
  /// Eight times the same byte.
  @inline(always)
  init(repeating byte: UInt8) {
    self = 0x0101_0101_0101_0101 &* UInt64(byte)
  }

  /// Of eight bytes of a string, the first that ends a run of plain ASCII, as a bit in its lane: a
  /// quote, a backslash, a control character or a byte of a longer character. Only the lowest set
  /// bit is exact, and there is one whenever a lane holds such a byte.
  ///
  /// With bit 1 flipped the quote is 0x20 and the control characters stay below it, so that one
  /// subtraction finds both.
  @inline(always)
  var stringStops: UInt64 {
    let quoteOrControl = (self ^ UInt64(repeating: 0x02)) &- UInt64(repeating: 0x21)
    let backslash = (self ^ UInt64(repeating: 0x5C)) &- UInt64(repeating: 0x01)
    return (quoteOrControl | backslash | self) & UInt64(repeating: 0x80)
  }
}
