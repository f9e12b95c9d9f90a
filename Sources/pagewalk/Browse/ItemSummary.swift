// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// Picks the members that tell most of an item: what it is called, what identifies it, and then
/// whatever is short.
struct ItemSummary {
  private typealias Node = JSONDocument.Node

  private let document: JSONDocument

  /// Creates a summary of a document that is one item.
  init(_ document: JSONDocument) {
    self.document = document
  }

  /// The row.
  ///
  /// - Complexity: O(*n*) in the members of the item, but for those of members.
  var row: Row {
    guard document.kind(document.root) == .object else {
      return .summary(identifier: "", rest: [Segment(text: shown(document.root))])
    }
    let objects =
      [document.root]
      + Self.wrappers.compactMap {
        document.member($0, of: document.root)
      }.filter { document.kind($0) == .object }

    let identifier = first(of: Self.identifiers, in: objects)
    let title = first(of: Self.titles, in: objects)
    var rest: [Segment] = []
    if let title { rest.append(Segment(text: shown(title))) }
    for object in objects {
      for (key, value) in document.members(of: object) where rest.count < 12 {
        guard value != identifier, value != title, isShort(value) else { continue }
        let gap = rest.isEmpty ? "" : "  "
        rest.append(Segment(text: gap + document.string(key) + " ", style: .dim))
        rest.append(Segment(text: shown(value)))
      }
    }
    if rest.isEmpty, identifier == nil { rest = [Segment(text: shown(document.root))] }
    return .summary(identifier: identifier.map(shown) ?? "", rest: rest)
  }

  private func first(of names: [String], in objects: [Node]) -> Node? {
    for object in objects {
      for name in names {
        if let node = document.member(name, of: object), isTelling(node) { return node }
      }
    }
    return nil
  }

  private func isTelling(_ node: Node) -> Bool {
    switch document.kind(node) {
    case .string: document.range(node).count > 2
    case .number: true
    default: false
    }
  }

  /// Whether a value says something in few characters. Links do not.
  private func isShort(_ node: Node) -> Bool {
    switch document.kind(node) {
    case .string:
      (3...60).contains(document.range(node).count) && !document.text(node).hasPrefix("\"http")
    case .number, .true, .false: true
    default: false
    }
  }

  private func shown(_ node: Node) -> String {
    Row.cut(document.kind(node) == .string ? document.string(node) : document.text(node))
  }

  private static let identifiers = [
    "id", "_id", "Id", "ID", "uuid", "uid", "gid", "number", "key", "sha", "urn", "arn",
  ]

  private static let titles = [
    "name", "title", "full_name", "fullName", "display_name", "displayName", "label", "subject",
    "headline", "summary", "Name", "Title", "login", "username", "userName", "email", "slug",
    "text", "message", "description", "content", "body",
  ]

  /// Members that hold what an item is about: of GraphQL edges, JSON:API, GeoJSON, Airtable,
  /// Elasticsearch, FHIR, Kubernetes, YouTube, commits.
  private static let wrappers = [
    "node", "attributes", "properties", "fields", "_source", "resource", "metadata", "snippet",
    "commit", "data",
  ]
}
