// SPDX-License-Identifier: Apache-2.0

// The values that are in canonical form as they stand.
extension JSONNodes {
  /// The bytes of a value that are its canonical form; nil where that has to be written, as it has for
  /// an array or object. Most strings and numbers are spelled so.
  ///
  /// - Complexity: O(*n*) in the bytes of a number, else O(1).
  func canonicalRange(_ node: Int) -> Range<Int>? {
    let entry = entry(node)
    let range = Int(entry.start)..<Int(entry.end)
    switch firstByte(node) {
    // A string without escapes holds nothing that needs one.
    case UInt8(ascii: "\""): return entry.link & JSONIndex.escapedBit != 0 ? nil : range
    case UInt8(ascii: "{"), UInt8(ascii: "["): return nil
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return range
    default: return canonicalEnd(range).map { range.lowerBound..<$0 }
    }
  }

  /// Where a number's canonical spelling ends, if it is the beginning of the spelling at hand: that
  /// of an integer, or of a decimal fraction without its last zeros. That is so for most numbers.
  private func canonicalEnd(_ range: Range<Int>) -> Int? {
    let zero = UInt8(ascii: "0")
    let whole =
      bytes[range.lowerBound] == UInt8(ascii: "-") ? range.lowerBound + 1 : range.lowerBound
    var p = bytes.endOfDigits(from: whole)
    var end = p
    // Longer and smaller numbers have an exponent, and zero has no sign.
    var isPlain = bytes[whole] != zero && p - whole <= 21
    if bytes[p] == UInt8(ascii: ".") {
      let point = p
      p += 1
      while bytes[p] &- zero < 10 {
        if bytes[p] != zero {
          end = p + 1
          if bytes[whole] == zero && p - point <= 6 { isPlain = true }
        }
        p += 1
      }
    }
    return isPlain && p == range.upperBound ? end : nil
  }
}
