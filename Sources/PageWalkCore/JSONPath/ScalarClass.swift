// SPDX-License-Identifier: Apache-2.0

/// A set of Unicode scalars: `[a-z\p{Lu}]`, `\P{L}`.
struct ScalarClass: Hashable, Sendable {
  private(set) var ranges: [ClosedRange<UInt32>] = []

  /// A bit for each general category.
  private(set) var categories: UInt32 = 0

  private var isNegated = false

  /// The answers for ASCII, a bit a scalar; made by ``seal(negated:)``.
  private var asciiLow: UInt64 = 0
  private var asciiHigh: UInt64 = 0

  mutating func insert(_ range: ClosedRange<UInt32>) { ranges.append(range) }

  mutating func insert(categories mask: UInt32) { categories |= mask }

  /// Ends the making of the class.
  mutating func seal(negated: Bool) {
    isNegated = negated
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] =
          last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    ranges = merged
    for value in UInt32(0)..<64 where holds(value) { asciiLow |= 1 << UInt64(value) }
    for value in UInt32(64)..<128 where holds(value) { asciiHigh |= 1 << UInt64(value - 64) }
  }

  /// Whether the class has the scalar.
  ///
  /// - Complexity: O(log *n*) in the number of ranges.
  func contains(_ scalar: UInt32) -> Bool {
    if scalar < 64 { return asciiLow & (1 << UInt64(scalar)) != 0 }
    if scalar < 128 { return asciiHigh & (1 << UInt64(scalar - 64)) != 0 }
    return holds(scalar)
  }

  private func holds(_ value: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    if low < ranges.count, ranges[low].contains(value) { return !isNegated }
    if categories != 0, let scalar = Unicode.Scalar(value),
      categories & Self.bit(scalar.properties.generalCategory) != 0
    {
      return !isNegated
    }
    return isNegated
  }

  /// All categories.
  static let everything: UInt32 = 0xFFFF_FFFF

  /// The categories that a name in `\p{…}` stands for; nil for one that I-Regexp does not have.
  static func mask(_ name: some StringProtocol) -> UInt32? {
    if let category = categoryNames[String(name)] { return bit(category) }
    guard name.utf8.count == 1 else { return nil }
    let members = categoryNames.filter { $0.key.hasPrefix(name) }
    return members.isEmpty ? nil : members.reduce(0) { $0 | bit($1.value) }
  }

  private static let categoryNames: [String: Unicode.GeneralCategory] = [
    "Ll": .lowercaseLetter, "Lm": .modifierLetter, "Lo": .otherLetter, "Lt": .titlecaseLetter,
    "Lu": .uppercaseLetter, "Mc": .spacingMark, "Me": .enclosingMark, "Mn": .nonspacingMark,
    "Nd": .decimalNumber, "Nl": .letterNumber, "No": .otherNumber, "Pc": .connectorPunctuation,
    "Pd": .dashPunctuation, "Pe": .closePunctuation, "Pf": .finalPunctuation,
    "Pi": .initialPunctuation, "Po": .otherPunctuation, "Ps": .openPunctuation,
    "Zl": .lineSeparator, "Zp": .paragraphSeparator, "Zs": .spaceSeparator,
    "Sc": .currencySymbol, "Sk": .modifierSymbol, "Sm": .mathSymbol, "So": .otherSymbol,
    "Cc": .control, "Cf": .format, "Cn": .unassigned, "Co": .privateUse,
  ]

  private static func bit(_ category: Unicode.GeneralCategory) -> UInt32 {
    let number: UInt32 =
      switch category {
      case .uppercaseLetter: 0
      case .lowercaseLetter: 1
      case .titlecaseLetter: 2
      case .modifierLetter: 3
      case .otherLetter: 4
      case .nonspacingMark: 5
      case .spacingMark: 6
      case .enclosingMark: 7
      case .decimalNumber: 8
      case .letterNumber: 9
      case .otherNumber: 10
      case .connectorPunctuation: 11
      case .dashPunctuation: 12
      case .openPunctuation: 13
      case .closePunctuation: 14
      case .initialPunctuation: 15
      case .finalPunctuation: 16
      case .otherPunctuation: 17
      case .mathSymbol: 18
      case .currencySymbol: 19
      case .modifierSymbol: 20
      case .otherSymbol: 21
      case .spaceSeparator: 22
      case .lineSeparator: 23
      case .paragraphSeparator: 24
      case .control: 25
      case .format: 26
      case .surrogate: 27
      case .privateUse: 28
      case .unassigned: 29
      @unknown default: 30
      }
    return 1 << number
  }
}
