// SPDX-License-Identifier: Apache-2.0

/// The UTF-8 of a string that a filter looks at: in place where it has no escapes, else decoded.
struct PathText {
  private let document: JSONDocument
  private let range: Range<Int>
  private let decoded: [UInt8]?

  /// The string of a node.
  ///
  /// - Complexity: O(*n*) in its bytes where it holds an escape.
  init(_ node: Int, of document: JSONDocument) {
    self.document = document
    if document.isEscaped(node) {
      var bytes: [UInt8] = []
      document.appendString(node, to: &bytes)
      decoded = bytes
      range = bytes.indices
    } else {
      decoded = nil
      let spelled = document.range(node)
      range = spelled.lowerBound + 1..<spelled.upperBound - 1
    }
  }

  /// A text that is decoded already.
  init(_ text: PathName, of document: JSONDocument) {
    self.document = document
    decoded = text.utf8
    range = text.utf8.indices
  }

  var count: Int { range.count }

  subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < range.count)
    return decoded?[index] ?? document.bytes[range.lowerBound + index]
  }

  /// - Complexity: O(*n*) in the bytes where they are not decoded yet.
  var utf8: [UInt8] {
    if let decoded { return decoded }
    return unsafe document.withBytes(range) { unsafe Array($0) }
  }

  /// Whether both are the same text.
  ///
  /// - Complexity: O(*n*) in the bytes.
  static func == (a: PathText, b: PathText) -> Bool {
    a.count == b.count && a.commonPrefix(with: b) == a.count
  }

  /// Whether a text comes before another by code points, which is the order of their UTF-8.
  ///
  /// - Complexity: O(*n*) in the bytes of the shorter.
  static func < (a: PathText, b: PathText) -> Bool {
    let common = a.commonPrefix(with: b)
    guard common < a.count, common < b.count else { return a.count < b.count }
    return a[common] < b[common]
  }

  private func commonPrefix(with other: PathText) -> Int {
    let shorter = min(count, other.count)
    var index = 0
    while index < shorter, self[index] == other[index] { index += 1 }
    return index
  }
}

/// Makes Unicode scalars of the bytes of a valid UTF-8 text.
struct ScalarDecoder {
  private var scalar: UInt32 = 0
  private var missing = 0

  /// Takes the next byte; the scalar that it ends, or nil in the middle of one.
  mutating func take(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x00...0x7F: return UInt32(byte)
    case 0x80...0xBF:
      scalar = scalar << 6 | UInt32(byte & 0x3F)
      missing -= 1
      return missing == 0 ? scalar : nil
    case 0xC0...0xDF: (scalar, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF: (scalar, missing) = (UInt32(byte & 0x0F), 2)
    default: (scalar, missing) = (UInt32(byte & 0x07), 3)
    }
    return nil
  }
}
