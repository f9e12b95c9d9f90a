// SPDX-License-Identifier: Apache-2.0

/// A growing block of memory with one owner, whose elements may be left uninitialized.
///
/// `Array` cannot serve: it fills what it allocates, and checks for uniqueness at each write.
@safe
struct OwnedBuffer<Element: BitwiseCopyable>: ~Copyable {
  /// The first element. Valid until the next `reserve`.
  private(set) var base: UnsafeMutablePointer<Element>
  /// How many elements there is room for.
  private(set) var capacity: Int

  /// Makes a buffer with room for `capacity` elements.
  init(capacity: Int) {
    unsafe base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit {
    unsafe base.deallocate()
  }

  /// Makes room for `minimum` elements, keeping the first `kept`. Grows by doubling.
  ///
  /// - Complexity: amortized O(1) for each element added.
  @inline(never)
  mutating func reserve(_ minimum: Int, keeping kept: Int) {
    if minimum <= capacity { return }
    let grown = max(minimum, capacity * 2)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: grown)
    unsafe moved.update(from: base, count: kept)
    unsafe base.deallocate()
    unsafe base = moved
    capacity = grown
  }
}
