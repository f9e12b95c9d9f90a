// SPDX-License-Identifier: Apache-2.0

// The fast way through the text.
extension JSONScanner {
  /// Reads the members of open objects and the elements of open arrays for as long as their tokens
  /// are all at hand and right, and stays before the first that is not, or that is rare.
  ///
  /// Names are guessed (`NameGuesses`). A guess that is wrong costs one comparison.
  mutating func readWholeTokens(_ bytes: PaddedBytes, into index: inout JSONIndex.Writer) {
    /// Whether no comma stands before the member or element at `p`, but a bracket.
    var isFirst = false
    switch expecting {
    case .nameOrEnd, .valueOrEnd: isFirst = true
    case .name: break
    case .value where !isInObject && depth > 0: break
    case .beginning, .line, .colon, .value, .next, .lineEnd, .end: return
    }

    // Locals, since fields would be stored and loaded again round each write.
    var p = position
    var writer = index
    var open = open
    var depth = depth
    var hasInnerSpace = hasInnerSpace
    var guess = guess
    let isLines = isLines
    let maximumDepth = maximumDepth
    let indexedDepth = indexedDepth
    let guesses = guesses.view
    let frames = unsafe frames.base
    /// The bracket that closes the innermost open array or object.
    var closer = closer
    defer {
      position = p
      index = writer
      self.open = open
      self.depth = depth
      self.hasInnerSpace = hasInnerSpace
      self.guess = guess
    }

    while true {
      var c = bytes[p]
      if c <= 0x20 {
        let after = Self.afterSpace(bytes, p, isLines: isLines)
        if after > p { hasInnerSpace = true }
        p = after
        c = bytes[p]
      }

      if closer == UInt8(ascii: "}") {
        let guessed = guesses[guess]
        if bytes.begin(with: guessed.name, at: p) {
          writer.append(start: p, end: p &+ Int(guessed.count), isEscaped: false)
          p &+= Int(guessed.count)
          guess = guessed.next
        } else {
          let (end, isEscaped) =
            c == UInt8(ascii: "\"") ? Self.afterString(bytes, p) : (0, false)
          if end == 0 {
            expecting = isFirst ? .nameOrEnd : .name
            return
          }
          guess = guesses.correct(guess, bytes, from: p, to: end, isEscaped: isEscaped)
          writer.append(start: p, end: end, isEscaped: isEscaped)
          p = end
        }
        if bytes[p] != UInt8(ascii: ":") {
          expecting = .colon
          return
        }
        p &+= 1
        c = bytes[p]
        if c == UInt8(ascii: " ") {
          hasInnerSpace = true
          p &+= 1
          c = bytes[p]
        }
        isFirst = false
      }

      /// What is behind the value, or 0 where there is none to be read here.
      var end = 0
      switch c {
      case UInt8(ascii: "\""):
        let (after, isEscaped) = Self.afterString(bytes, p)
        end = after
        if end != 0 { writer.append(start: p, end: end, isEscaped: isEscaped) }

      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        end = Self.afterPlainNumber(bytes, p)
        if end != 0 { writer.append(start: p, end: end, isEscaped: false) }

      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        let length = Self.wordLength(bytes, p)
        if length != 0 {
          end = p &+ length
          writer.append(start: p, end: end, isEscaped: false)
        }

      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth != maximumDepth {
          open = writer.appendOpen(start: p, within: open)
          depth &+= 1
          writer.keeps = depth <= indexedDepth
          // In ASCII, a closing bracket is two behind its opening one.
          closer = c &+ 2
          unsafe frames[depth] = closer | (writer.keeps ? 0 : Self.opaqueBit)
          isFirst = true
          p &+= 1
          if bytes[p] != closer { continue }
          end = p
        }

      default:
        break
      }
      if end == 0 {
        expecting = isFirst ? .valueOrEnd : .value
        return
      }
      p = end

      while true {
        c = bytes[p]
        if c <= 0x20 {
          let after = Self.afterSpace(bytes, p, isLines: isLines)
          if after > p { hasInnerSpace = true }
          p = after
          c = bytes[p]
        }
        if c == UInt8(ascii: ",") { break }
        if c != closer {
          expecting = .next
          return
        }
        p &+= 1
        depth &-= 1
        let frame = unsafe frames[depth]
        closer = frame & ~Self.opaqueBit
        if frame < Self.opaqueBit {
          open = writer.closeOpen(open, end: p, isOpaque: !writer.keeps)
          writer.keeps = true
        }
        if depth == 0 {
          expecting = .next
          return
        }
      }
      p &+= 1
      isFirst = false
    }
  }

  /// The end of the white space at `start`. In JSON Lines, a line feed is left alone.
  @inline(always)
  private static func afterSpace(_ bytes: PaddedBytes, _ start: Int, isLines: Bool) -> Int {
    let end = skipSpace(bytes, start)
    return isLines && lineFeed(bytes, from: start, to: end) != nil ? start : end
  }

  /// The end of the string at `start`, or 0 if it is not whole.
  @inline(always)
  private static func afterString(
    _ bytes: PaddedBytes, _ start: Int
  ) -> (end: Int, isEscaped: Bool) {
    let plain = bytes.endOfPlainText(from: start &+ 1)
    return bytes[plain] == UInt8(ascii: "\"")
      ? (plain &+ 1, false) : afterMixedText(bytes, plain)
  }

  /// The end of a string that holds more than plain ASCII from `start` on, or 0 if it is not whole.
  @inline(never)
  private static func afterMixedText(
    _ bytes: PaddedBytes, _ start: Int
  ) -> (end: Int, isEscaped: Bool) {
    let (end, isEscaped, isWhole) = readString(bytes, start, end: .max)
    return isWhole ? (end, isEscaped) : (0, false)
  }
}
