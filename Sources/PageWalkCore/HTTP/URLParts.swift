// SPDX-License-Identifier: Apache-2.0

/// A URL or a reference taken apart at its delimiters, each part as it is spelled.
///
/// https://www.rfc-editor.org/rfc/rfc3986#appendix-B
struct URLParts {
  /// What stands before the first colon, where that is the name of a scheme.
  var scheme: Substring?

  /// What follows two slashes.
  var authority: Substring?

  /// The path, which may be empty.
  var path: Substring

  /// What follows the question mark.
  var query: Substring?

  /// What follows the number sign.
  var fragment: Substring?

  /// Takes a text apart; every text has parts.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: String) {
    var rest = text[...]
    fragment = Self.cut(&rest, from: UInt8(ascii: "#"))
    query = Self.cut(&rest, from: UInt8(ascii: "?"))
    if let colon = Self.schemeEnd(of: rest) {
      scheme = rest[..<colon]
      rest = rest[rest.utf8.index(after: colon)...]
    }
    if rest.utf8.starts(with: "//".utf8) {
      rest = rest.dropUTF8(2)
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = rest[..<end]
      rest = rest[end...]
    }
    path = rest
  }

  /// The parts put together again.
  ///
  /// https://www.rfc-editor.org/rfc/rfc3986#section-5.3
  ///
  /// - Complexity: O(*n*) in the length of the text.
  var text: String {
    var text = ""
    if let scheme { text += "\(scheme):" }
    if let authority { text += "//\(authority)" }
    text += path
    if let query { text += "?\(query)" }
    if let fragment { text += "#\(fragment)" }
    return text
  }

  /// Name and password in the authority, as they are spelled, without the `@`.
  var userInfo: Substring? {
    guard let authority, let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) else {
      return nil
    }
    return authority[..<at]
  }

  /// Host and port, as they are spelled.
  var hostAndPort: Substring {
    guard let authority else { return "" }
    guard let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) else { return authority }
    return authority[authority.utf8.index(after: at)...]
  }

  private static func cut(_ rest: inout Substring, from delimiter: UInt8) -> Substring? {
    guard let index = rest.utf8.firstIndex(of: delimiter) else { return nil }
    defer { rest = rest[..<index] }
    return rest[rest.utf8.index(after: index)...]
  }

  private static func schemeEnd(of text: Substring) -> String.Index? {
    guard text.utf8.first?.isASCIILetter == true else { return nil }
    let end = text.utf8.firstIndex {
      !($0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E)
    }
    guard let end, text.utf8[end] == UInt8(ascii: ":") else { return nil }
    return end
  }
}

extension Substring {
  /// The text without its first bytes.
  func dropUTF8(_ count: Int) -> Substring {
    self[(utf8.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex)...]
  }
}
