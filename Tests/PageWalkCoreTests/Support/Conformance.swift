// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Public test suites as data, read in place: none of their files is part of this package.
enum Conformance {
  /// The folder of a suite, or nil (said aloud; a failure under CI) where it is not there.
  static func folder(_ name: String) -> URL? {
    let folder = root.appendingPathComponent(name)
    if FileManager.default.fileExists(atPath: folder.path) { return folder }
    print("conformance suite \(name) is missing at \(folder.path): not run")
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("Conformance suite '\(name)' is missing at '\(folder.path)'.")
    }
    return nil
  }

  private static var root: URL {
    if let named = ProcessInfo.processInfo.environment["PAGEWALK_CONFORMANCE"] {
      return URL(fileURLWithPath: named)
    }
    return URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("../shared/conformance").standardized
  }
}
