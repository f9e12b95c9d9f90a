// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import pagewalk

@Suite(.timeLimit(.minutes(1)))
struct KeystrokeDecoderTests {
  private static let sequences: [(String, [Keystroke])] = [
    ("jk", [.character("j"), .character("k")]),
    ("é日👩", [.character("é"), .character("日"), .character("👩")]),
    ("\r\n\t", [.enter, .enter, .tab]),
    ("\u{7f}\u{8}", [.backspace, .backspace]),
    ("\u{1}\u{3}\u{1a}", [.control("a"), .control("c"), .control("z")]),
    ("\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D", [.up, .down, .right, .left]),
    ("\u{1b}OA\u{1b}OB\u{1b}OH\u{1b}OF", [.up, .down, .home, .end]),
    ("\u{1b}[1;5A\u{1b}[1;2B", [.up, .down]),
    (
      "\u{1b}[H\u{1b}[F\u{1b}[1~\u{1b}[4~\u{1b}[7~\u{1b}[8~",
      [.home, .end, .home, .end, .home, .end]
    ),
    ("\u{1b}[5~\u{1b}[6~\u{1b}[3~", [.pageUp, .pageDown, .delete]),
    ("\u{1b}[2~\u{1b}[15~\u{1b}[I\u{1b}[?1;2c", []),
    ("\u{1b}jx", [.escape, .character("j"), .character("x")]),
    ("\u{1b}\u{1b}[A", [.escape, .up]),
    ("\u{1b}[200~a\u{1b}[Ab\nc\u{1b}[201~q", [.paste("a\u{1b}[Ab\nc"), .character("q")]),
    ("\u{0}\u{1c}\u{1f}", []),
  ]

  @Test(arguments: sequences.indices)
  func bytesBecomeKeysHoweverTheyAreCut(index: Int) {
    let (text, keys) = Self.sequences[index]
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var decoder = KeystrokeDecoder()
      #expect(decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...]) == keys, "cut at \(cut)")
      #expect(!decoder.isWaiting)
    }
    var decoder = KeystrokeDecoder()
    #expect(bytes.flatMap { decoder.feed([$0]) } == keys)
  }

  @Test func aLoneEscapeIsTakenWhenNothingFollows() {
    var decoder = KeystrokeDecoder()
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.feed([0x1B, 0x5B]) == [])
    #expect(decoder.flush() == [.escape, .character("[")])
  }

  @Test(arguments: [[0xFF], [0xC3, 0x28], [0xE2, 0x28], [0xED, 0xA0, 0x80], [0x80, 0x80]])
  func bytesThatAreNoTextAreLeftOut(bytes: [UInt8]) {
    var decoder = KeystrokeDecoder()
    let keys = decoder.feed(bytes) + decoder.feed(Array("j".utf8)) + decoder.flush()
    #expect(keys.last == .character("j"))
    #expect(keys.filter { $0 != .character("(") }.count == 1)
  }
}
