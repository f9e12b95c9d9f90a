// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// This process: its end, its environment and its signals.
enum Process {
  /// Lets a write to a closed pipe fail instead of ending the process.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Keeps the numbers of the standard streams taken where the process was begun without one of them:
  /// a connection that got such a number would be sent what was meant for the stream. What is
  /// written there fails.
  static func keepStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is given, and those below are taken.
      _ = unsafe open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ends the process. What other libraries do at exit is skipped: their threads may still run.
  static func exit(_ status: Int32) -> Never {
    _exit(status)
  }

  /// Ends the process by a signal, so that its parent sees why.
  static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    _exit(128 + number)
  }

  /// Whether a shell runs this process in the background of its terminal, as a `&` does.
  static var isInBackground: Bool {
    let group = tcgetpgrp(2)
    return group > 0 && group != getpgrp()
  }

  /// A variable of the environment; nil where it is not set.
  static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// What a signal is called.
  static func name(of signal: Int32) -> String {
    switch signal {
    case SIGINT: "SIGINT"
    case SIGTERM: "SIGTERM"
    default: "signal \(signal)"
    }
  }

  /// A time of day, in seconds since 1970, as clocks show it here; nil where no calendar reaches.
  static func localTime(_ seconds: Double) -> String? {
    guard abs(seconds) < 1e11 else { return nil }
    var time = time_t(seconds.rounded(.up))
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return nil }
    var text = [CChar](repeating: 0, count: 64)
    let count = unsafe strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
