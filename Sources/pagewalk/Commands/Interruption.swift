// SPDX-License-Identifier: Apache-2.0

import PageWalkCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for SIGINT and SIGTERM in a thread of its own, so that what is done about them is ordinary
/// code: the first one asks the walk to stop, the second one ends the process at once.
final class Interruption: Sendable {
  private let received = Atomic<Int32>(0)
  private let stop: @Sendable () -> Void

  /// The signal that came; nil where none did.
  var signal: Int32? {
    let number = received.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Begins to wait. A signal that was ignored when the program began stays so (`nohup`).
  ///
  /// - Parameter stop: called once, in another thread.
  init(stop: @escaping @Sendable () -> Void) {
    self.stop = stop
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in [SIGINT, SIGTERM] where !Self.isIgnored(number) {
      unsafe sigaddset(&set, number)
    }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    let signals = set
    DetachedThread.start { [self] in
      while true {
        var set = signals
        var number: Int32 = 0
        if unsafe sigwait(&set, &number) == 0 { take(number) }
      }
    }
  }

  private func take(_ number: Int32) {
    let (isFirst, _) = received.compareExchange(
      expected: 0, desired: number, ordering: .acquiringAndReleasing)
    if isFirst {
      stop()
    } else {
      Process.end(by: number)
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    #if canImport(Darwin)
      return unsafe action.__sigaction_u.__sa_handler == nil
        ? false : unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
    #else
      return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    #endif
  }
}
