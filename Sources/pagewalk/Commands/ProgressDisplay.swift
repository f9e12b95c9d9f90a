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

/// Shows the progress line on standard error, and keeps it up to date in a thread of its own, so that
/// a wait is seen to go on.
///
/// On a terminal it is one line, written over ten times a second at most and taken away before any
/// other line. Elsewhere (`--progress always`) it is a line of its own every ten seconds.
final class ProgressDisplay: Sendable {
  private struct State {
    var line = ProgressLine()
    var rate = ProgressRate()
    var activity = Activity.none
    /// What is on the screen; empty where nothing is.
    var shown = ""
    /// How many have asked that nothing be shown.
    var pauses = 0
    var isEnded = false
    var lastPlainLine = 0.0
  }

  /// What the walk is at, with its beginning or its end on the display's clock.
  enum Activity: Sendable {
    case none
    case request
    case retry(seconds: Double)
    case pace(seconds: Double)
    case command
  }

  private let state: Mutex<State>
  private let start = ContinuousClock.now
  private let since = Mutex(0.0)
  private let isTerminal: Bool

  private static let period: UInt32 = 100_000
  /// A walk that is over sooner shows nothing.
  private static let patience = 0.3
  private static let plainPeriod = 10.0

  /// Makes a display where one is wanted; nil where none is.
  ///
  /// - Parameters:
  ///   - mode: what `--progress` says.
  ///   - silent: whether `-s` was given.
  ///   - itemsAreShown: whether the items go to a terminal themselves.
  init?(mode: Settings.ProgressMode, silent: Bool, itemsAreShown: Bool) {
    let isCapable = FileDescriptor.standardError.isTerminal && Process.variable("TERM") != "dumb"
    switch mode {
    case .never: return nil
    case .auto:
      guard isCapable, !silent, !itemsAreShown, Process.variable("TERM") != nil else { return nil }
    case .always: break
    }
    isTerminal = isCapable
    state = Mutex(State())
  }

  /// Begins to show. Signals that another thread waits for must be blocked already.
  func begin() {
    DetachedThread.start { [self] in
      while tick() { usleep(Self.period) }
    }
  }

  /// Takes the line away for good.
  func end() {
    state.withLock { state in
      erase(&state)
      state.isEnded = true
    }
  }

  /// Takes over how far the walk has come.
  func update(_ tally: SummaryTally) {
    let seconds = now
    state.withLock { state in
      state.line.pages = tally.pages
      state.line.items = tally.items
      state.line.received = tally.received
      state.line.total = tally.total
      state.line.duplicates = tally.duplicates
      state.line.bytes = tally.bytes
      state.rate.note(items: tally.received, at: seconds)
    }
  }

  /// Says what the walk is at from now on.
  func show(_ activity: Activity) {
    let seconds = now
    since.withLock { $0 = seconds }
    state.withLock { $0.activity = activity }
  }

  /// Does something while the line is away: writes another line, lets a program write.
  func hidden<Result>(_ body: () throws -> Result) rethrows -> Result {
    state.withLock { state in
      erase(&state)
      state.pauses += 1
    }
    defer { state.withLock { $0.pauses -= 1 } }
    return try body()
  }

  // MARK: - The thread

  /// Brings the line up to date; false when it is over.
  private func tick() -> Bool {
    let seconds = now
    let since = since.withLock { $0 }
    return state.withLock { state in
      guard !state.isEnded else { return false }
      guard state.pauses == 0, seconds >= Self.patience else { return true }
      state.line.rate = state.rate.rate(at: seconds)
      state.line.activity = Self.activity(state.activity, for: seconds - since)
      if isTerminal {
        draw(&state)
      } else if seconds - state.lastPlainLine >= Self.plainPeriod {
        state.lastPlainLine = seconds
        write(state.line.text(width: 200) + "\n")
      }
      return true
    }
  }

  private static func activity(_ activity: Activity, for seconds: Double) -> ProgressLine.Activity {
    switch activity {
    case .none: .none
    case .request: .request(seconds: seconds)
    case .retry(let all): .retry(secondsLeft: max(all - seconds, 0))
    case .pace(let all): .pace(secondsLeft: max(all - seconds, 0))
    case .command: .command(seconds: seconds)
    }
  }

  private var now: Double {
    (ContinuousClock.now - start).seconds
  }

  // MARK: - The terminal

  private func draw(_ state: inout State) {
    // In the last column some terminals begin a new line.
    let text = state.line.text(width: Self.width - 1)
    guard text != state.shown else { return }
    write("\r\(text)\u{1B}[K")
    state.shown = text
  }

  private func erase(_ state: inout State) {
    guard !state.shown.isEmpty else { return }
    write("\r\u{1B}[K")
    state.shown = ""
  }

  private func write(_ text: String) {
    // Where standard error can't be written, there is nobody to show anything.
    try? FileDescriptor.standardError.writeAll(Array(text.utf8))
  }

  private static var width: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 80
    }
    return Int(size.ws_col)
  }
}
