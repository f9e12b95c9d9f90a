// SPDX-License-Identifier: Apache-2.0

/// Makes keys of the bytes that a terminal sends for them, however they are cut into pieces.
///
/// A lone Escape can't be told from the beginning of a sequence but by waiting: where
/// ``isWaiting`` is true and nothing more comes for a moment, ``flush()`` takes it as it is.
struct KeystrokeDecoder {
  private var bytes: [UInt8] = []
  private var isPasting = false

  /// Whether something has begun that more bytes may complete.
  var isWaiting: Bool { !bytes.isEmpty }

  /// The keys that are complete with these bytes.
  mutating func feed(_ more: some Sequence<UInt8>) -> [Keystroke] {
    bytes.append(contentsOf: more)
    return takeAll(isFinal: false)
  }

  /// The keys that what is waiting stands for where nothing more comes.
  mutating func flush() -> [Keystroke] {
    takeAll(isFinal: true)
  }

  private mutating func takeAll(isFinal: Bool) -> [Keystroke] {
    var keys: [Keystroke] = []
    var position = 0
    while position < bytes.count {
      let taken = isPasting ? paste(at: position, &keys) : key(at: position, isFinal, &keys)
      guard let taken else { break }
      position += taken
    }
    bytes.removeFirst(position)
    return keys
  }

  /// Takes one key; gives the bytes that it took, nil where more are needed.
  private mutating func key(at start: Int, _ isFinal: Bool, _ keys: inout [Keystroke]) -> Int? {
    let byte = bytes[start]
    switch byte {
    case 0x1B: return escape(at: start, isFinal, &keys)
    case 0x0D, 0x0A: keys.append(.enter)
    case 0x09: keys.append(.tab)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x01...0x1A: keys.append(.control(Character(Unicode.Scalar(byte + 0x60))))
    case 0x20..<0x7F: keys.append(.character(Character(Unicode.Scalar(byte))))
    case 0xC2...0xF4: return character(at: start, isFinal, &keys)
    default: break
    }
    return 1
  }

  private func character(at start: Int, _ isFinal: Bool, _ keys: inout [Keystroke]) -> Int? {
    let length = bytes[start] < 0xE0 ? 2 : bytes[start] < 0xF0 ? 3 : 4
    let encoded = bytes[start...].prefix(length)
    let isBroken = encoded.dropFirst().contains { $0 & 0xC0 != 0x80 }
    if encoded.count < length, !isBroken, !isFinal { return nil }
    guard let text = String(validating: encoded, as: UTF8.self), let character = text.first else {
      return 1
    }
    keys.append(.character(character))
    return length
  }

  private mutating func escape(at start: Int, _ isFinal: Bool, _ keys: inout [Keystroke]) -> Int? {
    guard start + 1 < bytes.count else {
      if isFinal { keys.append(.escape) }
      return isFinal ? 1 : nil
    }
    guard bytes[start + 1] == UInt8(ascii: "[") || bytes[start + 1] == UInt8(ascii: "O") else {
      keys.append(.escape)
      return 1
    }
    var end = start + 2
    if bytes[start + 1] == UInt8(ascii: "[") {
      while end < bytes.count, (0x20...0x3F).contains(bytes[end]) { end += 1 }
    }
    guard end < bytes.count else {
      // What is no sequence after all was typed: Escape, and then the rest.
      if isFinal { keys.append(.escape) }
      return isFinal ? 1 : nil
    }
    let parameters = bytes[start + 2..<end]
    let number = parameters.prefix { (0x30...0x39).contains($0) }.reduce(0) {
      min(9999, $0 * 10 + Int($1 - 0x30))
    }
    if bytes[end] == UInt8(ascii: "~"), number == 200 {
      isPasting = true
    } else if let key = Self.key(final: bytes[end], number: number) {
      keys.append(key)
    }
    return end + 1 - start
  }

  private static func key(final: UInt8, number: Int) -> Keystroke? {
    switch (final, number) {
    case (UInt8(ascii: "A"), _): .up
    case (UInt8(ascii: "B"), _): .down
    case (UInt8(ascii: "C"), _): .right
    case (UInt8(ascii: "D"), _): .left
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): .home
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): .end
    case (UInt8(ascii: "M"), 0): .enter
    case (UInt8(ascii: "~"), 3): .delete
    case (UInt8(ascii: "~"), 5): .pageUp
    case (UInt8(ascii: "~"), 6): .pageDown
    default: nil
    }
  }

  private mutating func paste(at start: Int, _ keys: inout [Keystroke]) -> Int? {
    guard let end = bytes[start...].firstRange(of: Self.endOfPaste) else { return nil }
    keys.append(.paste(String(decoding: bytes[start..<end.lowerBound], as: UTF8.self)))
    isPasting = false
    return end.upperBound - start
  }

  private static let endOfPaste = Array("\u{1b}[201~".utf8)
}
