// SPDX-License-Identifier: Apache-2.0

/// Reads an I-Regexp and writes its program.
///
/// Every construct is written as a piece of program that is entered at its first instruction and
/// left behind its last one; jumps within a piece are kept relative while it is repeated.
///
/// https://www.rfc-editor.org/rfc/rfc9485#section-3
struct RegexpCompiler {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  private(set) var program: [Regexp.Instruction] = []
  private(set) var classes: [ScalarClass] = []

  init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  mutating func compile() throws(Regexp.Fault) {
    try alternatives()
    guard position == scalars.count else { throw fault("expected a '(' that this ')' closes") }
    try emit(.match)
  }

  // MARK: Grammar

  /// `branch *( "|" branch )`
  private mutating func alternatives() throws(Regexp.Fault) {
    let start = program.count
    try branch()
    var jumps: [Int] = []
    var branchStart = start
    while take("|") {
      // split(this branch, next branch); this branch; jump to the end; next branch …
      try insert(.split(branchStart + 1, 0), at: branchStart)
      jumps.append(program.count)
      try emit(.jump(0))
      program[branchStart] = .split(branchStart + 1, program.count)
      branchStart = program.count
      try branch()
    }
    for jump in jumps { program[jump] = .jump(program.count) }
  }

  /// `*piece`
  private mutating func branch() throws(Regexp.Fault) {
    if peek == "^", !isQuantifier(at: position + 1) {
      position += 1
      try emit(.beginning)
    }
    while let next = peek, next != "|", next != ")" {
      if next == "$", isEndOfBranch(position + 1) {
        position += 1
        try emit(.end)
      } else {
        try piece()
      }
    }
  }

  /// `atom [quantifier]`
  private mutating func piece() throws(Regexp.Fault) {
    let start = program.count
    try atom()
    guard let next = peek else { return }
    switch next {
    case "*":
      position += 1
      try insert(.split(start + 1, 0), at: start)
      try emit(.jump(start))
      program[start] = .split(start + 1, program.count)
    case "+":
      position += 1
      try emit(.split(start, program.count + 1))
    case "?":
      position += 1
      try insert(.split(start + 1, 0), at: start)
      program[start] = .split(start + 1, program.count)
    case "{":
      try counted(from: start)
    default:
      return
    }
    if isQuantifier(at: position) {
      throw fault("expected one quantifier only; put what is to be repeated again in (…)")
    }
  }

  /// `{n}`, `{n,}`, `{n,m}` behind the piece that begins at `start`: the piece is copied.
  private mutating func counted(from start: Int) throws(Regexp.Fault) {
    let brace = position
    position += 1
    let least = try number()
    var most: Int? = least
    if take(",") { most = peek == "}" ? nil : try number() }
    guard take("}") else { throw fault("expected '}' after the count") }
    if let most, most < least {
      throw fault("expected a range of counts from the smaller to the greater", at: brace)
    }

    let piece = Array(program[start...])
    program.removeSubrange(start...)
    for _ in 0..<least { try append(piece, from: start) }
    if let most {
      // Each further copy may be left out, and all behind it with it.
      var splits: [Int] = []
      for _ in least..<most {
        splits.append(program.count)
        try emit(.split(program.count + 1, 0))
        try append(piece, from: start)
      }
      for split in splits { program[split] = .split(split + 1, program.count) }
    } else {
      let loop = program.count
      try emit(.split(loop + 1, 0))
      try append(piece, from: start)
      try emit(.jump(loop))
      program[loop] = .split(loop + 1, program.count)
    }
  }

  /// `NormalChar / charClass / "(" i-regexp ")"`
  private mutating func atom() throws(Regexp.Fault) {
    guard let next = peek else { throw fault("expected a character") }
    switch next {
    case "(":
      let opening = position
      position += 1
      if peek == "?" { throw fault("expected a plain group: I-Regexp has no (?…)") }
      depth += 1
      guard depth <= Regexp.maximumDepth else {
        throw fault("expected groups nested at most \(Regexp.maximumDepth) deep", at: opening)
      }
      try alternatives()
      depth -= 1
      guard take(")") else { throw fault("expected a ')' that closes this group", at: opening) }
    case ".":
      position += 1
      try emit(.any)
    case "[":
      try characterClass()
    case "\\":
      var escaped = ScalarClass()
      if try categoryEscape(into: &escaped) {
        escaped.seal(negated: false)
        try emit(escaped)
      } else {
        try emit(.scalar(singleEscape()))
      }
    case "*", "+", "?":
      throw fault("expected something before '\(next)' that it repeats; write \\\(next) for itself")
    case "{", "}", "]":
      throw fault("expected \\\(next) here: it stands for itself only when escaped")
    default:
      position += 1
      try emit(.scalar(next.value))
    }
  }

  /// `"[" [ "^" ] ( "-" / CCE1 ) *CCE1 [ "-" ] "]"`
  private mutating func characterClass() throws(Regexp.Fault) {
    let opening = position
    position += 1
    let negated = take("^")
    var result = ScalarClass()
    var isFirst = true
    while let next = peek {
      if next == "]" {
        guard !isFirst else { throw fault("expected a character in the class") }
        position += 1
        result.seal(negated: negated)
        return try emit(result)
      }
      if next == "-" {
        guard isFirst || scalar(at: position + 1) == "]" else {
          throw fault("expected \\- here: '-' stands for itself only first or last in a class")
        }
        position += 1
        result.insert(0x2D...0x2D)
      } else if try !categoryEscape(into: &result) {
        let low = try classCharacter()
        if peek == "-", scalar(at: position + 1) != "]" {
          position += 1
          let high = try classCharacter()
          guard low <= high else {
            throw fault("expected a range from the smaller to the greater", at: position - 1)
          }
          result.insert(low...high)
        } else {
          result.insert(low...low)
        }
      }
      isFirst = false
    }
    throw fault("expected a ']' that closes this class", at: opening)
  }

  private mutating func classCharacter() throws(Regexp.Fault) -> UInt32 {
    guard let next = peek else { throw fault("expected a character") }
    if next == "\\" { return try singleEscape() }
    if next == "[" || next == "-" {
      throw fault("expected \\\(next) here: it stands for itself only when escaped")
    }
    position += 1
    return next.value
  }

  /// `\p{…}` or `\P{…}`; false where there is something else.
  private mutating func categoryEscape(into result: inout ScalarClass) throws(Regexp.Fault) -> Bool
  {
    guard peek == "\\", let letter = scalar(at: position + 1), letter == "p" || letter == "P" else {
      return false
    }
    let start = position
    position += 2
    guard take("{"), let end = scalars[position...].prefix(4).firstIndex(of: "}") else {
      throw fault("expected a category as in \\p{Lu}", at: start)
    }
    var name = ""
    name.unicodeScalars.append(contentsOf: scalars[position..<end])
    guard let mask = ScalarClass.mask(name) else {
      throw fault("expected a general category of Unicode such as L, Lu, Nd or P")
    }
    position = end + 1
    result.insert(categories: letter == "p" ? mask : ScalarClass.everything & ~mask)
    return true
  }

  /// `\` and one of `( ) * + - . ? [ \ ] ^ n r t { | }`
  private mutating func singleEscape() throws(Regexp.Fault) -> UInt32 {
    guard let escaped = scalar(at: position + 1) else {
      throw fault("expected a character after '\\'")
    }
    let value: UInt32
    switch escaped {
    case "n": value = 0x0A
    case "r": value = 0x0D
    case "t": value = 0x09
    case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}":
      value = escaped.value
    case "d":
      throw fault("expected an escape that I-Regexp has; for a digit write [0-9] or \\p{Nd}")
    case "w": throw fault("expected an escape that I-Regexp has; for \\w write [a-zA-Z0-9_]")
    case "s": throw fault("expected an escape that I-Regexp has; for \\s write [ \\t\\r\\n]")
    case "$": throw fault("expected an escape that I-Regexp has; for a dollar sign write [$]")
    case "b", "B", "A", "z", "Z", "G":
      throw fault("expected an escape that I-Regexp has; it has no anchors but ^ and $")
    default: throw fault("expected an escape that I-Regexp has: ( ) * + - . ? [ \\ ] ^ n r t { | }")
    }
    position += 2
    return value
  }

  private mutating func number() throws(Regexp.Fault) -> Int {
    let start = position
    var value = 0
    while let digit = peek, ("0"..."9").contains(digit) {
      value = min(value * 10 + Int(digit.value - 0x30), Regexp.maximumLength + 1)
      position += 1
    }
    guard position > start else { throw fault("expected a count as in {2}, {2,} or {2,5}") }
    guard value <= Regexp.maximumLength else { throw tooLong(at: start) }
    return value
  }

  // MARK: Text

  private var peek: Unicode.Scalar? { scalar(at: position) }

  private func scalar(at index: Int) -> Unicode.Scalar? {
    index < scalars.count ? scalars[index] : nil
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    position += 1
    return true
  }

  private func isQuantifier(at index: Int) -> Bool {
    switch scalar(at: index) {
    case "*", "+", "?", "{": true
    default: false
    }
  }

  private func isEndOfBranch(_ index: Int) -> Bool {
    switch scalar(at: index) {
    case nil, "|", ")": true
    default: false
    }
  }

  private func fault(_ message: String, at index: Int? = nil) -> Regexp.Fault {
    let offset = scalars.prefix(index ?? position).reduce(0) { $0 + UTF8.width($1) }
    return Regexp.Fault(offset: offset, message: message)
  }

  private func tooLong(at index: Int? = nil) -> Regexp.Fault {
    fault(
      "expected a smaller regular expression: its repetitions come to more than "
        + "\(Regexp.maximumLength) states", at: index)
  }

  // MARK: Program

  private mutating func emit(_ instruction: Regexp.Instruction) throws(Regexp.Fault) {
    guard program.count < Regexp.maximumLength else { throw tooLong() }
    program.append(instruction)
  }

  private mutating func emit(_ scalarClass: ScalarClass) throws(Regexp.Fault) {
    classes.append(scalarClass)
    try emit(.oneOf(classes.count - 1))
  }

  /// Puts an instruction before a piece at the end of the program.
  private mutating func insert(
    _ instruction: Regexp.Instruction, at start: Int
  ) throws(Regexp.Fault) {
    let piece = Array(program[start...])
    program.removeSubrange(start...)
    try emit(instruction)
    try append(piece, from: start)
  }

  /// Writes a piece that was made at `origin` at the end of the program.
  private mutating func append(
    _ piece: [Regexp.Instruction], from origin: Int
  ) throws(Regexp.Fault) {
    let shift = program.count - origin
    guard program.count + piece.count <= Regexp.maximumLength else { throw tooLong() }
    for instruction in piece {
      switch instruction {
      case .split(let a, let b): program.append(.split(a + shift, b + shift))
      case .jump(let a): program.append(.jump(a + shift))
      default: program.append(instruction)
      }
    }
  }
}
