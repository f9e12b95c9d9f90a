// SPDX-License-Identifier: Apache-2.0

/// The content of a JSON string in parts: runs of bytes that stand for themselves, and escapes.
///
/// Expects what the scanner has found right.
///
/// https://www.rfc-editor.org/rfc/rfc8259#section-7
struct StringParts: Sequence, IteratorProtocol {
  enum Part {
    /// Offsets of bytes that stand for themselves. There is no quote, backslash or control
    /// character among them.
    case run(Range<Int>)
    /// What an escape, or two that are the halves of a surrogate pair, stands for. A half without
    /// its other is given as it is, and is no Unicode scalar.
    case codePoint(UInt32)
  }

  private let bytes: PaddedBytes
  private var p: Int
  private let end: Int

  /// Makes the parts of what stands between the quotes at both ends of `content`.
  init(_ bytes: PaddedBytes, content: Range<Int>) {
    self.bytes = bytes
    (p, end) = (content.lowerBound, content.upperBound)
  }

  mutating func next() -> Part? {
    if p >= end { return nil }
    if bytes[p] == UInt8(ascii: "\\") { return .codePoint(nextEscape()) }
    let start = p
    // The quote behind the content ends the last run.
    while bytes[p] != UInt8(ascii: "\\") && bytes[p] != UInt8(ascii: "\"") { p += 1 }
    return .run(start..<p)
  }

  private mutating func nextEscape() -> UInt32 {
    let letter = bytes[p + 1]
    if letter == UInt8(ascii: "u") { return nextUnits() }
    p += 2
    switch letter {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    default: return UInt32(letter)
    }
  }

  private mutating func nextUnits() -> UInt32 {
    let first = unit(at: p)
    p += 6
    guard 0xD800...0xDBFF ~= first, bytes[p] == UInt8(ascii: "\\"),
      bytes[p + 1] == UInt8(ascii: "u")
    else { return first }
    let second = unit(at: p)
    guard 0xDC00...0xDFFF ~= second else { return first }
    p += 6
    return 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF
  }

  /// The value of the `\u` escape at an offset.
  private func unit(at offset: Int) -> UInt32 {
    (offset + 2..<offset + 6).reduce(0) { $0 << 4 | UInt32(bytes[$1].hexadecimalValue ?? 0) }
  }

  /// The UTF-8 of a code point; of half of a surrogate pair, that of U+FFFD.
  static func encode(_ codePoint: UInt32) -> UTF8.EncodedScalar {
    Unicode.Scalar(codePoint).flatMap { UTF8.encode($0) } ?? UTF8.encodedReplacementCharacter
  }
}
