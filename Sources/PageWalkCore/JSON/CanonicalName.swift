// SPDX-License-Identifier: Apache-2.0

/// The name of a member, with what decides most comparisons at hand.
struct CanonicalName {
  let node: Int
  private let isEscaped: Bool
  /// The first eight bytes, the first one highest; zeros follow a shorter name. Zero where that does
  /// not tell the order: in names that are escaped, or not ASCII.
  private let beginning: UInt64

  /// Takes a name from a document.
  init(_ node: Int, in nodes: JSONNodes) {
    self.node = node
    let entry = nodes.entry(node)
    isEscaped = entry.link & JSONIndex.escapedBit != 0
    let length = Int(entry.end - entry.start) - 2
    var word = nodes.bytes.word(at: Int(entry.start) + 1)
    if length < 8 { word &= 1 << UInt64(length * 8) - 1 }
    let isASCII = word & UInt64(repeating: 0x80) == 0
    beginning = isASCII && !isEscaped ? word.byteSwapped : 0
  }

  /// Whether this name comes first in the order of RFC 8785, which is that of UTF-16 code units.
  /// Members of the same name stay in their order.
  ///
  /// https://www.rfc-editor.org/rfc/rfc8785#section-3.2.3
  ///
  /// - Complexity: O(*n*) in the bytes of the shorter name.
  func precedes(_ other: CanonicalName, in document: JSONDocument) -> Bool {
    if beginning != 0 && other.beginning != 0 && beginning != other.beginning {
      return beginning < other.beginning
    }
    if isEscaped || other.isEscaped {
      let (units, otherUnits) = (units(in: document), other.units(in: document))
      return units == otherUnits ? node < other.node : units.lexicographicallyPrecedes(otherUnits)
    }
    let bytes = document.bytes
    // The quote behind each name ends both.
    var p = document.range(node).lowerBound + 1
    var q = document.range(other.node).lowerBound + 1
    while bytes[p] == bytes[q] {
      if bytes[p] == UInt8(ascii: "\"") { return node < other.node }
      p += 1
      q += 1
    }
    return Self.rank(bytes[p]) < Self.rank(bytes[q])
  }

  /// The place of the first different byte of two names in the order of UTF-16. There, characters
  /// of four bytes (from F0 on) are surrogates and come before those from U+E000 (from EE on).
  private static func rank(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "\""): 0
    case 0xEE, 0xEF: Int(byte) + 0x100
    default: Int(byte)
    }
  }

  private func units(in document: JSONDocument) -> [UInt16] {
    var units: [UInt16] = []
    for part in document.parts(of: node) {
      switch part {
      case .run(let range):
        unsafe document.withBytes(range) {
          units += unsafe String(decoding: $0, as: UTF8.self).utf16
        }
      case .codePoint(let codePoint):
        if let scalar = Unicode.Scalar(codePoint) {
          units += scalar.utf16
        } else {
          units.append(UInt16(truncatingIfNeeded: codePoint))
        }
      }
    }
    return units
  }
}
