// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Gives the terminal back as it was, whatever happens: at the end, before the process stops, and
/// from the handlers of signals that a crash sends.
///
/// The state is global and plain, since a signal handler may neither allocate nor lock. It is
/// written by one thread, before the handlers are installed.
enum TerminalRescue {
  /// The terminal's settings, in memory of their own: as a global their C struct is laid out without
  /// the padding that the system's functions write to.
  nonisolated(unsafe) private static let saved: UnsafeMutablePointer<termios> = {
    let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe saved.initialize(to: termios())
    return unsafe saved
  }()
  nonisolated(unsafe) private static var descriptor: Int32 = -1
  nonisolated(unsafe) private static var isEntered = false
  nonisolated(unsafe) private static var former: [sigaction] = []
  nonisolated(unsafe) private static var leaving = unsafe UnsafeMutableBufferPointer<UInt8>(
    start: nil, count: 0)

  /// Alternate buffer, paste in brackets, no wrapping at the right edge, no cursor.
  private static let enterSequence = "\u{1b}[?1049h\u{1b}[?2004h\u{1b}[?7l\u{1b}[?25l"
  private static let leaveSequence = "\u{1b}[0m\u{1b}[?25h\u{1b}[?7h\u{1b}[?2004l\u{1b}[?1049l"

  /// What a fault in the program, or somebody who wants it gone without a word, sends.
  private static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]

  /// Remembers the terminal's settings, and sees to it that they come back also after a crash.
  static func arm(_ terminal: Int32) {
    _ = unsafe tcgetattr(terminal, saved)
    unsafe descriptor = terminal
    unsafe leaving = .allocate(capacity: leaveSequence.utf8.count)
    _ = unsafe leaving.initialize(from: leaveSequence.utf8)
    unsafe former = Array(repeating: sigaction(), count: 65)
    for fault in faults {
      var action = TerminalSignals.action { signal in
        TerminalRescue.leave()
        _ = unsafe sigaction(signal, &TerminalRescue.former[Int(signal)], nil)
        raise(signal)
      }
      _ = unsafe sigaction(fault, &action, &former[Int(fault)])
    }
    atexit { TerminalRescue.leave() }
  }

  /// Takes the terminal: keys come byte by byte and unseen, and the screen is another one.
  static func enter() {
    var raw = unsafe saved.pointee
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
    raw.c_oflag &= ~tcflag_t(OPOST)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
    raw.c_cflag = (raw.c_cflag & ~tcflag_t(CSIZE | PARENB)) | tcflag_t(CS8)
    unsafe isEntered = true
    _ = unsafe tcsetattr(descriptor, TCSADRAIN, &raw)
    show(Array(enterSequence.utf8))
  }

  /// Gives the terminal back. Safe in a signal handler; it does nothing the second time.
  static func leave() {
    guard unsafe isEntered else { return }
    unsafe isEntered = false
    _ = unsafe write(descriptor, leaving.baseAddress, leaving.count)
    _ = unsafe tcsetattr(descriptor, TCSANOW, saved)
  }

  /// Writes all of the bytes to the terminal; what can't be written is dropped.
  static func show(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let written = unsafe write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written < 0 {
          guard errno == EINTR || (errno == EAGAIN && awaitRoom()) else { return }
        } else {
          unsafe rest = rest.dropFirst(written)
        }
      }
    }
  }

  /// Waits until the terminal takes more; false where it is gone.
  private static func awaitRoom() -> Bool {
    var polled = unsafe pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&polled, 1, 1000) > 0
  }
}
