// SPDX-License-Identifier: Apache-2.0

/// The structure of a document that has been read, for looking at many nodes quickly.
///
/// ``JSONDocument`` is a class, and each look at its storage asks the runtime whether somebody is
/// changing it at that moment; for a look at a million nodes that takes longer than the looking.
/// This takes the storage once. The document must outlive it, and must not change meanwhile.
@safe
struct JSONNodes {
  private let entries: UnsafePointer<JSONIndex.Entry>
  let bytes: PaddedBytes
  private let isLines: Bool
  let count: Int

  init(_ document: JSONDocument) {
    unsafe entries = document.index.base
    bytes = document.bytes
    isLines = document.isLines
    count = document.nodeCount
  }

  /// Where a node stands.
  @inline(__always)
  func entry(_ node: Int) -> JSONIndex.Entry {
    precondition(node >= 0 && node < count)
    return unsafe entries[node]
  }

  /// The byte that tells what a node is; of an array that the text does not spell, that of arrays.
  @inline(__always)
  func firstByte(_ node: Int) -> UInt8 {
    if node == 0 && isLines { return UInt8(ascii: "[") }
    return bytes[Int(entry(node).start)]
  }

  @inline(__always)
  func isObject(_ node: Int) -> Bool { firstByte(node) == UInt8(ascii: "{") }

  @inline(__always)
  func isNull(_ node: Int) -> Bool { firstByte(node) == UInt8(ascii: "n") }

  @inline(__always)
  func isArray(_ node: Int) -> Bool { firstByte(node) == UInt8(ascii: "[") }

  /// Whether selectors can find something in a node.
  @inline(__always)
  func isContainer(_ node: Int) -> Bool {
    // The two brackets differ in one bit only.
    firstByte(node) | 0x20 == UInt8(ascii: "{")
  }

  /// The first node behind a value and all that it holds.
  @inline(__always)
  func after(_ node: Int) -> Int { Int(entry(node).link & ~JSONIndex.escapedBit) }

  /// The same for whoever wants to see what an array or object holds, which the index must have.
  @inline(__always)
  func endInside(_ node: Int) -> Int {
    let link = entry(node).link
    precondition(link & JSONIndex.opaqueBit == 0, "the index does not go so deep")
    return Int(link)
  }

  /// The value of a member, the last of several with that name; nil where there is none.
  ///
  /// - Parameter passed: how many members were looked at is added to it.
  /// - Complexity: O(*n*) in the number of members.
  func member(
    _ text: [UInt8], of node: Int, in document: JSONDocument, passed: inout Int
  ) -> Int? {
    guard isObject(node) else { return nil }
    let stop = endInside(node)
    precondition(stop <= count)
    // With its quotes; no name in the text is longer.
    let length = UInt32(clamping: text.count + 2)
    var key = node &+ 1
    var found: Int?
    var members = 0
    while key < stop {
      let name = unsafe entries[key]
      if name.link & JSONIndex.escapedBit != 0 {
        let isSame = unsafe text.withUnsafeBufferPointer { unsafe document.equals(key, $0) }
        if isSame { found = key + 1 }
      } else if name.end &- name.start == length, stands(text, at: Int(name.start) + 1) {
        found = key + 1
      }
      key = unsafe Int(entries[key &+ 1].link & ~JSONIndex.escapedBit)
      members &+= 1
    }
    passed += members
    return found
  }

  @inline(__always)
  private func stands(_ text: [UInt8], at start: Int) -> Bool {
    for index in text.indices where bytes[start &+ index] != text[index] { return false }
    return true
  }
}
