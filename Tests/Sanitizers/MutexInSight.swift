// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Shows the thread sanitizer what a contended `Mutex` does.
///
/// Where a lock is free, the code that takes it is our own, and the sanitizer sees it. Where it is
/// not, Linux's implementation waits within the standard library, which is not built with the
/// sanitizer: whatever that thread then does would be reported as a race. So the function that waits
/// is replaced, in programs built with `PAGEWALK_SANITIZE=thread` only, by one that is seen.
struct MutexInSight: ~Copyable {
  /// As in the standard library: zero is free, else the thread that has it.
  let word: Atomic<UInt32>

  /// Stands for `_MutexHandle._lockSlow`. Nobody sleeps on the word, so that its counterpart, which
  /// wakes the next thread, has nothing to do.
  @_silgen_name("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF")
  borrowing func lockSlow(_ thread: UInt32) {
    while !word.compareExchange(expected: 0, desired: thread, ordering: .acquiring).exchanged {
      sched_yield()
    }
  }
}
