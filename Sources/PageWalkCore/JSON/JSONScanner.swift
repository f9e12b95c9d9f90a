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
struct JSONScanner {
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

  let isLines: Bool
  let maximumDepth: Int

  /// The first byte not yet read.
  var position = 0
  var expecting = Expecting.beginning
  private(set) var unfinished = Unfinished.none
  private var numberPart = NumberPart.zero
  /// Open arrays and objects, the array of all lines not counted.
  var depth = 0
  /// The innermost open array or object.
  var open = JSONIndex.none
  var isInObject = false
  /// Whether white space stands within a value, outside strings.
  var hasInnerSpace = false

  init(isLines: Bool, maximumDepth: Int) {
    self.isLines = isLines
    self.maximumDepth = maximumDepth
  }

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
        open = writer.appendOpen(start: position, isObject: false, within: open)
        expecting = .line
      } else {
        expecting = .value
      }
    }
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

    case .next where c == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")):
      position += 1
      open = writer.closeOpen(open, end: position).parent
      isInObject = writer.isOpenObject(open)
      depth -= 1

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
      depth += 1
      isInObject = c == UInt8(ascii: "{")
      open = writer.appendOpen(start: position, isObject: isInObject, within: open)
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
      _ = writer.closeOpen(open, end: end)
    case .value where depth == 0 && position == end:
      throw ScanError(.empty, at: end)
    default:
      throw ScanError(.unexpectedEnd, at: end)
    }
  }
}
