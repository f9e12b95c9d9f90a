// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// One run of a program, from its start to its end: feeds it, reads it, interrupts it.
struct BinaryRun {
  /// A pipe's end that is closed once.
  private struct End {
    var descriptor: Int32

    mutating func close() {
      if descriptor >= 0 { _ = Foundation.close(descriptor) }
      descriptor = -1
    }
  }

  private let child: Child
  private let deadline: ContinuousClock.Instant
  private let lineLimit: Int?
  private var input: End
  private var output: End
  private var error: End
  private var unsent: ArraySlice<UInt8>
  private var outputBytes: [UInt8] = []
  private var errorBytes: [UInt8] = []

  /// Starts a program.
  init(plan: Child.Plan, stdin: String, output: Binary.Output, timeout: Double) throws {
    var plan = plan
    let stdinPipe = try Self.pipeEnds()
    let stderrPipe = try Self.pipeEnds()
    var stdoutEnds: (reading: Int32, writing: Int32)
    if case .file(let path) = output {
      stdoutEnds = (-1, unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
      guard stdoutEnds.writing >= 0 else {
        throw Child.Failure(description: "'\(path)' can't be opened.")
      }
    } else {
      stdoutEnds = try Self.pipeEnds()
    }
    if case .closed = output {
      close(stdoutEnds.reading)
      stdoutEnds.reading = -1
    }
    if case .lines(let count) = output { lineLimit = count } else { lineLimit = nil }
    plan.descriptors = (stdinPipe.reading, stdoutEnds.writing, stderrPipe.writing)
    defer {
      for descriptor in [stdinPipe.reading, stdoutEnds.writing, stderrPipe.writing] {
        close(descriptor)
      }
    }
    child = try Child(plan)
    input = End(descriptor: stdinPipe.writing)
    self.output = End(descriptor: stdoutEnds.reading)
    error = End(descriptor: stderrPipe.reading)
    unsent = Array(stdin.utf8)[...]
    deadline = ContinuousClock.now + .seconds(timeout)
    if unsent.isEmpty { input.close() }
  }

  /// Waits for the end.
  mutating func finish(interruption: Binary.Interruption?) throws -> Binary.Result {
    var pending = interruption
    while input.descriptor >= 0 || output.descriptor >= 0 || error.descriptor >= 0 {
      if let due = pending, due.when() {
        child.send(signal: due.signal)
        pending = nil
      }
      guard ContinuousClock.now < deadline else { break }
      exchange(milliseconds: pending == nil ? 100 : 1)
    }
    input.close()
    output.close()
    error.close()
    do {
      let end = try child.end(by: deadline)
      return Binary.Result(
        status: end.status, stdout: String(decoding: outputBytes, as: UTF8.self),
        stderr: String(decoding: errorBytes, as: UTF8.self), peakMemory: end.peakMemory)
    } catch let failure as Child.Failure {
      throw Child.Failure(
        description: failure.description
          + " Standard error: \(String(decoding: errorBytes.suffix(2000), as: UTF8.self))")
    }
  }

  /// Sends and reads what can be sent and read now, or soon.
  private mutating func exchange(milliseconds: Int32) {
    var polled = [
      pollfd(fd: input.descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: output.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: error.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard unsafe poll(&polled, 3, milliseconds) > 0 else { return }
    if polled[0].revents != 0 { feed() }
    if polled[1].revents != 0 { Self.read(&output, into: &outputBytes) }
    if polled[2].revents != 0 { Self.read(&error, into: &errorBytes) }
    if let lineLimit, outputBytes.count(where: { $0 == 10 }) >= lineLimit {
      output.close()
      let lines = outputBytes.split(separator: 10, omittingEmptySubsequences: false)
      outputBytes = Array(lines.prefix(lineLimit).joined(separator: [10])) + [10]
    }
  }

  private mutating func feed() {
    // No more than what a pipe that is ready takes without waiting.
    let piece = Array(unsent.prefix(Int(PIPE_BUF)))
    let count = unsafe write(input.descriptor, piece, piece.count)
    unsent = count < 0 ? [] : unsent.dropFirst(count)
    if unsent.isEmpty { input.close() }
  }

  private static func read(_ end: inout End, into bytes: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe Foundation.read(end.descriptor, &buffer, buffer.count)
    if count > 0 { bytes += buffer[..<count] } else { end.close() }
  }

  private static func pipeEnds() throws -> (reading: Int32, writing: Int32) {
    try Child.descriptors.withLock { _ in
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else {
        throw Child.Failure(description: "No pipe could be made.")
      }
      for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      return (ends[0], ends[1])
    }
  }
}
