// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A run of the program under torture.
final class ChildProcess {
  /// A program that could not be started.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let identity: pid_t
  private let messages: String

  /// Starts a program, whose standard error goes into a file.
  init(_ binary: String, _ words: [String], messages: String) throws {
    self.messages = messages
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_addopen(
      &actions, 2, messages, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var arguments = unsafe ([binary] + words).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    var started: pid_t = 0
    let status = unsafe posix_spawn(&started, binary, &actions, nil, &arguments, environ)
    guard status == 0 else { throw Failure(description: "'\(binary)' can't be run") }
    identity = started
  }

  func send(_ signal: Int32) {
    kill(identity, signal)
  }

  /// Waits for the end; the exit status, or 128 and the number of the signal.
  func wait() -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(identity, &status, 0) < 0 {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// What it said on standard error.
  var lastWords: String {
    (try? String(contentsOfFile: messages, encoding: .utf8)) ?? ""
  }
}
