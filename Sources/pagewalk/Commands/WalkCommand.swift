// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// `pagewalk URL`: walks every page and writes each item.
struct WalkCommand {
  private let settings: Settings
  private let plans: [(plan: WalkPlan, origins: OriginPolicy)]

  init(_ words: some Collection<String>) throws {
    let parsed = try ParsedWords(words)
    var settings = Settings()
    try settings.apply(parsed.options)
    guard !parsed.operands.isEmpty else { throw UsageError(Help.usageHint) }
    var plans: [(WalkPlan, OriginPolicy)] = []
    for url in try settings.startURLs(parsed.operands) {
      let plan = try settings.plan(for: url)
      plans.append((plan, try settings.origins(for: plan)))
    }
    settings.urlCount = parsed.operands.count
    if settings.state != nil && plans.count > 1 {
      throw UsageError(
        "A state is that of one walk, but '--state' was given with \(plans.count) URLs.")
    }
    try settings.checkFiles()
    self.settings = settings
    self.plans = plans
  }

  /// Walks each URL in turn, into one output.
  func run() throws -> Int32 {
    let diagnostics = Diagnostics(silent: settings.silent)
    if Process.isInBackground, let url = plans.first?.plan.request.url, url.contains("?") {
      diagnostics.note(
        "This walk runs in the background. Where an '&' of the URL did that, put the URL in quotes."
      )
    }
    if let state = settings.state {
      return try StateRun(settings, diagnostics).run(origins: plans[0].origins) {
        () throws(StateError) in
        try CheckpointStart(
          state, settings.stateChoice, plan: plans[0].plan, settings: settings.kept,
          options: settings.request, output: settings.output)
      }
    }
    let run: WalkRun
    do {
      run = try WalkRun(settings: settings, diagnostics: diagnostics, writer: try makeWriter())
    } catch let error as OutputError {
      diagnostics.say(WalkRun.sentence(error))
      return 1
    }
    var outcome = Outcome.complete(reason: "no URL")
    for (index, (plan, origins)) in plans.enumerated() {
      outcome = try run.walk(plan, origins, urlsLeft: plans.count - 1 - index)
      guard case .complete = outcome else { break }
    }
    return run.finish(outcome)
  }

  private func makeWriter() throws(OutputError) -> ItemWriter {
    let output =
      if let path = settings.output { try OutputStream(path: path) } else { OutputStream() }
    return ItemWriter(settings.format, to: output)
  }
}
