// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct SipHashTests {
  /// The key of the reference implementation's vectors: the bytes from 0 to 15.
  private static let hash = SipHash(
    key: SipHash.Mark(low: 0x0706_0504_0302_0100, high: 0x0F0E_0D0C_0B0A_0908))

  /// How many bytes from 0 on, and the hash as the reference has it, byte by byte.
  @Test(arguments: [
    (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
    (2, "8177228da4a45dc7fca38bdef60affe4"), (63, "5150d1772f50834a503e069a973fbd7c"),
  ])
  func marksAreThoseOfTheReference(_ count: Int, _ expected: String) {
    let mark = Self.hash.mark(of: (0..<count).map(UInt8.init))
    let bytes = [mark.low, mark.high].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
    }
    let hexadecimal = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(hexadecimal == expected)
  }

  /// Bytes that come one after another, single or in runs, have the mark of all together.
  @Test func aStreamHasTheMarkOfTheWhole() throws {
    let seed = SeededGenerator.seed
    var generator = SeededGenerator(seed: seed)
    let document = try JSONDocument("\"\(String(repeating: "a é b€c ", count: 20))\"")
    let text = document.prefix(document.count)
    for _ in 0..<2000 {
      let end = Int.random(in: 0...text.count, using: &generator)
      var stream = SipHash.Stream(Self.hash)
      var p = 0
      while p < end {
        if Bool.random(using: &generator) {
          stream.append(text[p])
          p += 1
        } else {
          let next = Int.random(in: p...min(end, p + 20), using: &generator)
          stream.append(document.bytes, p..<next)
          p = next
        }
      }
      #expect(stream.finish() == Self.hash.mark(of: Array(text[..<end])), "seed \(seed)")
    }
  }
}
