// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tells all threads of a server at once that it ends, wherever they wait.
///
/// It is a pipe: closing its writing end makes the reading end, which every wait looks at too,
/// readable for good.
final class EndSignal: Sendable {
  /// How a wait ended.
  enum Event {
    /// The descriptor is ready, or its other side is gone.
    case ready
    /// The time is over.
    case timedOut
    /// The server ends.
    case ended
  }

  private let reading: Int32
  private let writing: Int32
  private let isGiven = Atomic(false)

  init() throws {
    guard let ends = System.pipeEnds() else {
      throw LoopbackError(description: "No pipe could be made: \(System.lastError).")
    }
    (reading, writing) = ends
  }

  deinit {
    give()
    close(reading)
  }

  /// Gives the signal; all waits end, now and from now on.
  func give() {
    if !isGiven.exchange(true, ordering: .acquiringAndReleasing) { close(writing) }
  }

  /// Waits until a descriptor is readable.
  func wait(reading descriptor: Int32, seconds: Double? = nil) -> Event {
    wait(
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      until: seconds.map { ContinuousClock.now + .seconds($0) })
  }

  /// Waits until a descriptor is writable.
  func wait(writing descriptor: Int32) -> Event {
    wait(pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0), until: nil)
  }

  /// Waits until a time, and hardly longer.
  func wait(until deadline: ContinuousClock.Instant) -> Event {
    wait(pollfd(fd: -1, events: 0, revents: 0), until: deadline)
  }

  /// What is left of a wait when it is no longer slept through: a sleep may take so much longer than
  /// was asked for.
  private static let wakefulness = Duration.microseconds(300)

  private func wait(_ wanted: pollfd, until deadline: ContinuousClock.Instant?) -> Event {
    var polled = [wanted, pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
    while true {
      let count = unsafe poll(&polled, 2, Self.milliseconds(until: deadline))
      if count > 0 { return polled[1].revents != 0 ? .ended : .ready }
      if count < 0, !System.wasInterrupted { return .ended }
      if let deadline {
        let left = deadline - ContinuousClock.now
        if left <= .zero { return .timedOut }
        if left < .milliseconds(1), left > Self.wakefulness {
          System.pause(microseconds: (left - Self.wakefulness) / .microseconds(1))
        }
      }
    }
  }

  /// The time to a deadline, rounded down, in the units of `poll`, which are too coarse for the rest:
  /// a delay is to be as long as was asked for.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = (deadline - ContinuousClock.now) / .milliseconds(1)
    return Int32(min(max(left.rounded(.down), 0), 1e9))
  }
}
