// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct JSONPathParserTests {
  @Test func `the compliance suite's selectors are taken or refused as it says`() throws {
    for test in try JSONPathSuite.tests() {
      let path = try? JSONPath(test.selector)
      #expect((path == nil) == test.isInvalid, "\(test.name): \(test.selector)")
      if let path {
        #expect(try JSONPath(path.canonical) == path, "\(test.name): \(path.canonical)")
      }
    }
  }
}
