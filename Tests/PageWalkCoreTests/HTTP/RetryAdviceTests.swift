// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct RetryAdviceTests {
  /// Wed, 01 May 2024 12:00:00 GMT, the time of the suites.
  let now = 1_714_564_800.0

  @Test func `the suite's dates are read`() throws {
    for row in try ConformanceCase.all("http", "http-date.json") {
      let text = try #require(row.text("text"))
      let epoch = HTTPDate.epoch(text, now: now)
      #expect(isRight(epoch, row, "epoch"), "\(row) gave \(String(describing: epoch))")
    }
  }

  @Test func `the suite's Retry-After fields are read`() throws {
    for row in try ConformanceCase.all("http", "retry-after.json") {
      let wait = RetryAdvice.wait(status: 503, headers: headers(row), now: now)
      #expect(isRight(wait, row, "wait"), "\(row) gave \(String(describing: wait))")
    }
  }

  @Test func `the suite's rate limits are read`() throws {
    for row in try ConformanceCase.all("http", "rate-limit.json") {
      let status = try #require(row["status"] as? Int)
      var wait = RetryAdvice.wait(status: status, headers: headers(row), now: now)
      // Where nothing failed, to have nothing to wait for is to go on.
      if status < 400 { wait = wait ?? 0 }
      #expect(isRight(wait, row, "wait"), "\(row) gave \(String(describing: wait))")
      if let remaining = row["remaining"] as? Double, row.text("also_allowed") == nil {
        let supported = RateLimit.all(in: headers(row)).contains { $0.remaining != nil }
        #expect(!supported || RetryAdvice.isExhausted(headers(row)) == (remaining <= 0))
      }
    }
  }

  private func headers(_ row: ConformanceCase) -> HTTPHeaders {
    var headers: HTTPHeaders = [:]
    for (name, value) in row.headers { headers.append(name: name, value: value) }
    return headers
  }

  private func isRight(_ value: Double?, _ row: ConformanceCase, _ name: String) -> Bool {
    let allowed = [row[name] ?? NSNull()] + (row["also_allowed"] as? [Any] ?? [])
    return allowed.contains { expected in
      if let number = expected as? Double { return value == number }
      if expected as? String == "huge" { return (value ?? 0) > 1e9 }
      return value == nil
    }
  }

  @Test func `a limit of which something is left did not cause the failure`() {
    let reset: HTTPHeaders = ["X-RateLimit-Remaining": "4999", "X-RateLimit-Reset": "1714568400"]
    for status in [403, 429, 500, 502, 503] {
      #expect(RetryAdvice.wait(status: status, headers: reset, now: now) == nil)
    }
    #expect(!RetryAdvice.isExhausted(reset))
    #expect(RetryAdvice.isExhausted(["x-ratelimit-remaining": "0"]))
    #expect(!RetryAdvice.isExhausted([:]))
  }

  @Test(arguments: [
    ("2024-05-01T12:00:30Z", 1_714_564_830.0), ("2024-05-01t12:00:30.5z", 1_714_564_830.5),
    ("2024-05-01T14:00:30+02:00", 1_714_564_830), ("2024-05-01 10:30:30-01:30", 1_714_564_830),
    ("2024-02-30T00:00:00Z", nil), ("2024-05-01T12:00:30", nil), ("2024-05-01", nil),
    ("2024-13-01T00:00:00Z", nil), ("", nil), ("24-05-01T12:00:30Z", nil),
    ("2024-05-01T12:00:30+25:00", nil), ("2024-05-01T12:00:30.Z", nil),
  ])
  func `timestamps are read`(text: String, epoch: Double?) {
    #expect(HTTPDate.timestamp(text) == epoch)
  }
}
