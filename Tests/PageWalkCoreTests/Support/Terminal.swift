// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The program at work in a pseudo-terminal, driven as a person would drive it.
///
/// ```swift
/// let terminal = try Terminal(["browse", url])
/// try await terminal.expect("press q to quit")
/// terminal.type("q")
/// #expect(try await terminal.end().status == 0)
/// ```
final class Terminal: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// How many of them an expectation has used up.
    var seen = 0
  }

  private static let offload = Offload(width: 8)

  private let child: Child
  private let descriptor: Int32
  private let folder: TemporaryFolder
  private let state = Mutex(State())

  /// Starts the program with a terminal of so many rows and columns as its standard input,
  /// output and error.
  ///
  /// - Parameters:
  ///   - arguments: the words after the program's name.
  ///   - environment: variables beside PATH, HOME, LC_ALL and TERM.
  ///   - rows: the terminal's height.
  ///   - columns: its width.
  ///   - output: a file that standard output goes to instead of the terminal.
  ///   - folder: the folder to run in; a new, empty one where it is nil.
  ///   - executable: another program to run in the same way.
  /// - Throws: a ``Child/Failure`` where it can't be run.
  init(
    _ arguments: [String], environment: [String: String] = [:], rows: UInt16 = 24,
    columns: UInt16 = 80, output: String? = nil, in folder: TemporaryFolder? = nil,
    executable: String = Binary.path
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    let (descriptor, name) = try Self.pseudoTerminal()
    self.descriptor = descriptor
    Self.setSize(of: descriptor, rows: rows, columns: columns)
    var variables = Binary.standardEnvironment(in: self.folder)
    variables["TERM"] = "xterm-256color"
    variables["NO_COLOR"] = nil
    var plan = Child.Plan(
      executable: executable, arguments: arguments,
      environment: variables.merging(environment) { $1 }, folder: self.folder.url.path)
    plan.terminal = name
    if let output {
      // A shell redirects, as a person's would; the program takes its place.
      plan.arguments = ["-c", #"exec "$0" "$@" >"$OUTPUT_OF_TEST""#, executable] + arguments
      plan.environment["OUTPUT_OF_TEST"] = output
      plan.executable = "/bin/sh"
    }
    child = try Child(plan)
  }

  deinit {
    child.send(signal: SIGKILL)
    close(descriptor)
  }

  /// All that has come so far, escape sequences and all.
  var text: String { String(decoding: state.withLock { $0.bytes }, as: UTF8.self) }

  /// Waits until a text comes behind what was expected before; fails where it does not.
  @discardableResult
  func expect(_ wanted: String, seconds: Double = 20) async throws -> String {
    let pattern = Array(wanted.utf8)
    let found = try await Self.offload.run { [self] in
      let deadline = ContinuousClock.now + .seconds(seconds)
      while true {
        if let found = take(pattern) { return found as String? }
        guard ContinuousClock.now < deadline, read(milliseconds: 20) else {
          return take(pattern)
        }
      }
    }
    if let found { return found }
    throw Child.Failure(
      description: "The terminal did not show '\(wanted)' but: \(text.debugDescription)")
  }

  /// How many bytes have come so far.
  var count: Int { state.withLock { $0.bytes.count } }

  /// Waits until more bytes have come than so many; false where none do within a time.
  func grows(beyond length: Int, seconds: Double = 20) async throws -> Bool {
    try await Self.offload.run { [self] in
      let deadline = ContinuousClock.now + .seconds(seconds)
      while count <= length {
        guard ContinuousClock.now < deadline, read(milliseconds: 20) else { break }
      }
      return count > length
    }
  }

  /// Types text.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(descriptor, bytes, bytes.count)
  }

  /// Gives the terminal another size, as when its window is dragged.
  func resize(rows: UInt16, columns: UInt16) {
    Self.setSize(of: descriptor, rows: rows, columns: columns)
  }

  /// Sends the program a signal.
  func send(signal: Int32) { child.send(signal: signal) }

  /// Waits for the program's end, reading on meanwhile.
  func end(seconds: Double = 20) async throws -> Child.End {
    try await Self.offload.run { [self] in
      let deadline = ContinuousClock.now + .seconds(seconds)
      while ContinuousClock.now < deadline, read(milliseconds: 20) {}
      return try child.end(by: deadline)
    }
  }

  /// Whether the terminal hands over input byte by byte and without echo, as a program that
  /// draws the screen sets it. At its end the program must have put it back.
  var isRaw: Bool {
    var settings = termios()
    unsafe tcgetattr(descriptor, &settings)
    return settings.c_lflag & tcflag_t(ICANON | ECHO) == 0
  }

  /// Uses up what came, as far as the pattern's end; gives it, or nil where it is not there.
  private func take(_ pattern: [UInt8]) -> String? {
    state.withLock { state in
      guard let found = state.bytes[state.seen...].firstRange(of: pattern) else { return nil }
      defer { state.seen = found.upperBound }
      return String(decoding: state.bytes[state.seen..<found.upperBound], as: UTF8.self)
    }
  }

  /// Reads what comes within a time; false at the end of the program's side.
  private func read(milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&polled, 1, milliseconds) > 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe Foundation.read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return false }
    state.withLock { $0.bytes += buffer[..<count] }
    return true
  }

  /// Our side of a new pseudo-terminal, and the name of the program's side.
  private static func pseudoTerminal() throws -> (descriptor: Int32, name: String) {
    try Child.descriptors.withLock { _ in
      var (ours, theirs): (Int32, Int32) = (-1, -1)
      var name = [CChar](repeating: 0, count: 256)
      guard unsafe openpty(&ours, &theirs, &name, nil, nil) == 0 else {
        throw Child.Failure(description: "No pseudo-terminal could be made.")
      }
      close(theirs)
      _ = fcntl(ours, F_SETFD, FD_CLOEXEC)
      return (ours, String(decoding: name.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self))
    }
  }

  private static func setSize(of descriptor: Int32, rows: UInt16, columns: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }
}
