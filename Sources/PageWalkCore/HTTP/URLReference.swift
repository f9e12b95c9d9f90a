// SPDX-License-Identifier: Apache-2.0

/// References to URLs: how they are resolved, and how they are made fit to be sent.
///
/// All of it works on the spelling: what is no business of a function goes through it untouched,
/// escapes and all.
package enum URLReference {
  /// Resolves a reference against the URL that it was found at, strictly by the RFC, character for
  /// character. The fragment is kept.
  ///
  /// https://www.rfc-editor.org/rfc/rfc3986#section-5.2
  ///
  /// - Complexity: O(*n*) in the length of both.
  package static func resolve(_ reference: String, against base: String) -> String {
    var target = URLParts(reference)
    if target.scheme != nil {
      target.path = withoutDots(target.path)
      return target.text
    }
    let base = URLParts(base)
    target.scheme = base.scheme
    if target.authority != nil {
      target.path = withoutDots(target.path)
      return target.text
    }
    target.authority = base.authority
    if target.path.isEmpty {
      target.path = base.path
      if target.query == nil { target.query = base.query }
    } else if target.path.utf8.first == UInt8(ascii: "/") {
      target.path = withoutDots(target.path)
    } else {
      target.path = withoutDots(merge(target.path, onto: base))
    }
    return target.text
  }

  /// A URL's path and query at the scheme, host and port of another.
  ///
  /// - Complexity: O(*n*) in the length of both.
  package static func rebased(_ url: String, onto start: String) -> String {
    var parts = URLParts(url)
    let home = URLParts(start)
    parts.scheme = home.scheme
    parts.authority = home.authority
    return parts.text
  }

  /// Whether a text begins with the name of a scheme and a colon.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func isAbsolute(_ text: String) -> Bool { URLParts(text).scheme != nil }

  /// The URL without its fragment, which is never sent.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package static func withoutFragment(_ url: String) -> String {
    guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "#")) else { return url }
    return String(url[..<mark])
  }

  /// The URL with those characters percent-encoded that no URL may hold: blanks and control
  /// characters, quotes, braces, angle brackets, `\`, `^`, `` ` ``, `|`, and all that is not ASCII.
  /// Everything else stays, a stray percent sign and square brackets too. White space at the ends
  /// goes. The host is left alone: it is looked up in its own encoding, or refused.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package static func escaped(_ url: String) -> String {
    let trimmed = url.utf8.trimmingWhiteSpace
    guard trimmed.contains(where: isForbidden) else {
      return trimmed.count == url.utf8.count ? url : String(Substring(trimmed))
    }
    var parts = URLParts(String(Substring(trimmed)))
    parts.path = escapingForbidden(parts.path)
    parts.query = parts.query.map(escapingForbidden)
    parts.fragment = parts.fragment.map(escapingForbidden)
    return parts.text
  }

  /// A template without its expressions: `/items{?page,size}` is `/items`. A text without such an
  /// expression for a query (`{?…}`, `{&…}`) is no template, and its braces are its own.
  ///
  /// https://www.rfc-editor.org/rfc/rfc6570
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func withoutTemplates(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    let expressions = expressions(in: text)
    let isTemplate = expressions.contains {
      let first = text.utf8[text.utf8.index(after: $0.lowerBound)]
      return first == UInt8(ascii: "?") || first == UInt8(ascii: "&")
    }
    guard isTemplate else { return text }
    var result = ""
    var from = text.startIndex
    for expression in expressions {
      result += text[from..<expression.lowerBound]
      from = expression.upperBound
    }
    return result + text[from...]
  }

  /// The URL without the user name and password in it, and those, decoded, as `-u` would take them.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package static func splittingUserInfo(_ url: String) -> (url: String, user: String?) {
    var parts = URLParts(url)
    guard let info = parts.userInfo else { return (url, nil) }
    parts.authority = parts.hostAndPort
    let pair = info.utf8.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    let words = pair.map { URLQuery.decoded(Substring($0), plusIsBlank: false) }
    return (parts.text, words.count > 1 ? "\(words[0]):\(words[1])" : "\(words[0]):")
  }

  // MARK: - Paths

  /// https://www.rfc-editor.org/rfc/rfc3986#section-5.2.3
  private static func merge(_ path: Substring, onto base: URLParts) -> Substring {
    if base.authority != nil, base.path.isEmpty { return "/" + path }
    guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return base.path[...slash] + path
  }

  /// https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4
  private static func withoutDots(_ path: Substring) -> Substring {
    guard hasDots(path) else { return path }
    var input = Array(path.utf8)[...]
    var output: [UInt8] = []
    output.reserveCapacity(input.count)
    let slash = UInt8(ascii: "/")
    while !input.isEmpty {
      if input.starts(with: "../".utf8) {
        input = input.dropFirst(3)
      } else if input.starts(with: "./".utf8) || input.starts(with: "/./".utf8) {
        input = input.dropFirst(2)
      } else if input.elementsEqual("/.".utf8) {
        input = [slash]
      } else if input.starts(with: "/../".utf8) {
        input = input.dropFirst(3)
        removeLastSegment(of: &output)
      } else if input.elementsEqual("/..".utf8) {
        input = [slash]
        removeLastSegment(of: &output)
      } else if input.elementsEqual(".".utf8) || input.elementsEqual("..".utf8) {
        input = []
      } else {
        let end = input.dropFirst().firstIndex(of: slash) ?? input.endIndex
        output += input[..<end]
        input = input[end...]
      }
    }
    return String(decoding: output, as: UTF8.self)[...]
  }

  /// Whether a segment begins with a dot, as those do that lead nowhere or up.
  private static func hasDots(_ path: Substring) -> Bool {
    var isFirst = true
    for byte in path.utf8 {
      if isFirst && byte == UInt8(ascii: ".") { return true }
      isFirst = byte == UInt8(ascii: "/")
    }
    return false
  }

  private static func removeLastSegment(of output: inout [UInt8]) {
    while let last = output.popLast(), last != UInt8(ascii: "/") {}
  }

  // MARK: - Characters

  private static func isForbidden(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x20, 0x7F...0xFF, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D: true
    default: false
    }
  }

  private static func escapingForbidden(_ text: Substring) -> Substring {
    URLQuery.percentEncoded(text.utf8) { !isForbidden($0) }[...]
  }

  /// Where template expressions stand, braces included.
  private static func expressions(in text: String) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    var opening: String.Index?
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if byte == UInt8(ascii: "{") {
        opening = index
      } else if byte == UInt8(ascii: "}"), let start = opening {
        if text.utf8.distance(from: start, to: index) > 1 {
          found.append(start..<text.utf8.index(after: index))
        }
        opening = nil
      } else if !isExpression(byte) {
        opening = nil
      }
    }
    return found
  }

  private static func isExpression(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "_%.,:*+#/;?&=!@|~-$()".utf8.contains(byte)
  }
}

extension Substring.UTF8View {
  fileprivate static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// The bytes without white space of ASCII at their ends.
  fileprivate var trimmingWhiteSpace: Substring.UTF8View {
    var rest = drop(while: Self.isWhiteSpace)
    while let last = rest.last, Self.isWhiteSpace(last) { rest.removeLast() }
    return rest
  }
}

extension String.UTF8View {
  fileprivate var trimmingWhiteSpace: Substring.UTF8View { self[...].trimmingWhiteSpace }
}
