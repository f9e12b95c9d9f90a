// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// One run of the command: pages go from an engine to the writer, failures to whoever may retry.
final class WalkRun {
  private let settings: Settings
  private let diagnostics: Diagnostics
  private let writer: ItemWriter

  init(settings: Settings, diagnostics: Diagnostics, writer: ItemWriter) {
    self.settings = settings
    self.diagnostics = diagnostics
    self.writer = writer
  }

  /// Walks one start URL to its outcome.
  ///
  /// - Throws: a ``WalkError`` of code `usage` where the walk can't begin.
  func walk(_ plan: WalkPlan, _ origins: OriginPolicy) throws -> Outcome {
    let transport = try CurlTransport(options: settings.request)
    let client = HTTPClient(transport: transport, options: settings.request, origins: origins)
    client.note = { [diagnostics] in diagnostics.note($0) }
    let engine = try WalkEngine(
      plan: plan, client: client, origins: origins, deduplicating: settings.dedup)
    let interruption = Interruption { transport.cancel() }
    let outcome = outcome(of: engine, interruption)
    report(outcome, engine)
    return outcome
  }

  private func outcome(of engine: WalkEngine, _ interruption: Interruption) -> Outcome {
    var pending: Page?
    do {
      while true {
        let page = try engine.page {
          if let page = pending.take() { try write(page, engine) }
        }
        guard let page else { return engine.outcome ?? .complete(reason: "the end") }
        if page.number == 1 { announce(engine) }
        pending = page
        if let signal = interruption.signal {
          try write(page, engine)
          return .interrupted(signal: signal)
        }
      }
    } catch let error as WalkError {
      if error.code == .cancelled, let signal = interruption.signal {
        return .interrupted(signal: signal)
      }
      return .failed(error)
    } catch OutputError.closed {
      return .closed
    } catch let error as OutputError {
      return .failed(WalkError(.output, Self.sentence(error), isOfPage: false))
    } catch {
      return .failed(WalkError(.usage, "\(error)", isOfPage: false))
    }
  }

  /// Says what was detected on page one, once.
  private func announce(_ engine: WalkEngine) {
    for line in engine.detection?.lines ?? [] { diagnostics.note(line) }
  }

  private func write(_ page: Page, _ engine: WalkEngine) throws {
    var page = page
    engine.choose(&page)
    try writer.write(page)
    engine.recycle(page)
  }

  /// Closes the output and returns the exit status.
  func finish(_ outcome: Outcome) -> Int32 {
    var status = outcome.exitStatus
    if outcome != .closed {
      do {
        try writer.finish()
      } catch .closed {
        // The reader has enough.
      } catch {
        diagnostics.say(Self.sentence(error))
        status = 1
      }
    }
    if case .interrupted(let signal) = outcome { Process.end(by: signal) }
    return status
  }

  private func report(_ outcome: Outcome, _ engine: WalkEngine) {
    let progress = engine.progress
    switch outcome {
    case .complete, .closed:
      break
    case .limited(let reason):
      diagnostics.note("The walk is incomplete: it ended after \(reason).")
    case .failed(let error):
      diagnostics.say(error.description)
      diagnostics.say(
        "The walk is incomplete: \(progress.written) items of \(progress.pages) pages came.")
    case .interrupted:
      diagnostics.say(
        "The walk is incomplete: interrupted after \(progress.written) items of \(progress.pages) pages."
      )
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
