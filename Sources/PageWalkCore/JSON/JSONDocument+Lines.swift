// SPDX-License-Identifier: Apache-2.0

// Writing the elements of an array as lines.
extension JSONDocument {
  /// Gives `body` the bytes of values as they are spelled, each with a line break behind it. The
  /// document must be compact.
  ///
  /// Nothing is copied: elements that stand side by side are given all at once, and for as long as
  /// `body` has them, line breaks stand in the places of the commas between them.
  ///
  /// - Parameter nodes: values of the document; those that stand side by side in the text are best
  ///   neighbours here too.
  /// - Throws: what `body` throws.
  /// - Complexity: O(*n*) in the number of values.
  package func withLines<Failure: Error>(
    of nodes: [Node], _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(isCompact)
    let separator = UInt8(ascii: isLines ? "\n" : ",")
    var rest = nodes[...]
    while let first = rest.first {
      let start = range(first).lowerBound
      var end = range(first).upperBound
      var count = 1
      for node in rest.dropFirst() {
        guard bytes[end] == separator, range(node).lowerBound == end + 1 else { break }
        setByte(UInt8(ascii: "\n"), at: end)
        end = range(node).upperBound
        count += 1
      }
      let last = bytes[end]
      setByte(UInt8(ascii: "\n"), at: end)
      defer {
        for node in rest.prefix(count) { setByte(separator, at: range(node).upperBound) }
        setByte(last, at: end)
        rest = rest.dropFirst(count)
      }
      try unsafe withBytes(start..<end + 1, body)
    }
  }
}
