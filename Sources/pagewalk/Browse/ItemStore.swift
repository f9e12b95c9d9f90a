// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The items of one walk, as they came: their bytes in large chunks, and 12 bytes for each to find
/// them by. A million items are no matter.
///
/// Pages are added where they are read, off the main actor, and looked at on it.
final class ItemStore: Sendable {
  private struct Entry {
    var chunk: UInt32
    var start: UInt32
    var length: UInt32
  }

  private struct State {
    var chunks: [[UInt8]] = []
    var entries: [Entry] = []
    var byteCount = 0
    var ending: String?
  }

  private let state = Mutex(State())

  /// The size of a chunk; a larger item has one of its own.
  private static let chunkSize = 1 << 20

  /// How many items there are.
  var count: Int { state.withLock { $0.entries.count } }

  /// How many bytes all of them have together, a line feed for each included.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Why nothing comes behind the last item though the server may have more; nil where it has not.
  var ending: String? { state.withLock { $0.ending } }

  /// Adds the items of a page at the end.
  ///
  /// - Returns: their indexes.
  /// - Complexity: O(*n*) in the bytes of the page.
  func append(_ page: BrowsePage) -> Range<Int> {
    state.withLock { state in
      let first = state.entries.count
      var start = 0
      for end in page.ends {
        let length = end - start
        let used = state.chunks.last?.count ?? Self.chunkSize
        if used + length > Self.chunkSize {
          state.chunks.append([])
          state.chunks[state.chunks.count - 1].reserveCapacity(max(Self.chunkSize, length))
        }
        let chunk = state.chunks.count - 1
        state.entries.append(
          Entry(
            chunk: UInt32(chunk), start: UInt32(state.chunks[chunk].count),
            length: UInt32(length - 1)))
        state.chunks[chunk].append(contentsOf: page.lines[start..<end])
        start = end
      }
      state.byteCount += start
      state.ending = page.ending
      return first..<state.entries.count
    }
  }

  /// Looks at an item's bytes.
  func withItem<Result: Sendable>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try state.withLock { state in
      let entry = state.entries[index]
      return try unsafe state.chunks[Int(entry.chunk)].withUnsafeBytes { chunk in
        let bytes = unsafe chunk[Int(entry.start)..<Int(entry.start + entry.length)]
        return try unsafe body(UnsafeRawBufferPointer(rebasing: bytes))
      }
    }
  }

  /// An item's line, its line feed included.
  func line(_ index: Int) -> [UInt8] {
    unsafe withItem(index) { bytes in unsafe Array(bytes) } + [UInt8(ascii: "\n")]
  }

  /// The lines of the first so many items, in pieces of about a chunk.
  ///
  /// - Complexity: O(*n*) in the bytes of the items.
  func forEachPiece<Failure>(
    of count: Int, _ body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let (chunks, last) = state.withLock { state in
      (state.chunks, count > 0 ? state.entries[count - 1] : nil)
    }
    guard let last else { return }
    for (number, chunk) in chunks.enumerated() where number <= Int(last.chunk) {
      let isLast = number == Int(last.chunk)
      try body(isLast ? Array(chunk[..<Int(last.start + last.length + 1)]) : chunk)
    }
  }
}
