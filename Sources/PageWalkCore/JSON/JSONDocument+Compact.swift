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
    let room = range.count + CompactWriter.slack
    if output.capacity - output.count < room {
      output.reserveCapacity(max(output.count + room, output.capacity * 2))
    }
    output.append(addingCapacity: room) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let base = buffer.baseAddress else { return }
        var writer = unsafe CompactWriter(output: base + initialized)
        writer.write(node..<after(node), of: index, spelled: range, in: bytes)
        initialized += writer.count
      }
    }
  }
}

/// Copies tokens and leaves out the white space between them.
///
/// A string, number or word is copied whole, by blocks. What stands between two of them, and before
/// the end of an array or object, can only be white space and single punctuation marks.
@safe
private struct CompactWriter {
  /// How many bytes behind the last may be overwritten.
  static let slack = 16

  private let output: UnsafeMutablePointer<UInt8>
  private(set) var count = 0

  @unsafe
  init(output: UnsafeMutablePointer<UInt8>) {
    unsafe self.output = output
  }

  /// Writes the nodes of one value. What is written is never longer than what is read.
  mutating func write(
    _ nodes: Range<Int>, of index: borrowing JSONIndex, spelled range: Range<Int>,
    in bytes: PaddedBytes
  ) {
    var p = range.lowerBound
    for node in nodes {
      let entry = index[node]
      writePunctuation(bytes, from: p, to: Int(entry.start))
      p = Int(entry.start)
      let first = bytes[p]
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
        unsafe output[count] = first
        count &+= 1
        p &+= 1
      } else {
        writeToken(bytes, from: p, to: Int(entry.end))
        p = Int(entry.end)
      }
    }
    writePunctuation(bytes, from: p, to: range.upperBound)
  }

  @inline(always)
  private mutating func writePunctuation(_ bytes: PaddedBytes, from start: Int, to end: Int) {
    var p = start
    while p < end {
      let c = bytes[p]
      p &+= 1
      if c > 0x20 {
        unsafe output[count] = c
        count &+= 1
      } else {
        var spaces = bytes.leadingSpaces(at: p)
        while spaces == 8 {
          p &+= 8
          spaces = bytes.leadingSpaces(at: p)
        }
        p &+= spaces
      }
    }
  }

  @inline(always)
  private mutating func writeToken(_ bytes: PaddedBytes, from start: Int, to end: Int) {
    var copied = 0
    repeat {
      unsafe UnsafeMutableRawPointer(output + count + copied).storeBytes(
        of: bytes.block(at: start &+ copied), as: SIMD16<Int8>.self)
      copied &+= 16
    } while start &+ copied < end
    count &+= end &- start
  }
}
