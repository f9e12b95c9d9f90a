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
    for part in parts(of: node) {
      switch part {
      case .run(let range): unsafe withBytes(range) { unsafe output.append(contentsOf: $0) }
      case .codePoint(let codePoint): output += StringParts.encode(codePoint)
      }
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
      return unsafe content.count == string.count && stands(string, from: 0, at: content)
    }
    var matched = 0
    for part in parts(of: node) {
      switch part {
      case .run(let range):
        guard unsafe stands(string, from: matched, at: range) else { return false }
        matched += range.count
      case .codePoint(let codePoint):
        for byte in StringParts.encode(codePoint) {
          guard matched < string.count, unsafe string[matched] == byte else { return false }
          matched += 1
        }
      }
    }
    return matched == string.count
  }

  /// Whether a string goes on with the bytes of a range.
  private func stands(
    _ string: UnsafeBufferPointer<UInt8>, from start: Int, at range: Range<Int>
  ) -> Bool {
    guard range.count <= string.count - start else { return false }
    let bytes = bytes
    for offset in 0..<range.count
    where unsafe string[start + offset] != bytes[range.lowerBound + offset] {
      return false
    }
    return true
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

  /// What a string or the name of a member is made of.
  func parts(of node: Node) -> StringParts {
    StringParts(bytes, content: content(of: node))
  }
}
