// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// One run of the command: pages go from an engine to the writer, failures to whoever may say that
/// they are asked for again, and the end is put into words.
final class WalkRun {
  private let settings: Settings
  private let diagnostics: Diagnostics
  private let writer: ItemWriter
  private let transport: CurlTransport
  private let wait = RetryWait()
  private let command: RetryCommand?
  private let interruption: Interruption
  private let display: ProgressDisplay?
  private let counsel: RetryCounsel
  private let begin = ContinuousClock.now
  private var pace: RequestPace

  /// Where the walk begins that keeps its state.
  private var start: CheckpointStart?
  private var checkpoint: Checkpoint?

  /// What came of the walks before the one under way.
  private var tally = SummaryTally()
  private var leg: WalkLeg?

  /// Creates a run.
  ///
  /// - Parameter start: where the walk begins, if it keeps its state.
  /// - Throws: a ``TransportError`` where libcurl can't be set up.
  init(
    settings: Settings, diagnostics: Diagnostics, writer: ItemWriter,
    keepingStateFrom start: CheckpointStart? = nil
  ) throws {
    self.start = start
    self.settings = settings
    self.diagnostics = diagnostics
    self.writer = writer
    transport = try CurlTransport(options: settings.request)
    command = settings.retry.command.map { RetryCommand($0) }
    interruption = Interruption { [transport, wait, command] in
      transport.cancel()
      wait.stop()
      command?.stop()
    }
    // The display's thread comes after, since it must leave the signals to the interruption's.
    display = ProgressDisplay(
      mode: settings.progress, silent: settings.silent, itemsAreShown: writer.isOnTerminal)
    diagnostics.around = { [display] write in
      if let display { display.hidden(write) } else { write() }
    }
    pace = RequestPace(interval: settings.retry.pace)
    counsel = RetryCounsel(
      settings.retry, command: command, wait: wait, diagnostics: diagnostics, display: display)
    display?.begin()
  }

  /// Walks one start URL to its outcome.
  ///
  /// - Parameter urlsLeft: how many URLs have their turn after this one.
  /// - Throws: a ``WalkError`` of code `usage` where the walk can't begin.
  func walk(_ plan: WalkPlan, _ origins: OriginPolicy, urlsLeft: Int) throws -> Outcome {
    let client = HTTPClient(transport: transport, options: settings.request, origins: origins)
    client.note = { [diagnostics] in diagnostics.note($0) }
    let engine =
      try start?.engine(client, origins)
      ?? WalkEngine(plan: plan, client: client, origins: origins, deduplicating: settings.dedup)
    if let leg { tally = tally.adding(leg.saved, cut: leg.newest) }
    let leg = WalkLeg(
      engine: engine, urlsLeft: urlsLeft, secrets: settings.secrets(with: plan.request.url))
    self.leg = leg
    do {
      checkpoint = try start?.checkpoint(engine, writer)
    } catch {
      return Self.failure(error)
    }
    let outcome = checked(outcome(of: leg), leg)
    if engine.replacements > 0 {
      diagnostics.note(
        "\(Quantity.count(engine.replacements, "sequence")) of bytes that are not UTF-8 were "
          + "replaced by U+FFFD.")
    }
    return outcome
  }

  // MARK: - Page by page

  private func outcome(of leg: WalkLeg) -> Outcome {
    counsel.beginPage()
    while true {
      if let signal = interruption.signal { return .interrupted(signal: signal) }
      do {
        guard try holdBack(leg) else { continue }
        guard let page = try fetch(leg) else { return leg.engine.outcome ?? .complete(reason: "") }
        leg.pending = page
        leg.newest = page
        counsel.beginPage()
        if interruption.signal != nil { try writePending(leg) }
      } catch let error as WalkError {
        if interruption.signal != nil { continue }
        do { try checkpoint?.settle() } catch { return Self.failure(error) }
        switch counsel.advice(on: error) {
        case .retry: leg.engine.retry()
        case .stop: return .failed(error)
        case .interrupted: continue
        }
      } catch {
        return Self.failure(error)
      }
    }
  }

  /// How a walk ends that could not write its items or its state.
  private static func failure(_ error: any Error) -> Outcome {
    switch error {
    case OutputError.closed: .closed
    case let error as OutputError:
      .failed(WalkError(.output, sentence(error), isOfPage: false))
    case let error as StateError:
      .failed(WalkError(.output, error.description, isOfPage: false))
    default: .failed(WalkError(.usage, "\(error)", isOfPage: false))
    }
  }

  /// Asks for the next page, and writes the one before while the answer is awaited.
  private func fetch(_ leg: WalkLeg) throws -> Page? {
    let engine = leg.engine
    let number = engine.progress.pages + 1
    let isRequest = engine.outcome == nil
    let begin = ContinuousClock.now
    pace.begin(at: begin)
    display?.show(.request)
    do {
      let page = try engine.page { try writePending(leg) }
      if isRequest { log(page, number, begin, leg) }
      if page != nil { tell(leg) }
      return page
    } catch let error as WalkError {
      if isRequest, error.code != .cancelled { log(error, number, begin) }
      throw error
    }
  }

  /// Waits until the pace allows a request; false where a signal came first. What has come is written
  /// before, since nobody knows what a long wait brings.
  private func holdBack(_ leg: WalkLeg) throws -> Bool {
    let seconds = pace.wait(at: ContinuousClock.now)
    guard seconds > 0, leg.engine.outcome == nil else { return true }
    try writePending(leg)
    if seconds > 1 { try checkpoint?.settle() }
    display?.show(.pace(seconds: seconds))
    return wait.wait(seconds: seconds) != .stopped
  }

  private func writePending(_ leg: WalkLeg) throws {
    guard var page = leg.pending else { return }
    leg.pending = nil
    leg.engine.choose(&page)
    try writer.write(page)
    try checkpoint?.pageWritten(leg.engine, writer)
    leg.saved = leg.engine.progress
    leg.engine.recycle(page)
    display?.update(tally.adding(leg.saved, cut: leg.newest))
  }

  // MARK: - What is said on the way

  private static let manyEmptyPages = 1000

  private func tell(_ leg: WalkLeg) {
    if leg.engine.emptyPages == Self.manyEmptyPages {
      diagnostics.note(
        "\(Quantity.grouped(Self.manyEmptyPages)) pages in a row had no items. The walk goes on, "
          + "since each of them names a next page.")
    }
    if !leg.hasToldDetection, let detection = leg.engine.detection {
      leg.hasToldDetection = true
      for line in detection.lines { diagnostics.note(line) }
    }
    for key in leg.engine.strays.dropFirst(leg.strays) {
      diagnostics.note(
        "Warning: '\(Printable.escaped("\(key)"))' has entries on page \(leg.engine.progress.pages), "
          + "but had none on page one, so they are not among the items. Where they are items, say "
          + "'--items-key' for each such array.")
    }
    leg.strays = leg.engine.strays.count
  }

  private func log(
    _ page: Page?, _ number: Int, _ begin: ContinuousClock.Instant, _ leg: WalkLeg
  ) {
    guard settings.verbose, let page else { return }
    let next = leg.engine.outcome == nil ? "next \(leg.shownNext)" : "no next page"
    let size = page.byteCount == 1 ? "1 byte" : "\(page.byteCount) bytes"
    let items = page.count == 1 ? "1 item" : "\(page.count) items"
    diagnostics.note(
      "Page \(number): status \(page.response.status), \(items), \(size), "
        + "\(SummaryReport.thousandths((ContinuousClock.now - begin).seconds)) s, \(next)")
  }

  private func log(_ error: WalkError, _ number: Int, _ begin: ContinuousClock.Instant) {
    guard settings.verbose else { return }
    let status = error.status.map { "status \($0)" } ?? "no status"
    diagnostics.note(
      "Page \(number): \(status), failed, "
        + "\(SummaryReport.thousandths((ContinuousClock.now - begin).seconds)) s")
  }

  // MARK: - The end

  /// Compares what came with what the server said that there is.
  private func checked(_ outcome: Outcome, _ leg: WalkLeg) -> Outcome {
    guard case .complete = outcome else { return outcome }
    let check = ClosingCheck(plan: leg.engine.plan, progress: leg.engine.progress)
    for warning in check.missingKeys { diagnostics.note("Warning: \(warning)") }
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
        try writer.finish()
      } catch .closed {
        // The reader has enough.
      } catch {
        let failure = WalkError(.output, Self.sentence(error), isOfPage: false)
        if case .failed(let first) = outcome { diagnostics.say(first.description) }
        outcome = .failed(failure)
      }
    }
    do {
      try checkpoint?.end(outcome)
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
      goOn: goOn(outcome, leg), output: settings.output, urlsLeft: leg.urlsLeft,
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
      skipItems: isComplete ? 0 : leg.saved.skip)
    do {
      try report.write(to: path)
      return true
    } catch {
      diagnostics.say("Can't write the summary to '\(Printable.escaped(path))': \(error).")
      return false
    }
  }

  /// What went wrong with the output, as a sentence.
  static func sentence(_ error: OutputError) -> String {
    switch error {
    case .closed: "The reader of the output closed it."
    case .failed(let path, let reason): "Can't write to \(path): \(reason)."
    }
  }
}
