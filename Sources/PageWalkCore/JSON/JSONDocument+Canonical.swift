// SPDX-License-Identifier: Apache-2.0

// One spelling for all texts of the same value.
extension JSONDocument {
  /// Adds the canonical form of a value: two values are the same item exactly if theirs are equal.
  ///
  /// It is RFC 8785 with three differences, each so that different items stay different. Numbers
  /// keep their exact decimal value instead of becoming floating-point numbers. Members of the same
  /// name are all kept, in their order. Half of a surrogate pair is spelled as an escape, where the
  /// RFC has an error.
  ///
  /// https://www.rfc-editor.org/rfc/rfc8785
  ///
  /// - Complexity: O(*n* log *m*) in the bytes of the value and the members of its largest object.
  package func appendCanonical(_ node: Node, to output: inout [UInt8]) {
    var writer = CanonicalWriter(document: self)
    writer.write(node, to: &output)
  }
}

/// Writes the canonical form with a stack of its own, since values may be nested deep.
private struct CanonicalWriter {
  /// What is still to be written.
  private enum Step {
    case value(Int)
    case byte(UInt8)
  }

  /// The name of a member and what decides most comparisons: its first eight bytes.
  private struct Name {
    let node: Int
    /// Zeros follow a shorter name. Nil where the name has other than ASCII or is escaped.
    let prefix: UInt64?
  }

  let document: JSONDocument
  private var steps: [Step] = []

  init(document: JSONDocument) {
    self.document = document
  }

  mutating func write(_ node: Int, to output: inout [UInt8]) {
    start(node, &output)
    while let step = steps.popLast() {
      switch step {
      case .byte(let byte): output.append(byte)
      case .value(let node): start(node, &output)
      }
    }
  }

  /// Writes a value, but of an array or object only the opening: the rest becomes steps.
  private mutating func start(_ node: Int, _ output: inout [UInt8]) {
    switch document.kind(node) {
    case .array: open(array: node, &output)
    case .object: open(object: node, &output)
    case .number: writeNumber(node, to: &output)
    case .string: writeString(node, to: &output)
    case .true, .false, .null: copy(node, to: &output)
    }
  }

  private mutating func open(array: Int, _ output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
    let bottom = steps.count
    for element in document.elements(of: array) {
      if steps.count > bottom { steps.append(.byte(UInt8(ascii: ","))) }
      steps.append(.value(element))
    }
    steps[bottom...].reverse()
    steps.insert(.byte(UInt8(ascii: "]")), at: bottom)
  }

  private mutating func open(object: Int, _ output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    var names = document.members(of: object).map { name(of: $0.key) }
    names.sort { isLess($0, $1) }
    steps.append(.byte(UInt8(ascii: "}")))
    for index in names.indices.reversed() {
      steps.append(.value(names[index].node + 1))
      steps.append(.byte(UInt8(ascii: ":")))
      steps.append(.value(names[index].node))
      if index > 0 { steps.append(.byte(UInt8(ascii: ","))) }
    }
  }

  private func name(of node: Int) -> Name {
    if document.isEscaped(node) { return Name(node: node, prefix: nil) }
    let range = document.range(node)
    let length = range.count - 2
    var word = document.bytes.word(at: range.lowerBound + 1)
    if length < 8 { word &= 1 << UInt64(length * 8) - 1 }
    let isASCII = word & UInt64(repeating: 0x80) == 0
    return Name(node: node, prefix: isASCII ? word.byteSwapped : nil)
  }

  /// The order of RFC 8785: by UTF-16 code units. Members of the same name stay in their order.
  private func isLess(_ a: Name, _ b: Name) -> Bool {
    if let first = a.prefix, let second = b.prefix, first != second { return first < second }
    let first = units(a.node)
    let second = units(b.node)
    return first == second ? a.node < b.node : first.lexicographicallyPrecedes(second)
  }

  private func units(_ node: Int) -> [UInt16] {
    var units: [UInt16] = []
    for part in document.parts(of: node) {
      switch part {
      case .run(let range):
        unsafe document.withBytes(range) {
          units += unsafe String(decoding: $0, as: UTF8.self).utf16
        }
      case .codePoint(let codePoint):
        if let scalar = Unicode.Scalar(codePoint) {
          units += scalar.utf16
        } else {
          units.append(UInt16(truncatingIfNeeded: codePoint))
        }
      }
    }
    return units
  }

  private func copy(_ node: Int, to output: inout [UInt8]) {
    unsafe document.withBytes(document.range(node)) { unsafe output.append(contentsOf: $0) }
  }

  private func writeString(_ node: Int, to output: inout [UInt8]) {
    // A string without escapes holds nothing that needs one.
    if !document.isEscaped(node) { return copy(node, to: &output) }
    output.append(UInt8(ascii: "\""))
    for part in document.parts(of: node) {
      switch part {
      case .run(let range):
        unsafe document.withBytes(range) { unsafe output.append(contentsOf: $0) }
      case .codePoint(let half) where 0xD800...0xDFFF ~= half:
        output.append(UInt8(ascii: "\\"))
        JSONText.appendUnit(UInt16(truncatingIfNeeded: half), to: &output)
      case .codePoint(let codePoint):
        for byte in StringParts.encode(codePoint) { JSONText.escape(byte, into: &output) }
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private func writeNumber(_ node: Int, to output: inout [UInt8]) {
    let range = document.range(node)
    // Most numbers are short integers, and spelled canonically.
    let bytes = document.bytes
    if range.count <= 21 && bytes[range.lowerBound] != UInt8(ascii: "-")
      && range.allSatisfy({ bytes[$0] &- UInt8(ascii: "0") < 10 })
    {
      return copy(node, to: &output)
    }
    document.number(node)?.appendCanonical(to: &output)
  }
}
