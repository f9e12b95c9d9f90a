// SPDX-License-Identifier: Apache-2.0

/// One page of a walk: its items, and what it says about the pages behind it.
///
/// A page is whole: all of it was received, scanned and checked before it exists. It stays as it is
/// for as long as it is held.
public struct Page: @unchecked Sendable {
  /// The page's number in the walk, from one.
  public let number: Int

  /// The head of the response.
  public let response: HTTPResponse

  /// The page's text.
  package let document: JSONDocument

  /// The items' text, which is the page's but for `--entries`.
  package let itemsDocument: JSONDocument

  /// The items, in order, as they came.
  package let nodes: [JSONDocument.Node]

  /// What the page says about the walk.
  package let signs: Signs

  /// The items that the walk takes: without those skipped at its start, those beyond its limit,
  /// and duplicates. Nil until they are chosen.
  package internal(set) var kept: [JSONDocument.Node]?

  /// What a page says about the walk, read by the plan's sources.
  package struct Signs: Sendable {
    package var cursors: [Cursor?] = []
    package var more: Cursor?
    package var end: Cursor?
    package var total: Cursor?
    package var pages: Cursor?
    /// The page number or the offset that the page says to have.
    package var position: Cursor?
    package var nextBase: Cursor?
    /// Whether no items key was there.
    package var lacksItems = false
    /// The members `error` and `errors` of the root, those that are there.
    package var errorMembers: [ErrorMember] = []
    /// The items' bytes, where the walk has to know a repeated page; of the first and the last item
    /// only, where it would no more than doubt one.
    package var itemsMark: SipHash.Mark?
  }

  /// How many items came.
  public var count: Int { nodes.count }

  /// How many bytes the decoded body has.
  public var byteCount: Int { document.count }

  /// The items that the walk takes, each as JSON on one line, spelled as the server spelled it.
  ///
  /// - Complexity: O(*n*) in the length of the items.
  public var items: [String] {
    (kept ?? nodes).map { node in
      var bytes: [UInt8] = []
      itemsDocument.appendCompact(node, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// What a key selects in each of the ``items``, one value an item: a string's text, a number as
  /// the server spelled it, `true` and `false` as words, objects and arrays as JSON on one line. Nil
  /// where an item has nothing there, or null. Where the key selects several values of an item, the
  /// first counts.
  ///
  ///     for (id, name) in zip(try page.values(at: Key("id")), try page.values(at: Key("name"))) {
  ///       print(id ?? "", name ?? "")
  ///     }
  ///
  /// - Throws: a ``PathError`` where a query takes more steps than are allowed, or names an element
  ///   of an array as if it were a member (`tags.0`).
  /// - Complexity: O(*n*) in the length of the items.
  public func values(at key: Key) throws(PathError) -> [String?] {
    var values: [String?] = []
    for item in kept ?? nodes {
      let node = try key.first(in: itemsDocument, root: item)
      let value = node.map { Cursor($0, of: itemsDocument) }
      values.append(value?.kind == .null ? nil : value?.text)
    }
    return values
  }
}
