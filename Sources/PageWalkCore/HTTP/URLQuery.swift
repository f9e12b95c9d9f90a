// SPDX-License-Identifier: Apache-2.0

/// The parameters of a URL's query, read and edited in place: all that is not asked for stays as it
/// is, byte for byte, in its order, repetition and spelling.
///
/// Names are compared decoded: `page%5Bafter%5D` is `page[after]`.
package enum URLQuery {
  /// Puts a value, already encoded, in the place of a parameter's first occurrence and drops the
  /// further ones; a parameter that is not there is added at the end.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package static func setting(_ name: String, to encoded: String, in url: String) -> String {
    var isSet = false
    let edited = editing(url) { parameter in
      guard parameter.name == name else { return parameter.text[...] }
      defer { isSet = true }
      return isSet ? nil : "\(parameter.rawName)=\(encoded)"
    }
    return isSet ? edited : appending("\(encodedName(name))=\(encoded)", to: url)
  }

  /// Adds a parameter at the end, its value encoded here.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package static func adding(_ name: String, _ value: String, to url: String) -> String {
    appending("\(encodedName(name))=\(percentEncoded(value))", to: url)
  }

  /// Adds text at the end of the query, with an ampersand before it where one is due.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package static func appending(_ text: String, to url: String) -> String {
    var parts = URLParts(url)
    switch parts.query {
    case nil: parts.query = text[...]
    case let query? where query.isEmpty || query.utf8.last == UInt8(ascii: "&"):
      parts.query = query + text
    case let query?: parts.query = "\(query)&\(text)"
    }
    return parts.text
  }

  /// Drops a parameter wherever it stands; a query of which nothing is left goes with it.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package static func removing(_ name: String, from url: String) -> String {
    editing(url) { $0.name == name ? nil : $0.text[...] }
  }

  /// The first value of a parameter, decoded; empty where it has none, nil where it is not there.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package static func value(of name: String, in url: String) -> String? {
    rawValue(of: name, in: url).map { decoded($0[...]) }
  }

  /// The first value of a parameter as it is spelled.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package static func rawValue(of name: String, in url: String) -> String? {
    parameters(of: url).first { $0.name == name }.map { String($0.rawValue ?? "") }
  }

  /// Whether a parameter is there.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package static func contains(_ name: String, in url: String) -> Bool {
    parameters(of: url).contains { $0.name == name }
  }

  /// The names of all parameters, decoded, in order.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package static func names(in url: String) -> [String] { parameters(of: url).map(\.name) }

  /// The text with all but letters, digits, `-`, `.`, `_` and `~` percent-encoded.
  ///
  /// https://www.rfc-editor.org/rfc/rfc3986#section-2.3
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func percentEncoded(_ text: String) -> String {
    percentEncoded(text.utf8, unless: isUnreserved)
  }

  /// The text with its percent-escapes decoded, and with a plus read as a blank, as forms have it.
  /// What is no escape stays as it is.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func decoded(_ text: Substring, plusIsBlank: Bool = true) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return String(text)
    }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first?.hexValue,
        let low = rest.dropFirst().first?.hexValue
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") && plusIsBlank ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Bytes as text, with all but those that are wanted plain percent-encoded.
  static func percentEncoded(
    _ bytes: some Sequence<UInt8>, unless isPlain: (UInt8) -> Bool
  ) -> String {
    var encoded: [UInt8] = []
    for byte in bytes {
      if isPlain(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Whether a byte stands for itself anywhere in a URL.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte)
  }

  // MARK: - Parameters

  /// One piece of a query between ampersands.
  struct Parameter {
    /// The piece as it is spelled.
    let text: Substring

    /// The name as it is spelled.
    var rawName: Substring {
      text[..<(text.utf8.firstIndex(of: UInt8(ascii: "=")) ?? text.endIndex)]
    }

    /// The value as it is spelled; nil where there is no `=`.
    var rawValue: Substring? {
      guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      return text[text.utf8.index(after: equals)...]
    }

    /// The name, decoded.
    var name: String { decoded(rawName) }
  }

  /// The pieces of a query that hold something.
  static func parameters(of url: String) -> [Parameter] {
    pieces(of: URLParts(url).query ?? "").filter { !$0.text.isEmpty }
  }

  /// Puts each parameter through an edit, which drops it by giving nil.
  static func editing(_ url: String, _ edit: (Parameter) -> Substring?) -> String {
    var parts = URLParts(url)
    guard let query = parts.query else { return url }
    let before = pieces(of: query)
    let after = before.compactMap { $0.text.isEmpty ? $0.text : edit($0) }
    let hasGone = after.isEmpty && !before.isEmpty
    parts.query = hasGone ? nil : after.joined(separator: "&")[...]
    return parts.text
  }

  private static func pieces(of query: Substring) -> [Parameter] {
    query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
      .map { Parameter(text: Substring($0)) }
  }

  /// A name as a person would write it: brackets and such stay readable, and only what would end
  /// the name or can't stand in a query is encoded.
  private static func encodedName(_ name: String) -> String {
    percentEncoded(name.utf8) { isUnreserved($0) || "[]$:@!'()*,;/?".utf8.contains($0) }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x37 + value
  }
}
