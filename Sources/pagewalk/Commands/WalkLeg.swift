// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// The walk of one start URL within a run.
final class WalkLeg {
  let engine: WalkEngine
  /// How many URLs have their turn after this one.
  let urlsLeft: Int

  /// The page whose items are not written yet.
  var pending: Page?
  /// The page that is being written, and how far the walk has come with it.
  var beingWritten: (page: Page, progress: WalkProgress)?
  /// The newest page.
  var newest: Page?
  /// How far the walk had come when the newest page that was written had been: where one goes on.
  var saved: WalkProgress
  /// Whether it was said what was detected.
  var hasToldDetection = false
  /// How many arrays beside the items were told of that had no entries on page one.
  var strays = 0

  private let startURL: String
  private let secrets: SecretTexts

  /// Creates a leg at its beginning.
  ///
  /// - Parameter secrets: what must not be shown, wherever it turns up.
  init(engine: WalkEngine, urlsLeft: Int, secrets: SecretTexts) {
    self.engine = engine
    self.urlsLeft = urlsLeft
    self.secrets = secrets
    saved = engine.progress
    startURL = engine.plan.request.url
  }

  /// The start URL, without its secrets.
  var shownURL: String { engine.plan.masked(startURL) }

  /// The values to begin at, without the user's secrets.
  var shownStart: [Cursor?] { saved.startAt.map { $0.map(shown) } }

  /// The words that let the same command begin where this walk stands; none at the beginning.
  var startWords: [String] {
    var words: [String] = []
    for (index, cursor) in saved.startAt.enumerated() {
      words += ["--start-at", cursor.map { typed(shown($0), index) } ?? ""]
    }
    if saved.skip > 0 { words += ["--skip-items", String(saved.skip)] }
    return words
  }

  /// The options that say what was detected: with them, nothing is left to detect where one goes on.
  var detectedWords: [String] {
    // That no way was found is why one has to go on.
    (engine.detection?.options ?? []).filter { $0 != "--no-next" }
  }

  /// Where the next request begins, for `-v`.
  var shownNext: String {
    let values = engine.progress.startAt.map {
      $0.map { Printable.shortened(shown($0).text, to: 1000) } ?? "none"
    }
    return Printable.escaped(values.joined(separator: ", "))
  }

  /// A value as it is typed: its text, or JSON where the text would be taken for another kind of
  /// value, and that makes a difference.
  private func typed(_ cursor: Cursor, _ index: Int) -> String {
    guard Cursor(typed: cursor.text) != cursor, case .cursors(let rules) = engine.plan.way,
      rules.indices.contains(index),
      rules[index].place.isOfJSONBody || engine.plan.encoding == .json
    else { return cursor.text }
    return cursor.json
  }

  /// A value without the user's secrets.
  private func shown(_ cursor: Cursor) -> Cursor {
    let masked = secrets.masked(engine.plan.masked(cursor.text))
    return masked == cursor.text ? cursor : Cursor(masked)
  }
}
