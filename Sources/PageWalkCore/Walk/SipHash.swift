// SPDX-License-Identifier: Apache-2.0

/// A keyed 128-bit hash (SipHash-2-4-128): without the key nobody can find two texts with one hash.
///
/// Swift's own `Hasher` has a new key in each process, so that nothing of it may be written to a
/// file, and has 64 bits only.
///
/// https://www.aumasson.jp/siphash/siphash.pdf
package struct SipHash: Hashable, Sendable {
  /// The 128 bits of a hash.
  package struct Mark: Hashable, Sendable {
    package var low: UInt64
    package var high: UInt64

    package init(low: UInt64, high: UInt64) {
      self.low = low
      self.high = high
    }
  }

  /// The key, 128 bits.
  package let key: Mark

  package init(key: Mark) {
    self.key = key
  }

  /// A hash with a random key.
  package static func random() -> SipHash {
    SipHash(key: Mark(low: .random(in: 0...UInt64.max), high: .random(in: 0...UInt64.max)))
  }

  /// The mark of bytes of a document.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  func mark(of bytes: PaddedBytes, _ range: Range<Int>) -> Mark {
    var state = State(key: key)
    var p = range.lowerBound
    while p &+ 8 <= range.upperBound {
      state.compress(bytes.word(at: p))
      p &+= 8
    }
    let rest = bytes.word(at: p) & (1 &<< UInt64(8 &* (range.upperBound &- p)) &- 1)
    state.compress(rest | UInt64(truncatingIfNeeded: range.count) << 56)
    return state.finish()
  }

  /// The mark of some bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package func mark(of bytes: [UInt8]) -> Mark {
    let padded = bytes + repeatElement(0, count: PaddedBytes.padding)
    return unsafe padded.withUnsafeBufferPointer { padded in
      guard let base = padded.baseAddress else { preconditionFailure("an array is not empty") }
      return unsafe mark(of: PaddedBytes(base), 0..<bytes.count)
    }
  }

  /// Takes bytes one after another; their mark is the same as if they had lain side by side.
  struct Stream: CanonicalSink {
    private var state: State
    /// The bytes that do not fill a word yet, the first in the lowest bits, and how many they are.
    private var tail: UInt64 = 0
    private var held = 0
    private var count = 0

    init(_ hash: SipHash) {
      state = State(key: hash.key)
    }

    mutating func append(_ byte: UInt8) {
      appendRest(UInt64(byte), count: 1)
    }

    mutating func append(_ bytes: PaddedBytes, _ range: Range<Int>) {
      var p = range.lowerBound
      // Locals, since fields would be stored and loaded again for each word.
      var state = state
      var tail = tail
      let shift = UInt64(8 &* held)
      while p &+ 8 <= range.upperBound {
        let word = bytes.word(at: p)
        state.compress(tail | word &<< shift)
        tail = Self.beyond(word, shift)
        p &+= 8
      }
      self.state = state
      self.tail = tail
      count &+= p &- range.lowerBound
      let rest = range.upperBound &- p
      if rest > 0 { appendRest(bytes.word(at: p) & (1 &<< UInt64(8 &* rest) &- 1), count: rest) }
    }

    /// Takes up to seven bytes, with nothing behind them.
    @inline(__always)
    private mutating func appendRest(_ word: UInt64, count: Int) {
      let shift = UInt64(8 &* held)
      tail |= word &<< shift
      self.count &+= count
      held &+= count
      guard held >= 8 else { return }
      held &-= 8
      state.compress(tail)
      tail = Self.beyond(word, shift)
    }

    /// What of a word found no room above so many bits.
    @inline(__always)
    private static func beyond(_ word: UInt64, _ shift: UInt64) -> UInt64 {
      shift == 0 ? 0 : word &>> (64 &- shift)
    }

    /// The mark of all bytes.
    mutating func finish() -> Mark {
      state.compress(tail | UInt64(truncatingIfNeeded: count) << 56)
      return state.finish()
    }
  }

  private struct State {
    private var v0, v1, v2, v3: UInt64

    init(key: Mark) {
      v0 = key.low ^ 0x736f_6d65_7073_6575
      v1 = key.high ^ 0x646f_7261_6e64_6f6d ^ 0xee
      v2 = key.low ^ 0x6c79_6765_6e65_7261
      v3 = key.high ^ 0x7465_6462_7974_6573
    }

    @inline(__always)
    private mutating func round() {
      v0 &+= v1
      v1 = v1 << 13 | v1 >> 51
      v1 ^= v0
      v0 = v0 << 32 | v0 >> 32
      v2 &+= v3
      v3 = v3 << 16 | v3 >> 48
      v3 ^= v2
      v0 &+= v3
      v3 = v3 << 21 | v3 >> 43
      v3 ^= v0
      v2 &+= v1
      v1 = v1 << 17 | v1 >> 47
      v1 ^= v2
      v2 = v2 << 32 | v2 >> 32
    }

    @inline(__always)
    mutating func compress(_ word: UInt64) {
      v3 ^= word
      round()
      round()
      v0 ^= word
    }

    mutating func finish() -> Mark {
      v2 ^= 0xee
      for _ in 0..<4 { round() }
      let low = v0 ^ v1 ^ v2 ^ v3
      v1 ^= 0xdd
      for _ in 0..<4 { round() }
      return Mark(low: low, high: v0 ^ v1 ^ v2 ^ v3)
    }
  }
}
