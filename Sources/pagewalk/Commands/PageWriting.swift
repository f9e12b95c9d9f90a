// SPDX-License-Identifier: Apache-2.0

import PageWalkCore
import Synchronization

/// Writes a page, a large one on a thread of its own beside the next page's arrival.
///
/// All that a write touches belongs to that thread from ``begin(size:_:)`` to ``finish()``.
final class PageWriting: Sendable {
  private let thread = WorkerThread()
  private let failure = Mutex<(any Error)?>(nil)
  private let failed: @Sendable () -> Void

  /// Less than so many bytes are written sooner than another thread could begin.
  private static let largeSize = 1 << 18

  /// - Parameter failed: called at once, on the other thread, where a write fails.
  init(failed: @escaping @Sendable () -> Void) {
    self.failed = failed
  }

  /// Begins to write; a small page is written when this returns.
  ///
  /// - Parameter size: about how many bytes are written.
  /// - Throws: what `write` throws, where it is done at once.
  func begin(size: Int, _ write: @escaping () throws -> Void) throws {
    guard size >= Self.largeSize else { return try write() }
    // Whoever began waits for the end before anything that the closure holds is looked at.
    nonisolated(unsafe) let write = write
    thread.run { [self] in
      do {
        try unsafe write()
      } catch {
        failure.withLock { $0 = error }
        failed()
      }
    }
  }

  /// Waits until what was begun is written.
  ///
  /// - Throws: what `write` threw.
  func finish() throws {
    thread.wait()
    if let error = failure.withLock({ $0.take() }) { throw error }
  }
}
