// SPDX-License-Identifier: Apache-2.0

// Why the scanner can't go on: worked out only when it can't.
extension JSONScanner {
  /// What the scanner stopped at.
  enum Obstacle {
    /// A byte that the grammar does not let stand there, or the end of the bytes at hand.
    case byte
    /// Something that can't stand in a string, a word or a number.
    case string, word, number
    /// One array or object too many.
    case depth
    /// In JSON Lines, the end of a line inside a value.
    case lineBreak
  }

  /// The error that an obstacle at `position` is, or nil where more bytes may make it right.
  @inline(never)
  func fault(
    _ obstacle: Obstacle, _ bytes: PaddedBytes, end: Int, isLast: Bool
  ) -> ScanError? {
    let kind: ScanError.Kind? =
      switch obstacle {
      case .byte: byteFault(bytes, end: end, isLast: isLast)
      case .string: stringFault(bytes, end: end)
      case .word: wordFault(bytes, end: end)
      // Where the bytes end, the number may go on, or is not yet whole.
      case .number: position == end ? nil : .badNumber
      case .depth: .tooDeep
      case .lineBreak: .lineBreak
      }
    return kind.map { ScanError($0, at: position) }
  }

  private func byteFault(_ bytes: PaddedBytes, end: Int, isLast: Bool) -> ScanError.Kind? {
    if position == end { return nil }
    let c = bytes[position]
    if c >= 0x80 {
      // "Not UTF-8" tells more than "a value is missing", but the whole character must be seen.
      switch UTF8Sequence.find(in: bytes, at: position, end: end) {
      case .character: break
      case .incomplete where !isLast: return nil
      case .incomplete, .invalid: return .invalidUTF8
      }
    }
    let isClosing = c == UInt8(ascii: "]") || c == UInt8(ascii: "}")
    let isInArray = depth > 0 && !isInObject
    return switch expecting {
    case .valueOrEnd where isClosing, .nameOrEnd where isClosing, .next where isClosing:
      .wrongBracket
    case .name where c == UInt8(ascii: "}"): .trailingComma
    case .value where c == UInt8(ascii: "]") && isInArray: .trailingComma
    case .name, .nameOrEnd: .nameExpected
    case .colon: .colonExpected
    case .next: .commaExpected
    case .lineEnd, .end: .trailingData
    case .beginning, .line, .value, .valueOrEnd: .valueExpected
    }
  }

  private func stringFault(_ bytes: PaddedBytes, end: Int) -> ScanError.Kind? {
    switch bytes[position] {
    case UInt8(ascii: "\\"):
      // What there is of the escape may be right as far as it goes.
      var wanted = position + 1
      if bytes[wanted] == UInt8(ascii: "u") {
        repeat { wanted += 1 } while bytes[wanted].hexadecimalValue != nil
      }
      return wanted == end ? nil : .badEscape
    case 0x80...:
      let isCut = UTF8Sequence.find(in: bytes, at: position, end: end) == .incomplete
      return isCut ? nil : .invalidUTF8
    default:
      return position == end ? nil : .controlCharacter
    }
  }

  private func wordFault(_ bytes: PaddedBytes, end: Int) -> ScanError.Kind? {
    let found = (position..<end).lazy.map { bytes[$0] }
    let isCut = ["true", "false", "null"].contains {
      found.count < $0.utf8.count && $0.utf8.starts(with: found)
    }
    return isCut ? nil : .badWord
  }
}
