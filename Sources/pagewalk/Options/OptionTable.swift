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
    let best = names.map { ($0, Spelling.distance(name, $0)) }.min { $0.1 < $1.1 }
    guard let (candidate, distance) = best, distance <= max(2, name.count / 3) else { return nil }
    return candidate
  }
}

/// How far apart two words are.
enum Spelling {
  /// The least number of letters to insert, leave out, replace or swap with a neighbour.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of the words.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a.utf8)
    let b = Array(b.utf8)
    var rows = [Array(0...b.count)]
    for i in 1..<(a.count + 1) {
      var row = [i]
      for j in 1..<(b.count + 1) {
        var cost = min(
          rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, rows[i - 2][j - 2] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
