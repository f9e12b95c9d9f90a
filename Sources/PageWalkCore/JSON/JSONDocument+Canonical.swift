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
  /// An array or object that has been opened.
  private enum Open {
    /// The first element, the next one, and the node behind the last.
    case array(first: Int, next: Int, end: Int)
    /// Where its sorted names begin among all names, and the one that comes next.
    case object(first: Int, next: Int)
  }

  let document: JSONDocument
  private var open: [Open] = []
  /// The names of the open objects, those of the innermost last, each object's sorted.
  private var names: [CanonicalName] = []

  init(document: JSONDocument) {
    self.document = document
  }

  mutating func write(_ node: Int, to output: inout [UInt8]) {
    start(node, &output)
    while let innermost = open.last {
      switch innermost {
      case .array(_, let next, let end) where next == end:
        output.append(UInt8(ascii: "]"))
        open.removeLast()
      case .array(let first, let next, let end):
        open[open.count - 1] = .array(first: first, next: document.after(next), end: end)
        if next > first { output.append(UInt8(ascii: ",")) }
        start(next, &output)
      case .object(let first, let next) where next == names.count:
        output.append(UInt8(ascii: "}"))
        names.removeSubrange(first...)
        open.removeLast()
      case .object(let first, let next):
        open[open.count - 1] = .object(first: first, next: next + 1)
        if next > first { output.append(UInt8(ascii: ",")) }
        let name = names[next].node
        writeString(name, to: &output)
        output.append(UInt8(ascii: ":"))
        start(name + 1, &output)
      }
    }
  }

  /// Writes a value, but of an array or object only the opening.
  private mutating func start(_ node: Int, _ output: inout [UInt8]) {
    switch document.kind(node) {
    case .array:
      output.append(UInt8(ascii: "["))
      open.append(.array(first: node + 1, next: node + 1, end: document.endInside(node)))
    case .object:
      output.append(UInt8(ascii: "{"))
      let first = names.count
      for (key, _) in document.members(of: node) {
        names.append(CanonicalName(key, in: document))
      }
      names[first...].sort { $0.precedes($1, in: document) }
      open.append(.object(first: first, next: first))
    case .number: writeNumber(node, to: &output)
    case .string: writeString(node, to: &output)
    case .true, .false, .null: copy(node, to: &output)
    }
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
    if let end = canonicalEnd(range) {
      unsafe document.withBytes(range.lowerBound..<end) { unsafe output.append(contentsOf: $0) }
    } else {
      document.number(node)?.appendCanonical(to: &output)
    }
  }

  /// Where a number's canonical spelling ends, if it is the beginning of the spelling at hand: that
  /// of an integer, or of a decimal fraction without its last zeros. That is so for most numbers.
  private func canonicalEnd(_ range: Range<Int>) -> Int? {
    let bytes = document.bytes
    let zero = UInt8(ascii: "0")
    let whole =
      bytes[range.lowerBound] == UInt8(ascii: "-") ? range.lowerBound + 1 : range.lowerBound
    var p = whole
    while bytes[p] &- zero < 10 { p += 1 }
    var end = p
    // Longer and smaller numbers have an exponent, and zero has no sign.
    var isPlain = bytes[whole] != zero && p - whole <= 21
    if bytes[p] == UInt8(ascii: ".") {
      let point = p
      p += 1
      while bytes[p] &- zero < 10 {
        if bytes[p] != zero {
          end = p + 1
          if bytes[whole] == zero && p - point <= 6 { isPlain = true }
        }
        p += 1
      }
    }
    return isPlain && p == range.upperBound ? end : nil
  }
}
