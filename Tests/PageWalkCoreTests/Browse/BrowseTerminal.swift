// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import pagewalk

/// The real program in a pseudo-terminal, and the screen that a person would see there.
struct BrowseTerminal {
  let terminal: Terminal
  var size: Screen.Size

  /// The options that walk the demo server by its cursors.
  static let keys = ["--items-key", "data", "--cursor-key", "next_cursor"]

  /// Starts the program in a terminal.
  init(
    _ url: String, _ options: [String] = keys, environment: [String: String] = [:],
    rows: Int = 12, columns: Int = 80, in folder: TemporaryFolder? = nil
  ) throws {
    size = Screen.Size(rows: rows, columns: columns)
    terminal = try Terminal(
      ["browse", url] + options, environment: environment, rows: UInt16(rows),
      columns: UInt16(columns), in: folder)
  }

  /// What the screen shows by all that has been written up to now.
  var screen: TerminalEmulator {
    var emulator = TerminalEmulator(size)
    let text = terminal.text
    // Behind the newest clearing of the screen, so that former sizes do not matter.
    let start = text.range(of: "\u{1b}[2J", options: .backwards)?.lowerBound ?? text.startIndex
    emulator.take(String(text[start...]))
    return emulator
  }

  /// Waits until the screen shows a text.
  @discardableResult
  func wait(for text: String) async throws -> String {
    try await wait { $0.text.contains(text) }
  }

  /// Waits until the screen is as it must be.
  @discardableResult
  func wait(until isRight: (TerminalEmulator) -> Bool) async throws -> String {
    while true {
      let (shown, length) = (screen, terminal.count)
      if isRight(shown) { return shown.text }
      guard try await terminal.grows(beyond: length) else {
        throw Child.Failure(description: "The screen never was right. It is:\n\(shown.text)")
      }
    }
  }

  /// Types a key again and again until the screen shows a text: one that comes while the program
  /// is busy does nothing, and what a person sees does not tell that it still is.
  func type(_ key: String, until text: String) async throws {
    for _ in 0..<200 {
      if screen.text.contains(text) { return }
      type(key)
      _ = try await terminal.grows(beyond: terminal.count, seconds: 0.1)
    }
    try await wait(for: text)
  }

  /// Types keys.
  func type(_ keys: String) { terminal.type(keys) }

  /// Changes the size of the terminal.
  mutating func resize(rows: Int, columns: Int) {
    size = Screen.Size(rows: rows, columns: columns)
    terminal.resize(rows: UInt16(rows), columns: UInt16(columns))
  }
}
