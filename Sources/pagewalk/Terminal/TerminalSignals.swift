// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Turns signals into bytes of a pipe, so that they are seen where the keys are.
enum TerminalSignals {
  /// The signals that are turned into bytes.
  static let all = [SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  nonisolated(unsafe) private static var end: Int32 = -1

  /// Installs the handlers.
  ///
  /// - Returns: the end of the pipe where the signals' numbers are read, a byte each; nil where no
  ///   pipe could be made.
  static func install() -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for descriptor in ends {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    unsafe end = ends[1]
    for signal in all { catchSignal(signal) }
    return ends[0]
  }

  /// Turns one signal into bytes, again.
  static func catchSignal(_ signal: Int32) {
    var action = action { signal in
      let before = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      _ = unsafe write(TerminalSignals.end, &byte, 1)
      errno = before
    }
    _ = unsafe sigaction(signal, &action, nil)
  }

  /// Sends a signal to this process and its group, as the terminal does, with its default effect.
  static func sendByDefault(_ signal: Int32, toGroup: Bool) {
    var action = action(SIG_DFL)
    _ = unsafe sigaction(signal, &action, nil)
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    _ = unsafe sigaddset(&set, signal)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    _ = toGroup ? kill(0, signal) : raise(signal)
  }

  /// An action for a signal. Calls that it interrupts are begun again.
  static func action(_ handler: (@convention(c) (Int32) -> Void)?) -> sigaction {
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = SA_RESTART
    return action
  }
}
