// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A process that a test started.
///
/// Foundation's `Process` is not used: it can't give a child a terminal, and it crashes the test
/// where a pipe of the child is closed early.
final class Child: Sendable {
  /// What went wrong with a child.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// How a child ended.
  struct End: Sendable {
    /// The exit status; 128 + N for an end by signal N.
    var status: Int32
    /// The most memory that it had, in bytes.
    var peakMemory: Int
  }

  /// What a child starts with.
  struct Plan {
    var executable: String
    var arguments: [String] = []
    var environment: [String: String] = [:]
    var folder: String
    /// The descriptors that become the child's 0, 1 and 2.
    var descriptors: (Int32, Int32, Int32) = (-1, -1, -1)
    /// The path of a terminal, which becomes all three, and controls the child's new session.
    var terminal: String?
  }

  /// Held while descriptors are made that no child should have, and while a child is started, so
  /// that none is inherited in the moment before it is marked.
  static let descriptors = Mutex(())

  /// The child's process number.
  let identity: pid_t

  /// Starts a process.
  init(_ plan: Plan) throws {
    // A child that reads no more must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let terminal = plan.terminal {
      // The first terminal that the leader of a new session opens becomes its own.
      for descriptor: Int32 in 0...2 {
        unsafe posix_spawn_file_actions_addopen(&actions, descriptor, terminal, O_RDWR, 0)
      }
    } else {
      let (input, output, error) = plan.descriptors
      for (from, to) in [(input, Int32(0)), (output, 1), (error, 2)] {
        unsafe posix_spawn_file_actions_adddup2(&actions, from, to)
      }
    }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // A session of its own, and signals as they are by default.
    let newSession: Int16 = 0x80
    unsafe posix_spawnattr_setflags(
      &attributes, newSession | Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)

    var started: pid_t = 0
    // A shell goes into the folder; then the program takes the shell's place.
    let shell = "/bin/sh"
    let goThere = #"cd "$1" && shift && exec "$@""#
    let words = [shell, "-c", goThere, shell, plan.folder, plan.executable] + plan.arguments
    let settings = plan.environment.map { "\($0.key)=\($0.value)" }
    let failure = Self.descriptors.withLock { _ in
      unsafe Self.withCStrings(words) { words in
        unsafe Self.withCStrings(settings) { settings in
          unsafe posix_spawn(&started, shell, &actions, &attributes, words, settings)
        }
      }
    }
    guard failure == 0 else {
      throw Failure(
        description:
          unsafe "'\(plan.executable)' can't be run: \(String(cString: strerror(failure)))."
      )
    }
    identity = started
  }

  /// Sends the child, and what it started, a signal.
  func send(signal: Int32) {
    kill(-identity, signal)
  }

  /// How the child ended; nil while it runs. After its end was told once it must not be asked
  /// for again.
  func end() -> End? {
    var status: Int32 = 0
    var usage = rusage()
    guard unsafe wait4(identity, &status, WNOHANG, &usage) == identity else { return nil }
    // What the child left running in its session ends with it.
    send(signal: SIGKILL)
    let signal = status & 0x7F
    return End(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      peakMemory: Int(usage.ru_maxrss) * 1024)
  }

  /// Waits for the child's end, and kills it where it has not come at the deadline.
  func end(by deadline: ContinuousClock.Instant) throws -> End {
    while true {
      if let end = end() { return end }
      if ContinuousClock.now > deadline {
        send(signal: SIGKILL)
        while end() == nil { usleep(1000) }
        throw Failure(description: "The process was still running at its time limit.")
      }
      usleep(1000)
    }
  }

  private static func withCStrings<Value>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value
  ) -> Value {
    var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    return unsafe body(&pointers)
  }
}
