// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// The query of a URL as a person edits it: secrets are shown as `***`, and stay what they were
/// where they are left so.
struct QueryText {
  private let url: String

  /// Creates the query of a URL.
  init(url: String) {
    self.url = url
  }

  /// The URL as it is shown.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  var shownURL: String {
    URLMask.masked(url, secretNames: URLMask.secretNames(in: url))
  }

  /// The query as it is offered for editing, without its question mark.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  var shown: String { Self.query(of: shownURL).map(String.init) ?? "" }

  /// The URL with another query.
  ///
  /// - Parameter typed: the query; what no URL may hold is percent-encoded, and `***` stands for
  ///   the value that the parameter had.
  /// - Returns: the URL, without a fragment.
  /// - Complexity: O(*n*) in the length of the URL.
  func url(withQuery typed: String) -> String {
    let bare = URLReference.withoutFragment(url)
    let base = bare.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let query = typed.hasPrefix("?") ? typed.dropFirst() : typed[...]
    guard !query.isEmpty else { return String(base) }
    let parameters = query.split(separator: "&", omittingEmptySubsequences: false).map { piece in
      guard piece.hasSuffix("=***") else { return String(piece) }
      let name = piece.dropLast(4)
      let former = Self.query(of: bare)?.split(separator: "&").first { $0.hasPrefix(name + "=") }
      return former.map(String.init) ?? String(piece)
    }
    // Behind a number sign the query would be over.
    let text = parameters.joined(separator: "&").split(
      separator: "#", omittingEmptySubsequences: false)
    return URLReference.escaped("\(base)?" + text.joined(separator: "%23"))
  }

  private static func query(of url: String) -> Substring? {
    let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? parts[1] : nil
  }
}
