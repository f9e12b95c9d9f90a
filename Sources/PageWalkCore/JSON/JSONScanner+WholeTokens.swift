// SPDX-License-Identifier: Apache-2.0

// The fast way through the text.
extension JSONScanner {
  /// Reads the members of open objects and the elements of open arrays for as long as their tokens
  /// are all at hand and right, and stays before the first that is not, or that is rare.
  ///
  /// Finding the end of a token takes long only because the next one can't be begun before. So names
  /// are guessed: the objects of an array mostly have the same members in the same order, and where
  /// the bytes are those of the *model*, the name in the same place of the element before, its
  /// length is known. A guess that is wrong costs one comparison, and ends the guessing up to the
  /// end of the object.
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
    var isInObject = isInObject
    var depth = depth
    var hasInnerSpace = hasInnerSpace
    let isLines = isLines
    let maximumDepth = maximumDepth
    /// The node that may look like the token at `p`.
    var model = JSONIndex.noModel
    defer {
      position = p
      index = writer
      self.open = open
      self.isInObject = isInObject
      self.depth = depth
      self.hasInnerSpace = hasInnerSpace
    }

    while true {
      var c = bytes[p]
      if c <= 0x20 {
        let after = Self.afterSpace(bytes, p, isLines: isLines)
        if after > p { hasInnerSpace = true }
        p = after
        c = bytes[p]
      }

      if isInObject {
        let guess = writer.string(at: model)
        if c == UInt8(ascii: "\""), bytes.areSame(at: p, as: guess.start, count: guess.count) {
          writer.append(start: p, end: p &+ guess.count, isEscaped: guess.isEscaped)
          p &+= guess.count
          model &+= 1
        } else {
          model = JSONIndex.noModel
          let (end, isEscaped) =
            c == UInt8(ascii: "\"") ? Self.afterString(bytes, p) : (0, false)
          if end == 0 {
            expecting = isFirst ? .nameOrEnd : .name
            return
          }
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
          depth &+= 1
          isInObject = c == UInt8(ascii: "{")
          open = writer.appendOpen(start: p, isObject: isInObject, within: open, like: model)
          if model != JSONIndex.noModel { model &+= 1 }
          isFirst = true
          p &+= 1
          // In ASCII, a closing bracket is two behind its opening one.
          if bytes[p] != c &+ 2 { continue }
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
      if isInObject { model = writer.following(model) }

      while true {
        c = bytes[p]
        if c <= 0x20 {
          let after = Self.afterSpace(bytes, p, isLines: isLines)
          if after > p { hasInnerSpace = true }
          p = after
          c = bytes[p]
        }
        if c == UInt8(ascii: ",") { break }
        if c != (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          expecting = .next
          return
        }
        p &+= 1
        let closed = writer.closeOpen(open, end: p)
        isInObject = writer.isOpenObject(closed.parent)
        model = isInObject ? writer.following(closed.model) : open
        open = closed.parent
        depth &-= 1
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
