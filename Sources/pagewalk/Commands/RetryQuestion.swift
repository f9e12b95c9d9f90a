// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Asks the person at the terminal whether a failed page is asked for again.
///
/// One key answers, without Enter; Enter after it does no harm. Control-C stays what it is.
struct RetryQuestion {
  /// What the person wants.
  enum Answer: Hashable, Sendable {
    case retry, wait, quit
    /// A signal came instead of an answer.
    case stopped
  }

  /// What ends the question from outside.
  let wait: RetryWait

  /// Whether there is a person to ask: standard input and standard error are a terminal, and it is
  /// ours at the moment.
  static var canAsk: Bool {
    FileDescriptor.standardInput.isTerminal && FileDescriptor.standardError.isTerminal
      && tcgetpgrp(STDIN_FILENO) == getpgrp()
  }

  /// Asks.
  func ask() -> Answer {
    withSingleKeys {
      // What was typed before the question is no answer to it.
      tcflush(STDIN_FILENO, TCIFLUSH)
      show("[r]etry  [w]ait and retry  [q]uit ")
      let answer = answer(for: nil)
      switch answer {
      case .retry: show("retry\n")
      case .wait: show("wait\n")
      case .quit: show("quit\n")
      case .stopped: show("\n")
      }
      return answer
    }
  }

  /// Waits before a retry; `r` retries at once, `q` gives up.
  func waitOut(seconds: Double) -> Answer {
    withSingleKeys { answer(for: seconds) }
  }

  private func answer(for seconds: Double?) -> Answer {
    let deadline = seconds.map { ContinuousClock.now + .seconds(min($0, 1e9)) }
    while true {
      let left = deadline.map { ($0 - ContinuousClock.now).seconds }
      switch wait.wait(seconds: left, forKeys: true) {
      case .time: return .retry
      case .stopped: return .stopped
      case .inputClosed, .outputClosed: return .quit
      case .key(let key):
        switch key {
        case UInt8(ascii: "r"), UInt8(ascii: "R"): return .retry
        case UInt8(ascii: "w"), UInt8(ascii: "W"): if seconds == nil { return .wait }
        // Control-D is how one says that nothing more is typed.
        case UInt8(ascii: "q"), UInt8(ascii: "Q"), 4: return .quit
        default: break
        }
      }
    }
  }

  private func show(_ text: String) {
    // Where standard error can't be written, there is nobody to ask.
    try? FileDescriptor.standardError.writeAll(Array(text.utf8))
  }

  /// Lets keys come one by one and unseen, and puts the terminal back.
  private func withSingleKeys<Result>(_ body: () -> Result) -> Result {
    var before = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return body() }
    var single = before
    single.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe withUnsafeMutableBytes(of: &single.c_cc) { characters in
      unsafe characters[Int(VMIN)] = 1
      unsafe characters[Int(VTIME)] = 0
    }
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &single)
    defer { unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &before) }
    return body()
  }
}
