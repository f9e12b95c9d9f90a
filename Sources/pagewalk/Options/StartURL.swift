// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// Reads the URL that a person typed.
enum StartURL {
  /// The URL, with https where no scheme was given, and with what no URL may hold percent-encoded.
  ///
  /// - Throws: a ``UsageError`` where the word is no URL.
  static func read(_ word: String) throws(UsageError) -> String {
    let shown = URLMask.masked(word)
    if let colon = word.firstIndex(of: "://") {
      let scheme = word[..<colon].lowercased()
      guard scheme == "http" || scheme == "https" else {
        throw UsageError(
          "'\(shown)' begins with '\(scheme)://', but only http and https are spoken.")
      }
      return try checked(word, shown)
    }
    guard looksLikeHost(word) else {
      let commands = ["walk", "explain", "browse", "resume", "key", "presets", "help"]
      let near = commands.first { EditDistance.between($0, word) <= 2 }
      let hint = near.map { " Did you mean 'pagewalk \($0)'?" } ?? ""
      throw UsageError(
        "'\(Printable.escaped(shown))' is no URL.\(hint) A URL looks like https://api.example.com/items."
      )
    }
    return try checked("https://\(word)", shown)
  }

  private static func checked(_ url: String, _ shown: String) throws(UsageError) -> String {
    let escaped = URLReference.escaped(url)
    guard Origin(escaped) != nil else {
      throw UsageError("'\(Printable.escaped(shown))' is no URL: its host or port can't be read.")
    }
    return escaped
  }

  /// Whether a word without a scheme begins with the name of a host: one with a dot in it, or
  /// localhost, or an address.
  private static func looksLikeHost(_ word: String) -> Bool {
    let host = word.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !host.isEmpty, !host.contains(" "), !host.hasPrefix("."), !host.hasPrefix("-") else {
      return false
    }
    let name = host.split(separator: ":", omittingEmptySubsequences: false)[0]
    return host.hasPrefix("[") || name == "localhost"
      || (name.contains(".") && !name.hasSuffix("."))
  }
}

extension StringProtocol {
  /// Where a text begins in this one; nil where it does not occur.
  func firstIndex(of text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}
