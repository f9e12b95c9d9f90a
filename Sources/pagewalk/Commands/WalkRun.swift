// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// One run of the command: pages go from an engine to the writer, failures to whoever may say that
/// they are asked for again, and the end is put into words.
final class WalkRun {
  let settings: Settings
  let diagnostics: Diagnostics
  let writer: ItemWriter
  let transport: CurlTransport
  private let writing: PageWriting
  private let wait: RetryWait
  private let command: RetryCommand?
  private let interruption: Interruption
  let display: ProgressDisplay?
  let counsel: RetryCounsel
  let begin = ContinuousClock.now
  private var pace: RequestPace

  /// Where the walk begins that keeps its state.
  private(set) var start: CheckpointStart?
  private(set) var checkpoint: Checkpoint?

  /// What came of the walks before the one under way.
  private(set) var tally = SummaryTally()
  private(set) var leg: WalkLeg?

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
    // An output that fails ends the request under way, for which there is no use any more.
    writing = PageWriting { [transport] in transport.cancel() }
    command = settings.retry.command.map { RetryCommand($0) }
    wait = RetryWait(writesToStandardOutput: writer.writesToStandardOutput)
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
    engine.looksIntoItems = false
    if let leg { tally = tally.adding(leg.saved, cut: leg.newest) }
    let secrets = settings.secrets(with: plan.request.url)
    diagnostics.secrets = secrets
    let leg = WalkLeg(engine: engine, urlsLeft: urlsLeft, secrets: secrets)
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
        case .closed: return .closed
        }
      } catch {
        return Self.failure(error)
      }
    }
  }

  /// How a walk ends that could not write its items or its state.
  static func failure(_ error: any Error) -> Outcome {
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
      let page = try engine.page { try beginWriting(leg) }
      try finishWriting(leg)
      if isRequest { log(page, number, begin, leg) }
      if page != nil { tell(leg) }
      return page
    } catch let error as WalkError {
      try finishWriting(leg)
      if isRequest, error.code != .cancelled { log(error, number, begin) }
      throw error
    }
  }

  /// Waits until the pace allows a request; false where a signal came first. What has come is written
  /// before, since nobody knows what a long wait brings.
  ///
  /// - Throws: whatever writing throws; `OutputError.closed` where the reader goes away meanwhile.
  private func holdBack(_ leg: WalkLeg) throws -> Bool {
    let seconds = pace.wait(at: ContinuousClock.now)
    guard seconds > 0, leg.engine.outcome == nil else { return true }
    try writePending(leg)
    if seconds > 1 { try checkpoint?.settle() }
    display?.show(.pace(seconds: seconds))
    switch wait.wait(seconds: seconds) {
    case .stopped: return false
    case .outputClosed: throw OutputError.closed
    default: return true
    }
  }

  private func writePending(_ leg: WalkLeg) throws {
    try beginWriting(leg)
    try finishWriting(leg)
  }

  /// Begins to write the page that waits for it.
  private func beginWriting(_ leg: WalkLeg) throws {
    guard var page = leg.pending else { return }
    leg.pending = nil
    leg.engine.choose(&page)
    // What is saved is the walk as it stands before the next page is taken.
    let progress = leg.engine.progress
    let memory = checkpoint == nil ? nil : leg.engine.takeMemory()
    let sum = tally.adding(progress, cut: leg.newest)
    try writing.begin(size: page.byteCount) { [writer, checkpoint, display, page] in
      try writer.write(page)
      if let (memory, newMarks) = memory {
        try checkpoint?.pageWritten(memory, newMarks, writer)
      }
      display?.update(sum)
    }
    leg.beingWritten = (page, progress)
  }

  /// Waits until the page is written.
  private func finishWriting(_ leg: WalkLeg) throws {
    guard let (page, progress) = leg.beingWritten else { return }
    leg.beingWritten = nil
    try writing.finish()
    leg.saved = progress
    leg.engine.recycle(page)
  }

  /// What went wrong with the output, as a sentence.
  static func sentence(_ error: OutputError) -> String {
    switch error {
    case .closed: "The reader of the output closed it."
    case .failed(let path, let reason): "Can't write to \(path): \(reason)."
    }
  }
}
