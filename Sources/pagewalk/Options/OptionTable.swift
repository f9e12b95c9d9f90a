// SPDX-License-Identifier: Apache-2.0

/// All options of the command line, in the order of the help.
enum OptionTable {
  /// The options.
  static let all: [Option] =
    items + nextPage + ends + failures + retry + output + request + safety + display

  /// The options of one section.
  static func options(in section: OptionSection) -> [Option] {
    all.filter { $0.section == section }
  }

  /// The option of a name, dashes included.
  static func option(named name: String) -> Option? {
    all.first { $0.names.contains(name) }
  }

  /// The known name that is nearest to a mistyped one, if any is near.
  static func nearest(to name: String) -> String? {
    let names = all.flatMap(\.names).filter { $0.hasPrefix("--") }
    let best = names.map { ($0, EditDistance.between(name, $0)) }.min { $0.1 < $1.1 }
    guard let (candidate, distance) = best, distance <= max(2, name.count / 3) else { return nil }
    return candidate
  }
}
