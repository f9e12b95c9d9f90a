// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A block of memory that is zero at first. Of a large one, only those pages take room that were
/// written to, and all of them are given back with it.
///
/// What `malloc` gives has neither property for certain: freed blocks that fit nothing stay with the
/// process.
@safe
final class ZeroedMemory: @unchecked Sendable {
  // Whoever shares it between threads must not write to it.
  let base: UnsafeMutableRawPointer
  /// How many bytes there are.
  let size: Int

  /// From so many bytes on, whole pages are asked of the system.
  private static let large = 1 << 14

  init(size: Int) {
    self.size = size
    if size < Self.large {
      guard let block = unsafe calloc(max(size, 1), 1) else { fatalError("out of memory") }
      unsafe base = block
    } else {
      let access = PROT_READ | PROT_WRITE
      guard let block = unsafe mmap(nil, size, access, MAP_PRIVATE | MAP_ANON, -1, 0),
        unsafe block != MAP_FAILED
      else { fatalError("out of memory") }
      unsafe base = block
    }
  }

  deinit {
    if size < Self.large {
      unsafe free(base)
    } else {
      unsafe munmap(base, size)
    }
  }
}
