// SPDX-License-Identifier: Apache-2.0

/// Knows the items that came before, by a mark of 16 bytes each.
package struct Deduplicator: Sendable {
  /// By what two items are the same.
  package enum Rule: Hashable, Sendable {
    /// All of the item, member order and the spelling of numbers aside.
    case whole
    /// The value at a key; items without it, or with null, are never the same.
    case key(Key)
  }

  let rule: Rule
  private let hash: SipHash
  private var seen: MarkSet
  private var writer = CanonicalWriter()

  package init(_ rule: Rule, hash: SipHash, seen: MarkSet = MarkSet(of: .item)) {
    self.rule = rule
    self.hash = hash
    self.seen = seen
  }

  /// Whether no item had a mark so far.
  package var isEmpty: Bool { seen.count == 0 }

  /// The marks that were remembered since this was last asked.
  mutating func takeNewMarks() -> [SipHash.Mark] {
    seen.takeNew()
  }

  /// The marks of items; nil for each that has no value at the key.
  ///
  /// - Complexity: as ``CanonicalWriter/write(_:of:to:)`` for each.
  package mutating func marks(
    of items: ArraySlice<JSONDocument.Node>, in document: JSONDocument
  ) -> [SipHash.Mark?] {
    let nodes = JSONNodes(document)
    switch rule {
    case .whole:
      return items.map { mark(of: $0, nodes, document) }
    case .key(let key):
      return items.map { item in
        guard let value = try? key.first(in: document, nodes, from: item), !nodes.isNull(value)
        else { return nil }
        return mark(of: value, nodes, document)
      }
    }
  }

  /// The mark of a value: that of its canonical form.
  private mutating func mark(
    of value: JSONDocument.Node, _ nodes: JSONNodes, _ document: JSONDocument
  ) -> SipHash.Mark {
    if let range = nodes.canonicalRange(value) { return hash.mark(of: nodes.bytes, range) }
    let (whole, root) = document.indexedWhole(value)
    var stream = SipHash.Stream(hash)
    writer.write(root, of: whole, to: &stream)
    return stream.finish()
  }

  /// Remembers a mark; false where it was there already.
  package mutating func insert(_ mark: SipHash.Mark) -> Bool {
    seen.insert(mark)
  }

  /// Makes ready for marks that are about to be asked for.
  ///
  /// - Complexity: O(*n*) in the number of marks.
  func prepare(for marks: [SipHash.Mark?]) {
    seen.prepare(for: marks)
  }

  /// Whether a mark is remembered.
  package func contains(_ mark: SipHash.Mark) -> Bool {
    seen.contains(mark)
  }
}
