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
    var p = range.lowerBound
    while p < range.upperBound {
      let c = bytes[p]
      switch c {
      case UInt8(ascii: "\""):
        p = copyString(bytes, from: p)
      case ...UInt8(ascii: " "):
        p = JSONScanner.skipSpace(bytes, p)
      case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"):
        unsafe output[count] = c
        count &+= 1
        p &+= 1
      default:
        p = copyOthers(bytes, from: p)
      }
    }
    // What stands behind a number may have been copied with it.
    count &-= p &- range.upperBound
  }

  /// Copies numbers and words and what stands close to them, at least a byte and at most sixteen, and
  /// returns what is behind.
  private mutating func copyOthers(_ bytes: PaddedBytes, from start: Int) -> Int {
    let quote = SIMD16<Int8>(repeating: 0x22)
    let space = SIMD16<Int8>(repeating: 0x20)
    let block = bytes.block(at: start)
    // Outside strings all bytes are ASCII, and so not below zero.
    let stops = ((block .<= space) .| (block .== quote)).nibbles
    return start &+ copy(block, count: stops == 0 ? 16 : stops.trailingZeroBitCount >> 2)
  }

  /// Copies a string, and returns what is behind it.
  private mutating func copyString(_ bytes: PaddedBytes, from start: Int) -> Int {
    let quote = SIMD16<Int8>(repeating: 0x22)
    let backslash = SIMD16<Int8>(repeating: 0x5C)
    var p = start
    // The quote that begins it does not end it.
    var mask = ~UInt64(0xF)
    while true {
      let block = bytes.block(at: p)
      let stops = (block .== quote) .| (block .== backslash)
      let stop = stops.isAnySet ? stops.nibbles & mask : 0
      mask = .max
      if stop == 0 {
        p &+= copy(block, count: 16)
        continue
      }
      p &+= copy(block, count: stop.trailingZeroBitCount >> 2 &+ 1)
      if bytes[p &- 1] == UInt8(ascii: "\"") { return p }
      // What an escape begins with may be a quote or a backslash.
      p &+= copy(bytes.block(at: p), count: 1)
    }
  }

  /// Copies the first bytes of a block; returns how many.
  @inline(always)
  private mutating func copy(_ block: SIMD16<Int8>, count length: Int) -> Int {
    unsafe UnsafeMutableRawPointer(output + count).storeBytes(of: block, as: SIMD16<Int8>.self)
    count &+= length
    return length
  }
}
