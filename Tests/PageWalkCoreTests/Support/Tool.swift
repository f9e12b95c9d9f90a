// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A program of the system that a test compares with, or serves by.
enum Tool {
  /// Where a program is, or nil where it is not there: said aloud, and a failure under CI where the
  /// tests need it.
  static func path(_ name: String, isNeeded: Bool = true) -> String? {
    for folder in ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/opt/homebrew/bin"] {
      let path = "\(folder)/\(name)"
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    print("the program \(name) is missing: what needs it is not run")
    if isNeeded, ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("The program '\(name)' is missing.")
    }
    return nil
  }
}
