// SPDX-License-Identifier: Apache-2.0

// The parts of the text that the loop does not read itself.
extension JSONScanner {
  /// Skips a byte order mark and the prefix `)]}'`, with a comma behind it or not, that some
  /// servers put before JSON so that a browser can't run it as a script. Returns false where more
  /// bytes are needed.
  mutating func skipBeginning(_ bytes: PaddedBytes, end: Int, isLast: Bool) -> Bool {
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
  static func skipSpace(_ bytes: PaddedBytes, _ start: Int) -> Int {
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
  static func lineFeed(_ bytes: PaddedBytes, from start: Int, to end: Int) -> Int? {
    (start..<end).first { bytes[$0] == UInt8(ascii: "\n") }
  }

  /// Reads on in a string: to behind its quote, or as far as it can, which is not the whole of it.
  static func readString(
    _ bytes: PaddedBytes, _ start: Int, end: Int
  ) -> (end: Int, isEscaped: Bool, isWhole: Bool) {
    var p = start
    var isEscaped = false
    while true {
      p = bytes.endOfPlainText(from: p)
      let c = bytes[p]
      if c == UInt8(ascii: "\"") { return (p &+ 1, isEscaped, true) }
      let after =
        c == UInt8(ascii: "\\") ? afterEscapes(bytes, p) : afterCharacters(bytes, p, end: end)
      if after == p { return (p, isEscaped, false) }
      if c == UInt8(ascii: "\\") { isEscaped = true }
      p = after
    }
  }

  /// The end of the escapes at `start`, or `start` if there is no whole one.
  @inline(always)
  private static func afterEscapes(_ bytes: PaddedBytes, _ start: Int) -> Int {
    var p = start
    while bytes[p] == UInt8(ascii: "\\") {
      switch bytes[p &+ 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
        UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        p &+= 2
      case UInt8(ascii: "u") where bytes.areHexadecimal(at: p &+ 2):
        p &+= 6
      default:
        return p
      }
    }
    return p
  }

  /// The end of the characters of more than one byte at `start`, or `start` if there is no whole
  /// one.
  static func afterCharacters(_ bytes: PaddedBytes, _ start: Int, end: Int) -> Int {
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

  /// The end of the number at `start`, if it has no exponent and what follows it is at hand and can
  /// follow a number. 0 for all others, good or bad: they are for `readNumber`.
  @inline(always)
  static func afterPlainNumber(_ bytes: PaddedBytes, _ start: Int) -> Int {
    let whole = bytes[start] == UInt8(ascii: "-") ? start &+ 1 : start
    var p = bytes.endOfDigits(from: whole)
    if p == whole || (bytes[whole] == UInt8(ascii: "0") && p > whole &+ 1) { return 0 }
    if bytes[p] == UInt8(ascii: ".") {
      let fraction = p &+ 1
      p = bytes.endOfDigits(from: fraction)
      if p == fraction { return 0 }
    }
    switch bytes[p] {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: " "),
      UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
      return p
    default:
      return 0
    }
  }

  /// Reads on in a number as far as its bytes go.
  static func readNumber(
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
  static func isNumberEnd(_ next: UInt8, after part: NumberPart) -> Bool {
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
  static func wordLength(_ bytes: PaddedBytes, _ p: Int) -> Int {
    switch bytes.halfWord(at: p) {
    case 0x6575_7274, 0x6C6C_756E: 4
    case 0x736C_6166 where bytes[p &+ 4] == UInt8(ascii: "e"): 5
    default: 0
    }
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
