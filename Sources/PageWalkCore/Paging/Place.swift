// SPDX-License-Identifier: Apache-2.0

/// Where a value goes in the next request: `url`, `query:cursor`, `header:X-Cursor`,
/// `body:variables.after`, `form:page`, `path:cursor`, `query:*`, `body:*`, `request`.
public struct Place: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of places.
  package enum Kind: Hashable, Sendable {
    case url
    case query(String)
    case header(String)
    case body([JSONEdit.Step])
    case form(String)
    case path(String)
    case queryMembers
    case bodyMembers
    case request
  }

  /// The place as it was written.
  public let description: String

  package let kind: Kind

  /// Reads a place; a bare NAME is `query:NAME`.
  ///
  /// - Throws: a ``PathError`` that shows the place of the fault.
  public init(_ text: String) throws(PathError) {
    description = text
    kind = try Self.kind(text)
  }

  /// The query parameter `name`.
  public init(query name: String) {
    description = "query:\(name)"
    kind = .query(name)
  }

  /// The whole URL.
  public static let url = Place(description: "url", kind: .url)

  private init(description: String, kind: Kind) {
    self.description = description
    self.kind = kind
  }

  private static func kind(_ text: String) throws(PathError) -> Kind {
    switch text {
    case "url": return .url
    case "request": return .request
    case "query:*": return .queryMembers
    case "body:*": return .bodyMembers
    default: break
    }
    let colon = text.firstIndex(of: ":")
    let prefix = colon.map { String(text[..<$0]) } ?? ""
    guard let colon, ["query", "header", "body", "form", "path"].contains(prefix) else {
      guard !text.isEmpty else {
        throw PathError(text: text, offset: 0, message: "expected the name of a query parameter")
      }
      return .query(text)
    }
    let name = String(text[text.index(after: colon)...])
    let offset = prefix.utf8.count + 1
    guard !name.isEmpty else {
      throw PathError(text: text, offset: offset, message: "expected a name after '\(prefix):'")
    }
    switch prefix {
    case "header": return .header(name)
    case "form": return .form(name)
    case "path": return .path(name)
    case "body": return .body(try steps(of: name, in: text, at: offset))
    default: return .query(name)
    }
  }

  private static func steps(
    of name: String, in whole: String, at offset: Int
  ) throws(PathError) -> [JSONEdit.Step] {
    let key: Key
    do {
      key = try Key(name)
    } catch {
      throw PathError(text: whole, offset: offset + error.offset, message: error.message)
    }
    guard let steps = key.steps, !steps.isEmpty else {
      throw PathError(
        text: whole, offset: offset,
        message: "expected one place in the body: names and indexes only")
    }
    return steps
  }
}

extension Place {
  /// Whether the value goes into a JSON body.
  package var isOfJSONBody: Bool {
    switch kind {
    case .body, .bodyMembers: true
    case .url, .query, .header, .form, .path, .queryMembers, .request: false
    }
  }

  /// Whether a number can be put here.
  package var takesNumbers: Bool {
    switch kind {
    case .query, .header, .body, .form, .path: true
    case .url, .queryMembers, .bodyMembers, .request: false
    }
  }
}
