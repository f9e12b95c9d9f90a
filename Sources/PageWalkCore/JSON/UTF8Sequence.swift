// SPDX-License-Identifier: Apache-2.0

/// Recognizes one character of more than one byte.
///
/// https://www.rfc-editor.org/rfc/rfc3629#section-4
enum UTF8Sequence {
  /// What stands at an offset.
  enum Finding: Equatable {
    /// A character of so many bytes.
    case character(length: Int)
    /// The beginning of a character that ends behind the bytes at hand.
    case incomplete
    /// So many bytes that are no character, and of which none but the last may be followed by
    /// another to make one: a *maximal subpart* of the Unicode standard, replaced by one U+FFFD.
    case invalid(length: Int)
  }

  /// The length of a whole character of two or three bytes, or 0 for anything else: the same answer
  /// as that of `find`, by a few comparisons of four bytes at once.
  @inline(always)
  static func lengthIfShort(in bytes: PaddedBytes, at offset: Int) -> Int {
    let word = bytes.halfWord(at: offset)
    if word & 0x00C0_C0F0 == 0x0080_80E0 {
      // Bit 5 of the second byte tells, after E0, what would fit two bytes; after ED, surrogates.
      let telling = word & 0x0000_200F
      return telling != 0 && telling != 0x200D ? 3 : 0
    }
    // C0 and C1 would begin what fits one byte.
    return word & 0x0000_C0E0 == 0x0000_80C0 && word & 0x1E != 0 ? 2 : 0
  }

  /// Looks at the bytes from `offset`, the first of which is 0x80 or more.
  static func find(in bytes: PaddedBytes, at offset: Int, end: Int) -> Finding {
    let first = bytes[offset]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return .invalid(length: 1)
    }
    if offset + 1 >= end { return .incomplete }
    if !second.contains(bytes[offset + 1]) { return .invalid(length: 1) }
    for index in 2..<max(length, 2) {
      if offset + index >= end { return .incomplete }
      if bytes[offset + index] & 0xC0 != 0x80 { return .invalid(length: index) }
    }
    return .character(length: length)
  }
}
