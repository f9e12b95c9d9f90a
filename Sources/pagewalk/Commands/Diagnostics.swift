// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// What the program says on standard error: each line begins with `pagewalk: ` and is written by
/// one call, so that lines of several programs do not mix.
///
/// Whatever the lines hold, nothing in them does something to a terminal rather than be seen.
final class Diagnostics {
  /// Whether all but failures is kept back.
  private let silent: Bool

  /// What no line may show: a server may say it back.
  var secrets = SecretTexts([])

  /// Called to write lines: a progress line makes room meanwhile.
  var around: (() -> Void) -> Void = { $0() }

  init(silent: Bool) {
    self.silent = silent
  }

  /// Says what must be said: failures.
  func say(_ text: String) {
    var bytes: [UInt8] = []
    for line in secrets.masked(text).split(separator: "\n", omittingEmptySubsequences: false) {
      bytes += "pagewalk: \(Printable.escaped(line))\n".utf8
    }
    // Where standard error can't be written, there is nobody to tell.
    around { try? FileDescriptor.standardError.writeAll(bytes) }
  }

  /// Says what is good to know, unless told to be silent.
  func note(_ text: String) {
    if !silent { say(text) }
  }
}
