// SPDX-License-Identifier: Apache-2.0

// Moving about in a document that has been read.
extension JSONDocument {
  /// The node of the whole text's value. In JSON Lines it is an array of the lines.
  package var root: Node { 0 }

  /// How many nodes there are.
  package var nodeCount: Int { index.count }

  /// What kind of value a node is. The name of a member is a string.
  package func kind(_ node: Node) -> JSONKind {
    if node == 0 && isLines { return .array }
    return switch bytes[start(of: node)] {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"): .true
    case UInt8(ascii: "f"): .false
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// The bytes of a whole value as it is spelled.
  package func range(_ node: Node) -> Range<Int> {
    precondition(node >= 0 && node < index.count)
    let entry = index[node]
    return Int(entry.start)..<Int(entry.end)
  }

  /// The first node behind a value and all that it holds.
  package func after(_ node: Node) -> Node {
    precondition(node >= 0 && node < index.count)
    return Int(index[node].link & ~JSONIndex.escapedBit)
  }

  /// The same for whoever wants to see what an array or object holds, which the index must have.
  func endInside(_ node: Node) -> Node {
    precondition(index[node].link & JSONIndex.opaqueBit == 0, "the index does not go so deep")
    return after(node)
  }

  /// The offset of a node's first byte.
  func start(of node: Node) -> Int {
    precondition(node >= 0 && node < index.count)
    return Int(index[node].start)
  }

  /// Whether a string holds an escape.
  func isEscaped(_ node: Node) -> Bool {
    precondition(node >= 0 && node < index.count)
    return index[node].link & JSONIndex.escapedBit != 0
  }

  /// The elements of an array, in order. Of anything else, none.
  package func elements(of array: Node) -> Elements {
    Elements(
      document: self, upcoming: array + 1, end: kind(array) == .array ? endInside(array) : 0)
  }

  /// The members of an object, in order, of a repeated name all. Of anything else, none.
  package func members(of object: Node) -> Members {
    Members(
      document: self, upcoming: object + 1, end: kind(object) == .object ? endInside(object) : 0)
  }

  /// The value of a member of an object; of several of that name, the last. Nil where there is
  /// none, and of anything that is no object.
  ///
  /// Names are compared decoded, by code point.
  ///
  /// - Complexity: O(*n*) in the members of the object and in the bytes of their names.
  package func member(_ name: String, of object: Node) -> Node? {
    var name = name
    return name.withUTF8 { name in
      var found: Node?
      for (key, value) in members(of: object) where unsafe equals(key, name) { found = value }
      return found
    }
  }

  /// How many elements an array has, or members an object. Of anything else, 0.
  ///
  /// - Complexity: O(*n*) in the number that it returns.
  package func childCount(of node: Node) -> Int {
    switch kind(node) {
    case .array: elements(of: node).reduce(0) { count, _ in count + 1 }
    case .object: members(of: node).reduce(0) { count, _ in count + 1 }
    default: 0
    }
  }

  /// The elements of an array.
  package struct Elements: Sequence, IteratorProtocol {
    let document: JSONDocument
    var upcoming: Node
    let end: Node

    package mutating func next() -> Node? {
      if upcoming >= end { return nil }
      defer { upcoming = document.after(upcoming) }
      return upcoming
    }
  }

  /// The members of an object.
  package struct Members: Sequence, IteratorProtocol {
    let document: JSONDocument
    var upcoming: Node
    let end: Node

    package mutating func next() -> (key: Node, value: Node)? {
      if upcoming >= end { return nil }
      defer { upcoming = document.after(upcoming + 1) }
      return (upcoming, upcoming + 1)
    }
  }
}

// Places, for messages.
extension JSONDocument {
  /// The line and column of an offset, both from 1. A column is a Unicode scalar.
  ///
  /// - Complexity: O(*n*) in the offset.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    let bytes = bytes
    var (line, column) = (1, 1)
    for p in 0..<min(max(offset, 0), count) {
      if bytes[p] == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if bytes[p] & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }

  /// The first bytes of the text, at most `count` of them.
  package func prefix(_ count: Int) -> [UInt8] {
    unsafe withBytes(0..<min(max(count, 0), self.count)) { unsafe Array($0) }
  }
}
