// SPDX-License-Identifier: Apache-2.0

import PageWalkCore
import Synchronization

#if canImport(Glibc)
  @preconcurrency @unsafe import Glibc
#elseif canImport(Musl)
  @preconcurrency @unsafe import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs the program that says whether a failed page is asked for again (`--retry-command`).
///
/// What the program writes goes to standard error, since standard output is for items. It has the
/// signals as a program finds them: none blocked, and a closed pipe ends it.
final class RetryCommand: Sendable {
  private let command: String
  private let child = Mutex<pid_t?>(nil)

  init(_ command: String) {
    self.command = command
  }

  /// Runs the program with more variables in its environment, and waits for its end.
  ///
  /// - Returns: its exit status; 128 + N for an end by signal N.
  func run(variables: [(name: String, value: String)]) throws(SystemError) -> Int32 {
    let identity = try start(Self.environment(adding: variables))
    // Until its end is taken note of, the number is the child's, so that it can be sent a signal.
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(identity), &information, WEXITED | WNOWAIT) != 0,
      errno == EINTR
    {}
    return child.withLock { child in
      child = nil
      var status: Int32 = 0
      while unsafe waitpid(identity, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
  }

  /// Asks the program that runs to end, from any thread.
  func stop() {
    child.withLock { if let child = $0 { kill(child, SIGTERM) } }
  }

  private func start(_ environment: [String]) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)

    var started: pid_t = 0
    let failure = child.withLock { child in
      let failure = unsafe Self.withCStrings(["sh", "-c", command]) { words in
        unsafe Self.withCStrings(environment) { environment in
          unsafe posix_spawn(&started, "/bin/sh", &actions, &attributes, words, environment)
        }
      }
      if failure == 0 { child = started }
      return failure
    }
    guard failure == 0 else { throw SystemError(code: failure) }
    return started
  }

  /// This process's environment, with variables added or replaced, as `NAME=VALUE`.
  private static func environment(adding variables: [(name: String, value: String)]) -> [String] {
    var settings: [String] = []
    #if canImport(Darwin)
      var entry = unsafe _NSGetEnviron().pointee
    #else
      var entry = unsafe environ
    #endif
    while let text = unsafe entry.pointee {
      let setting = unsafe String(cString: text)
      if !variables.contains(where: { setting.hasPrefix("\($0.name)=") }) {
        settings.append(setting)
      }
      unsafe entry += 1
    }
    // A text of the system ends at a zero byte.
    return settings
      + variables.map { "\($0.name)=\($0.value.replacingZeros)" }
  }

  private static func withCStrings<Value>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value
  ) -> Value {
    var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    return unsafe body(&pointers)
  }
}

extension String {
  fileprivate var replacingZeros: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\0" }))
  }
}
