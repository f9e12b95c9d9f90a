// SPDX-License-Identifier: Apache-2.0

/// Takes one Link field apart, link by link.
///
/// This is the algorithm of the RFC, with one forbearance more: where it would give up on the rest
/// of a field because of what stands between two links, it goes on behind the next comma that is
/// not quoted. To miss a next page is to lose items.
///
/// https://www.rfc-editor.org/rfc/rfc8288#appendix-B.2
struct LinkParser {
  /// A link as it is written.
  struct Raw {
    var target: String
    var parameters: [Link.Attribute]
  }

  /// What stood where a link was expected, in pieces.
  private(set) var unreadable: [String] = []

  private let bytes: [UInt8]
  private var index = 0

  init(_ value: String) { bytes = Array(value.utf8) }

  /// The next link, or nil at the end.
  mutating func next() -> Raw? {
    while true {
      skip { $0.isBlank || $0 == UInt8(ascii: ",") }
      guard let byte = peek else { return nil }
      if byte == UInt8(ascii: "<") { break }
      let start = index
      skipToComma()
      unreadable.append(text(start..<index))
    }
    index += 1
    guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else {
      unreadable.append(text(index - 1..<bytes.count))
      index = bytes.count
      return nil
    }
    let target = text(index..<end)
    index = end + 1
    return Raw(target: target, parameters: parameters())
  }

  /// https://www.rfc-editor.org/rfc/rfc8288#appendix-B.3
  private mutating func parameters() -> [Link.Attribute] {
    var parameters: [Link.Attribute] = []
    while true {
      skip { $0.isBlank }
      guard peek == UInt8(ascii: ";") else { return parameters }
      index += 1
      skip { $0.isBlank }
      // Some servers put a semicolon between two links.
      if peek == UInt8(ascii: "<") { return parameters }
      let start = index
      skip { !$0.isBlank && $0 != UInt8(ascii: "=") && !Self.endsValue($0) }
      let name = text(start..<index).lowercasedASCII
      skip { $0.isBlank }
      parameters.append(Link.Attribute(name: name, value: value()))
    }
  }

  private mutating func value() -> String {
    guard peek == UInt8(ascii: "=") else { return "" }
    index += 1
    skip { $0.isBlank }
    if peek == UInt8(ascii: "\"") { return quotedString() }
    let start = index
    skip { !Self.endsValue($0) }
    return String(text(start..<index).trimmingSpaces)
  }

  /// https://www.rfc-editor.org/rfc/rfc8288#appendix-B.4
  private mutating func quotedString() -> String {
    var value: [UInt8] = []
    index += 1
    while let byte = peek {
      index += 1
      if byte == UInt8(ascii: "\"") { break }
      if byte != UInt8(ascii: "\\") {
        value.append(byte)
      } else if let escaped = peek {
        value.append(escaped)
        index += 1
      }
    }
    return String(decoding: value, as: UTF8.self)
  }

  private mutating func skipToComma() {
    while let byte = peek, byte != UInt8(ascii: ",") {
      if byte == UInt8(ascii: "\"") { _ = quotedString() } else { index += 1 }
    }
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skip(while isWanted: (UInt8) -> Bool) {
    while index < bytes.count, isWanted(bytes[index]) { index += 1 }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",")
  }
}
