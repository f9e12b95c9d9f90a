// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import PageWalkCore

/// The JSONPath compliance suite.
enum JSONPathSuite {
  struct Test: CustomStringConvertible {
    var name: String
    var selector: String
    var isInvalid: Bool
    /// The document as JSON text.
    var document: Data
    /// The results that are right, each a list of values.
    var results: [NSArray]
    /// The normalized paths that are right, each a list.
    var paths: [[String]]

    var description: String { name }
  }

  static func tests() throws -> [Test] {
    guard let folder = Conformance.folder("jsonpath-cts") else { return [] }
    let data = try Data(contentsOf: folder.appendingPathComponent("cts.json"))
    let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try (root?["tests"] as? [[String: Any]] ?? []).map { test in
      Test(
        name: test["name"] as? String ?? "",
        selector: test["selector"] as? String ?? "",
        isInvalid: test["invalid_selector"] as? Bool ?? false,
        document: try test["document"].map {
          try JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed)
        } ?? Data(),
        results: (test["results"] as? [NSArray]) ?? (test["result"] as? NSArray).map { [$0] } ?? [],
        paths: (test["results_paths"] as? [[String]])
          ?? (test["result_paths"] as? [String]).map { [$0] } ?? [])
    }
  }
}
