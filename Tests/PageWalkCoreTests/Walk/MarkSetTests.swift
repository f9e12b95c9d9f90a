// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct MarkSetTests {
  /// Marks as a hash would give them.
  static func marks(_ count: Int, seed: UInt64 = 1) -> [SipHash.Mark] {
    let hash = SipHash(key: SipHash.Mark(low: seed, high: 2))
    return (0..<count).map { hash.mark(of: Array(String($0).utf8)) }
  }

  @Test(arguments: [0, 1, 2, 255, 256, 1000, 20_000, 100_000])
  func keepsWhatWasInsertedAndNothingElse(count: Int) {
    let marks = Self.marks(count)
    var set = MarkSet(of: .item)
    for mark in marks {
      let isNew = set.insert(mark)
      #expect(isNew)
    }
    #expect(set.count == count)
    set.prepare(for: marks)
    for mark in marks {
      #expect(set.contains(mark))
      let isNew = set.insert(mark)
      #expect(!isNew)
    }
    #expect(set.count == count)
    for mark in Self.marks(1000, seed: 7) { #expect(!set.contains(mark)) }
  }

  @Test func marksOfOneTableFindTheirPlace() {
    // All in the last table, and most at its end, so that places are sought past the end.
    var set = MarkSet(of: .request)
    let marks = (0..<5000).map { SipHash.Mark(low: UInt64($0) << 1, high: .max - UInt64($0 % 50)) }
    for mark in marks {
      let isNew = set.insert(mark)
      #expect(isNew)
    }
    for mark in marks { #expect(set.contains(mark)) }
    #expect(!set.contains(SipHash.Mark(low: 10_000, high: .max)))
  }

  /// Marks of one table, near each other or not, at either end or anywhere, some of them again.
  @Test(arguments: [0, 8, 20, 40, 56])
  func aTableKeepsWhatASetKeeps(bits: UInt64) {
    let seed = SeededGenerator.seed
    var generator = SeededGenerator(seed: seed)
    for end: UInt64 in [0, .max >> 8, .random(in: 0...(.max >> 8), using: &generator)] {
      var set = MarkSet(of: .item)
      var known: Set<SipHash.Mark> = []
      for step in 0..<6000 {
        let offset = UInt64.random(in: 0...(.max >> (64 - max(bits, 1))), using: &generator)
        let high = 0xAB << 56 | (end > offset ? end - offset : end + offset)
        let mark = SipHash.Mark(low: .random(in: 0..<64, using: &generator) << 1 | 1, high: high)
        let isNew = set.insert(mark)
        #expect(isNew == known.insert(mark).inserted, "seed \(seed), step \(step)")
      }
      #expect(set.count == known.count)
      #expect(known.allSatisfy { set.contains($0) }, "seed \(seed)")
      let others = known.map { SipHash.Mark(low: $0.low + 128, high: $0.high) }
      #expect(!others.contains { set.contains($0) }, "seed \(seed)")
    }
  }

  @Test(arguments: [MarkSet.Kind.request, .item])
  func aMarkOfZerosIsAMark(kind: MarkSet.Kind) {
    var set = MarkSet(of: kind)
    let zeros = SipHash.Mark(low: 0, high: 0)
    #expect(!set.contains(zeros))
    let isNew = set.insert(zeros)
    #expect(isNew)
    #expect(set.contains(zeros))
    let isNewAgain = set.insert(zeros)
    #expect(!isNewAgain)
  }

  @Test func aCopyIsAnotherSet() {
    var set = MarkSet(of: .item)
    let marks = Self.marks(100)
    for mark in marks.prefix(50) { set.insert(mark) }
    let copy = set
    for mark in marks.suffix(50) { set.insert(mark) }
    #expect(copy.count == 50)
    #expect(!copy.contains(marks[99]))
    #expect(set.contains(marks[99]))
  }

  @Test func newMarksAreGivenOnceAndInOrder() {
    var set = MarkSet(of: .item, remembersNew: true)
    let marks = Self.marks(10)
    for mark in marks { set.insert(mark) }
    set.insert(marks[3])
    let new = set.takeNew()
    #expect(new.count == 10)
    #expect(zip(new, marks).allSatisfy { $0.high == $1.high && $0.low | 1 == $1.low | 1 })
    #expect(new.allSatisfy { $0.low & 1 == MarkSet.Kind.item.rawValue })
    #expect(set.takeNew().isEmpty)
    set.insert(Self.marks(11)[10])
    #expect(set.takeNew().count == 1)
  }
}
