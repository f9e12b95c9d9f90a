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
  private(set) var position = 0
  private(set) var expecting = Expecting.beginning
  private(set) var unfinished = Unfinished.none
  private var numberPart = NumberPart.zero
  /// Open arrays and objects, the array of all lines not counted.
  private(set) var depth = 0
  /// The innermost open array or object.
  private var open = JSONIndex.none
  private var isInObject = false
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
    var failure: ScanError?

    scan: while true {
      // A token that the bytes before ended in comes first. `expecting` already says what comes
      // after it.
      if token != .none {
        if token == .string {
          var isEscaped = writer.isLastEscaped
          let isWhole = Self.readString(bytes, &p, end: end, isEscaped: &isEscaped)
          writer.closeLast(end: p, isEscaped: isEscaped)
          if !isWhole {
            failure = Self.stringFault(bytes, p, end: end)
            break scan
          }
        } else {
          (p, numberPart) = Self.readNumber(bytes, p, part: numberPart)
          writer.closeLast(end: p, isEscaped: false)
          if p == end && !(isLast && numberPart.isWhole) { break scan }
          if !Self.isNumberEnd(bytes[p], after: numberPart) {
            failure = ScanError(.badNumber, at: p)
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
            failure = ScanError(.lineBreak, at: lineFeed)
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
          failure = Self.fault(
            bytes, p, end: end, isLast: isLast, expecting: expecting,
            isInArray: depth > 0 && !isInObject)
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
          failure = Self.stringFault(bytes, p, end: end)
          break scan
        }
        c = bytes[p]
        if c <= 0x20 { continue scan }
        fallthrough

      case .colon:
        if c != UInt8(ascii: ":") {
          failure = Self.fault(
            bytes, p, end: end, isLast: isLast, expecting: .colon,
            isInArray: depth > 0 && !isInObject)
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
            failure = Self.stringFault(bytes, p, end: end)
            break scan
          }

        case UInt8(ascii: "1")...UInt8(ascii: "9"):
          repeat { p &+= 1 } while bytes[p] &- UInt8(ascii: "0") < 10
          writer.append(start: start, end: p, isEscaped: false)
          expecting = .next
          // Most integers end at a comma or a brace. All else is for `readNumber`.
          let after = bytes[p]
          if after != UInt8(ascii: ",") && after != UInt8(ascii: "}") {
            token = .number
            numberPart = .integer
            continue scan
          }

        case UInt8(ascii: "0"), UInt8(ascii: "-"):
          p &+= 1
          writer.append(start: start, end: p, isEscaped: false)
          expecting = .next
          token = .number
          numberPart = c == UInt8(ascii: "0") ? .zero : .minus
          continue scan

        case UInt8(ascii: "{"), UInt8(ascii: "["):
          if depth == maximumDepth {
            failure = ScanError(.tooDeep, at: p)
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
            failure = Self.wordFault(bytes, p, end: end)
            break scan
          }
          p &+= length
          writer.append(start: start, end: p, isEscaped: false)
          expecting = .next

        default:
          failure = Self.fault(
            bytes, p, end: end, isLast: isLast, expecting: expecting,
            isInArray: depth > 0 && !isInObject)
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
          failure = Self.fault(
            bytes, p, end: end, isLast: isLast, expecting: .next,
            isInArray: depth > 0 && !isInObject)
          break scan
        }
        p &+= 1
        open = writer.closeOpen(open, end: p)
        isInObject = writer.isOpenObject(open)
        depth &-= 1
        expecting = .next

      case .lineEnd, .end:
        failure = Self.fault(
          bytes, p, end: end, isLast: isLast, expecting: expecting,
          isInArray: depth > 0 && !isInObject)
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
    if let failure { throw failure }
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

// The parts of the text that the loop does not read itself.
extension JSONScanner {
  /// Skips a byte order mark and the prefix `)]}'`, with a comma behind it or not, that some
  /// servers put before JSON so that a browser can't run it as a script. Returns false where more
  /// bytes are needed.
  private mutating func skipBeginning(_ bytes: PaddedBytes, end: Int, isLast: Bool) -> Bool {
    var p = 0
    /// True where the mark stands, false where not, nil where the bytes at hand end within it.
    func skip(_ mark: StaticString) -> Bool? {
      let mark = Array("\(mark)".utf8)
      var matched = 0
      while matched < mark.count && bytes[p + matched] == mark[matched] { matched += 1 }
      if matched < mark.count { return p + matched == end && !isLast ? nil : false }
      p += matched
      return true
    }
    guard skip("\u{FEFF}") != nil, let isGuarded = skip(")]}'") else { return false }
    if isGuarded && skip(",") == nil { return false }
    position = p
    return true
  }

  /// The end of the white space at `start`.
  @inline(always)
  private static func skipSpace(_ bytes: PaddedBytes, _ start: Int) -> Int {
    var p = start
    while true {
      switch bytes[p] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        p &+= 1
        // Indentation comes in runs.
        var spaces = bytes.leadingSpaces(at: p)
        while spaces == 8 {
          p &+= 8
          spaces = bytes.leadingSpaces(at: p)
        }
        p &+= spaces
      default:
        return p
      }
    }
  }

  /// The first line feed of a range.
  private static func lineFeed(_ bytes: PaddedBytes, from start: Int, to end: Int) -> Int? {
    (start..<end).first { bytes[$0] == UInt8(ascii: "\n") }
  }

  /// Reads the rest of a string with its quote. Returns false where it can't, `p` being there.
  @inline(always)
  private static func readString(
    _ bytes: PaddedBytes, _ p: inout Int, end: Int, isEscaped: inout Bool
  ) -> Bool {
    while true {
      let stops = bytes.word(at: p).stringStops
      if stops == 0 {
        p &+= 8
        continue
      }
      p &+= stops.trailingZeroBitCount >> 3
      let c = bytes[p]
      if c == UInt8(ascii: "\"") {
        p &+= 1
        return true
      }
      let after =
        c == UInt8(ascii: "\\") ? afterEscape(bytes, p) : afterCharacters(bytes, p, end: end)
      if after == p { return false }
      if c == UInt8(ascii: "\\") { isEscaped = true }
      p = after
    }
  }

  /// The end of the escape at `start`, or `start` if there is no whole one.
  @inline(always)
  private static func afterEscape(_ bytes: PaddedBytes, _ start: Int) -> Int {
    switch bytes[start &+ 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start &+ 2
    case UInt8(ascii: "u"):
      for offset in 2..<6 where bytes[start &+ offset].hexadecimalValue == nil { return start }
      return start &+ 6
    default:
      return start
    }
  }

  /// The end of the characters of more than one byte at `start`, or `start` if there is no whole
  /// one.
  private static func afterCharacters(_ bytes: PaddedBytes, _ start: Int, end: Int) -> Int {
    var p = start
    while bytes[p] >= 0x80 {
      let length = UTF8Sequence.lengthIfShort(in: bytes, at: p)
      if length != 0 {
        p &+= length
      } else if case .character(let length) = UTF8Sequence.find(in: bytes, at: p, end: end) {
        p &+= length
      } else {
        break
      }
    }
    return p
  }

  /// Why a string can't be read on, or nil if only because the bytes at hand end.
  @inline(never)
  private static func stringFault(_ bytes: PaddedBytes, _ p: Int, end: Int) -> ScanError? {
    switch bytes[p] {
    case UInt8(ascii: "\\"):
      // What there is of the escape may be right as far as it goes.
      var wanted = p + 1
      if bytes[wanted] == UInt8(ascii: "u") {
        repeat { wanted += 1 } while bytes[wanted].hexadecimalValue != nil
      }
      return wanted == end ? nil : ScanError(.badEscape, at: p)
    case 0x80...:
      let isCut = UTF8Sequence.find(in: bytes, at: p, end: end) == .incomplete
      return isCut ? nil : ScanError(.invalidUTF8, at: p)
    default:
      return p == end ? nil : ScanError(.controlCharacter, at: p)
    }
  }

  /// Reads on in a number as far as its bytes go.
  private static func readNumber(
    _ bytes: PaddedBytes, _ start: Int, part: NumberPart
  ) -> (end: Int, part: NumberPart) {
    var p = start
    var part = part
    while true {
      let c = bytes[p]
      let isDigit = c &- UInt8(ascii: "0") < 10
      switch part {
      case .minus where isDigit:
        part = c == UInt8(ascii: "0") ? .zero : .integer
      case .integer where isDigit, .fraction where isDigit, .exponent where isDigit:
        break
      case .zero where c == UInt8(ascii: "."), .integer where c == UInt8(ascii: "."):
        part = .point
      case .point where isDigit:
        part = .fraction
      case .zero where c | 0x20 == UInt8(ascii: "e"), .integer where c | 0x20 == UInt8(ascii: "e"),
        .fraction where c | 0x20 == UInt8(ascii: "e"):
        part = .exponentMark
      case .exponentMark where c == UInt8(ascii: "+") || c == UInt8(ascii: "-"):
        part = .exponentSign
      case .exponentMark where isDigit, .exponentSign where isDigit:
        part = .exponent
      default:
        return (p, part)
      }
      p &+= 1
    }
  }

  /// Whether a number can end before a byte. `01` and `1.2.3` are better called bad numbers than
  /// numbers with something behind them.
  private static func isNumberEnd(_ next: UInt8, after part: NumberPart) -> Bool {
    guard part.isWhole else { return false }
    switch next {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "+"),
      UInt8(ascii: "-"):
      return false
    default:
      return true
    }
  }

  /// The length of the word `true`, `false` or `null` at `p`, or 0.
  @inline(always)
  private static func wordLength(_ bytes: PaddedBytes, _ p: Int) -> Int {
    switch bytes.halfWord(at: p) {
    case 0x6575_7274, 0x6C6C_756E: 4
    case 0x736C_6166 where bytes[p &+ 4] == UInt8(ascii: "e"): 5
    default: 0
    }
  }

  /// Why there is no word at `p`, or nil if only because the bytes at hand end.
  @inline(never)
  private static func wordFault(_ bytes: PaddedBytes, _ p: Int, end: Int) -> ScanError? {
    for word in ["true", "false", "null"]
    where end - p < word.utf8.count && word.utf8.starts(with: (p..<end).lazy.map { bytes[$0] }) {
      return nil
    }
    return ScanError(.badWord, at: p)
  }

  /// Why the byte at `p` can't stand where it does, or nil if there is none yet.
  @inline(never)
  private static func fault(
    _ bytes: PaddedBytes, _ p: Int, end: Int, isLast: Bool, expecting: Expecting,
    isInArray: Bool
  ) -> ScanError? {
    if p == end { return nil }
    let c = bytes[p]
    if c >= 0x80 {
      // "Not UTF-8" tells more than "a value is missing", but the whole character must be seen.
      switch UTF8Sequence.find(in: bytes, at: p, end: end) {
      case .character: break
      case .incomplete where !isLast: return nil
      case .incomplete, .invalid: return ScanError(.invalidUTF8, at: p)
      }
    }
    let isClosing = c == UInt8(ascii: "]") || c == UInt8(ascii: "}")
    let kind: ScanError.Kind =
      switch expecting {
      case .valueOrEnd where isClosing, .nameOrEnd where isClosing, .next where isClosing:
        .wrongBracket
      case .name where c == UInt8(ascii: "}"): .trailingComma
      case .value where c == UInt8(ascii: "]") && isInArray: .trailingComma
      case .name, .nameOrEnd: .nameExpected
      case .colon: .colonExpected
      case .next: .commaExpected
      case .lineEnd, .end: .trailingData
      case .beginning, .line, .value, .valueOrEnd: .valueExpected
      }
    return ScanError(kind, at: p)
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit.
  @inline(always)
  var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self &- UInt8(ascii: "A") &+ 10
    default: nil
    }
  }
}
