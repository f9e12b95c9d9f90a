// SPDX-License-Identifier: Apache-2.0

/// A way to ask for the next page, as a server has it.
struct Dialect: Sendable {
  /// One line that says what it is.
  var summary: String

  /// The method that it is asked by.
  var method = "GET"

  /// The first part of its paths; whatever follows it belongs to it too.
  var path: String

  /// A target to begin a walk at.
  var example: String

  /// The options with which pagewalk walks it, as typed in a shell.
  var words: String

  /// Gives a page.
  var answer: @Sendable (Exchange) -> Answer

  /// Whether a path belongs to this dialect.
  func owns(_ path: String) -> Bool {
    path == self.path || path.hasPrefix(self.path + "/")
  }

  /// All dialects, the plain ones first.
  static let all = plain + imitations

  /// The main ways of paging, each in its barest form.
  static let plain = [
    cursor, nextURL, linkHeader, page, offset, lastItem, graphQL, postCursor,
  ]

  /// APIs of the world, each in its own envelope.
  static let imitations = [
    gitHub, gitLab, stripe, notion, slack, mastodon, crossref, wikipedia, kubernetes,
    elasticsearch,
  ]
}
