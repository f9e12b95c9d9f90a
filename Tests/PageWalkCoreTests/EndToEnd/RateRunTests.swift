// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Synchronization
import Testing

/// `--rate` holds requests back.
@Suite(.timeLimit(.minutes(5)))
struct RateRunTests {
  /// When requests came.
  private final class Times: Sendable {
    let times = Mutex<[ContinuousClock.Instant]>([])
    func note() { times.withLock { $0.append(.now) } }
    var gaps: [Duration] {
      times.withLock { times in zip(times.dropFirst(), times).map { $0 - $1 } }
    }
  }

  @Test func `requests keep their distance, retries too`() async throws {
    let times = Times()
    let pages = try ThreePages { asked in
      times.note()
      return asked.page == 2 && asked.attempt == 1 ? .failure(503) : nil
    }
    let result = try await Binary.run(
      pages.words("--rate", "10/s", "--retry", "1", "--retry-delay", "0.001"))
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.lines == ThreePages.lines)
    #expect(times.gaps.count == 3)
    // The server notes a request a moment after it was sent; no two moments differ by so much.
    for gap in times.gaps { #expect(gap > .milliseconds(50)) }
  }

  @Test(arguments: [["--rate", "1/h"], ["--retry", "1", "--retry-delay", "300"]])
  func `what has come is written before a long wait, which ends with its reader`(
    _ options: [String]
  ) async throws {
    let pages = try ThreePages { $0.page == 2 ? .failure(503) : nil }
    let result = try await Binary.run(pages.words("-s") + options, output: .lines(2))
    #expect(result.status == 0)
    #expect(result.lines == Array(ThreePages.lines.prefix(2)))
    #expect(result.stderr == "")
  }
}
