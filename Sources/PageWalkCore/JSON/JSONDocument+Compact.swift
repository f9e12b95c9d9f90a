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
        writer.write(bytes, range)
        initialized += writer.count
      }
    }
  }
}

/// Copies a value and leaves out the white space between its tokens.
///
/// The value is known to be right, so that only three things count: quotes and backslashes within
/// strings, white space and quotes outside. What is between them is copied by blocks.
@safe
private struct CompactWriter {
  /// How many bytes behind the last may be overwritten.
  static let slack = 32

  private let output: UnsafeMutablePointer<UInt8>
  private(set) var count = 0

  @unsafe
  init(output: UnsafeMutablePointer<UInt8>) {
    unsafe self.output = output
  }

  /// Writes the bytes of a value. What is written is never longer than what is read.
  mutating func write(_ bytes: PaddedBytes, _ range: Range<Int>) {
    let quote = SIMD16<Int8>(repeating: 0x22)
    let space = SIMD16<Int8>(repeating: 0x20)
    var p = range.lowerBound
    while true {
      let block = bytes.block(at: p)
      // Outside strings all bytes are ASCII, and so not below zero.
      p = copy(block, from: p, upTo: ((block .<= space) .| (block .== quote)).nibbles)
      if p >= range.upperBound {
        // What stands behind the value was copied too.
        count &-= p &- range.upperBound
        return
      }
      switch bytes[p] {
      case UInt8(ascii: "\""): p = copyString(bytes, from: p)
      case ...UInt8(ascii: " "): p = JSONScanner.skipSpace(bytes, p)
      default: break
      }
    }
  }

  /// Copies a string, and returns what is behind it.
  private mutating func copyString(_ bytes: PaddedBytes, from start: Int) -> Int {
    let quote = SIMD16<Int8>(repeating: 0x22)
    let backslash = SIMD16<Int8>(repeating: 0x5C)
    unsafe output[count] = bytes[start]
    count &+= 1
    var p = start &+ 1
    while true {
      let block = bytes.block(at: p)
      p = copy(block, from: p, upTo: ((block .== quote) .| (block .== backslash)).nibbles)
      switch bytes[p] {
      case UInt8(ascii: "\""):
        unsafe output[count] = bytes[p]
        count &+= 1
        return p &+ 1
      case UInt8(ascii: "\\"):
        unsafe output[count] = bytes[p]
        unsafe output[count &+ 1] = bytes[p &+ 1]
        count &+= 2
        p &+= 2
      default: break
      }
    }
  }

  /// Copies a block up to the first byte that is set in `stops`, and returns what is behind it.
  @inline(always)
  private mutating func copy(_ block: SIMD16<Int8>, from start: Int, upTo stops: UInt64) -> Int {
    let length = stops == 0 ? 16 : stops.trailingZeroBitCount >> 2
    unsafe UnsafeMutableRawPointer(output + count).storeBytes(of: block, as: SIMD16<Int8>.self)
    count &+= length
    return start &+ length
  }
}
