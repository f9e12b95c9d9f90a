// SPDX-License-Identifier: Apache-2.0

/// Makes UTF-8 of bytes that arrive in pieces: U+FFFD takes the place of each maximal subpart of a
/// character that is none, as the Unicode standard advises (chapter 3.9, "U+FFFD Substitution of
/// Maximal Subparts").
struct UTF8Repair {
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// The beginning of a character whose end has not come: at most three bytes.
  private var pending: [UInt8] = []
  /// How many times U+FFFD was put in.
  private(set) var replacements = 0

  /// Takes the next piece and returns what is sure of all that came.
  ///
  /// - Complexity: O(*n*) in the bytes of the piece.
  mutating func append(_ piece: UnsafeRawBufferPointer) -> [UInt8] {
    var input = pending
    unsafe input.append(contentsOf: piece)
    pending = []
    return repair(&input, isLast: false)
  }

  /// Returns what is left when no more comes.
  mutating func finish() -> [UInt8] {
    var input = pending
    pending = []
    return repair(&input, isLast: true)
  }

  private mutating func repair(_ input: inout [UInt8], isLast: Bool) -> [UInt8] {
    let end = input.count
    var output: [UInt8] = []
    output.reserveCapacity(end)
    input.append(contentsOf: repeatElement(0, count: PaddedBytes.padding))
    var copied = 0
    var p = 0
    let fill = input
    unsafe fill.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let bytes = unsafe PaddedBytes(base)
      while p < end {
        if bytes.word(at: p) & UInt64(repeating: 0x80) == 0 {
          p += 8
          continue
        }
        if bytes[p] < 0x80 {
          p += 1
          continue
        }
        switch UTF8Sequence.find(in: bytes, at: p, end: end) {
        case .character(let length):
          p += length
        case .incomplete where !isLast:
          output.append(contentsOf: fill[copied..<p])
          pending = Array(fill[p..<end])
          copied = end
          p = end
        case .incomplete:
          output.append(contentsOf: fill[copied..<p])
          output.append(contentsOf: Self.replacement)
          replacements += 1
          copied = end
          p = end
        case .invalid(let length):
          output.append(contentsOf: fill[copied..<p])
          output.append(contentsOf: Self.replacement)
          replacements += 1
          p += length
          copied = p
        }
      }
    }
    output.append(contentsOf: fill[copied..<end])
    return output
  }
}
