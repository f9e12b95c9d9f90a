// SPDX-License-Identifier: Apache-2.0

/// Where a value of a page is read: `next_cursor`, `header:X-Next`, `link:next`, `last:id`,
/// `NextMarker // last:Key`, `max:update_id +1`.
public struct Source: Hashable, Sendable, CustomStringConvertible {
  /// One place where the value may stand.
  package enum Location: Hashable, Sendable {
    case body(Key)
    case header(String)
    case link(String)
    case last(Key)
    case first(Key)
    case max(Key)
    case pageOne(Key)
  }

  /// The source as it was written.
  public let description: String

  /// The places, in the order in which they are tried.
  package let locations: [Location]

  /// What is added to the value.
  package let addend: Int

  /// Reads a source.
  ///
  /// - Throws: a ``PathError`` that shows the place of the fault.
  public init(_ text: String) throws(PathError) {
    description = text
    let (body, addend) = Self.splitAddend(text)
    self.addend = addend
    var locations: [Location] = []
    for (alternative, offset) in Self.alternatives(of: body) {
      locations.append(try Self.location(alternative, in: text, at: offset))
    }
    self.locations = locations
  }

  /// Whether zero is a cursor like any other: a value of an item.
  package var isOfItems: Bool {
    locations.contains {
      switch $0 {
      case .last, .first, .max: true
      case .body, .header, .link, .pageOne: false
      }
    }
  }

  /// The Link relation where the source is one alone.
  package var linkRelation: String? {
    guard locations.count == 1, case .link(let relation) = locations[0] else { return nil }
    return relation
  }

  private static let prefixes = ["body", "header", "link", "last", "first", "max", "page1"]

  private static func location(
    _ text: Substring, in whole: String, at offset: Int
  ) throws(PathError) -> Location {
    let colon = text.firstIndex(of: ":")
    let prefix = colon.map { String(text[..<$0]) }
    guard let colon, let prefix, prefixes.contains(prefix) else {
      return .body(try key(text, in: whole, at: offset))
    }
    let rest = text[text.index(after: colon)...]
    let restOffset = offset + prefix.utf8.count + 1
    switch prefix {
    case "header", "link":
      guard !rest.isEmpty else {
        throw PathError(
          text: whole, offset: restOffset,
          message: prefix == "header"
            ? "expected the name of a header field after 'header:'"
            : "expected a relation after 'link:', such as link:next")
      }
      return prefix == "header" ? .header(String(rest)) : .link(String(rest))
    case "last": return .last(try key(rest, in: whole, at: restOffset))
    case "first": return .first(try key(rest, in: whole, at: restOffset))
    case "max": return .max(try key(rest, in: whole, at: restOffset))
    case "page1": return .pageOne(try key(rest, in: whole, at: restOffset))
    default: return .body(try key(rest, in: whole, at: restOffset))
    }
  }

  private static func key(
    _ text: Substring, in whole: String, at offset: Int
  ) throws(PathError) -> Key {
    do {
      return try Key(String(text))
    } catch {
      throw PathError(text: whole, offset: offset + error.offset, message: error.message)
    }
  }

  /// Splits off a final ` +N` or ` -N`.
  private static func splitAddend(_ text: String) -> (Substring, Int) {
    guard let blank = text.lastIndex(of: " ") else { return (text[...], 0) }
    let tail = text[text.index(after: blank)...]
    guard let sign = tail.first, sign == "+" || sign == "-", tail.count > 1,
      tail.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }), let addend = Int(tail)
    else { return (text[...], 0) }
    return (text[..<blank], addend)
  }

  /// Splits at ` // ` outside quotes, with the offset of each part in UTF-8.
  private static func alternatives(of text: Substring) -> [(Substring, Int)] {
    var parts: [(Substring, Int)] = []
    var quote: Character?
    var start = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      if let open = quote {
        if character == "\\" {
          index = text.index(after: index)
          if index == text.endIndex { break }
        } else if character == open {
          quote = nil
        }
      } else if text[start...].first == "$" && (character == "'" || character == "\"") {
        quote = character
      } else if text[index...].hasPrefix(" // ") {
        parts.append((text[start..<index], text[..<start].utf8.count))
        start = text.index(index, offsetBy: 4)
        index = start
        continue
      }
      index = text.index(after: index)
    }
    parts.append((text[start...], text[..<start].utf8.count))
    return parts
  }
}
