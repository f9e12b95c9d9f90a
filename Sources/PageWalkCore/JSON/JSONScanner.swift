// SPDX-License-Identifier: Apache-2.0

/// The strict reader of JSON text: one pass, no recursion, no allocation for a token.
///
/// It writes the structure into a `JSONIndex` and can stop at any byte: what it needs to go on is
/// in its few fields. Where the bytes at hand end inside a token, it stays at the beginning of the
/// smallest part that it can't judge yet (a word, an escape, a character of several bytes: at most
/// six bytes), so that the work is linear in all bytes however small the pieces are.
///
/// The order of the grammar is the order of the cases of `run`: a name falls through to its colon,
/// to the value, to what follows the value. Only a comma or a bracket goes round the loop.
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
  private(set) var expecting = Expecting.beginning
  private(set) var unfinished = Unfinished.none
  private(set) var numberPart = NumberPart.zero
  /// Open arrays and objects, the array of all lines not counted.
  private(set) var depth = 0
  /// The innermost open array or object.
  private var open = JSONIndex.none
  private(set) var isInObject = false
  /// Whether white space stands within a value, outside strings.
  private(set) var hasInnerSpace = false

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

    // Locals, since fields of `self` would be stored and loaded again round each write.
    var p = position
    var expecting = expecting
    var open = open
    var isInObject = isInObject
    var depth = depth
    var token = unfinished
    var hasInnerSpace = hasInnerSpace
    var obstacle: Obstacle?

    scan: while true {
      // A token that the bytes before ended in comes first. `expecting` already says what comes
      // after it.
      if token != .none {
        if token == .string {
          var isEscaped = writer.isLastEscaped
          let isWhole = Self.readString(bytes, &p, end: end, isEscaped: &isEscaped)
          writer.closeLast(end: p, isEscaped: isEscaped)
          if !isWhole {
            obstacle = .string
            break scan
          }
        } else {
          (p, numberPart) = Self.readNumber(bytes, p, part: numberPart)
          writer.closeLast(end: p, isEscaped: false)
          if p == end && !(isLast && numberPart.isWhole) { break scan }
          if !Self.isNumberEnd(bytes[p], after: numberPart) {
            obstacle = .number
            break scan
          }
        }
        token = .none
      }

      var c = bytes[p]
      if c <= 0x20 {
        if depth == 0 && expecting == .next { expecting = isLines ? .lineEnd : .end }
        let start = p
        p = Self.skipSpace(bytes, p)
        if p > start && depth > 0 { hasInnerSpace = true }
        if isLines, let lineFeed = Self.lineFeed(bytes, from: start, to: p) {
          if depth > 0 {
            p = lineFeed
            obstacle = .lineBreak
            break scan
          }
          if expecting == .lineEnd { expecting = .line }
        }
        c = bytes[p]
      }

      switch expecting {
      case .beginning:
        break scan

      case .nameOrEnd where c == UInt8(ascii: "}"),
        .valueOrEnd where c == UInt8(ascii: "]"):
        // An empty object or array: the same as the end of one that has members.
        expecting = .next
        continue scan

      case .nameOrEnd, .name:
        if c != UInt8(ascii: "\"") {
          obstacle = .byte
          break scan
        }
        var isEscaped = false
        let start = p
        p &+= 1
        let isWhole = Self.readString(bytes, &p, end: end, isEscaped: &isEscaped)
        writer.append(start: start, end: p, isEscaped: isEscaped)
        expecting = .colon
        if !isWhole {
          token = .string
          obstacle = .string
          break scan
        }
        c = bytes[p]
        if c <= 0x20 { continue scan }
        fallthrough

      case .colon:
        if c != UInt8(ascii: ":") {
          obstacle = .byte
          break scan
        }
        p &+= 1
        expecting = .value
        c = bytes[p]
        if c == UInt8(ascii: " ") {
          hasInnerSpace = true
          p &+= 1
          c = bytes[p]
        }
        if c <= 0x20 { continue scan }
        fallthrough

      case .value, .valueOrEnd, .line:
        let start = p
        switch c {
        case UInt8(ascii: "\""):
          var isEscaped = false
          p &+= 1
          let isWhole = Self.readString(bytes, &p, end: end, isEscaped: &isEscaped)
          writer.append(start: start, end: p, isEscaped: isEscaped)
          expecting = .next
          if !isWhole {
            token = .string
            obstacle = .string
            break scan
          }

        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          expecting = .next
          // Most numbers have no exponent and end where they are seen to end.
          guard let after = Self.afterPlainNumber(bytes, p) else {
            p &+= 1
            writer.append(start: start, end: p, isEscaped: false)
            token = .number
            numberPart = NumberPart(first: c)
            continue scan
          }
          p = after
          writer.append(start: start, end: p, isEscaped: false)

        case UInt8(ascii: "{"), UInt8(ascii: "["):
          if depth == maximumDepth {
            obstacle = .depth
            break scan
          }
          depth &+= 1
          p &+= 1
          isInObject = c == UInt8(ascii: "{")
          open = writer.appendOpen(start: start, isObject: isInObject, within: open)
          expecting = isInObject ? .nameOrEnd : .valueOrEnd
          continue scan

        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
          let length = Self.wordLength(bytes, p)
          if length == 0 {
            obstacle = .word
            break scan
          }
          p &+= length
          writer.append(start: start, end: p, isEscaped: false)
          expecting = .next

        default:
          obstacle = .byte
          break scan
        }
        c = bytes[p]
        if c <= 0x20 { continue scan }
        fallthrough

      case .next:
        if depth == 0 {
          // White space between would have been seen above.
          expecting = isLines ? .lineEnd : .end
          continue scan
        }
        if c == UInt8(ascii: ",") {
          p &+= 1
          expecting = isInObject ? .name : .value
          continue scan
        }
        guard c == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          obstacle = .byte
          break scan
        }
        p &+= 1
        open = writer.closeOpen(open, end: p)
        isInObject = writer.isOpenObject(open)
        depth &-= 1
        expecting = .next

      case .lineEnd, .end:
        obstacle = .byte
        break scan
      }
    }

    position = p
    self.expecting = expecting
    self.open = open
    self.isInObject = isInObject
    self.depth = depth
    self.hasInnerSpace = hasInnerSpace
    unfinished = token
    if let obstacle, let error = fault(obstacle, bytes, end: end, isLast: isLast) { throw error }
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
