// SPDX-License-Identifier: Apache-2.0

/// A place in a JSON document as the user names it.
///
/// A text that begins with `$` is a ``JSONPath``. Any other text is the short form, names with dots
/// between: `a.b.c` means `$['a']['b']['c']`, and a short form that is, whole, the name of a member
/// of the root means that member (`@odata.nextLink`). The empty key is the root.
///
/// A name of the short form may hold any character but the dot. What looks like another notation
/// is refused, because it would select nothing and look like an absent value: brackets (`a[0]`), a
/// lone `*`, a missing name (`.a`, `a..b`, `a.`), a leading `@.` or `/`, blanks at either end.
/// A member that is really named so is reached by a JSONPath: `$['a[0]']`. A name of digits means a
/// member; where the document turns out to have an array there, with elements, that is an error.
public struct Key: Hashable, Sendable, CustomStringConvertible {
  /// The text as it was given.
  public let description: String

  /// What it selects, the rule on whole names aside.
  let path: JSONPath

  /// The whole text of a short form with dots: a member of the root that has this name comes first.
  let wholeName: PathName?

  /// Whether a name of the short form is a number.
  private let hasNumericName: Bool

  /// Reads a key.
  ///
  /// - Throws: ``PathError`` where the text is neither a JSONPath nor a short form.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) throws(PathError) {
    description = text
    if text.utf8.first == UInt8(ascii: "$") {
      path = try JSONPath(text)
      wholeName = nil
      hasNumericName = false
    } else {
      let names = try ShortKeyParser(text).names()
      let segments = names.map { PathSegment(selectors: [.name($0)]) }
      path = JSONPath(PathQuery(origin: .root, segments: segments), text: text)
      wholeName = names.count > 1 ? PathName(text) : nil
      hasNumericName = names.contains(where: Self.isNumeric)
    }
  }

  /// Two keys are the same when they select the same from every document.
  public static func == (a: Key, b: Key) -> Bool {
    a.path == b.path && a.wholeName == b.wholeName
  }

  /// Hashes what the key selects.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(wholeName)
  }

  /// Whether it selects one value at most: names and indexes only.
  ///
  /// - Complexity: O(*n*) in the number of names and segments.
  package var isSingular: Bool { path.isSingular }

  /// Whether it seeks at any depth (`..`), so that it fits every page and may find nothing in any.
  ///
  /// - Complexity: O(*n*) in the number of segments.
  package var descends: Bool { path.query.segments.contains(where: \.isDescendant) }

  /// In how many arrays and objects the values stand that are looked at where it is followed, from
  /// where it begins; `Int.max` where there is no bound.
  ///
  /// - Complexity: O(*n*) in the number of segments.
  var depth: Int { path.query.depth }

  // MARK: Selecting

  /// The nodes that the key selects, in the order of RFC 9535.
  ///
  /// - Parameter root: the node that the key begins at; nil is the document's root.
  /// - Throws: ``PathError`` of the kind `limit` where a query takes more steps than are allowed, of
  ///   the kind `syntax` where a short form names an element of an array by its number (`a.0`).
  /// - Complexity: as ``JSONPath/nodes(in:root:)``.
  package func nodes(
    in document: JSONDocument, root: Int? = nil
  ) throws(PathError) -> [JSONDocument.Node] {
    if let node = whole(in: document, root: root) { return [node] }
    let nodes = try path.nodes(in: document, root: root)
    if nodes.isEmpty { try refuseIndexes(in: document, root: root) }
    return nodes
  }

  /// The first node that the key selects; nil where it selects nothing.
  ///
  /// - Throws: as ``nodes(in:root:)``.
  /// - Complexity: O(*n*) in the nodes passed on the way.
  package func first(
    in document: JSONDocument, root: Int? = nil
  ) throws(PathError) -> JSONDocument.Node? {
    try first(in: document, JSONNodes(document), from: root ?? document.root)
  }

  /// The same for whoever follows the key from many nodes, with the document's structure at hand.
  func first(
    in document: JSONDocument, _ nodes: JSONNodes, from root: Int
  ) throws(PathError) -> JSONDocument.Node? {
    if let node = whole(in: document, root: root) { return node }
    if let node = try path.first(in: document, nodes, from: root) { return node }
    try refuseIndexes(in: document, root: root)
    return nil
  }

  /// The nodes that the key selects, each with its normalized path.
  ///
  /// - Throws: as ``nodes(in:root:)``.
  /// - Complexity: as ``JSONPath/paths(in:root:)``.
  package func paths(
    in document: JSONDocument, root: Int? = nil
  ) throws(PathError) -> [(node: JSONDocument.Node, path: String)] {
    try JSONPath.paths(
      of: nodes(in: document, root: root), in: document, root: root ?? document.root,
      text: description)
  }

  /// Whether what stands before the first wildcard, slice, filter, descent or list of selectors is
  /// there. For a singular key that is the whole of it.
  ///
  /// - Complexity: O(*n*) in the members and elements passed on the way.
  package func beginningExists(in document: JSONDocument, root: Int? = nil) -> Bool {
    if whole(in: document, root: root) != nil { return true }
    // Names and indexes take no more steps than the document has nodes.
    return (try? path.singularPrefix.first(in: document, root: root)) != nil
  }

  /// As ``steps(in:)``, where there is no document yet.
  package var steps: [JSONEdit.Step]? { path.steps }

  /// The names and indexes that lead to the key's place, for changing a JSON text there; nil
  /// where the key may select several values.
  ///
  /// A document decides whether the rule on whole names holds.
  ///
  /// - Complexity: O(*n*) in the number of names, and of members of the root.
  package func steps(in document: JSONDocument) -> [JSONEdit.Step]? {
    if let wholeName, whole(in: document, root: nil) != nil {
      return [.name(wholeName.string)]
    }
    return path.steps
  }

  /// Refuses a short form such as `a.0.b` that selects nothing because `a` is an array: it was meant
  /// as an index, and taken for an absent value it could end a walk early.
  private func refuseIndexes(in document: JSONDocument, root: Int?) throws(PathError) {
    guard hasNumericName else { return }
    var evaluator = PathEvaluator(
      document: document, root: root ?? document.root, text: description)
    var node = evaluator.root
    var offset = 0
    var meant = PathPrinter()
    meant.write("$")
    for segment in path.query.segments {
      guard case .name(let name) = segment.selectors[0] else { return }
      if Self.isNumeric(name), document.kind(node) == .array, document.endInside(node) > node + 1 {
        let path = String(decoding: meant.utf8, as: UTF8.self) + "[\(name.string)]"
        throw PathError(
          text: description, offset: offset,
          message: "expected an object with a member of that name, but there is an array; "
            + "its element is \(path)")
      }
      guard let child = try evaluator.member(name, of: node) else { return }
      meant.write("[")
      meant.writeQuoted(name.utf8)
      meant.write("]")
      node = child
      offset += name.utf8.count + 1
    }
  }

  private static func isNumeric(_ name: PathName) -> Bool {
    name.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The member of the root whose name is the whole text of a short form with dots.
  private func whole(in document: JSONDocument, root: Int?) -> Int? {
    guard let wholeName else { return nil }
    var evaluator = PathEvaluator(
      document: document, root: root ?? document.root, text: description)
    return try? evaluator.member(wholeName, of: evaluator.root)
  }
}
