// SPDX-License-Identifier: Apache-2.0

/// Spells strings as JSON.
package enum JSONText {
  /// Adds a string in quotes. Only what must be escaped is: the quote, the backslash and control
  /// characters, these by their short escapes where they have one.
  ///
  /// https://www.rfc-editor.org/rfc/rfc8259#section-7
  ///
  /// - Complexity: O(*n*) in the bytes of the string.
  package static func quote(_ string: String, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in string.utf8 { escape(byte, into: &output) }
    output.append(UInt8(ascii: "\""))
  }

  /// A string in quotes, escaped where it must be.
  ///
  /// - Complexity: O(*n*) in the bytes of the string.
  package static func quoted(_ string: String) -> String {
    var output: [UInt8] = []
    quote(string, into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Adds a byte of a string's UTF-8, escaped where it must be.
  @inline(always)
  static func escape(_ byte: UInt8, into output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      output.append(UInt8(ascii: "\\"))
      output.append(byte)
    case 0..<0x20:
      escapeControl(byte, into: &output)
    default:
      output.append(byte)
    }
  }

  private static func escapeControl(_ byte: UInt8, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: output.append(UInt8(ascii: "b"))
    case UInt8(ascii: "\t"): output.append(UInt8(ascii: "t"))
    case UInt8(ascii: "\n"): output.append(UInt8(ascii: "n"))
    case 0x0C: output.append(UInt8(ascii: "f"))
    case UInt8(ascii: "\r"): output.append(UInt8(ascii: "r"))
    default: appendUnit(UInt16(byte), to: &output)
    }
  }

  /// Adds what follows the backslash of a `\u` escape.
  static func appendUnit(_ unit: UInt16, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift) & 0xF
      output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }
}
