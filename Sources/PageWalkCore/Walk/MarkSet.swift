// SPDX-License-Identifier: Apache-2.0

/// A set of 128-bit marks: the requests sent, the items seen.
package struct MarkSet: Sendable {
  private var marks: Set<SipHash.Mark> = []

  package init() {}

  /// How many marks there are.
  package var count: Int { marks.count }

  /// Adds a mark; false where it was there already.
  package mutating func insert(_ mark: SipHash.Mark) -> Bool {
    marks.insert(mark).inserted
  }

  /// Whether a mark is there.
  package func contains(_ mark: SipHash.Mark) -> Bool {
    marks.contains(mark)
  }
}
