// SPDX-License-Identifier: Apache-2.0

// What a filter asks of a value: logical expressions, functions, and the values that are compared.
//
// These call each other as deep as the query's text nests, which the parser bounds.
extension PathEvaluator {
  /// A side of a comparison when its query is done.
  enum Value {
    /// The query selected no value.
    case nothing
    case node(Int)
    case literal(PathLiteral)
    /// What `length` or `count` gave.
    case integer(Int)
  }

  /// Whether a filter's expression is true of a node.
  mutating func holds(_ expression: PathExpression, for node: Int) throws(PathError) -> Bool {
    switch expression {
    case .or(let parts):
      for part in parts where try holds(part, for: node) { return true }
      return false
    case .and(let parts):
      for part in parts where try !holds(part, for: node) { return false }
      return true
    case .not(let inner):
      return try !holds(inner, for: node)
    case .exists(let query):
      return try exists(query, for: node)
    case .match(let match):
      return try matches(match, for: node)
    case .comparison(let left, let comparison, let right):
      let left = try value(of: left, for: node)
      let right = try value(of: right, for: node)
      switch comparison {
      case .equal: return try areEqual(left, right)
      case .notEqual: return try !areEqual(left, right)
      case .less: return try isLess(left, right)
      case .greater: return try isLess(right, left)
      case .lessOrEqual:
        if try isLess(left, right) { return true }
        return try areEqual(left, right)
      case .greaterOrEqual:
        if try isLess(right, left) { return true }
        return try areEqual(left, right)
      }
    }
  }

  // MARK: Queries

  private mutating func exists(_ query: PathQuery, for node: Int) throws(PathError) -> Bool {
    if case .exists(let answer)? = remembered(query) { return answer }
    var cursor = PathCursor(query, from: origin(of: query, for: node))
    let answer = try cursor.next(&self) != nil
    remember(.exists(answer), for: query)
    return answer
  }

  /// The only node that a query selects; nil where it selects none or several.
  private mutating func only(_ query: PathQuery, for node: Int) throws(PathError) -> Int? {
    if case .node(let answer)? = remembered(query) { return answer }
    var cursor = PathCursor(query, from: origin(of: query, for: node))
    var answer = try cursor.next(&self)
    if answer != nil, try cursor.next(&self) != nil { answer = nil }
    remember(.node(answer), for: query)
    return answer
  }

  private mutating func count(_ query: PathQuery, for node: Int) throws(PathError) -> Int {
    if case .count(let answer)? = remembered(query) { return answer }
    var cursor = PathCursor(query, from: origin(of: query, for: node))
    var answer = 0
    while try cursor.next(&self) != nil { answer += 1 }
    remember(.count(answer), for: query)
    return answer
  }

  private func origin(of query: PathQuery, for node: Int) -> Int {
    query.origin == .root ? root : node
  }

  private func remembered(_ query: PathQuery) -> Answer? {
    guard query.origin == .root, query.slot < answers.count else { return nil }
    return answers[query.slot]
  }

  private mutating func remember(_ answer: Answer, for query: PathQuery) {
    guard query.origin == .root else { return }
    while answers.count <= query.slot { answers.append(nil) }
    answers[query.slot] = answer
  }

  // MARK: Values and functions

  private mutating func value(
    of operand: PathOperand, for node: Int
  ) throws(PathError) -> Value {
    switch operand {
    case .literal(let literal): return .literal(literal)
    case .query(let query), .value(let query):
      return try only(query, for: node).map(Value.node) ?? .nothing
    case .count(let query): return .integer(try count(query, for: node))
    case .length(let inner):
      let value = try value(of: inner, for: node)
      return try length(of: value).map(Value.integer) ?? .nothing
    }
  }

  /// The scalars of a string, the elements of an array, the members of an object; nil for others.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9535#section-2.4.4
  private mutating func length(of value: Value) throws(PathError) -> Int? {
    switch value {
    case .nothing, .integer: return nil
    case .literal(.string(let text)): return text.utf8.count { $0 & 0xC0 != 0x80 }
    case .literal: return nil
    case .node(let node):
      switch document.kind(node) {
      case .array, .object: return try elementCount(of: node)
      case .string:
        guard let text = text(of: value) else { return nil }
        try spend(1 + text.count / 32)
        return (0..<text.count).count { text[$0] & 0xC0 != 0x80 }
      case .number, .true, .false, .null: return nil
      }
    }
  }

  /// `match` and `search`; false where the text is no string or the pattern no I-Regexp.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9535#section-2.4.6
  private mutating func matches(_ match: PathMatch, for node: Int) throws(PathError) -> Bool {
    guard let text = text(of: try value(of: match.text, for: node)) else { return false }
    let regexp: Regexp
    switch match.pattern {
    case .literal(let literal): regexp = literal
    case .operand(let operand):
      let value = try value(of: operand, for: node)
      guard let compiled = try compiled(value) else { return false }
      regexp = compiled
    }

    var matcher = RegexpMatcher(regexp, isWhole: match.isWhole)
    try run(&matcher, on: text)
    return matcher.finish()
  }

  /// Gives a text to a matcher, as far as it needs it.
  private mutating func run(
    _ matcher: inout RegexpMatcher, on text: PathText
  ) throws(PathError) {
    var decoder = ScalarDecoder()
    var charged = 0
    for index in 0..<text.count {
      guard let scalar = decoder.take(text[index]) else { continue }
      if matcher.isDecided { break }
      matcher.take(scalar)
      if matcher.cost - charged > 1000 {
        try spend(matcher.cost - charged)
        charged = matcher.cost
      }
    }
    try spend(matcher.cost - charged)
  }

  /// The expression that a value spells; nil where it is none.
  private mutating func compiled(_ value: Value) throws(PathError) -> Regexp? {
    guard let text = text(of: value) else { return nil }
    let pattern = PathName(text.utf8)
    try spend(1 + text.count / 32)
    if let known = regexps[pattern] { return known }
    if regexps.count >= 64 { regexps.removeAll(keepingCapacity: true) }
    let compiled = try? Regexp(pattern.string)
    regexps[pattern] = .some(compiled)
    try spend(text.count + (compiled?.program.count ?? 0))
    return compiled
  }
}
