// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct RetryPolicyTests {
  /// Gives the same number for ever: the least jitter with 0, the greatest with `UInt64.max`.
  struct Constant: RandomNumberGenerator {
    var value: UInt64

    mutating func next() -> UInt64 { value }
  }

  private func policy(_ change: (inout RetryPolicy) -> Void = { _ in }) -> RetryPolicy {
    var policy = RetryPolicy()
    policy.retries = 3
    change(&policy)
    return policy
  }

  private func verdict(
    _ policy: RetryPolicy, _ error: WalkError, used: Int = 0, elapsed: Double = 0,
    random: UInt64 = 0
  ) -> RetryPolicy.Verdict {
    var random = Constant(value: random)
    return policy.verdict(on: error, used: used, elapsed: elapsed, using: &random)
  }

  private static func status(
    _ status: Int, mayPass: Bool = true, retryAfter: Double? = nil
  ) -> WalkError {
    WalkError(.status, "x.", status: status, mayPass: mayPass, retryAfter: retryAfter)
  }

  // MARK: - What is retried

  @Test(arguments: [408, 429, 500, 502, 503, 504])
  func `a status of curl's table is retried`(_ status: Int) {
    #expect(verdict(policy(), Self.status(status)) == .retry(after: 1))
  }

  @Test(arguments: [501, 505, 507, 520, 599])
  func `another status that may pass is retried only where all errors are`(_ status: Int) {
    #expect(verdict(policy(), Self.status(status)) == .giveUp(.wouldNotHelp))
    #expect(verdict(policy { $0.allErrors = true }, Self.status(status)) == .retry(after: 1))
  }

  @Test(arguments: [400, 401, 403, 404, 410, 422])
  func `a status that stays is retried only where all errors are`(_ status: Int) {
    let error = Self.status(status, mayPass: false)
    #expect(verdict(policy(), error) == .giveUp(.wouldNotHelp))
    #expect(verdict(policy { $0.allErrors = true }, error) == .retry(after: 1))
  }

  @Test func `a 403 that means too many requests is retried`() {
    #expect(verdict(policy(), Self.status(403, retryAfter: 7)) == .retry(after: 7))
  }

  @Test(arguments: [WalkError.Code.network, .cutShort])
  func `a connection fault and a body cut short are retried`(_ code: WalkError.Code) {
    #expect(verdict(policy(), WalkError(code, "x.", mayPass: true)) == .retry(after: 1))
  }

  @Test(arguments: [
    WalkError.Code.tls, .notJSON, .notUTF8, .missingItems, .errorPage, .redirect, .tooLarge,
    .repeated, .ambiguous,
  ])
  func `what needs somebody's doing is retried only where all errors are`(_ code: WalkError.Code) {
    let error = WalkError(code, "x.", status: 200, mayPass: code == .tls)
    #expect(verdict(policy(), error) == .giveUp(.wouldNotHelp))
    #expect(verdict(policy { $0.allErrors = true }, error) == .retry(after: 1))
  }

  @Test(arguments: [
    WalkError(.cancelled, "x."), WalkError(.output, "x."), WalkError(.usage, "x.", isOfPage: false),
    WalkError(.totalMismatch, "x.", isOfPage: false),
    WalkError(.foreignOrigin, "x.", isOfPage: false), WalkError(.noWayOn, "x.", isOfPage: false),
    WalkError(.unusableCursor, "x.", mayPass: true, isOfPage: false),
  ])
  func `what no request can mend is never retried`(_ error: WalkError) {
    #expect(verdict(policy { $0.allErrors = true }, error) == .giveUp(.wouldNotHelp))
    #expect(!RetryPolicy.isRetryable(error))
  }

  @Test func `without a word nothing is retried`() {
    #expect(verdict(policy { $0.retries = 0 }, Self.status(503)) == .giveUp(.notAsked))
    #expect(
      verdict(
        policy {
          $0.retries = 0
          $0.allErrors = true
        }, Self.status(503)) == .giveUp(.notAsked))
  }

  @Test func `all retries are used, and no more`() {
    for used in 0..<3 {
      #expect(verdict(policy(), Self.status(503), used: used) != .giveUp(.used(3)))
    }
    #expect(verdict(policy(), Self.status(503), used: 3) == .giveUp(.used(3)))
    #expect(verdict(policy(), Self.status(503), used: .max) == .giveUp(.used(3)))
  }

  // MARK: - How long it waits

  @Test(arguments: zip([0, 1, 2, 3, 8, 9, 1000], [1.0, 2, 4, 8, 256, 300, 300]))
  func `waits double up to the longest`(_ used: Int, _ seconds: Double) {
    let patient = policy { $0.retries = .max }
    #expect(verdict(patient, Self.status(503), used: used) == .retry(after: seconds))
  }

  @Test(arguments: [0, 1, 2, 5])
  func `jitter adds a quarter at most`(_ used: Int) throws {
    let base = Double(1 << used)
    let most = verdict(policy { $0.retries = 9 }, Self.status(503), used: used, random: .max)
    guard case .retry(let seconds) = most else { throw most }
    #expect(seconds > base * 1.2 && seconds <= base * 1.25)
  }

  @Test func `jitter differs from time to time`() {
    var random = SystemRandomNumberGenerator()
    let waits = (0..<20).map { _ in policy().backoff(0, using: &random) }
    #expect(Set(waits).count > 10)
    #expect(waits.allSatisfy { (1...1.25).contains($0) })
  }

  @Test func `a delay that was given replaces the doubling, and not the server's word`() {
    let fixed = policy { $0.delay = 7 }
    #expect(verdict(fixed, Self.status(503), used: 2, random: .max) == .retry(after: 7))
    #expect(verdict(fixed, Self.status(503, retryAfter: 3)) == .retry(after: 3))
    #expect(verdict(policy { $0.delay = 0 }, Self.status(503), used: 1) == .retry(after: 2))
    #expect(verdict(policy { $0.delay = 900 }, Self.status(503)) == .retry(after: 300))
  }

  @Test(arguments: [0.0, 1, 2.5, 300])
  func `the server's wait is kept to the letter`(_ seconds: Double) {
    let error = Self.status(429, retryAfter: seconds)
    #expect(verdict(policy(), error, used: 2, random: .max) == .retry(after: seconds))
  }

  @Test(arguments: [300.5, 3600, 1e300])
  func `a wait beyond the longest fails at once and says how long`(_ seconds: Double) {
    let error = Self.status(503, retryAfter: seconds)
    #expect(verdict(policy(), error) == .giveUp(.tooLong(seconds)))
    #expect(
      verdict(policy { $0.maxDelay = 1e301 }, error) == .retry(after: seconds))
  }

  @Test(arguments: [-1.0, .nan, .infinity, -.infinity])
  func `a wait that makes no sense is ignored`(_ seconds: Double) {
    #expect(verdict(policy(), Self.status(503, retryAfter: seconds)) == .retry(after: 1))
  }

  @Test func `no retry begins after the time allowed`() {
    let hasty = policy { $0.maxTime = 10 }
    #expect(verdict(hasty, Self.status(503), elapsed: 9.9) == .retry(after: 1))
    #expect(verdict(hasty, Self.status(503), elapsed: 10) == .giveUp(.outOfTime(10)))
    #expect(
      verdict(hasty, Self.status(503, retryAfter: 5), elapsed: 6) == .giveUp(.outOfTime(10)))
    #expect(verdict(hasty, Self.status(503, retryAfter: 3), elapsed: 6) == .retry(after: 3))
    #expect(
      verdict(policy { $0.maxTime = 0 }, Self.status(503), elapsed: 1e9) == .retry(after: 1))
  }

  @Test(arguments: zip([1, 2, 3, 50], [5.0, 10, 20, 300]))
  func `a person waits five seconds or more`(_ failures: Int, _ seconds: Double) {
    #expect(policy().personalWait(after: Self.status(503), failures: failures) == seconds)
    let asked = Self.status(429, retryAfter: 1234)
    #expect(policy().personalWait(after: asked, failures: failures) == 1234)
  }
}

extension RetryPolicy.Verdict: Error {}
