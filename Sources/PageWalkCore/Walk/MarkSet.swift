// SPDX-License-Identifier: Apache-2.0

/// A set of 128-bit marks: the requests sent, or the items seen.
///
/// A mark takes 16 bytes, and the set no more than 23 bytes for each of many, also while it grows:
/// marks are spread over 256 tables by their first bits, and one table at a time is grown, where it
/// lies, when seven eighths of it are full: a small one to twice its size, a large one by a quarter.
///
///     mark.high   tttttttt pppppppp pppppppp …      t: the table
///                          p: the place in the table, as a fraction of its size
package struct MarkSet: Sendable {
  /// What the marks are of. It is the last bit of each mark, so that marks of both kinds can lie in
  /// one file.
  package enum Kind: UInt64, Sendable {
    /// Requests that were sent.
    case request = 0
    /// Items that came.
    case item = 1
  }

  /// What the marks are of.
  package let kind: Kind

  /// How many marks there are.
  package private(set) var count = 0

  private var tables: [MarkTable]

  /// The marks added since ``takeNew()``; nil where nobody asks for them.
  private var new: [SipHash.Mark]?

  /// Creates an empty set.
  ///
  /// - Parameter remembersNew: whether ``takeNew()`` is asked for.
  package init(of kind: Kind, remembersNew: Bool = false) {
    self.kind = kind
    tables = Array(repeating: MarkTable(), count: 256)
    new = remembersNew ? [] : nil
  }

  /// Adds a mark; false where it was there already.
  @discardableResult
  package mutating func insert(_ mark: SipHash.Mark) -> Bool {
    let mark = own(mark)
    guard tables[Int(mark.high >> 56)].insert(mark) else { return false }
    count += 1
    new?.append(mark)
    return true
  }

  /// Whether a mark is there.
  package func contains(_ mark: SipHash.Mark) -> Bool {
    let mark = own(mark)
    return tables[Int(mark.high >> 56)].contains(mark)
  }

  /// Fetches the places of marks into the processor's cache, all at once instead of one after
  /// another: what follows then waits for memory only here.
  ///
  /// - Complexity: O(*n*) in the number of marks.
  package func prepare(for marks: [SipHash.Mark?]) {
    guard count > Self.cached else { return }
    var sum: UInt64 = 0
    for case let mark? in marks { sum |= tables[Int(mark.high >> 56)].word(at: mark) }
    withExtendedLifetime(sum) {}
  }

  /// Sets of fewer marks lie in the cache anyway.
  private static let cached = 1 << 14

  /// The marks added since this was last called, as they lie in the set.
  package mutating func takeNew() -> [SipHash.Mark] {
    guard let marks = new, !marks.isEmpty else { return [] }
    new = []
    return marks
  }

  /// From now on, marks that are added are remembered for ``takeNew()``.
  package mutating func rememberNew() {
    new = []
  }

  /// The mark as it lies in this set: with the bit of its kind. Two zeros are an empty place, so that
  /// the mark of nothing but zeros gives way to its neighbour.
  private func own(_ mark: SipHash.Mark) -> SipHash.Mark {
    let low = mark.low & ~1 | kind.rawValue
    return SipHash.Mark(low: low | mark.high == 0 ? 2 : low, high: mark.high)
  }
}
