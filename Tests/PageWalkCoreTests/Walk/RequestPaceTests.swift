// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct RequestPaceTests {
  private let start = ContinuousClock.now

  @Test func `without a pace nothing is held back`() {
    var pace = RequestPace(interval: nil)
    pace.begin(at: start)
    #expect(pace.wait(at: start) == 0)
  }

  @Test func `the first request is not held back`() {
    #expect(RequestPace(interval: 60).wait(at: start) == 0)
  }

  @Test(arguments: zip([0.0, 0.5, 1.5, 2, 3], [2.0, 1.5, 0.5, 0, 0]))
  func `the time that has passed counts`(_ passed: Double, _ wait: Double) {
    var pace = RequestPace(interval: 2)
    pace.begin(at: start)
    #expect(abs(pace.wait(at: start + .seconds(passed)) - wait) < 1e-6)
  }

  @Test func `a late request does not let the next one come early`() {
    var pace = RequestPace(interval: 2)
    pace.begin(at: start)
    pace.begin(at: start + .seconds(10))
    #expect(pace.wait(at: start + .seconds(10)) == 2)
  }
}
