// SPDX-License-Identifier: Apache-2.0

/// Page one as detection sees it: its items set apart from what is said about them.
struct DetectionPage {
  let outline: DetectionOutline
  /// The array of the items, or the first item; nil where there is none.
  let anchor: JSONDocument.Node?
  /// The array of the items, where they stand in one.
  let array: JSONDocument.Node?
  /// How many items there are.
  let count: Int
  /// The name of the array, as names are compared.
  let name: String
  private let first: JSONDocument.Node?

  /// A page whose items were detected.
  init(outline: DetectionOutline, _ items: DetectionItems) {
    self.outline = outline
    anchor = items.node
    array = items.node
    count = items.count
    name = outline.members.first { $0.node == items.node }?.plain ?? ""
    first = outline.document.elements(of: items.node).first { _ in true }
  }

  /// A page whose items the user has named.
  ///
  /// - Complexity: O(*n*) in what the keys pass on the way.
  init(document: JSONDocument, keys: [Key]) {
    var anchor: JSONDocument.Node?
    var array: JSONDocument.Node?
    var items: [JSONDocument.Node] = []
    var skipped: Set<JSONDocument.Node> = []
    for key in keys {
      // A key that can't be followed is the reader's to refuse.
      let nodes = (try? key.nodes(in: document)) ?? []
      for node in nodes where document.kind(node) != .null {
        anchor = anchor ?? node
        if key.isSingular, document.kind(node) == .array {
          array = array ?? node
          items += document.elements(of: node)
        } else {
          items.append(node)
          if node != document.root { skipped.insert(node) }
        }
      }
    }
    outline = DetectionOutline(document, items: anchor, skipping: skipped)
    self.anchor = anchor
    self.array = array
    count = items.count
    name = outline.members.first { $0.node == array }?.plain ?? ""
    first = items.first
  }

  /// The first item, in short.
  var firstItem: String? { first.map { Cursor($0, of: outline.document).excerpt } }

  /// The member that holds each item's own object, where the items are but its wrapping: the `node` of
  /// an edge, the `resource` of an entry. Nil where they are none.
  ///
  /// - Complexity: O(*n*) in the length of the items that are looked at.
  var wrapped: Key? {
    guard let array, let index = outline.members.firstIndex(where: { $0.node == array }) else {
      return nil
    }
    let document = outline.document
    for name in ["node", "resource"] {
      let items = document.elements(of: array).prefix(8)
      let isWrapped = items.allSatisfy {
        document.member(name, of: $0).map { document.kind($0) == .object } ?? false
      }
      if isWrapped, count > 0 {
        return try? Key("\(DetectionOutline.path(outline.steps(index)))[*].\(name)")
      }
    }
    return nil
  }

  /// A place in the first items that looks like a page of its own: a list with a cursor beside it.
  ///
  /// - Complexity: O(*n*) in the length of the items that are looked at.
  var pageWithinItems: String? {
    guard let array else { return nil }
    for (index, item) in outline.document.elements(of: array).prefix(8).enumerated() {
      var rest = [item]
      while let node = rest.popLast() {
        var hasList = false
        var cursor: String?
        for (key, value) in outline.document.members(of: node) {
          let name = outline.document.string(key)
          switch outline.document.kind(value) {
          case .array: hasList = true
          case .object: rest.append(value)
          default: break
          }
          let plain = DetectionNames.plain(name)
          let speaks =
            plain == "cursor" || DetectionNames.speaksOfNext(plain)
            || DetectionNames.moreFlags.contains(plain)
          if speaks, !Cursor(value, of: outline.document).isFalse() { cursor = name }
        }
        if hasList, let cursor { return "'\(cursor)' in item \(index + 1)" }
      }
    }
    return nil
  }
}
