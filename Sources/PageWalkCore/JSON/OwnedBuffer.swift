// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A growing block of memory with one owner, whose elements may be left uninitialized.
///
/// `Array` cannot serve: it fills what it allocates, and checks for uniqueness at each write. And
/// where it grows, old and new memory are there at once; `realloc` moves the pages of a big block
/// without a copy.
@safe
struct OwnedBuffer<Element: BitwiseCopyable>: ~Copyable {
  /// The first element. Valid until the next `reserve`.
  private(set) var base: UnsafeMutablePointer<Element>
  /// How many elements there is room for.
  private(set) var capacity: Int

  /// Makes a buffer with room for `capacity` elements.
  init(capacity: Int) {
    unsafe base = Self.memory(nil, for: capacity)
    self.capacity = capacity
  }

  deinit {
    unsafe free(base)
  }

  /// Makes room for `minimum` elements, keeping those that are there. Grows by doubling.
  ///
  /// - Complexity: amortized O(1) for each element added.
  @inline(never)
  mutating func reserve(_ minimum: Int) {
    if minimum <= capacity { return }
    let grown = max(minimum, capacity * 2)
    unsafe base = Self.memory(base, for: grown)
    capacity = grown
  }

  /// Room for `capacity` elements, in place of a block that there was.
  private static func memory(
    _ block: UnsafeMutablePointer<Element>?, for capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    let size = capacity * MemoryLayout<Element>.stride
    guard let memory = unsafe realloc(block, size) else { fatalError("out of memory") }
    unsafe preferHugePages(memory, size)
    return unsafe memory.bindMemory(to: Element.self, capacity: capacity)
  }

  /// Asks the system to hand out a large block by 2 MiB instead of 4 KiB: for what is written once
  /// and read once, the first touch of each piece is a good part of the time.
  ///
  /// All of the block's pages are named, since `realloc` can move without a copy only what the system
  /// sees as one piece.
  private static func preferHugePages(_ block: UnsafeMutableRawPointer, _ size: Int) {
    #if canImport(Glibc)
      guard size >= 2 << 20 else { return }
      let start = unsafe block.alignedDown(toMultipleOf: sysconf(Int32(_SC_PAGESIZE)))
      // Where there are none, nothing is lost.
      _ = unsafe madvise(start, size + (block - start), MADV_HUGEPAGE)
    #endif
  }
}
