// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

// The end: the check against the total, the closing words, the summary.
extension WalkRun {
  /// Compares what came with what the server said that there is.
  func checked(_ outcome: Outcome, _ leg: WalkLeg) -> Outcome {
    guard case .complete = outcome else { return outcome }
    let engine = leg.engine
    var unknownKey: Key?
    if engine.knowsNoItem, case .key(let key)? = settings.dedup { unknownKey = key }
    let check = ClosingCheck(
      plan: engine.plan, progress: engine.progress, hasPreset: !settings.presetNames.isEmpty,
      lastPage: leg.newest, doubts: engine.doubts, unknownKey: unknownKey,
      silentKeys: engine.silentItemsKeys)
    for warning in check.warnings { diagnostics.note("Warning: \(warning)") }
    guard let mismatch = check.mismatch else { return outcome }
    if settings.verifyTotal {
      return .failed(WalkError(.totalMismatch, mismatch, isOfPage: false))
    }
    diagnostics.note("Warning: \(mismatch)")
    return outcome
  }

  /// Closes the output, puts the end into words and into the summary, and returns the exit status.
  func finish(_ outcome: Outcome) -> Int32 {
    var outcome = outcome
    if outcome != .closed {
      do {
        try writer.finish(keepingOld: outcome.exitStatus != 0)
      } catch .closed {
        // The reader has enough.
      } catch {
        let failure = WalkError(.output, Self.sentence(error), isOfPage: false)
        if case .failed(let first) = outcome { diagnostics.say(first.description) }
        outcome = .failed(failure)
      }
    }
    do {
      try checkpoint?.end(outcome, hiding: diagnostics.secrets)
    } catch {
      // Where the disk is full, both fail, and the first has been told of.
      if case .failed(let first) = outcome, first.code == .output {
      } else {
        outcome = Self.failure(error)
      }
    }
    display?.end()
    transport.close()
    var status = outcome.exitStatus
    if let leg {
      let sum = tally.adding(leg.saved, cut: leg.newest)
      say(outcome, leg, sum)
      if !summarize(outcome, leg, sum), status == 0 { status = 1 }
    }
    if case .interrupted(let signal) = outcome { Process.end(by: signal) }
    return status
  }

  private func say(_ outcome: Outcome, _ leg: WalkLeg, _ sum: SummaryTally) {
    let words = ClosingWords(
      outcome: outcome, items: sum.items, pages: sum.pages, retries: counsel.retriesOfPage,
      reason: counsel.reason, isFailureShown: counsel.isShown,
      goOn: goOn(outcome, leg), output: settings.output, holdsOld: writer.holdsOld,
      urlsLeft: leg.urlsLeft,
      url: settings.urlCount > 1 ? leg.shownURL : nil)
    for line in words.lines(now: WallClock.now()) {
      if case .limited = outcome { diagnostics.note(line) } else { diagnostics.say(line) }
    }
  }

  private func goOn(_ outcome: Outcome, _ leg: WalkLeg) -> ClosingWords.GoOn {
    if case .failed(let error) = outcome, error.code == .totalMismatch { return .anew }
    if let state = settings.state, let start {
      return .resume([state] + settings.requestWords + start.needs.secretWords)
    }
    let words = leg.startWords
    return words.isEmpty ? .anew : .again(leg.detectedWords + words)
  }

  private func summarize(_ outcome: Outcome, _ leg: WalkLeg, _ sum: SummaryTally) -> Bool {
    guard let path = settings.summary else { return true }
    var isComplete = false
    if case .complete = outcome { isComplete = true }
    let report = SummaryReport(
      outcome: outcome, exit: outcome.exitStatus, tally: sum,
      seconds: (ContinuousClock.now - begin).seconds, retries: counsel.retries,
      url: leg.shownURL, startAt: isComplete ? [] : leg.shownStart,
      skipItems: isComplete ? 0 : leg.saved.skip, secrets: diagnostics.secrets)
    do {
      try report.write(to: path)
      return true
    } catch {
      diagnostics.say("Can't write the summary to '\(Printable.escaped(path))': \(error).")
      return false
    }
  }
}
