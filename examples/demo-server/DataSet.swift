// SPDX-License-Identifier: Apache-2.0

/// The items that the server has, in order. They are computed when they are asked for, so that
/// a million of them take no memory; the same seed always gives the same ones.
struct DataSet: Hashable, Sendable {
  /// How many items there are, duplicates included.
  var count = 95

  /// What tells one data set from another.
  var seed: UInt64 = 1

  /// Whether every tenth item is the one before it, again.
  var hasDuplicates = false

  /// About how many bytes an item has at least.
  var itemSize = 0

  /// The first identity: the least whole number that a Double can't hold, so that a reader who
  /// makes Doubles of numbers is found out.
  static let firstIdentity = 9_007_199_254_740_993

  /// The distance from one identity to the next.
  static let step = 2

  /// The item at a position.
  subscript(position: Int) -> Item {
    let index = hasDuplicates ? position - (position + 1) / 10 : position
    return Item(index: index, random: Self.mixed(seed &* 0x9E37_79B9 &+ UInt64(index)))
  }

  /// The position behind the last item whose identity is at most the given one.
  func position(after identity: Int) -> Int {
    guard identity >= Self.firstIdentity else { return 0 }
    let index = (identity - Self.firstIdentity) / Self.step
    guard index < count else { return count }
    guard hasDuplicates else { return index + 1 }
    // Nine different items take ten positions, the last of them two.
    return min(index / 9 * 10 + index % 9 + (index % 9 == 8 ? 2 : 1), count)
  }

  /// SplitMix64's finishing steps: neighbouring numbers give unrelated ones.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
