// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// `pagewalk key KEY [FILE]`: tries a key on a document.
struct KeyCommand {
  private let key: Key
  private let path: String
  private let showsPaths: Bool

  init(_ words: some Collection<String>) throws {
    var operands: [String] = []
    var showsPaths = false
    var endsOptions = false
    for word in words {
      switch word {
      case "--" where !endsOptions: endsOptions = true
      case "--paths" where !endsOptions: showsPaths = true
      case _ where word.hasPrefix("--") && !endsOptions:
        throw UsageError("'pagewalk key' has no option '\(word)', only '--paths'.")
      default: operands.append(word)
      }
    }
    guard (1...2).contains(operands.count) else {
      throw UsageError("'pagewalk key' takes a KEY and, if not standard input, a FILE.")
    }
    do {
      key = try Key(operands[0])
    } catch {
      throw UsageError("The key can't be read: \(error)")
    }
    path = operands.count == 2 ? operands[1] : "-"
    self.showsPaths = showsPaths
  }

  func run() throws -> Int32 {
    let diagnostics = Diagnostics(silent: false)
    let document = JSONDocument()
    do {
      try unsafe LocalFile.readBlocks(of: path) { block in
        // The document keeps its error, and tells it again at the end.
        unsafe (try? document.append(block)) != nil
      }
    } catch {
      throw UsageError("The document can't be read: \(error.detail).")
    }
    do {
      try document.finish()
    } catch {
      let place = document.position(of: error.offset)
      diagnostics.say(
        "The document is not JSON: line \(place.line), column \(place.column) "
          + "(byte \(error.offset)): \(error).")
      return 3
    }
    let output = OutputStream()
    do {
      try write(document, to: output)
      try output.close()
    } catch let error as PathError {
      diagnostics.say("The key can't be followed: \(error)")
      return 3
    } catch let error as OutputError {
      guard case .failed(let path, let reason) = error else { return 0 }
      diagnostics.say("Can't write to \(path): \(reason).")
      return 1
    }
    return 0
  }

  private func write(_ document: JSONDocument, to output: OutputStream) throws {
    if showsPaths {
      for (_, path) in try key.paths(in: document) {
        try output.append { $0 += "\(path)\n".utf8 }
      }
    } else {
      for node in try key.nodes(in: document) {
        try output.append { bytes in
          document.appendCompact(node, to: &bytes)
          bytes.append(0x0A)
        }
      }
    }
  }
}
