// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// `pagewalk presets [NAME]`: lists the presets, or shows what one stands for.
struct PresetsCommand {
  private let preset: Preset?

  init(_ words: some Collection<String>) throws(UsageError) {
    var operands: [String] = []
    for word in words where word != "--" {
      guard !word.hasPrefix("-") else {
        throw UsageError("'pagewalk presets' has no option '\(word)'.")
      }
      operands.append(word)
    }
    guard operands.count <= 1 else { throw UsageError("'pagewalk presets' takes one NAME.") }
    guard let name = operands.first else {
      preset = nil
      return
    }
    guard let preset = Preset.named(name) else { throw ParsedWords.unknown(preset: name) }
    self.preset = preset
  }

  /// Writes the list, or the options to standard output and what there is to say of them to standard
  /// error.
  func run() -> Int32 {
    let diagnostics = Diagnostics(silent: false)
    let output = OutputStream()
    do {
      if let preset {
        try output.append { $0 += "\(preset.options)\n".utf8 }
        try output.flush()
        diagnostics.note("\(preset.what): \(preset.link)")
        if !preset.note.isEmpty { diagnostics.note("Note: \(preset.note).") }
      } else {
        try output.append { $0 += Self.list.utf8 }
      }
      try output.close()
      return 0
    } catch {
      guard error != .closed else { return 0 }
      diagnostics.say(WalkRun.sentence(error))
      return 1
    }
  }

  /// A line per preset, conventions apart from products.
  static var list: String {
    let width = (Preset.all.map(\.name.count).max() ?? 0) + 2
    func lines(_ presets: [Preset]) -> String {
      presets.map { preset in
        "  " + preset.name + String(repeating: " ", count: width - preset.name.count) + preset.what
          + "\n"
      }.joined()
    }
    return "Conventions:\n\(lines(Preset.conventions))\nProducts:\n\(lines(Preset.products))"
  }
}
