// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// A run that keeps the walk's state, from the lock on the state to the exit status.
struct StateRun {
  private var settings: Settings
  private let diagnostics: Diagnostics

  init(_ settings: Settings, _ diagnostics: Diagnostics) {
    self.settings = settings
    self.diagnostics = diagnostics
  }

  /// Walks, and returns the exit status.
  ///
  /// - Parameters:
  ///   - origins: where the walk may go.
  ///   - open: takes the state for this process.
  /// - Throws: what the command line has to answer for.
  func run(
    origins: OriginPolicy, _ open: () throws(StateError) -> CheckpointStart
  ) throws -> Int32 {
    do {
      let start = try open()
      return try run(start, origins)
    } catch let error as StateError {
      diagnostics.say(error.description)
      return error.exitStatus
    } catch let error as OutputError {
      diagnostics.say(WalkRun.sentence(error))
      return 1
    }
  }

  /// Walks from a start that is taken already.
  func run(_ start: CheckpointStart, _ origins: OriginPolicy) throws -> Int32 {
    var settings = settings
    settings.format = start.settings.format
    settings.dedup = start.settings.dedup
    settings.output = start.outputPath
    // What can't begin must not cost the state of an earlier walk.
    if start.progress == nil {
      _ = try Walk(plan: start.plan, origins: origins, hash: .random())
    }
    try start.discardEarlier()
    let output =
      if let path = start.outputPath {
        try OutputStream(path: path, resumingAt: start.resumableLength ?? 0)
      } else {
        OutputStream()
      }
    let writer = ItemWriter(settings.format, to: output)
    let run = try WalkRun(
      settings: settings, diagnostics: diagnostics, writer: writer, keepingStateFrom: start)
    if let progress = start.progress {
      diagnostics.note(
        "Going on after \(Quantity.plain(progress.written, "item")) of "
          + "\(Quantity.plain(progress.pages, "page")).")
    }
    return run.finish(try run.walk(start.plan, origins, urlsLeft: 0))
  }
}

extension Settings {
  /// What is done with a state that is there.
  var stateChoice: CheckpointStart.Choice {
    restarts ? .restart : continues ? .goOn : .refuse
  }

  /// What a state keeps of how a walk is done.
  var kept: WalkState.Settings {
    var kept = WalkState.Settings()
    kept.format = format
    kept.dedup = dedup
    kept.allowedOrigins = allowedOrigins
    kept.trustedOrigins = trustedOrigins
    kept.verifiesTotal = verifyTotal
    kept.presets = presetNames
    return kept
  }
}
