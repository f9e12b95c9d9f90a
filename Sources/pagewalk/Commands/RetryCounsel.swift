// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Says whether a failed page is asked for again: `--retry`, by itself, as long as its rules and its
/// number allow; then the program of `--retry-command`, or, where there is none, the person at the
/// terminal.
final class RetryCounsel {
  /// What is to be done.
  enum Advice: Hashable {
    case retry, stop, interrupted
    /// The reader of the output closed it meanwhile.
    case closed
  }

  private let policy: RetryPolicy
  private let command: RetryCommand?
  private let asks: Bool
  private let wait: RetryWait
  private let diagnostics: Diagnostics
  private let display: ProgressDisplay?
  private var random = SystemRandomNumberGenerator()

  /// How many requests were made again, in the whole run.
  private(set) var retries = 0

  /// How many times the newest page was asked for again.
  var retriesOfPage: Int { max(failures - 1, 0) }

  /// Why the newest failure was not retried by itself; nil where nothing has failed.
  private(set) var reason: RetryPolicy.Reason?

  /// Whether the newest failure's sentence has been shown.
  private(set) var isShown = false

  /// When the page was first asked for.
  private var begin = ContinuousClock.now
  /// How many times it has failed.
  private var failures = 0
  /// How many retries it was given by itself.
  private var used = 0

  init(
    _ settings: Settings.RetrySettings, command: RetryCommand?, wait: RetryWait,
    diagnostics: Diagnostics, display: ProgressDisplay?
  ) {
    policy = RetryPolicy(settings)
    self.command = command
    asks = settings.asks
    self.wait = wait
    self.diagnostics = diagnostics
    self.display = display
  }

  /// Another page is asked for: what befell the one before does not count for it.
  func beginPage() {
    begin = ContinuousClock.now
    failures = 0
    used = 0
    reason = nil
    isShown = false
  }

  /// Judges a failure, waits as long as it takes, and asks whoever is to be asked.
  func advice(on error: WalkError) -> Advice {
    failures += 1
    isShown = false
    let elapsed = (ContinuousClock.now - begin).seconds
    switch policy.verdict(on: error, used: used, elapsed: elapsed, using: &random) {
    case .retry(let seconds):
      used += 1
      diagnostics.note(
        "\(error) Retry \(used) of \(policy.retries) in \(Quantity.duration(seconds)).")
      display?.show(.retry(seconds: seconds))
      switch wait.wait(seconds: seconds) {
      case .stopped: return .interrupted
      case .outputClosed: return .closed
      default: return granted()
      }
    case .giveUp(let reason):
      self.reason = reason
    }
    guard RetryPolicy.isRetryable(error) else { return .stop }
    if let command { return ask(command, about: error) }
    return asks && RetryQuestion.canAsk ? askPerson(about: error) : .stop
  }

  private func granted() -> Advice {
    retries += 1
    return .retry
  }

  private func show(_ error: WalkError) {
    if !isShown { diagnostics.say(error.description) }
    isShown = true
  }

  // MARK: - The retry command

  private func ask(_ command: RetryCommand, about error: WalkError) -> Advice {
    show(error)
    display?.show(.command)
    let status: Int32
    do {
      let variables = variables(for: error)
      let run = { try command.run(variables: variables) }
      status = try display?.hidden(run) ?? run()
    } catch {
      diagnostics.say("The retry command can't be run: \(error).")
      return .stop
    }
    if wait.isStopped { return .interrupted }
    if status == 0 { return granted() }
    // A signal to the whole group, as Control-C is one, has ended the command; that it came to this
    // process too may be noticed a moment later.
    let isSignalled = [128 + SIGINT, 128 + SIGTERM].contains(status)
    if isSignalled, wait.wait(seconds: 1) == .stopped { return .interrupted }
    diagnostics.note("The retry command said no (exit status \(status)).")
    return .stop
  }

  private func variables(for error: WalkError) -> [(name: String, value: String)] {
    let wait = error.retryAfter.flatMap { (0..<1e15).contains($0) ? Int($0.rounded(.up)) : nil }
    return [
      ("PAGEWALK_ATTEMPT", String(failures)),
      ("PAGEWALK_PAGE", error.page.map { String($0) } ?? ""),
      ("PAGEWALK_STATUS", error.status.map { String($0) } ?? ""),
      ("PAGEWALK_ERROR", diagnostics.secrets.masked(error.description)),
      ("PAGEWALK_RETRY_AFTER", wait.map { String($0) } ?? ""),
      ("PAGEWALK_URL", error.url ?? ""),
    ]
  }

  // MARK: - The person

  private func askPerson(about error: WalkError) -> Advice {
    show(error)
    let question = RetryQuestion(wait: wait)
    var answer = display?.hidden { question.ask() } ?? question.ask()
    if answer == .wait {
      let seconds = policy.personalWait(after: error, failures: failures)
      diagnostics.note("Waiting \(Quantity.duration(seconds)); r retries now, q gives up.")
      display?.show(.retry(seconds: seconds))
      answer = question.waitOut(seconds: seconds)
    }
    switch answer {
    case .retry: return granted()
    case .stopped: return .interrupted
    case .wait, .quit: return .stop
    }
  }
}

extension RetryPolicy {
  /// The policy that the options describe.
  init(_ settings: Settings.RetrySettings) {
    self.init()
    retries = settings.retries
    allErrors = settings.allErrors
    delay = settings.delay
    maxDelay = settings.maxDelay
    maxTime = settings.maxTime
  }
}

extension Duration {
  /// The length in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
