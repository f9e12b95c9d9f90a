// SPDX-License-Identifier: Apache-2.0

/// Walks a query through a document and finds one node after the other, in RFC 9535's order.
///
/// It goes down from node to node, a level for each segment that may select several, and back up
/// when a level has no more. So it holds one level for each segment on the way and no lists of
/// intermediate results, and whoever wants only the first node stops there. Deep documents and long
/// queries cost no stack.
struct PathCursor {
  /// A segment at work on one node.
  private struct Level {
    /// The number of the segment.
    let segment: Int
    /// The node whose children are selected: the input node, then (for `..`) those below it.
    var visited: Int
    /// The node behind all of those.
    let end: Int
    /// The number of the selector at work.
    var selector = 0
    /// Whether the selector at work has begun: the members below are its own.
    var hasBegun = false
    /// The next child, or the next position in ``elements``.
    var position = 0
    /// The node behind the last child.
    var stop = 0
    /// How many elements of a slice are still to come.
    var remaining = 0
    /// Elements by number, where an array is accessed out of order.
    var elements: [Int]?
  }

  private let segments: [PathSegment]
  private var levels: [Level] = []
  private var start: Int?

  /// Begins at the query's origin.
  init(_ query: PathQuery, from node: Int) {
    segments = query.segments
    start = node
  }

  /// The next node; nil when there are no more.
  mutating func next(_ evaluator: inout PathEvaluator) throws(PathError) -> Int? {
    if let node = start {
      start = nil
      if let found = try descend(from: node, segment: 0, &evaluator) { return found }
    }
    while let last = levels.indices.last {
      let segment = levels[last].segment
      guard
        let child = try Self.advance(&levels[last], along: segments[segment], &evaluator)
      else {
        levels.removeLast()
        continue
      }
      if let found = try descend(from: child, segment: segment + 1, &evaluator) { return found }
    }
    return nil
  }

  /// Follows names and indexes, up to the end of the query (then it returns the node), a missing
  /// one, or a segment that may select several (then it opens a level).
  private mutating func descend(
    from node: Int, segment: Int, _ evaluator: inout PathEvaluator
  ) throws(PathError) -> Int? {
    var node = node
    var segment = segment
    while segment < segments.count {
      guard segments[segment].isSingular else {
        let isDescendant = segments[segment].isDescendant
        if evaluator.nodes.isContainer(node) {
          let end = isDescendant ? evaluator.nodes.endInside(node) : node + 1
          levels.append(Level(segment: segment, visited: node, end: end))
        }
        return nil
      }
      let child: Int? =
        switch segments[segment].selectors[0] {
        case .name(let name): try evaluator.member(name, of: node)
        case .index(let index): try evaluator.element(index, of: node)
        case .wildcard, .slice, .filter: nil
        }
      guard let child else { return nil }
      node = child
      segment += 1
    }
    return node
  }

  /// The next child that a level selects.
  private static func advance(
    _ level: inout Level, along segment: PathSegment, _ evaluator: inout PathEvaluator
  ) throws(PathError) -> Int? {
    while true {
      guard level.selector < segment.selectors.count else {
        // The selectors are done with this node; `..` goes on to the next array or object.
        var next = level.visited + 1
        while next < level.end, !evaluator.nodes.isContainer(next) { next += 1 }
        try evaluator.spend(next - level.visited)
        guard next < level.end else { return nil }
        level.visited = next
        level.selector = 0
        level.elements = nil
        continue
      }
      if let child = try select(
        &level, segment.selectors[level.selector], among: segment.selectors.count, &evaluator)
      {
        return child
      }
      level.selector += 1
      level.hasBegun = false
    }
  }

  /// The next child that one selector selects from the visited node.
  private static func select(
    _ level: inout Level, _ selector: PathSelector, among count: Int,
    _ evaluator: inout PathEvaluator
  ) throws(PathError) -> Int? {
    let isFirst = !level.hasBegun
    level.hasBegun = true
    switch selector {
    case .name(let name):
      return isFirst ? try evaluator.member(name, of: level.visited) : nil

    case .index(let index):
      guard isFirst else { return nil }
      if count == 1 { return try evaluator.element(index, of: level.visited) }
      let elements = try elements(of: &level, &evaluator)
      let position = index < 0 ? elements.count + index : index
      return elements.indices.contains(position) ? elements[position] : nil

    case .wildcard:
      if isFirst { begin(&level, evaluator) }
      return try nextChild(&level, &evaluator)

    case .filter(let expression):
      if isFirst { begin(&level, evaluator) }
      while let child = try nextChild(&level, &evaluator) {
        if try evaluator.holds(expression, for: child) { return child }
      }
      return nil

    case .slice(let slice):
      if isFirst {
        let elements = try elements(of: &level, &evaluator)
        (level.position, level.remaining) = slice.indexes(count: elements.count)
      }
      guard level.remaining > 0, let elements = level.elements else { return nil }
      try evaluator.spend(1)
      level.remaining -= 1
      defer { level.position += level.remaining > 0 ? slice.step : 0 }
      return elements[level.position]
    }
  }

  /// Makes the first child of the visited node the next one.
  private static func begin(_ level: inout Level, _ evaluator: PathEvaluator) {
    level.position = level.visited + 1
    level.stop = evaluator.nodes.endInside(level.visited)
  }

  /// The next child of the visited node, in order.
  private static func nextChild(
    _ level: inout Level, _ evaluator: inout PathEvaluator
  ) throws(PathError) -> Int? {
    guard level.position < level.stop else { return nil }
    try evaluator.spend(1)
    let isObject = evaluator.nodes.isObject(level.visited)
    let child = isObject ? level.position + 1 : level.position
    level.position = evaluator.nodes.after(child)
    return child
  }

  /// The elements of the visited node by number; none where it is no array.
  private static func elements(
    of level: inout Level, _ evaluator: inout PathEvaluator
  ) throws(PathError) -> [Int] {
    if let elements = level.elements { return elements }
    let isArray = evaluator.nodes.isArray(level.visited)
    let elements = isArray ? try evaluator.elements(of: level.visited) : []
    level.elements = elements
    return elements
  }
}
