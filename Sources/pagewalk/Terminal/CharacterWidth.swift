// SPDX-License-Identifier: Apache-2.0

/// How many columns of a terminal a character takes.
///
/// https://www.unicode.org/reports/tr11/
enum CharacterWidth {
  /// The columns of a text: 0, 1 or 2 for each of its characters.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// The columns of one character as a reader sees it, which may be made of several scalars.
  static func of(_ character: Character) -> Int {
    if character.isASCII { return character == "\r\n" ? 0 : 1 }
    let scalars = character.unicodeScalars
    if scalars.count == 1 { return scalars.first.map(of) ?? 0 }
    if isEmojiSequence(scalars) { return 2 }
    return min(2, scalars.reduce(0) { $0 + of($1) })
  }

  /// The columns of one scalar by itself.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    if isWide(scalar) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isJoiningJamo(scalar) ? 0 : 1
    }
  }

  /// Whether all terminals agree about a character's width. About sequences of scalars they do
  /// not, so that the cursor has to be set anew behind one.
  static func isCertain(_ character: Character) -> Bool {
    character.isASCII || character.unicodeScalars.count == 1
  }

  /// Flags, keycaps, skin tones, families, and signs that are told to be emoji.
  private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first else { return false }
    if isRegionalIndicator(first) { return scalars.count > 1 }
    guard first.properties.isEmoji else { return false }
    return scalars.dropFirst().contains {
      $0.value == 0xFE0F || $0.value == 0x200D || $0.properties.isEmojiModifier
    }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// The vowels and finals that a Korean syllable is put together with.
  private static func isJoiningJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
  }

  /// East_Asian_Width of Wide or Fullwidth: whole blocks, and beyond those the emoji that are shown
  /// as such by themselves.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard value >= 0x1100 else { return false }
    if wideBlocks.contains(where: { $0.contains(value) }) { return true }
    return scalar.properties.isEmojiPresentation && !isRegionalIndicator(scalar)
  }

  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // the initials of Korean syllables
    0x2329...0x232A,  // angle brackets
    0x2E80...0x303E,  // radicals, description characters, ideographic punctuation
    0x3040...0x3247,  // kana, bopomofo, compatibility jamo, enclosed letters
    0x3250...0x4DFF,  // enclosed and compatibility characters, ideographs, hexagrams
    0x4E00...0xA4CF,  // ideographs, Yi
    0xA960...0xA97C,  // initials, extended
    0xAC00...0xD7A3,  // Korean syllables
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE10...0xFE19,  // vertical forms
    0xFE30...0xFE6B,  // compatibility and small forms
    0xFF01...0xFF60,  // fullwidth forms
    0xFFE0...0xFFE6,  // fullwidth signs
    0x16FE0...0x18DFF,  // Tangut, Khitan
    0x1AFF0...0x1B2FF,  // kana, extended
    0x1D300...0x1D376,  // tetragrams, counting rods
    0x1F200...0x1F265,  // enclosed ideographs
    0x20000...0x3FFFD,  // ideographs of the supplementary planes
  ]
}
