// SPDX-License-Identifier: Apache-2.0

/// A JSONPath: a query that selects values of a JSON document.
///
/// All of RFC 9535 is there: every selector, filters, the five functions with their types checked
/// when the text is read, and normalized paths. Three things are stricter or bounded, so that no
/// text and no document can use the stack up, run for ever or be understood by half:
///
/// - Filters, parentheses and functions may nest 64 deep.
/// - A literal regular expression of `match` and `search` that is not an I-Regexp is refused when
///   the text is read; one that comes from the document just does not match.
/// - A query may take 100 million steps, and 64 more for each value of the document (a step is
///   about the look at one value); one that needs more is refused with an error, not cut short.
///
/// https://www.rfc-editor.org/rfc/rfc9535
public struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  /// The text as it was given.
  public let description: String

  let query: PathQuery

  /// The path's names, where it consists of nothing else.
  private let names: [PathName]?

  /// Reads a JSONPath.
  ///
  /// - Throws: ``PathError`` where the text is not a valid query.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) throws(PathError) {
    var parser = PathParser(text)
    try self.init(parser.parse(), text: text)
  }

  init(_ query: PathQuery, text: String) {
    self.query = query
    names = query.names
    description = text
  }

  /// Two paths are the same when they ask the same, however they are spelled.
  public static func == (a: JSONPath, b: JSONPath) -> Bool { a.query == b.query }

  /// Hashes what the path asks.
  public func hash(into hasher: inout Hasher) { hasher.combine(query) }

  /// The same query in one spelling for all: names in single quotes and brackets.
  ///
  /// - Complexity: O(*n*) in the size of the query.
  package var canonical: String {
    var printer = PathPrinter()
    printer.write(query)
    return String(decoding: printer.utf8, as: UTF8.self)
  }

  /// Whether it selects one value at most: names and indexes only.
  ///
  /// - Complexity: O(*n*) in the number of segments.
  package var isSingular: Bool { query.isSingular }

  /// What stands before the first wildcard, slice, filter, descent or list of selectors.
  ///
  /// - Complexity: O(*n*) in the number of segments.
  package var singularPrefix: JSONPath {
    let prefix = PathQuery(
      origin: .root, segments: Array(query.segments.prefix(while: \.isSingular)))
    var printer = PathPrinter()
    printer.write(prefix)
    return JSONPath(prefix, text: String(decoding: printer.utf8, as: UTF8.self))
  }

  /// The names and indexes that lead to the path's place, for changing a JSON text there; nil where
  /// the path may select several values.
  ///
  /// - Complexity: O(*n*) in the number of segments.
  package var steps: [JSONEdit.Step]? {
    var steps: [JSONEdit.Step] = []
    for segment in query.segments {
      guard segment.isSingular else { return nil }
      switch segment.selectors[0] {
      case .name(let name): steps.append(.name(name.string))
      case .index(let index): steps.append(.index(index))
      case .wildcard, .slice, .filter: return nil
      }
    }
    return steps
  }

  // MARK: Selecting

  /// The nodes that the path selects, in the order of RFC 9535; a node may be there repeatedly.
  ///
  /// - Parameter root: the node that `$` stands for; nil is the document's root.
  /// - Throws: ``PathError`` of the kind `limit` where the query takes more steps than are allowed.
  /// - Complexity: O(*n*) in the nodes of the document for a query with one `..` or filter.
  package func nodes(
    in document: JSONDocument, root: Int? = nil
  ) throws(PathError) -> [JSONDocument.Node] {
    try nodes(in: document, root: root, freeSteps: PathEvaluator.freeSteps)
  }

  /// As ``nodes(in:root:)``, with another bound on the steps.
  func nodes(
    in document: JSONDocument, root: Int? = nil, freeSteps: Int
  ) throws(PathError) -> [JSONDocument.Node] {
    let root = root ?? document.root
    var evaluator = PathEvaluator(
      document: document, root: root, text: description, freeSteps: freeSteps)
    var cursor = PathCursor(query, from: root)
    var nodes: [Int] = []
    while let node = try cursor.next(&evaluator) { nodes.append(node) }
    return nodes
  }

  /// The first of ``nodes(in:root:)``; nil where nothing is selected. It looks no further.
  ///
  /// - Throws: as ``nodes(in:root:)``.
  /// - Complexity: O(*n*) in the nodes passed on the way.
  package func first(
    in document: JSONDocument, root: Int? = nil
  ) throws(PathError) -> JSONDocument.Node? {
    try first(in: document, JSONNodes(document), from: root ?? document.root)
  }

  /// The same for whoever follows the path from many nodes, with the document's structure at hand.
  func first(
    in document: JSONDocument, _ nodes: JSONNodes, from root: Int
  ) throws(PathError) -> JSONDocument.Node? {
    if let names { return Self.node(at: names, in: document, nodes, from: root) }
    var evaluator = PathEvaluator(document: document, root: root, text: description)
    var cursor = PathCursor(query, from: root)
    return try cursor.next(&evaluator)
  }

  /// Follows names alone, which each item of a page may be asked for: nothing is set up for it, and
  /// no step is counted, since there can't be more than the document has nodes.
  private static func node(
    at names: [PathName], in document: JSONDocument, _ nodes: JSONNodes, from root: Int
  ) -> JSONDocument.Node? {
    var node = root
    var passed = 0
    for name in names {
      guard let child = nodes.member(name.utf8, of: node, in: document, passed: &passed) else {
        return nil
      }
      node = child
    }
    return node
  }

  /// The nodes that the path selects, each with its normalized path.
  ///
  /// - Throws: as ``nodes(in:root:)``.
  /// - Complexity: O(*n* log *n*) in the nodes selected, besides the query and the text of the
  ///   paths.
  package func paths(
    in document: JSONDocument, root: Int? = nil
  ) throws(PathError) -> [(node: JSONDocument.Node, path: String)] {
    let root = root ?? document.root
    return try Self.paths(
      of: nodes(in: document, root: root), in: document, root: root, text: description)
  }

  /// The normalized paths of nodes below `root`, in their order.
  static func paths(
    of nodes: [JSONDocument.Node], in document: JSONDocument, root: JSONDocument.Node, text: String
  ) throws(PathError) -> [(node: JSONDocument.Node, path: String)] {
    var evaluator = PathEvaluator(document: document, root: root, text: text)
    var finder = NormalizedPaths(document: document, root: root)
    var paths = nodes.map { (node: $0, path: "") }
    var last: (node: Int, path: String)?
    for index in nodes.indices.sorted(by: { nodes[$0] < nodes[$1] }) {
      if last?.node != nodes[index] {
        last = (nodes[index], finder.path(of: nodes[index]))
      }
      paths[index].path = last?.path ?? ""
      try evaluator.spend(paths[index].path.utf8.count)
    }
    return paths
  }
}
