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

  /// Within so short a time a second signal is the first one, sent once more: `timeout` sends it to
  /// the process and then to the process's group, and a wrapper passes on what both have got.
  private static let echo = Duration.milliseconds(200)

  /// The signal that came; nil where none did.
  var signal: Int32? {
    let number = received.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Begins to wait. A signal that was ignored when the program began stays so (`nohup`).
  ///
  /// - Parameter stop: called once, in another thread.
  init(stop: @escaping @Sendable () -> Void) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in [SIGINT, SIGTERM] where !Self.isIgnored(number) {
      unsafe sigaddset(&set, number)
    }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    let signals = set
    DetachedThread.start { [self] in
      received.store(Self.next(of: signals), ordering: .releasing)
      stop()
      while Self.isPending(signals) { _ = Self.next(of: signals) }
      let answered = ContinuousClock.now
      while true {
        let number = Self.next(of: signals)
        if ContinuousClock.now - answered > Self.echo { Process.end(by: number) }
      }
    }
  }

  /// Waits for a signal.
  private static func next(of signals: sigset_t) -> Int32 {
    var signals = signals
    var number: Int32 = 0
    while unsafe sigwait(&signals, &number) != 0 {}
    return number
  }

  /// Whether one of the signals has come and was not waited for yet.
  private static func isPending(_ signals: sigset_t) -> Bool {
    var (signals, pending) = (signals, sigset_t())
    unsafe sigpending(&pending)
    return [SIGINT, SIGTERM].contains { number in
      unsafe sigismember(&signals, number) == 1 && sigismember(&pending, number) == 1
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
