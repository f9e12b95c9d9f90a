// SPDX-License-Identifier: Apache-2.0

/// Finds the normalized paths of nodes: `$['links'][0]['href']`.
///
/// The nodes must be asked for in rising order; the document is then gone through once for all.
///
/// https://www.rfc-editor.org/rfc/rfc9535#section-2.7
struct NormalizedPaths {
  /// An array or object on the way to the last node that was asked for.
  private struct Level {
    /// The child that was looked at last (of a member its name), and its number.
    var child: Int
    var index = 0
    let end: Int
    let isObject: Bool
    /// How long the path of this array or object is.
    let pathLength: Int
  }

  private let document: JSONDocument
  private let root: Int
  private var levels: [Level] = []
  private var printer = PathPrinter()

  init(document: JSONDocument, root: Int) {
    self.document = document
    self.root = root
    printer.write("$")
  }

  /// The path of a node; no node that was asked for before may come behind it.
  ///
  /// - Complexity: O(*n*) in the length of the path and in the nodes passed since the last one.
  mutating func path(of node: Int) -> String {
    while let last = levels.last, node >= last.end { levels.removeLast() }
    if levels.isEmpty {
      printer.truncate(to: 1)
      if node == root { return "$" }
      open(root)
    }
    while let last = levels.indices.last {
      printer.truncate(to: levels[last].pathLength)
      let child = Self.advance(&levels[last], to: node, in: document)
      if levels[last].isObject {
        printer.write("[")
        printer.writeQuoted(PathText(levels[last].child, of: document).utf8)
        printer.write("]")
      } else {
        printer.write("[\(levels[last].index)]")
      }
      if child == node { break }
      open(child)
    }
    return String(decoding: printer.utf8, as: UTF8.self)
  }

  private mutating func open(_ node: Int) {
    levels.append(
      Level(
        child: node + 1, end: document.endInside(node), isObject: document.kind(node) == .object,
        pathLength: printer.utf8.count))
  }

  /// Goes on to the child that is a node or holds it.
  private static func advance(
    _ level: inout Level, to node: Int, in document: JSONDocument
  ) -> Int {
    while true {
      let child = level.isObject ? level.child + 1 : level.child
      let next = document.after(child)
      if node < next { return child }
      level.child = next
      level.index += 1
    }
  }
}
