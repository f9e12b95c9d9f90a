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

extension JSONDocument {
  /// The bytes of a value that are its canonical form as they stand; nil where it has to be written.
  /// Most strings and numbers are spelled so.
  ///
  /// - Complexity: O(*n*) in the bytes of a number, else O(1).
  func canonicalRange(_ node: Node) -> Range<Int>? {
    let range = range(node)
    switch kind(node) {
    // A string without escapes holds nothing that needs one.
    case .string: return isEscaped(node) ? nil : range
    case .number: return canonicalEnd(range).map { range.lowerBound..<$0 }
    case .true, .false, .null: return range
    case .array, .object: return nil
    }
  }

  /// Where a number's canonical spelling ends, if it is the beginning of the spelling at hand: that
  /// of an integer, or of a decimal fraction without its last zeros. That is so for most numbers.
  private func canonicalEnd(_ range: Range<Int>) -> Int? {
    let bytes = bytes
    let zero = UInt8(ascii: "0")
    let whole =
      bytes[range.lowerBound] == UInt8(ascii: "-") ? range.lowerBound + 1 : range.lowerBound
    var p = bytes.endOfDigits(from: whole)
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
        writeScalar(name, &output)
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
    case .number, .string, .true, .false, .null: writeScalar(node, &output)
    }
  }

  private func writeScalar(_ node: Int, _ output: inout [UInt8]) {
    if let range = document.canonicalRange(node) {
      unsafe document.withBytes(range) { unsafe output.append(contentsOf: $0) }
    } else if document.kind(node) == .number {
      document.number(node)?.appendCanonical(to: &output)
    } else {
      writeEscaped(node, &output)
    }
  }

  private func writeEscaped(_ node: Int, _ output: inout [UInt8]) {
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
}
