// SPDX-License-Identifier: Apache-2.0

/// The strict reader of JSON text: one pass, no recursion, no allocation for a token.
///
/// It writes the structure into a `JSONIndex` and can stop at any byte: what it needs to go on is
/// in its few fields. Where the bytes at hand end inside a token, it stays at the beginning of the
/// smallest part that it can't judge yet (a word, an escape, a character of several bytes: at most
/// six bytes), so that the work is linear in all bytes however small the pieces are.
///
/// Two ways lead through the text. `readWholeTokens` is the fast one, for tokens that are all at
/// hand and right. Whatever it leaves (the edges of the bytes at hand, what is rare, what is wrong)
/// is read by `readToken`, a step of which may end at any byte, and which alone finds faults.
///
/// https://www.rfc-editor.org/rfc/rfc8259
struct JSONScanner: ~Copyable {
  /// What the grammar lets come next.
  enum Expecting: UInt8 {
    /// The mark or prefix that may stand before everything.
    case beginning
    /// JSON Lines: a line.
    case line
    case nameOrEnd, name, colon, valueOrEnd, value
    /// What follows a value: a comma, a closing bracket, the end of the line or of the text.
    case next
    /// JSON Lines: the end of the line.
    case lineEnd
    /// The end of the text.
    case end
  }

  /// The token that the bytes at hand ended in.
  enum Unfinished: UInt8 {
    case none, string, number
  }

  /// How far a number has been read. https://www.rfc-editor.org/rfc/rfc8259#section-6
  enum NumberPart: UInt8 {
    case minus, zero, integer, point, fraction, exponentMark, exponentSign, exponent

    /// How far a number has been read when its first byte has.
    init(first: UInt8) {
      switch first {
      case UInt8(ascii: "-"): self = .minus
      case UInt8(ascii: "0"): self = .zero
      default: self = .integer
      }
    }

    /// Whether a number may end here.
    var isWhole: Bool {
      switch self {
      case .zero, .integer, .fraction, .exponent: true
      case .minus, .point, .exponentMark, .exponentSign: false
      }
    }
  }

  let maximumDepth: Int
  private(set) var isLines = false
  /// In how many arrays and objects, the array of all lines not counted, a value may stand and
  /// still be written into the index.
  private(set) var indexedDepth = Int.max

  /// The first byte not yet read.
  var position = 0
  var expecting = Expecting.beginning
  private(set) var unfinished = Unfinished.none
  private var numberPart = NumberPart.zero
  /// Open arrays and objects, the array of all lines not counted.
  var depth = 0
  /// For each of them, from 1 on, the bracket that closes it, with a bit that marks those whose
  /// inside is left out of the index; at 0, what stands around them all.
  let frames: OwnedBuffer<UInt8>
  /// The innermost open array or object of those that are written into the index.
  var open = JSONIndex.none
  /// Whether white space stands within a value, outside strings.
  var hasInnerSpace = false

  /// What names are guessed.
  let guesses = NameGuesses()
  /// Where the guess at the next name stands.
  var guess: UInt32 = 0

  /// Makes a scanner for one JSON value.
  init(maximumDepth: Int) {
    self.maximumDepth = maximumDepth
    frames = OwnedBuffer(capacity: maximumDepth + 1)
    unsafe frames.base[0] = 0
  }

  /// Begins another text.
  ///
  /// - Parameter indexedDepth: in how many arrays and objects a value may stand and still be
  ///   written into the index.
  mutating func reset(isLines: Bool, indexedDepth: Int) {
    self.isLines = isLines
    self.indexedDepth = isLines ? indexedDepth - 1 : indexedDepth
    position = 0
    expecting = .beginning
    unfinished = .none
    depth = 0
    unsafe frames.base[0] = self.indexedDepth < 0 ? Self.opaqueBit : 0
    open = JSONIndex.none
    hasInnerSpace = false
  }

  /// Whether nothing is left out of the index.
  var indexesWhole: Bool { indexedDepth >= maximumDepth }

  /// Marks, in `frames`, what is left out of the index.
  static let opaqueBit: UInt8 = 0x80

  /// The bracket that closes the innermost open array or object.
  var closer: UInt8 { unsafe frames.base[depth] & ~Self.opaqueBit }

  /// Whether the innermost open array or object is an object.
  var isInObject: Bool { closer == UInt8(ascii: "}") }

  /// Reads on to `end`. With `isLast`, a number that ends there is whole.
  ///
  /// - Complexity: O(*n*) in the bytes between `position` and `end`.
  mutating func run(
    _ bytes: PaddedBytes, end: Int, isLast: Bool, into index: inout JSONIndex
  ) throws(ScanError) {
    // Each entry begins at a byte of its own, and JSON Lines adds its root.
    var writer = index.startWriting(room: end - position + 1)
    defer { index.endWriting(writer) }
    if expecting == .beginning {
      if !skipBeginning(bytes, end: end, isLast: isLast) { return }
      if isLines {
        open = writer.appendOpen(start: position, within: open)
        expecting = .line
      } else {
        expecting = .value
      }
    }
    writer.keeps = depth <= indexedDepth
    var obstacle: Obstacle?
    repeat {
      if unfinished == .none { readWholeTokens(bytes, into: &writer) }
      obstacle = readToken(bytes, end: end, isLast: isLast, into: &writer)
    } while obstacle == nil
    if let obstacle, let error = fault(obstacle, bytes, end: end, isLast: isLast) { throw error }
  }

  /// Reads one token, or one more part of it. Returns what stands in the way, if anything does.
  private mutating func readToken(
    _ bytes: PaddedBytes, end: Int, isLast: Bool, into writer: inout JSONIndex.Writer
  ) -> Obstacle? {
    // A token that the bytes before ended in comes first. `expecting` already says what comes
    // after it.
    switch unfinished {
    case .string: return readString(bytes, end: end, into: writer)
    case .number: return readNumber(bytes, end: end, isLast: isLast, into: writer)
    case .none: break
    }
    if let obstacle = readSpace(bytes) { return obstacle }
    let c = bytes[position]
    switch expecting {
    case .nameOrEnd where c == UInt8(ascii: "}"), .valueOrEnd where c == UInt8(ascii: "]"):
      // An empty object or array: the same as the end of one that has members.
      expecting = .next

    case .name where c == UInt8(ascii: "\""), .nameOrEnd where c == UInt8(ascii: "\""):
      begin(.string, then: .colon, into: &writer)

    case .colon where c == UInt8(ascii: ":"):
      position += 1
      expecting = .value

    case .value, .valueOrEnd, .line:
      return readValue(c, bytes, into: &writer)

    case .next where depth == 0:
      expecting = isLines ? .lineEnd : .end

    case .next where c == UInt8(ascii: ","):
      position += 1
      expecting = isInObject ? .name : .value

    case .next where c == closer:
      position += 1
      depth -= 1
      if unsafe frames.base[depth] < Self.opaqueBit {
        open = writer.closeOpen(open, end: position, isOpaque: !writer.keeps)
        writer.keeps = true
      }

    case .beginning, .name, .nameOrEnd, .colon, .next, .lineEnd, .end:
      return .byte
    }
    return nil
  }

  /// Skips white space, which in JSON Lines may end a line.
  private mutating func readSpace(_ bytes: PaddedBytes) -> Obstacle? {
    let start = position
    position = Self.skipSpace(bytes, start)
    if position == start { return nil }
    if depth > 0 { hasInnerSpace = true }
    if depth == 0 && expecting == .next { expecting = isLines ? .lineEnd : .end }
    if isLines, let lineFeed = Self.lineFeed(bytes, from: start, to: position) {
      if depth > 0 {
        position = lineFeed
        return .lineBreak
      }
      if expecting == .lineEnd { expecting = .line }
    }
    return nil
  }

  /// Reads a value that begins with `c`: a word, or the beginning of all others.
  private mutating func readValue(
    _ c: UInt8, _ bytes: PaddedBytes, into writer: inout JSONIndex.Writer
  ) -> Obstacle? {
    switch c {
    case UInt8(ascii: "\""):
      begin(.string, then: .next, into: &writer)

    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      begin(.number, then: .next, into: &writer)
      numberPart = NumberPart(first: c)

    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth == maximumDepth { return .depth }
      open = writer.appendOpen(start: position, within: open)
      depth += 1
      writer.keeps = depth <= indexedDepth
      // In ASCII, a closing bracket is two behind its opening one.
      unsafe frames.base[depth] = c + 2 + (writer.keeps ? 0 : Self.opaqueBit)
      position += 1
      expecting = isInObject ? .nameOrEnd : .valueOrEnd

    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      let length = Self.wordLength(bytes, position)
      if length == 0 { return .word }
      writer.append(start: position, end: position + length, isEscaped: false)
      position += length
      expecting = .next

    default:
      return .byte
    }
    return nil
  }

  /// Begins a string or a number at `position` by its first byte.
  private mutating func begin(
    _ token: Unfinished, then expecting: Expecting, into writer: inout JSONIndex.Writer
  ) {
    writer.append(start: position, end: position + 1, isEscaped: false)
    position += 1
    unfinished = token
    self.expecting = expecting
  }

  /// Reads on in the string that the bytes before ended in.
  private mutating func readString(
    _ bytes: PaddedBytes, end: Int, into writer: JSONIndex.Writer
  ) -> Obstacle? {
    let (after, isEscaped, isWhole) = Self.readString(bytes, position, end: end)
    position = after
    writer.closeLast(end: after, isEscaped: isEscaped)
    if !isWhole { return .string }
    unfinished = .none
    return nil
  }

  /// Reads on in the number that the bytes before ended in.
  private mutating func readNumber(
    _ bytes: PaddedBytes, end: Int, isLast: Bool, into writer: JSONIndex.Writer
  ) -> Obstacle? {
    (position, numberPart) = Self.readNumber(bytes, position, part: numberPart)
    writer.closeLast(end: position, isEscaped: false)
    let mayGoOn = position == end && !(isLast && numberPart.isWhole)
    if mayGoOn || !Self.isNumberEnd(bytes[position], after: numberPart) { return .number }
    unfinished = .none
    return nil
  }

  /// Closes the text: says what is missing, if anything is.
  mutating func finish(
    _ bytes: PaddedBytes, end: Int, into index: inout JSONIndex
  ) throws(ScanError) {
    try run(bytes, end: end, isLast: true, into: &index)
    switch expecting {
    case .end:
      return
    case .line, .lineEnd:
      let writer = index.startWriting(room: 0)
      _ = writer.closeOpen(open, end: end, isOpaque: indexedDepth < 0)
    case .value where depth == 0 && position == end:
      throw ScanError(.empty, at: end)
    default:
      throw ScanError(.unexpectedEnd, at: end)
    }
  }
}
