// SPDX-License-Identifier: Apache-2.0

/// How far apart two words are.
enum EditDistance {
  /// The least number of letters to insert, leave out, replace or swap with a neighbour.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of the words.
  static func between(_ a: String, _ b: String) -> Int {
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
