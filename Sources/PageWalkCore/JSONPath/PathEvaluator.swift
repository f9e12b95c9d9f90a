// SPDX-License-Identifier: Apache-2.0

/// What the evaluation of one JSONPath on one document shares: the document, the steps left, and
/// the answers that hold for the whole document.
///
/// A query is walked by a ``PathCursor``, which finds one node at a time; what filters ask is in
/// PathEvaluator+Filter. Nothing is built of the document but the nodes' numbers.
struct PathEvaluator {
  /// How many steps every query may take, and how many more for each node of the document.
  static let freeSteps = 100_000_000
  static let stepsPerNode = 64

  /// The answer of a query within a filter that begins at `$`: the same for every value that the
  /// filter looks at.
  enum Answer {
    case node(Int?)
    case exists(Bool)
    case count(Int)
  }

  let document: JSONDocument
  let nodes: JSONNodes

  /// What `$` stands for.
  let root: Int

  /// The text of the path, for errors.
  let text: String

  private let limit: Int
  private var remaining: Int

  /// Answers by ``PathQuery/slot``.
  var answers: [Answer?] = []

  /// Compiled expressions that came from the document; nil for what is no I-Regexp.
  var regexps: [PathName: Regexp?] = [:]

  init(
    document: JSONDocument, root: Int, text: String, freeSteps: Int = PathEvaluator.freeSteps
  ) {
    self.document = document
    nodes = JSONNodes(document)
    self.root = root
    self.text = text
    limit = freeSteps + Self.stepsPerNode * document.nodeCount
    remaining = limit
  }

  /// Takes steps off those that are left.
  @inline(__always)
  mutating func spend(_ steps: Int) throws(PathError) {
    remaining -= steps
    if remaining < 0 { throw exhausted }
  }

  private var exhausted: PathError {
    PathError(
      .limit, text: text,
      message: "it takes more than \(limit) steps on this document; use fewer '..' and '*', and "
        + "no query over the whole document and no long regular expression within a filter")
  }

  // MARK: Children

  /// The value of a member, the last of several with that name; nil where there is none.
  ///
  /// - Complexity: O(*n*) in the number of members.
  mutating func member(_ name: PathName, of node: Int) throws(PathError) -> Int? {
    var steps = 1
    let found = nodes.member(name.utf8, of: node, in: document, passed: &steps)
    try spend(steps)
    return found
  }

  /// An element of an array, counted from the end where the index is negative.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  mutating func element(_ index: Int, of node: Int) throws(PathError) -> Int? {
    guard nodes.isArray(node) else { return nil }
    let stop = nodes.endInside(node)
    var wanted = index
    if index < 0 {
      wanted += try elementCount(of: node)
      guard wanted >= 0 else { return nil }
    }
    // Every element has at least one node, so an index beyond that needs no look.
    guard wanted < stop - node else { return nil }
    var element = node + 1
    var passed = 0
    while element < stop {
      if passed == wanted {
        try spend(passed + 1)
        return element
      }
      element = nodes.after(element)
      passed += 1
    }
    try spend(passed + 1)
    return nil
  }

  /// How many elements an array has, or members an object.
  ///
  /// - Complexity: O(*n*) in that number.
  mutating func elementCount(of node: Int) throws(PathError) -> Int {
    let isObject = nodes.isObject(node)
    let stop = nodes.endInside(node)
    var child = node + 1
    var count = 0
    while child < stop {
      child = nodes.after(isObject ? child + 1 : child)
      count += 1
    }
    try spend(count + 1)
    return count
  }

  /// All elements of an array.
  ///
  /// - Complexity: O(*n*) in their number.
  mutating func elements(of node: Int) throws(PathError) -> [Int] {
    var elements: [Int] = []
    let stop = nodes.endInside(node)
    var element = node + 1
    while element < stop {
      elements.append(element)
      element = nodes.after(element)
    }
    try spend(elements.count + 1)
    return elements
  }
}
