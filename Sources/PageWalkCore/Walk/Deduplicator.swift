// SPDX-License-Identifier: Apache-2.0

/// Knows the items that came before, by a mark of 16 bytes each.
package struct Deduplicator: Sendable {
  /// By what two items are the same.
  package enum Rule: Hashable, Sendable {
    /// All of the item, member order and the spelling of numbers aside.
    case whole
    /// The value at a key; items without it are never the same.
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

  /// The mark of an item, or nil where the item has no value at the key.
  package mutating func mark(
    of item: JSONDocument.Node, in document: JSONDocument
  ) -> SipHash.Mark? {
    var node = item
    if case .key(let key) = rule {
      guard let value = try? key.first(in: document, root: item) else { return nil }
      node = value
    }
    let (whole, root) = document.indexedWhole(node)
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
