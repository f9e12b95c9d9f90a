// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// What is said when a walk has ended short of the server's own end: that it is incomplete, how many
/// items came, why it ended, and the words to type to go on.
struct ClosingWords {
  /// How one goes on.
  enum GoOn: Hashable {
    /// By `pagewalk resume`, with these words behind it.
    case resume([String])
    /// By the same command with these words added.
    case again([String])
    /// By the same command, from the beginning.
    case anew
  }

  var outcome: Outcome
  /// Items written and pages accepted.
  var items: Int
  var pages: Int
  /// How many times the failed page was asked for again.
  var retries = 0
  /// Why the failure was not retried by itself.
  var reason: RetryPolicy.Reason?
  /// Whether the failure's own sentence was shown already.
  var isFailureShown = false
  var goOn: GoOn
  /// The output file, which the same command would write anew.
  var output: String?
  /// Whether the output file holds what stood in it before.
  var holdsOld = false
  /// The URLs that have not had their turn.
  var urlsLeft = 0
  /// The URL that the walk began with, where several were given.
  var url: String?

  /// The lines, in order; none after a complete end or a closed output.
  ///
  /// - Parameter now: the time of day, in seconds since 1970.
  func lines(now: Double) -> [String] {
    switch outcome {
    case .complete, .closed:
      return []
    case .limited:
      return ["The walk is incomplete: \(came), as many as you asked for. \(howToGoOn)"]
    case .interrupted(let signal):
      return [
        "The walk is incomplete: it was interrupted by \(Process.name(of: signal)) after \(came).",
        howToGoOn,
      ] + oldOutput
    case .failed(let error):
      var lines = isFailureShown ? [] : [error.description]
      if case .tooLong(let seconds) = reason {
        let time = Process.localTime(now + seconds).map { ": it would be time at \($0)" } ?? ""
        lines.append(
          "The server asks for a wait of \(Quantity.duration(seconds)), which is more than "
            + "--retry-max-delay allows\(time).")
      }
      if case .outOfTime = reason {
        lines.append("No retry was begun any more, as --retry-max-time says.")
      }
      if case .notAsked = reason, RetryPolicy.mayPassByItself(error) {
        lines.append("This may pass: with --retry N a page is asked for again by itself.")
      }
      let tries = retries > 0 ? ", also when it was asked for \(retries + 1) times" : ""
      let what =
        switch (error.page, error.isOfPage) {
        case (let page?, true): "page \(page) failed"
        case (let page?, false): "there was no way on behind page \(page)"
        case (nil, _): "it failed"
        }
      lines.append("The walk is incomplete: \(came) came, then \(what)\(tries).")
      lines.append(howToGoOn)
      return lines + oldOutput
    }
  }

  private var came: String {
    "\(Quantity.plain(items, "item")) of \(Quantity.plain(pages, "page"))"
  }

  private var oldOutput: [String] {
    guard holdsOld, let output else { return [] }
    return ["'\(Printable.escaped(output))' still holds what it held before."]
  }

  private var howToGoOn: String {
    switch goOn {
    case .resume(let words):
      return "To go on: \(line(["pagewalk", "resume"] + words))\(hint(words))"
    case .again(let words) where words.contains { $0.utf8.count > Self.longestWord }:
      return "To go on, \(command) with --state FILE: the value to begin at is too long to be "
        + "typed.\(rest)"
    case .again(let words):
      var text = "To go on, \(command) with: \(line(words))"
      if output != nil { text += " (and another file for -o: the items so far are in this one)" }
      return text + hint(words) + rest
    case .anew:
      return "To try again, \(command)." + rest
    }
  }

  /// Longer words can't be given to a program.
  private static let longestWord = 100_000

  private var command: String {
    url.map { "repeat the command for '\(Printable.escaped($0))'" } ?? "repeat the command"
  }

  private var rest: String {
    urlsLeft > 0 ? " Then it is the turn of the \(Quantity.plain(urlsLeft, "URL")) behind it." : ""
  }

  private func line(_ words: [String]) -> String {
    Printable.escaped(ShellWords.joined(words))
  }

  private func hint(_ words: [String]) -> String {
    words.contains { $0.contains("***") } ? " (*** stands for a secret of yours)" : ""
  }
}
