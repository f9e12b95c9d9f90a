// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds a text in items. Small letters find capitals too; a capital finds itself only.
struct TextFinder: Hashable, Sendable {
  /// What is looked for.
  let text: String

  private let needle: [UInt8]
  private let ignoresCase: Bool
  private let isASCII: Bool

  /// Creates a finder; of an empty text, one that finds nothing.
  init(_ text: String) {
    self.text = text
    needle = Array(text.utf8)
    isASCII = needle.allSatisfy { $0 < 0x80 }
    ignoresCase = !text.unicodeScalars.contains { $0.properties.isUppercase }
  }

  /// Whether an item, given by its JSON text, holds the text; as it is spelled, or with its escapes
  /// resolved.
  ///
  /// - Complexity: O(*n*) in the bytes of the item.
  func isFound(inItem bytes: UnsafeRawBufferPointer) -> Bool {
    guard !needle.isEmpty else { return false }
    if unsafe find(in: bytes, from: 0) != nil { return true }
    let hasEscapes = unsafe index(of: UInt8(ascii: "\\"), in: bytes, from: 0) != nil
    guard hasEscapes || ignoresCase && !isASCII else { return false }
    return unsafe ranges(in: Self.unescaped(bytes)).isEmpty == false
  }

  /// Whether another text holds it.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func isFound(in haystack: String) -> Bool {
    guard !needle.isEmpty else { return false }
    var haystack = haystack
    let isThere = haystack.withUTF8 { bytes in
      unsafe find(in: UnsafeRawBufferPointer(bytes), from: 0) != nil
    }
    return isThere || ignoresCase && !isASCII && !ranges(in: haystack).isEmpty
  }

  /// Where the text stands in another one, counted in characters.
  ///
  /// - Complexity: O(*n* · *m*) in the two lengths.
  func ranges(in haystack: String) -> [Range<Int>] {
    let pattern = text.map(folded)
    let characters = haystack.map(folded)
    guard !pattern.isEmpty, characters.count >= pattern.count else { return [] }
    var found: [Range<Int>] = []
    var index = 0
    while index + pattern.count <= characters.count {
      if characters[index..<index + pattern.count].elementsEqual(pattern) {
        found.append(index..<index + pattern.count)
        index += pattern.count
      } else {
        index += 1
      }
    }
    return found
  }

  private func folded(_ character: Character) -> String {
    ignoresCase ? character.lowercased() : String(character)
  }

  /// The first place of the needle, ASCII letters of either case where case is ignored.
  private func find(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let first = needle[0]
    let other = ignoresCase ? Self.capital(first) : first
    var next = unsafe index(of: first, in: bytes, from: start)
    var nextOther = other == first ? nil : unsafe index(of: other, in: bytes, from: start)
    while let candidate = [next, nextOther].compactMap({ $0 }).min() {
      guard candidate + needle.count <= bytes.count else { return nil }
      if unsafe matches(bytes, at: candidate) { return candidate }
      if candidate == next {
        next = unsafe index(of: first, in: bytes, from: candidate + 1)
      } else {
        nextOther = unsafe index(of: other, in: bytes, from: candidate + 1)
      }
    }
    return nil
  }

  private func matches(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
    for offset in needle.indices {
      let byte = unsafe bytes[start + offset]
      guard byte == needle[offset] || ignoresCase && byte == Self.capital(needle[offset]) else {
        return false
      }
    }
    return true
  }

  private func index(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress else { return nil }
    let found = unsafe memchr(base + start, Int32(byte), bytes.count - start)
    guard let found = unsafe found else { return nil }
    return unsafe base.distance(to: UnsafeRawPointer(found))
  }

  private static func capital(_ byte: UInt8) -> UInt8 {
    (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
  }

  /// JSON text with the escapes of its strings resolved, which makes it text for people.
  private static func unescaped(_ bytes: UnsafeRawBufferPointer) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count)
    var rest = unsafe String(decoding: bytes, as: UTF8.self).utf16.makeIterator()
    while let unit = rest.next() {
      guard unit == 0x5C, let escape = rest.next() else {
        units.append(unit)
        continue
      }
      switch UInt8(truncatingIfNeeded: escape) {
      case UInt8(ascii: "u"):
        var value: UInt16 = 0
        for _ in 0..<4 {
          let digit = rest.next().map { Character(UnicodeScalar(UInt8(truncatingIfNeeded: $0))) }
          value = value << 4 | UInt16(digit?.hexDigitValue ?? 0)
        }
        units.append(value)
      case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): units.append(0x20)
      default: units.append(escape)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
