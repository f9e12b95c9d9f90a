// SPDX-License-Identifier: Apache-2.0

// Writing values as they are spelled.
extension JSONDocument {
  /// Adds a value as it is spelled, without the white space between its tokens. Number text,
  /// escapes, member order and repeated members stay.
  ///
  /// - Complexity: O(*n*) in its bytes.
  package func appendCompact(_ node: Node, to output: inout [UInt8]) {
    if node == 0 && isLines {
      output.append(UInt8(ascii: "["))
      for element in elements(of: node) {
        if element > 1 { output.append(UInt8(ascii: ",")) }
        appendCompact(element, to: &output)
      }
      output.append(UInt8(ascii: "]"))
      return
    }
    let range = range(node)
    if isCompact {
      unsafe withBytes(range) { unsafe output.append(contentsOf: $0) }
      return
    }
    // A string, number or word holds no white space that is not its own. What stands between two
    // of them, or at the end of an array or object, is white space and single punctuation marks.
    let bytes = bytes
    var p = range.lowerBound
    var token = node
    let last = after(node)
    func skipTo(_ end: Int) {
      while p < end {
        if bytes[p] > 0x20 { output.append(bytes[p]) }
        p += 1
      }
    }
    while token < last {
      let entry = index[token]
      skipTo(Int(entry.start))
      let first = bytes[p]
      if first != UInt8(ascii: "{") && first != UInt8(ascii: "[") {
        unsafe withBytes(p..<Int(entry.end)) { unsafe output.append(contentsOf: $0) }
        p = Int(entry.end)
      }
      token += 1
    }
    skipTo(range.upperBound)
  }
}
