// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// The commands, by their first word.
enum Command: String, CaseIterable {
  case walk, explain, browse, resume, key, presets, help

  /// Runs a command line and returns the exit status.
  static func run(_ words: [String]) -> Int32 {
    do {
      return try dispatch(words)
    } catch {
      let diagnostics = Diagnostics(silent: false)
      diagnostics.say("\(error)")
      return 2
    }
  }

  private static func dispatch(_ words: [String]) throws -> Int32 {
    guard let first = words.first else {
      Diagnostics(silent: false).say(Help.usageHint)
      return 2
    }
    if let status = try Help.answer(words) { return status }
    let rest = words.dropFirst()
    switch Command(rawValue: first) {
    case .walk: return try WalkCommand(rest).run()
    case .explain: return try ExplainCommand(rest).run()
    case .browse: try BrowseCommand(rest).run()
    case .resume: return try ResumeCommand(rest).run()
    case .key: return try KeyCommand(rest).run()
    case .presets: return try PresetsCommand(rest).run()
    case .help: return try Help.run(Array(rest))
    case nil: return try WalkCommand(words).run()
    }
  }
}
