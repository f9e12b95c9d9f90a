// SPDX-License-Identifier: Apache-2.0

/// Writes the items of pages in one of the output formats, spelled as the server spelled them.
package final class ItemWriter {
  /// The shape of the output.
  package enum Format: String, CaseIterable, Hashable, Sendable {
    /// A line per item.
    case jsonl
    /// One array of all items.
    case json
    /// A line per page.
    case pages
  }

  private let format: Format
  let output: OutputStream

  /// Whether an element of the array was written.
  private var hasElements: Bool

  /// The length of the output without what closes it: where a later run writes on.
  package private(set) var resumableLength: Int

  /// Creates a writer.
  ///
  /// - Parameter output: at its beginning, or at what an earlier writer had as ``resumableLength``.
  package init(_ format: Format, to output: OutputStream) {
    self.format = format
    self.output = output
    // An array with elements is longer than its opening bracket and line break.
    hasElements = output.length > Self.opening.count
    resumableLength = output.length
  }

  /// Whether standard output is written, which somebody may read.
  package var writesToStandardOutput: Bool { output.path == nil }

  /// Whether what is written shows on a terminal.
  package var isOnTerminal: Bool { output.isTerminal }

  private static let opening = Array("[\n".utf8)

  /// Writes the chosen items of a page, or the page.
  ///
  /// - Complexity: O(*n*) in the bytes of the page.
  package func write(_ page: Page) throws(OutputError) {
    try output.begin()
    switch format {
    case .pages:
      try output.append { bytes in
        page.document.appendCompact(page.document.root, to: &bytes)
        bytes.append(0x0A)
      }
    case .jsonl:
      try writeLines(page.kept ?? page.nodes, of: page.itemsDocument)
    case .json:
      for node in page.kept ?? page.nodes {
        try output.append { bytes in
          bytes += hasElements ? Array(",\n".utf8) : Self.opening
          page.itemsDocument.appendCompact(node, to: &bytes)
        }
        hasElements = true
      }
    }
    try output.flush()
    resumableLength = output.length
  }

  private func writeLines(
    _ nodes: [JSONDocument.Node], of document: JSONDocument
  ) throws(OutputError) {
    if document.isCompact, nodes.first != document.root {
      try unsafe document.withLines(of: nodes) { bytes throws(OutputError) in
        try unsafe output.append(bytes)
      }
    } else {
      for node in nodes {
        try output.append { bytes in
          document.appendCompact(node, to: &bytes)
          bytes.append(0x0A)
        }
      }
    }
  }

  /// Whether the output is a file with what stood in it before, since no page was written.
  package var holdsOld: Bool { output.holdsOld }

  /// Writes what closes the output, so that it is valid: the end of the array.
  ///
  /// - Parameter keepsOld: whether what stood in the file before stays where no page was written.
  package func finish(keepingOld keepsOld: Bool) throws(OutputError) {
    if output.holdsOld && keepsOld { return }
    try output.begin()
    if format == .json {
      try output.append { bytes in
        bytes += (hasElements ? "\n]\n" : "[]\n").utf8
      }
    }
    try output.flush()
  }
}
