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

  /// The end of the text of plain ASCII that begins at an offset within a string: the first quote,
  /// backslash, control character or byte of a longer character.
  @inline(always)
  func endOfPlainText(from offset: Int) -> Int {
    // With a type that is inferred, these would be compared lane by lane.
    let quote = SIMD16<Int8>(repeating: 0x22)
    let backslash = SIMD16<Int8>(repeating: 0x5C)
    let space = SIMD16<Int8>(repeating: 0x20)
    var p = offset
    while true {
      let block = block(at: p)
      // As signed numbers, the bytes of longer characters are below zero.
      let stops = (block .< space) .| (block .== quote) .| (block .== backslash)
      if stops.isAnySet { return p &+ stops.nibbles.trailingZeroBitCount >> 2 }
      p &+= 16
    }
  }

  /// Up to sixteen bytes to compare others with.
  struct Beginning: BitwiseCopyable {
    /// What stands nowhere: no byte is compared, and something is different.
    static let none = Beginning(low: 1, high: 0, lowMask: 0, highMask: 0)

    var low: UInt64
    var high: UInt64
    var lowMask: UInt64
    var highMask: UInt64
  }

  /// So many bytes from an offset, from 1 to 16.
  func beginning(at offset: Int, count: Int) -> Beginning {
    let low = UInt64.max >> UInt64(64 - 8 * min(count, 8))
    let high = UInt64.max >> UInt64(128 - 8 * max(count, 8))
    return Beginning(
      low: word(at: offset) & low, high: word(at: offset + 8) & high, lowMask: low, highMask: high)
  }

  /// Whether these bytes stand at an offset.
  @inline(always)
  func begin(with bytes: Beginning, at offset: Int) -> Bool {
    (word(at: offset) & bytes.lowMask ^ bytes.low)
      | (word(at: offset &+ 8) & bytes.highMask ^ bytes.high) == 0
  }

  /// Sixteen bytes.
  @inline(always)
  func block(at offset: Int) -> SIMD16<Int8> {
    unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: SIMD16<Int8>.self)
  }
}

extension SIMDMask<SIMD16<Int8>> {
  /// Whether any lane is set.
  @inline(always)
  var isAnySet: Bool {
    let halves = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }

  /// Four bits for each lane, all set or none, the first in the lowest.
  @inline(always)
  var nibbles: UInt64 {
    let four = SIMD8<UInt16>(repeating: 4)
    let pairs = unsafe unsafeBitCast(self, to: SIMD8<UInt16>.self) &>> four
    return unsafe unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: pairs), to: UInt64.self)
  }
}

extension UInt64 {
  /// Eight times the same byte.
  @inline(always)
  init(repeating byte: UInt8) {
    self = 0x0101_0101_0101_0101 &* UInt64(byte)
  }
}
