// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The terminal of a program that fills the whole screen.
///
/// A thread of its own waits for keys and signals, and hands them on as they come.
final class TerminalDevice: Sendable {
  /// What comes from the terminal.
  enum Event: Hashable, Sendable {
    case key(Keystroke)
    /// The terminal has another size.
    case resized
    /// Somebody asks the program to stop for a while.
    case suspend
    /// The program goes on after it was stopped.
    case resumed
    /// Somebody asks the program to end, by this signal.
    case end(signal: Int32)
    /// The terminal is gone.
    case gone
  }

  private let input: Int32
  private let output: Int32

  /// Takes the terminal.
  ///
  /// - Throws: a sentence, where there is no terminal that could be drawn on.
  init() throws(Refusal) {
    guard TerminalPolicy.isTerminal(STDOUT_FILENO) else {
      throw Refusal(
        "Standard output is not a terminal, and 'browse' draws on one. To write the items to a "
          + "file or a pipe, leave the word 'browse' out.")
    }
    guard !TerminalPolicy.isDumb else {
      let name = Process.variable("TERM").map { "TERM is '\(Printable.escaped($0))'" }
      throw Refusal(
        "'browse' needs a terminal that can move its cursor, and \(name ?? "TERM is not set").")
    }
    output = STDOUT_FILENO
    if TerminalPolicy.isTerminal(STDIN_FILENO) {
      input = STDIN_FILENO
    } else {
      input = unsafe open("/dev/tty", O_RDONLY | O_CLOEXEC)
      guard input >= 0 else {
        throw Refusal("Standard input is not a terminal, and there is none to read keys from.")
      }
    }
  }

  /// Why the terminal can't be used: a sentence.
  struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// Rows and columns of the terminal.
  var size: Screen.Size {
    TerminalPolicy.size(output) ?? Screen.Size(rows: 24, columns: 80)
  }

  /// Shows another screen and begins to hand on what comes.
  func begin(_ deliver: @escaping @Sendable (Event) -> Void) {
    // Threads inherit what is blocked. The signals shall come to the one that waits for them.
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    for signal in TerminalSignals.all { _ = unsafe sigaddset(&set, signal) }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    TerminalRescue.arm(output)
    let signals = TerminalSignals.install() ?? -1
    enter()
    let (input, blocked) = (input, set)
    DetachedThread.start {
      var set = blocked
      _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
      Self.listen(to: input, signals: signals, deliver)
    }
  }

  /// Shows another screen and takes the keys.
  func enter() { TerminalRescue.enter() }

  /// Gives the terminal back as it was.
  func leave() { TerminalRescue.leave() }

  /// Writes to the terminal.
  func write(_ bytes: [UInt8]) { TerminalRescue.show(bytes) }

  /// Stops the program and what was started with it, as Ctrl-Z does. It may be stopped a moment
  /// later, and it is not stopped at all where nobody could wake it again.
  func suspend() { TerminalSignals.sendByDefault(SIGTSTP, toGroup: true) }

  /// Catches Ctrl-Z of others again after a ``suspend()``.
  func rearm() { TerminalSignals.catchSignal(SIGTSTP) }

  private static func listen(
    to input: Int32, signals: Int32, _ deliver: @Sendable (Event) -> Void
  ) {
    var decoder = KeystrokeDecoder()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var polled = [
        pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      ]
      let ready = unsafe poll(&polled, 2, decoder.isWaiting ? escapeDelay : -1)
      if ready < 0 && errno != EINTR { return deliver(.gone) }
      if polled[1].revents & Int16(POLLIN) != 0 {
        let count = unsafe read(signals, &buffer, buffer.count)
        for byte in buffer.prefix(max(0, count)) { deliver(event(signal: Int32(byte))) }
      }
      if polled[0].revents != 0 {
        let count = unsafe read(input, &buffer, buffer.count)
        if count > 0 {
          for key in decoder.feed(buffer[..<count]) { deliver(.key(key)) }
        } else if count == 0 || errno != EINTR && errno != EAGAIN {
          return deliver(.gone)
        }
      } else if ready == 0 {
        for key in decoder.flush() { deliver(.key(key)) }
      }
    }
  }

  private static func event(signal: Int32) -> Event {
    switch signal {
    case SIGWINCH: .resized
    case SIGTSTP: .suspend
    case SIGCONT: .resumed
    default: .end(signal: signal)
    }
  }

  /// The milliseconds after which a lone Escape is no longer taken for the beginning of a
  /// sequence.
  private static let escapeDelay: Int32 = 40
}
