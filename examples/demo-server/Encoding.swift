// SPDX-License-Identifier: Apache-2.0

/// The cursors of the dialects: opaque texts that stand for positions.
enum Encoding {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// A cursor that stands for a position: opaque, with characters that a query must encode.
  static func cursor(_ position: Int) -> String {
    base64(Array("~?>\(position)".utf8))
  }

  /// The position that a cursor stands for; nil where it is none of ours.
  static func position(_ cursor: String) -> Int? {
    guard let bytes = base64Decoded(cursor) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasPrefix("~?>") ? Int(text.dropFirst(3)) : nil
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        output.append(
          place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func base64Decoded(_ text: String) -> [UInt8]? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "=") }
    guard text.utf8.count % 4 == 0 else { return nil }
    var output: [UInt8] = []
    var (bits, held) = (0, 0)
    for digit in digits {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      held += 6
      if held >= 8 {
        held -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> held))
      }
    }
    return output
  }
}
