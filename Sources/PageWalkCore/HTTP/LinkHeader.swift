// SPDX-License-Identifier: Apache-2.0

/// One link of a Link header.
///
/// https://www.rfc-editor.org/rfc/rfc8288
package struct Link: Hashable, Sendable {
  /// One parameter of a link that says more about its target.
  package struct Attribute: Hashable, Sendable {
    /// The name in lower case.
    package var name: String

    /// The value, without its quotes and encoding.
    package var value: String
  }

  /// The target as it is written.
  package var target: String

  /// The target, resolved.
  package var uri: String

  /// The relation types in lower case.
  package var rels: [String]

  /// What the link starts at, as it is written, where that is not the page itself.
  package var anchor: String?

  /// The other parameters, in order.
  package var attributes: [Attribute]

  /// The first value of an attribute, or nil where it is missing.
  ///
  /// - Complexity: O(*n*) in the number of attributes.
  package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// Reads Link headers as browsers do, forgiving what can be forgiven.
///
/// https://www.rfc-editor.org/rfc/rfc8288#appendix-B
package enum LinkHeader {
  /// All links of a response.
  ///
  /// - Parameters:
  ///   - values: the values of its Link fields, in order.
  ///   - base: the URL that it came from, which relative targets are resolved against.
  /// - Returns: the links in order, those of unknown relations too.
  /// - Complexity: O(*n*) in the length of the values.
  package static func links(in values: [String], base: String) -> [Link] {
    values.flatMap { value in
      var parser = LinkParser(value)
      var links: [Link] = []
      while let raw = parser.next() { links.append(link(raw, base: base)) }
      return links
    }
  }

  /// The first link with a relation type that starts at the page itself; an anchor may say that a
  /// link is somebody else's.
  ///
  /// - Complexity: O(*n*) in the number of links.
  package static func link(_ rel: String, in links: [Link], base: String) -> Link? {
    let rel = rel.lowercasedASCII
    let page = URLReference.withoutFragment(base)
    return links.first { link in
      guard link.rels.contains(rel) else { return false }
      guard let anchor = link.anchor else { return true }
      return URLReference.withoutFragment(URLReference.resolve(anchor, against: base)) == page
    }
  }

  /// A part of the Link fields that can't be read as a link and names a relation: where it leads is
  /// not known, which is another thing than that it leads nowhere.
  ///
  /// - Complexity: O(*n*) in the length of the values.
  package static func unreadable(_ rel: String, in values: [String]) -> String? {
    values.lazy.flatMap { value in
      var parser = LinkParser(value)
      while parser.next() != nil {}
      return parser.unreadable
    }
    .first { names($0.lowercasedASCII, rel.lowercasedASCII) }
  }

  /// Whether a parameter `rel` of a text holds a relation as a word.
  private static func names(_ text: String, _ rel: String) -> Bool {
    text.split(separator: ";").contains { parameter in
      let sides = parameter.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[0].trimmingSpaces == "rel" else { return false }
      return sides[1].split { " \t\"'".contains($0) }.contains { $0 == rel }
    }
  }

  private static func link(_ raw: LinkParser.Raw, base: String) -> Link {
    let rel = raw.parameters.first { $0.name == "rel" }?.value ?? ""
    return Link(
      target: raw.target,
      uri: URLReference.resolve(String(raw.target.trimmingSpaces), against: base),
      rels: rel.utf8.split { $0.isBlank }.map { unquoted(Substring($0)).lowercasedASCII },
      anchor: raw.parameters.first { $0.name == "anchor" }?.value,
      attributes: attributes(raw.parameters))
  }

  /// Some servers put single quotes round a relation.
  private static func unquoted(_ rel: Substring) -> Substring {
    let quote = UInt8(ascii: "'")
    guard rel.utf8.count > 2, rel.utf8.first == quote, rel.utf8.last == quote else { return rel }
    return rel.dropFirst().dropLast()
  }

  /// The parameters that are neither relation nor anchor: of some only the first counts, and one
  /// whose name ends with a star, where it can be decoded, stands before the plain one.
  private static func attributes(_ parameters: [Link.Attribute]) -> [Link.Attribute] {
    var attributes: [Link.Attribute] = []
    var starred: [Link.Attribute] = []
    for parameter in parameters where parameter.name != "rel" && parameter.name != "anchor" {
      if parameter.name.utf8.last == UInt8(ascii: "*") {
        let name = String(parameter.name.dropLast())
        guard let value = ExtendedValue.decoded(parameter.value),
          !(onlyFirst.contains(name) && starred.contains { $0.name == name })
        else { continue }
        starred.append(Link.Attribute(name: name, value: value))
      } else if !onlyFirst.contains(parameter.name)
        || !attributes.contains(where: { $0.name == parameter.name })
      {
        attributes.append(parameter)
      }
    }
    guard !starred.isEmpty else { return attributes }
    let names = Set(starred.map(\.name))
    return attributes.filter { !names.contains($0.name) } + starred
  }

  private static let onlyFirst: Set = ["media", "title", "type"]
}

/// The values of parameters whose names end with a star: `UTF-8'de'n%c3%a4chstes`.
///
/// https://www.rfc-editor.org/rfc/rfc8187#section-3.2
private enum ExtendedValue {
  /// The text, or nil where it is malformed or in a character set that is not UTF-8.
  static func decoded(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercasedASCII == "utf-8" else { return nil }
    return URLQuery.decoded(parts[2], plusIsBlank: false)
  }
}
