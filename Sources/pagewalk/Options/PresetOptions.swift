// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

// What `--preset NAME` stands for, among the options that are given beside it.
extension ParsedWords {
  /// The options with those of the preset in front, but for those that others take the place of: an
  /// option beside a preset wins over the preset's of the same name (`-H`: of the same header), and a
  /// way to the next page over the preset's way.
  func withPreset() throws(UsageError) -> [Given] {
    let names = options.filter { $0.option.name == "--preset" }.map(\.value)
    guard let name = names.first else { return options }
    guard names.count == 1 else {
      throw UsageError("'--preset' is given \(names.count) times, but a walk has one preset.")
    }
    guard let preset = Preset.named(name) else { throw Self.unknown(preset: name) }
    let givenNames = Set(options.map { Self.kind(of: $0) })
    let hasWay = options.contains { Self.ways.contains($0.option.name) }
    let presetOptions = try ParsedWords(preset.words).options.filter {
      !givenNames.contains(Self.kind(of: $0))
        && !(hasWay && Self.partsOfWays.contains($0.option.name))
    }
    return presetOptions + options
  }

  /// The error that an unknown preset makes.
  static func unknown(preset name: String) -> UsageError {
    let nearest = Preset.all.map { ($0.name, EditDistance.between(name, $0.name)) }
      .min { $0.1 < $1.1 }
    let hint =
      if let (candidate, distance) = nearest, distance <= max(2, name.count / 3) {
        " Did you mean '\(candidate)'?"
      } else {
        ""
      }
    return UsageError("There is no preset '\(name)'.\(hint) 'pagewalk presets' lists them.")
  }

  /// What tells an option from others: its name, of a header the header's, and of the two options for
  /// the place of a cursor one name.
  private static func kind(of given: Given) -> String {
    switch given.option.name {
    case "--header": "--header \(HeaderOption.name(of: given.value).lowercased())"
    case "--cursor-param": "--cursor-to"
    case let name: name
    }
  }

  /// Options each of which is a way to the next page.
  private static let ways: Set = [
    "--cursor-key", "--next-key", "--link-header", "--page-param", "--offset-param", "--no-next",
  ]

  /// Options that a way to the next page is made of.
  private static let partsOfWays = ways.union([
    "--cursor-param", "--cursor-to", "--first-page", "--page-step", "--first-offset",
    "--offset-step", "--start-at",
  ])
}
