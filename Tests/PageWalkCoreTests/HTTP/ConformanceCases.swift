// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// One row of a suite's `cases.json`.
struct ConformanceCase: CustomTestStringConvertible {
  let fields: [String: Any]

  subscript(name: String) -> Any? { fields[name] }

  /// A member that is a text.
  func text(_ name: String) -> String? { fields[name] as? String }

  var testDescription: String { String(describing: fields) }

  /// The pairs of header names and values of a row.
  var headers: [(String, String)] {
    (fields["headers"] as? [[String]] ?? []).map { ($0[0], $0[1]) }
  }

  /// The rows of a file of a suite; none where the suite is not there.
  static func all(_ suite: String, _ file: String) throws -> [ConformanceCase] {
    guard let folder = Conformance.folder(suite) else { return [] }
    let data = try Data(contentsOf: folder.appendingPathComponent(file))
    let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let rows = document?["cases"] as? [[String: Any]] ?? []
    return rows.map(ConformanceCase.init)
  }
}
