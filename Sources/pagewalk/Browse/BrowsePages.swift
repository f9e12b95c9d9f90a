// SPDX-License-Identifier: Apache-2.0

/// The walk behind a list in the terminal.
protocol BrowsePages: Sendable {
  /// Gives the next page, nil after the last one.
  ///
  /// After it threw, it asks for the same page again. It is called by one task at a time, and
  /// throws soon after that task was cancelled.
  func nextPage() async throws -> BrowsePage?
}

/// A page, as far as a list wants it.
struct BrowsePage: Sendable {
  /// The items in compact form, one behind the other, with a line feed behind each.
  var lines: [UInt8] = []

  /// Where each item's line ends in ``lines``, its line feed included.
  var ends: [Int] = []

  /// Whether nothing comes after this page.
  var isLast = false

  /// Why nothing comes after it though the server may have more.
  var ending: String?

  /// How many items there are in all, where the server says so.
  var total: Int?

  /// Adds an item.
  mutating func append(_ item: some Sequence<UInt8>) {
    lines.append(contentsOf: item)
    lines.append(UInt8(ascii: "\n"))
    ends.append(lines.count)
  }
}
