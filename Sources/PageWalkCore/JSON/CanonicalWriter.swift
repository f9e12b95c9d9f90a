// SPDX-License-Identifier: Apache-2.0

/// What takes a canonical form as it is written.
protocol CanonicalSink {
  /// Takes one byte.
  mutating func append(_ byte: UInt8)

  /// Takes bytes of a document.
  mutating func append(_ bytes: PaddedBytes, _ range: Range<Int>)
}

/// Writes the canonical form of values: two values are the same item exactly if theirs are equal.
///
/// It is RFC 8785 with three differences, each so that different items stay different. Numbers
/// keep their exact decimal value instead of becoming floating-point numbers. Members of the same
/// name are all kept, in their order. Half of a surrogate pair is spelled as an escape, where the
/// RFC has an error.
///
/// It has a stack of its own, since values may be nested deep, and keeps its memory for the next value.
///
/// https://www.rfc-editor.org/rfc/rfc8785
struct CanonicalWriter {
  /// An array or object that has been opened.
  private enum Open {
    /// The first element, the next one, and the node behind the last.
    case array(first: Int, next: Int, end: Int)
    /// Where its sorted names begin among all names, and the one that comes next.
    case object(first: Int, next: Int)
  }

  private var open: [Open] = []
  /// The names of the open objects, those of the innermost last, each object's sorted.
  private var names: [CanonicalName] = []
  /// The canonical spelling of a string or number that is spelled otherwise.
  private var spelling: [UInt8] = []

  init() {}

  /// Writes a value of a document, whose index must have all that is in it.
  ///
  /// - Complexity: O(*n* log *m*) in the bytes of the value and the members of its largest object.
  mutating func write(
    _ node: Int, of document: JSONDocument, to sink: inout some CanonicalSink
  ) {
    let nodes = JSONNodes(document)
    start(node, nodes, document, &sink)
    while let innermost = open.last {
      switch innermost {
      case .array(_, let next, let end) where next == end:
        sink.append(UInt8(ascii: "]"))
        open.removeLast()
      case .array(let first, let next, let end):
        open[open.count - 1] = .array(first: first, next: nodes.after(next), end: end)
        if next > first { sink.append(UInt8(ascii: ",")) }
        start(next, nodes, document, &sink)
      case .object(let first, let next) where next == names.count:
        sink.append(UInt8(ascii: "}"))
        names.removeLast(next - first)
        open.removeLast()
      case .object(let first, let next):
        open[open.count - 1] = .object(first: first, next: next + 1)
        if next > first { sink.append(UInt8(ascii: ",")) }
        let name = names[next].node
        writeScalar(name, nodes, document, &sink)
        sink.append(UInt8(ascii: ":"))
        start(name + 1, nodes, document, &sink)
      }
    }
  }

  /// Writes a value, but of an array or object only the opening.
  private mutating func start(
    _ node: Int, _ nodes: JSONNodes, _ document: JSONDocument, _ sink: inout some CanonicalSink
  ) {
    if nodes.isArray(node) {
      sink.append(UInt8(ascii: "["))
      open.append(.array(first: node + 1, next: node + 1, end: nodes.endInside(node)))
    } else if nodes.isObject(node) {
      sink.append(UInt8(ascii: "{"))
      let first = names.count
      let end = nodes.endInside(node)
      var name = node + 1
      while name < end {
        names.append(CanonicalName(name, in: nodes))
        name = nodes.after(name + 1)
      }
      // A slice of the array itself would be sorted in a copy.
      unsafe names.withUnsafeMutableBufferPointer { names in
        var own = unsafe UnsafeMutableBufferPointer(rebasing: names[first...])
        unsafe own.sort { $0.precedes($1, in: document) }
      }
      open.append(.object(first: first, next: first))
    } else {
      writeScalar(node, nodes, document, &sink)
    }
  }

  private mutating func writeScalar(
    _ node: Int, _ nodes: JSONNodes, _ document: JSONDocument, _ sink: inout some CanonicalSink
  ) {
    if let range = nodes.canonicalRange(node) { return sink.append(nodes.bytes, range) }
    spelling.removeAll(keepingCapacity: true)
    if document.isString(node) {
      spellString(node, document)
    } else {
      document.number(node)?.appendCanonical(to: &spelling)
    }
    for byte in spelling { sink.append(byte) }
  }

  private mutating func spellString(_ node: Int, _ document: JSONDocument) {
    spelling.append(UInt8(ascii: "\""))
    for part in document.parts(of: node) {
      switch part {
      case .run(let range):
        unsafe document.withBytes(range) { unsafe spelling.append(contentsOf: $0) }
      case .codePoint(let half) where 0xD800...0xDFFF ~= half:
        spelling.append(UInt8(ascii: "\\"))
        JSONText.appendUnit(UInt16(truncatingIfNeeded: half), to: &spelling)
      case .codePoint(let codePoint):
        for byte in StringParts.encode(codePoint) { JSONText.escape(byte, into: &spelling) }
      }
    }
    spelling.append(UInt8(ascii: "\""))
  }
}
