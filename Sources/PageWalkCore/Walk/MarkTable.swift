// SPDX-License-Identifier: Apache-2.0

/// The marks of a ``MarkSet`` that have the same first bits, in their order.
///
///     place  0 1 2 3 4 5 6 7 | 8 9
///     mark     a   b c d     |         b's own place is 3, and so is that of c and d
///
/// A mark has a place of its own, by its bits as a fraction of the table's size. It stands there or,
/// where others stand, as near behind as the order of all marks lets it. So a look for a mark ends at
/// the first greater one, and the table grows where it lies: all marks move to its end, the last one
/// first, and from there each to its new place, the first one first. None of them overtakes another.
///
/// Behind the own places are some more, for marks that found no room before; the last is empty.
struct MarkTable: Sendable {
  private var memory = ZeroedMemory(size: 0)
  /// How many places are the own of some mark.
  private var size = 0
  /// How many places there are in all.
  private var total = 0
  private var count = 0
  /// How many marks there may be before the table grows.
  private var limit = 0

  /// From so many own places on, what lies empty counts for more than the time that growing takes.
  private static let large = 1024
  /// How many places are added behind the own ones.
  private static let spare = 16

  init() {}

  /// Adds a mark; false where it was there already.
  mutating func insert(_ mark: SipHash.Mark) -> Bool {
    if count >= limit { grow() }
    if !isKnownUniquelyReferenced(&memory) { move(to: total) }
    let place = self.place(of: mark)
    if unsafe marks[place] == mark { return false }
    var end = place
    while unsafe !marks[end].isNothing { end += 1 }
    if end == total - 1 { extend(to: total + Self.spare) }
    unsafe (marks + place + 1).update(from: marks + place, count: end - place)
    unsafe marks[place] = mark
    count += 1
    return true
  }

  /// Whether a mark is there.
  func contains(_ mark: SipHash.Mark) -> Bool {
    unsafe count > 0 && marks[place(of: mark)] == mark
  }

  /// A part of what lies at a mark's own place.
  func word(at mark: SipHash.Mark) -> UInt64 {
    unsafe count > 0 ? marks[Self.home(of: mark, size)].low : 0
  }

  private var marks: UnsafeMutablePointer<SipHash.Mark> {
    unsafe memory.base.assumingMemoryBound(to: SipHash.Mark.self)
  }

  /// Where a mark stands, or would have to.
  @inline(always)
  private func place(of mark: SipHash.Mark) -> Int {
    let marks = unsafe marks
    var place = Self.home(of: mark, size)
    while unsafe !marks[place].isNothing && marks[place].precedes(mark) { place += 1 }
    return place
  }

  /// A mark's own place in a table of a size. All marks of a table have the first eight bits in common.
  @inline(always)
  private static func home(of mark: SipHash.Mark, _ size: Int) -> Int {
    Int(truncatingIfNeeded: UInt64(size).multipliedFullWidth(by: mark.high << 8).high)
  }

  @inline(never)
  private mutating func grow() {
    let old = total
    size += size < Self.large ? max(16, size) : size / 4
    limit = size - size / 8
    // Where the last mark will stand, if none is pushed beyond the end.
    var end = 0
    for place in 0..<old where unsafe !marks[place].isNothing {
      end = max(end, unsafe Self.home(of: marks[place], size)) + 1
    }
    extend(to: max(size, end) + Self.spare)
    let marks = unsafe marks
    var from = total
    for place in (0..<old).reversed() where unsafe !marks[place].isNothing {
      from -= 1
      unsafe marks[from] = marks[place]
      unsafe marks[place] = .nothing
    }
    var place = 0
    while from < total {
      let mark = unsafe marks[from]
      unsafe marks[from] = .nothing
      place = max(place, Self.home(of: mark, size))
      unsafe marks[place] = mark
      place += 1
      from += 1
    }
  }

  /// Makes room for so many places in all; the new ones are empty.
  private mutating func extend(to places: Int) {
    if places * MemoryLayout<SipHash.Mark>.stride > memory.size
      || !isKnownUniquelyReferenced(&memory)
    {
      move(to: max(places, 2 * total))
    }
    total = places
  }

  /// Moves all marks to memory of their own, with room for so many places.
  private mutating func move(to places: Int) {
    let new = ZeroedMemory(size: places * MemoryLayout<SipHash.Mark>.stride)
    unsafe new.base.copyMemory(
      from: memory.base, byteCount: total * MemoryLayout<SipHash.Mark>.stride)
    memory = new
  }
}

extension SipHash.Mark {
  /// What lies in an empty place.
  fileprivate static let nothing = SipHash.Mark(low: 0, high: 0)

  /// Whether all bits are zero.
  @inline(always)
  fileprivate var isNothing: Bool { low | high == 0 }

  /// Whether it comes first in the order of marks.
  @inline(always)
  fileprivate func precedes(_ other: SipHash.Mark) -> Bool {
    high != other.high ? high < other.high : low < other.low
  }
}
