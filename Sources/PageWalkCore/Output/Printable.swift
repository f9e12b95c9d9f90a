// SPDX-License-Identifier: Apache-2.0

/// Text from a server, made fit for a terminal.
///
/// A server can put anything into a string: escape sequences that rename the window or move the
/// cursor, line breaks that forge a message, bidirectional overrides that turn a line round.
/// Whatever would do something rather than be seen is spelled out.
package enum Printable {
  /// The text on one line, with every character that acts instead of showing written as an escape:
  /// `\n`, `\r`, `\t`, `\u001b`, `\u{e0001}`.
  ///
  /// A backslash of the text stays as it is: the result is for people, and can't be read back.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func escaped(_ text: some StringProtocol) -> String {
    if text.utf8.allSatisfy(isPlainASCII) { return String(text) }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  /// The text of bytes that ought to be UTF-8, escaped likewise; bytes that are not are written as
  /// `\xff`.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func escaped(_ bytes: some Collection<UInt8>) -> String {
    var result = ""
    result.reserveCapacity(bytes.count + 16)
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var index = bytes.startIndex
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        append(Unicode.UTF8.decode(encoded), to: &result)
        index = bytes.index(index, offsetBy: encoded.count)
      case .error(let length):
        for _ in 0..<length {
          result += "\\x" + hexadecimal(UInt32(bytes[index]), digits: 2)
          index = bytes.index(after: index)
        }
      case .emptyInput:
        return result
      }
    }
  }

  /// Whether a character only shows, so that it may reach a terminal as it is.
  ///
  /// Not so are control characters, line and paragraph separators, and the format characters:
  /// bidirectional marks, embeddings, overrides and isolates, invisible operators, tags. The two
  /// joiners are let through, since emoji and many scripts need them and they move nothing.
  package static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value >= 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
    case .format: return scalar.value == 0x200C || scalar.value == 0x200D
    default: return true
    }
  }

  /// The beginning of a text, with an ellipsis where more follows.
  ///
  /// - Complexity: O(*count*).
  package static func shortened(_ text: String, to count: Int) -> String {
    guard let end = text.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex),
      end < text.endIndex
    else { return text }
    return text[..<end] + "…"
  }

  /// JSON text, whose every character that acts instead of showing stands in a string, with JSON's
  /// own escapes for these characters: the value is the same. Line breaks between values stay.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func escapedJSON(_ text: [UInt8]) -> [UInt8] {
    if text.allSatisfy({ isPlainASCII($0) || $0 == 0x0A }) { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 16)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if isHarmless(scalar) || scalar == "\n" {
        result += UTF8.encode(scalar).map(Array.init) ?? []
      } else {
        for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
          result.append(UInt8(ascii: "\\"))
          JSONText.appendUnit(unit, to: &result)
        }
      }
    }
    return result
  }

  private static func isPlainASCII(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte)
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    if isHarmless(scalar) { return result.unicodeScalars.append(scalar) }
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where scalar.value <= 0xFFFF:
      result += "\\u" + hexadecimal(scalar.value, digits: 4)
    default:
      result += "\\u{" + hexadecimal(scalar.value, digits: 1) + "}"
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
