// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A wait that ends when its time has come, when a key is pressed, when nobody reads the output any
/// more, or when it is told to stop. Once told to stop, every later wait ends at once.
final class RetryWait: Sendable {
  /// Why a wait ended.
  enum End: Hashable, Sendable {
    case time
    case stopped
    case key(UInt8)
    /// Nobody can press a key any more.
    case inputClosed
    /// The reader of the output has closed it.
    case outputClosed
  }

  /// A pipe whose reading end is readable from the moment of the stop.
  private let reading: Int32
  private let writing: Int32

  /// The file whose reader may go away; -1 where there is none.
  private let output: Int32

  /// Makes a wait.
  ///
  /// - Parameter writesToStandardOutput: whether somebody reads standard output.
  init(writesToStandardOutput: Bool) {
    output = writesToStandardOutput ? STDOUT_FILENO : -1
    var ends: [Int32] = [-1, -1]
    // Without a pipe a wait can't be stopped, but is still a wait.
    if unsafe pipe(&ends) == 0 {
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    for end in [reading, writing] where end >= 0 { close(end) }
  }

  /// Ends the wait under way and all later ones, from any thread.
  func stop() {
    _ = unsafe write(writing, [1], 1)
  }

  /// Whether it was told to stop.
  var isStopped: Bool { wait(seconds: 0) == .stopped }

  /// Waits.
  ///
  /// - Parameters:
  ///   - seconds: how long; nil: for ever.
  ///   - keys: whether a key at standard input ends the wait.
  /// - Returns: what ended it.
  func wait(seconds: Double?, forKeys keys: Bool = false) -> End {
    let deadline = seconds.map { ContinuousClock.now + .seconds(min($0, 1e9)) }
    while true {
      // The system's poll does not count time in which the machine slept: look again now and then.
      let left = deadline.map { ($0 - ContinuousClock.now).seconds } ?? 10
      let milliseconds = Int32((min(max(left, 0), 10) * 1000).rounded(.up))
      var polled = [
        pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: keys ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
        // Faults are reported without being asked for.
        pollfd(fd: output, events: 0, revents: 0),
      ]
      let count = unsafe poll(&polled, 3, milliseconds)
      if count > 0, polled[0].revents != 0 { return .stopped }
      if count > 0, polled[2].revents & Int16(POLLERR | POLLHUP) != 0 { return .outputClosed }
      if left <= 0 { return .time }
      if count > 0, polled[1].revents != 0 {
        var key: UInt8 = 0
        let count = unsafe read(STDIN_FILENO, &key, 1)
        if count == 1 { return .key(key) }
        if count == 0 || (errno != EINTR && errno != EAGAIN) { return .inputClosed }
      }
    }
  }
}
