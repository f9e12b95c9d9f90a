// SPDX-License-Identifier: Apache-2.0

// Strings, decoded only when asked for.
extension JSONDocument {
  /// A value as it is spelled.
  ///
  /// - Complexity: O(*n*) in its bytes.
  package func text(_ node: Node) -> String {
    unsafe withBytes(range(node)) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// The value of a string or of a member's name: without its quotes, escapes decoded. Half of a
  /// surrogate pair becomes U+FFFD. Anything else is given as it is spelled.
  ///
  /// - Complexity: O(*n*) in its bytes.
  package func string(_ node: Node) -> String {
    guard isString(node) else { return text(node) }
    if !isEscaped(node) {
      return unsafe withBytes(content(of: node)) { unsafe String(decoding: $0, as: UTF8.self) }
    }
    var decoded: [UInt8] = []
    appendString(node, to: &decoded)
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Adds the value of a string or of a member's name, as UTF-8. Anything else is given as it is
  /// spelled.
  ///
  /// - Complexity: O(*n*) in its bytes.
  package func appendString(_ node: Node, to output: inout [UInt8]) {
    guard isString(node), isEscaped(node) else {
      let range = isString(node) ? content(of: node) : range(node)
      unsafe withBytes(range) { unsafe output.append(contentsOf: $0) }
      return
    }
    forEachByte(of: content(of: node)) { byte in
      output.append(byte)
      return true
    }
  }

  /// Whether a node is a string, or the name of a member, with this value. Compares code points.
  ///
  /// - Complexity: O(*n*) in the bytes of the shorter.
  package func equals(_ node: Node, _ string: String) -> Bool {
    var string = string
    return string.withUTF8 { unsafe equals(node, $0) }
  }

  /// Whether a node is a string, or the name of a member, with this value.
  func equals(_ node: Node, _ string: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isString(node) else { return false }
    let content = content(of: node)
    if !isEscaped(node) {
      if content.count != string.count { return false }
      return unsafe withBytes(content) { content in
        unsafe content.elementsEqual(string)
      }
    }
    // An escape is at least as long as what it stands for.
    if content.count <= string.count { return false }
    var matched = 0
    let isPrefix = forEachByte(of: content) { byte in
      guard matched < string.count, unsafe string[matched] == byte else { return false }
      matched += 1
      return true
    }
    return isPrefix && matched == string.count
  }

  /// Whether a node is a string or the name of a member.
  func isString(_ node: Node) -> Bool {
    kind(node) == .string
  }

  /// The bytes between the quotes of a string.
  private func content(of node: Node) -> Range<Int> {
    let range = range(node)
    return range.lowerBound + 1..<range.upperBound - 1
  }

  /// Gives the UTF-8 bytes of a string's value to `body`, until that returns false. Returns whether
  /// all were given.
  ///
  /// https://www.rfc-editor.org/rfc/rfc8259#section-7
  @discardableResult
  @inline(always)
  private func forEachByte(of content: Range<Int>, _ body: (UInt8) -> Bool) -> Bool {
    let bytes = bytes
    var p = content.lowerBound
    while p < content.upperBound {
      let c = bytes[p]
      if c != UInt8(ascii: "\\") {
        if !body(c) { return false }
        p += 1
        continue
      }
      let simple: UInt8
      switch bytes[p + 1] {
      case UInt8(ascii: "u"):
        let (scalar, length) = Self.scalar(bytes, at: p)
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter where !body(byte) {
          return false
        }
        p += length
        continue
      case UInt8(ascii: "b"): simple = 0x08
      case UInt8(ascii: "f"): simple = 0x0C
      case UInt8(ascii: "n"): simple = UInt8(ascii: "\n")
      case UInt8(ascii: "r"): simple = UInt8(ascii: "\r")
      case UInt8(ascii: "t"): simple = UInt8(ascii: "\t")
      case let itself: simple = itself
      }
      if !body(simple) { return false }
      p += 2
    }
    return true
  }

  /// The scalar that a `\u` escape at `p` stands for, together with the next one if both are the
  /// halves of a surrogate pair.
  private static func scalar(_ bytes: PaddedBytes, at p: Int) -> (Unicode.Scalar, length: Int) {
    func unit(_ p: Int) -> UInt32 {
      (p..<p + 4).reduce(0) { $0 << 4 | UInt32(bytes[$1].hexadecimalValue ?? 0) }
    }
    let first = unit(p + 2)
    if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
    if first < 0xDC00 && bytes[p + 6] == UInt8(ascii: "\\") && bytes[p + 7] == UInt8(ascii: "u") {
      let second = unit(p + 8)
      if 0xDC00...0xDFFF ~= second,
        let scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
      {
        return (scalar, 12)
      }
    }
    return ("\u{FFFD}", 6)
  }
}
