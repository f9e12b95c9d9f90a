// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct JSONPathTests {
  @Test func `the compliance suite's values and paths are selected`() throws {
    var passed = 0
    let tests = try JSONPathSuite.tests()
    for test in tests where !test.isInvalid {
      let document = try JSONDocument(test.document)
      let found = try JSONPath(test.selector).paths(in: document)
      let values = try found.map {
        try JSONSerialization.jsonObject(
          with: Data(document.text($0.node).utf8), options: .fragmentsAllowed)
      }
      let isRight =
        test.results.contains(values as NSArray)
        && (test.paths.isEmpty || test.paths.contains(found.map(\.path)))
      #expect(isRight, "\(test.name): \(test.selector): \(values) \(found.map(\.path))")
      passed += isRight ? 1 : 0
    }
    print("jsonpath-cts: \(passed) of \(tests.count { !$0.isInvalid }) valid selectors")
  }
}
