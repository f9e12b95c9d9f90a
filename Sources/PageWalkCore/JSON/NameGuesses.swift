// SPDX-License-Identifier: Apache-2.0

/// What the next name of a member will be, guessed by the two names before.
///
/// Finding the end of a token takes long only because the next one can't be begun before. The objects
/// of an array mostly have the same members in the same order, so that the name that came behind two
/// others the last time mostly comes again. A comparison says whether it does, and then its length is
/// known. A guess never counts for more than a guess, so that it may come from
/// another text.
struct NameGuesses: ~Copyable {
  /// What came behind two names.
  struct Guess: BitwiseCopyable {
    /// The third name, quotes included.
    var name: PaddedBytes.Beginning
    /// The length of the third name.
    var count: UInt32
    /// The guess behind the third name.
    var next: UInt32
    /// A hash of the second name, and above it one of the first.
    var key: UInt64
  }

  /// How many there are; where there are no more, the oldest gives way.
  private static let size = 256
  /// How many bits of a key say where its guess may be found.
  private static let bits: UInt64 = 9
  /// Longer names are not guessed.
  private static let longest = 16

  private let guesses: OwnedBuffer<Guess>
  /// By the bits of the key, where the guess is; and behind them all, where the newest one is.
  private let places: OwnedBuffer<UInt8>

  init() {
    guesses = OwnedBuffer(capacity: Self.size)
    places = OwnedBuffer(capacity: 1 << Self.bits + 1)
    unsafe guesses.base.initialize(repeating: Self.none(key: 0), count: Self.size)
    unsafe places.base.initialize(repeating: 0, count: 1 << Self.bits + 1)
  }

  /// A guess that is always wrong.
  private static func none(key: UInt64) -> Guess {
    Guess(name: .none, count: UInt32(longest), next: 0, key: key)
  }

  /// The guesses without their owner, for a loop that has other things to keep in mind. Valid for as
  /// long as the owner is there.
  var view: View { unsafe View(guesses.base, places.base) }

  @safe
  struct View {
    private let guesses: UnsafeMutablePointer<Guess>
    private let places: UnsafeMutablePointer<UInt8>

    @unsafe
    fileprivate init(_ guesses: UnsafeMutablePointer<Guess>, _ places: UnsafeMutablePointer<UInt8>)
    {
      unsafe self.guesses = guesses
      unsafe self.places = places
    }

    /// A guess by its place: 0, or what another one named as its next.
    @inline(always)
    subscript(place: UInt32) -> Guess {
      unsafe guesses[Int(place)]
    }

    /// Corrects a guess: another name came. Returns the place of the next guess.
    @inline(never)
    func correct(
      _ place: UInt32, _ bytes: PaddedBytes, from start: Int, to end: Int, isEscaped: Bool
    ) -> UInt32 {
      let count = end - start
      let hash = Self.hash(bytes, from: start, to: end)
      let next = find(unsafe guesses[Int(place)].key << 32 | hash >> 32)
      if count <= NameGuesses.longest && !isEscaped {
        unsafe guesses[Int(place)].name = bytes.beginning(at: start, count: count)
        unsafe guesses[Int(place)].count = UInt32(count)
      }
      unsafe guesses[Int(place)].next = next
      return next
    }

    /// A hash of a name, by its length and its first and last bytes.
    private static func hash(_ bytes: PaddedBytes, from start: Int, to end: Int) -> UInt64 {
      let count = end - start
      let word =
        count < 10
        ? bytes.word(at: start) << UInt64(8 * max(8 - count, 0))
        : bytes.word(at: start + 1) &* 31 &+ bytes.word(at: end - 9)
      return (word &+ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
    }

    /// The place of the guess of a key; where there is none, that of the oldest, which forgets.
    private func find(_ key: UInt64) -> UInt32 {
      let mixed = (key &* 0x9E37_79B9_7F4A_7C15) >> (64 - NameGuesses.bits)
      let place = unsafe places[Int(mixed)]
      if unsafe guesses[Int(place)].key == key { return UInt32(place) }
      let newest = unsafe places[1 << NameGuesses.bits] &+ 1
      unsafe places[1 << NameGuesses.bits] = newest
      unsafe places[Int(mixed)] = newest
      unsafe guesses[Int(newest)] = NameGuesses.none(key: key)
      return UInt32(newest)
    }
  }
}
