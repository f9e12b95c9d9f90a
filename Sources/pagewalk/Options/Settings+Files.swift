// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

extension Settings {
  /// Makes sure that no two options have the same file written. Devices may be shared.
  ///
  /// - Throws: a ``UsageError`` that names two that do.
  func checkFiles() throws {
    var owners: [String: String] = [:]
    for (option, path) in writtenFiles where path != "-" {
      let place = FileSystem.absolute(path)
      if place.hasPrefix("/dev/") { continue }
      if let owner = owners[place], owner != option {
        throw UsageError(
          "'\(owner)' and '\(option)' need files of their own, but both would be "
            + "'\(Printable.escaped(path))'.")
      }
      owners[place] = option
    }
  }

  private var writtenFiles: [(option: String, path: String)] {
    var files: [(String, String)] = []
    if let output { files.append(("--output", output)) }
    if let state {
      files += [state, state + ".marks", state + ".new"].map { ("--state", $0) }
    }
    if let summary { files.append(("--summary", summary)) }
    if let jar = request.cookieJar { files.append(("--cookie-jar", jar)) }
    return files
  }
}
