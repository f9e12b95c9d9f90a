// SPDX-License-Identifier: Apache-2.0

// Strings and numbers of a JSONPath.
extension PathParser {
  /// The greatest magnitude of an index: what JSON's implementations agree on.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9535#section-2.1
  static let maximumInteger = 9_007_199_254_740_991

  /// `int = "0" / (["-"] DIGIT1 *DIGIT)`, within the bounds of I-JSON.
  mutating func integer() throws(PathError) -> Int {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    let digits = position
    var value = 0
    while let next = peek, (0x30...0x39).contains(next) {
      value = min(value * 10 + Int(next - 0x30), Self.maximumInteger + 1)
      position += 1
    }
    guard position > digits else { throw fault("expected a digit after '-'") }
    if bytes[digits] == UInt8(ascii: "0"), position > digits + 1 || isNegative {
      throw fault(
        isNegative && position == digits + 1
          ? "expected an index; '-0' is none" : "expected an index without leading zeros",
        at: start)
    }
    guard value <= Self.maximumInteger else {
      throw fault("expected an index between -(2^53 - 1) and 2^53 - 1", at: start)
    }
    return isNegative ? -value : value
  }

  /// `number = (int / "-0") [ frac ] [ exp ]`
  mutating func number() throws(PathError) -> PathNumber {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let integer = position
    try digits("expected a digit after '-'")
    if bytes[integer] == UInt8(ascii: "0"), position > integer + 1 {
      throw fault("expected a number without leading zeros", at: start)
    }
    if take(UInt8(ascii: ".")) { try digits("expected a digit after the decimal point") }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      try digits("expected a digit in the exponent")
    }
    return PathNumber(Array(bytes[start..<position]))
  }

  private mutating func digits(_ message: String) throws(PathError) {
    let start = position
    while let next = peek, (0x30...0x39).contains(next) { position += 1 }
    guard position > start else { throw fault(message) }
  }

  /// `string-literal`, in double or single quotes.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9535#section-2.3.1
  mutating func string() throws(PathError) -> PathName {
    let opening = position
    let quote = bytes[position]
    position += 1
    var result: [UInt8] = []
    var runStart = position
    while let next = peek {
      switch next {
      case quote:
        result.append(contentsOf: bytes[runStart..<position])
        position += 1
        return PathName(result)
      case UInt8(ascii: "\\"):
        result.append(contentsOf: bytes[runStart..<position])
        result.append(contentsOf: UTF8.encode(try escape(quote: quote)) ?? .init())
        runStart = position
      case 0x00...0x1F:
        throw fault("expected an escape such as \\n or \\u0000 for this control character")
      default:
        position += 1
      }
    }
    throw fault("expected a quote that closes this string", at: opening)
  }

  /// A backslash and what follows it.
  mutating func escape(quote: UInt8) throws(PathError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let letter = peek else { throw fault("expected a quote that closes the string") }
    position += 1
    switch letter {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "\\"): return "\\"
    case quote: return Unicode.Scalar(quote)
    case UInt8(ascii: "u"):
      let unit = try hexadecimal()
      switch unit {
      case 0xDC00...0xDFFF:
        throw fault("expected the first half of a surrogate pair before the second", at: start)
      case 0xD800...0xDBFF:
        guard take("\\u") else {
          throw fault("expected the second half of a surrogate pair, \\uDC00 to \\uDFFF")
        }
        let low = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(low) else {
          throw fault(
            "expected the second half of a surrogate pair, \\uDC00 to \\uDFFF", at: position - 6)
        }
        let value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        return Unicode.Scalar(value) ?? "\u{FFFD}"
      default:
        return Unicode.Scalar(unit) ?? "\u{FFFD}"
      }
    default:
      throw fault(
        "expected an escape: \\b \\f \\n \\r \\t \\/ \\\\ \\\(Unicode.Scalar(quote)) or \\uXXXX",
        at: start)
    }
  }

  private mutating func hexadecimal() throws(PathError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      switch peek {
      case .some(let digit) where (0x30...0x39).contains(digit):
        value = value << 4 | UInt32(digit - 0x30)
      case .some(let digit) where (0x61...0x66).contains(digit | 0x20):
        value = value << 4 | UInt32((digit | 0x20) - 0x61 + 10)
      default:
        throw fault("expected four hexadecimal digits after \\u")
      }
      position += 1
    }
    return value
  }
}
