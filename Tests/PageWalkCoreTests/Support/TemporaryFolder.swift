// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder of a test's own, which goes away with its last holder.
final class TemporaryFolder: Sendable {
  /// Where the folder is.
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("pagewalk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in the folder, which need not be there.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Makes a file.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
  }

  /// The text of a file; nil where it is not there.
  func text(of name: String) -> String? {
    (try? Data(contentsOf: url.appendingPathComponent(name))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
