// SPDX-License-Identifier: Apache-2.0

// Filters of a JSONPath: logical expressions, comparisons, functions and their types.
//
// https://www.rfc-editor.org/rfc/rfc9535#section-2.3.5
extension PathParser {
  /// A part of a filter that may stand in more than one place.
  private enum Term {
    case literal(PathLiteral)
    case query(PathQuery)
    /// A function whose result is a value.
    case value(PathOperand, name: String)
    /// A function whose result is true or false.
    case logical(PathMatch, name: String)
  }

  /// `logical-or-expr`
  mutating func expression() throws(PathError) -> PathExpression {
    var terms: [PathExpression] = []
    repeat {
      skipBlanks()
      let next = try conjunction()
      if case .or(let parts) = next { terms += parts } else { terms.append(next) }
      skipBlanks()
    } while take("||")
    return terms.count == 1 ? terms[0] : .or(terms)
  }

  /// `logical-and-expr`
  private mutating func conjunction() throws(PathError) -> PathExpression {
    var terms: [PathExpression] = []
    repeat {
      skipBlanks()
      let next = try basic()
      if case .and(let parts) = next { terms += parts } else { terms.append(next) }
      skipBlanks()
    } while take("&&")
    return terms.count == 1 ? terms[0] : .and(terms)
  }

  /// `paren-expr / comparison-expr / test-expr`
  private mutating func basic() throws(PathError) -> PathExpression {
    let start = position
    let isNegated = take(UInt8(ascii: "!"))
    if isNegated { skipBlanks() }

    let inner: PathExpression
    if peek == UInt8(ascii: "(") {
      inner = try parenthesized()
      if let found = comparison {
        throw fault("expected no '\(found.rawValue)' after ')': only values can be compared")
      }
    } else {
      let termStart = position
      let term = try term()
      skipBlanks()
      if let found = comparison {
        guard !isNegated else {
          throw fault("expected parentheses round a comparison that is negated: !(…)", at: start)
        }
        let left = try operand(term, at: termStart, in: "a comparison")
        position += found.rawValue.utf8.count
        skipBlanks()
        let rightStart = position
        let right = try operand(self.term(), at: rightStart, in: "a comparison")
        return .comparison(left, found, right)
      }
      inner = try test(term, at: termStart)
    }
    return isNegated ? .not(inner) : inner
  }

  private mutating func parenthesized() throws(PathError) -> PathExpression {
    let opening = position
    position += 1
    let inner = try nested { (parser) throws(PathError) in try parser.expression() }
    guard take(UInt8(ascii: ")")) else {
      if peek == nil { throw fault("expected a ')' that closes this '('", at: opening) }
      throw fault("expected ')'\(operatorHint)")
    }
    skipBlanks()
    return inner
  }

  /// A term that stands alone: it must be true or false by itself.
  private func test(_ term: Term, at start: Int) throws(PathError) -> PathExpression {
    switch term {
    case .query(let query): return .exists(query)
    case .logical(let match, _): return .match(match)
    case .literal:
      throw fault("expected a comparison: a literal alone is neither true nor false", at: start)
    case .value(_, let name):
      throw fault("expected a comparison with the result of \(name)()", at: start)
    }
  }

  /// A term as a value.
  private func operand(
    _ term: Term, at start: Int, in place: String
  ) throws(PathError) -> PathOperand {
    switch term {
    case .literal(let literal): return .literal(literal)
    case .value(let operand, _): return operand
    case .query(let query):
      guard query.isSingular else {
        throw fault(
          "expected a query that selects one value at most in \(place): names and indexes only",
          at: start)
      }
      return .query(query)
    case .logical(_, let name):
      throw fault("expected a value in \(place); \(name)() is true or false by itself", at: start)
    }
  }

  /// A literal, a query or a function call.
  private mutating func term() throws(PathError) -> Term {
    switch peek {
    case UInt8(ascii: "@"), UInt8(ascii: "$"):
      return .query(try filterQuery())
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return .literal(.string(try string()))
    case UInt8(ascii: "-"), .some(0x30...0x39):
      return .literal(.number(try number()))
    case .some(0x41...0x5A), .some(0x61...0x7A):
      return try word()
    case UInt8(ascii: "="):
      throw fault("expected a value; equality is written '=='")
    default:
      throw fault("expected '@', '$', a literal, a function, '!' or '('")
    }
  }

  /// `true`, `false`, `null`, or a function call.
  private mutating func word() throws(PathError) -> Term {
    let start = position
    while let next = peek, isWordByte(next) { position += 1 }
    let word = String(decoding: bytes[start..<position].prefix(64), as: UTF8.self)
    if peek == UInt8(ascii: "(") {
      position += 1
      return try nested { (parser) throws(PathError) in
        try parser.function(word, at: start)
      }
    }
    switch word {
    case "true": return .literal(.true)
    case "false": return .literal(.false)
    case "null": return .literal(.null)
    default:
      var rest = self
      rest.skipBlanks()
      if word.isEmpty || rest.peek != UInt8(ascii: "(") { break }
      throw fault("expected '(' right behind the name of a function")
    }
    while let next = peek, isWordByte(next | 0x20) { position += 1 }
    let whole = String(decoding: bytes[start..<position].prefix(64), as: UTF8.self)
    if ["true", "false", "null"].contains(whole.lowercased()) {
      throw fault("expected \(whole.lowercased()) in small letters", at: start)
    }
    throw fault(
      "expected '@', '$', a literal, a function, '!' or '('; a text needs quotes", at: start)
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x30...0x39, UInt8(ascii: "_"): true
    default: false
    }
  }

  // MARK: Functions

  /// A function call behind its opening parenthesis; the types of its arguments are checked.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9535#section-2.4.3
  private mutating func function(_ name: String, at start: Int) throws(PathError) -> Term {
    switch name {
    case "length":
      let text = try valueArgument(of: name, isFirst: true)
      try close(name, arguments: "one argument")
      return .value(.length(text), name: name)
    case "count", "value":
      let query = try queryArgument(of: name)
      try close(name, arguments: "one argument")
      return .value(name == "count" ? .count(query) : .value(query), name: name)
    case "match", "search":
      let text = try valueArgument(of: name, isFirst: true)
      guard take(UInt8(ascii: ",")) else {
        throw fault("expected ',' and a second argument of \(name)(): a regular expression")
      }
      let pattern = try patternArgument(of: name)
      try close(name, arguments: "two arguments")
      return .logical(PathMatch(text: text, pattern: pattern, isWhole: name == "match"), name: name)
    default:
      throw fault(
        "expected one of the functions length, count, match, search and value", at: start)
    }
  }

  private mutating func close(_ name: String, arguments: String) throws(PathError) {
    guard take(UInt8(ascii: ")")) else {
      throw fault("expected ')': \(name)() takes \(arguments)")
    }
  }

  private mutating func valueArgument(
    of name: String, isFirst: Bool
  ) throws(PathError) -> PathOperand {
    let (term, start) = try argument(of: name)
    return try operand(
      term, at: start, in: "the \(isFirst ? "first" : "second") argument of \(name)()")
  }

  private mutating func queryArgument(of name: String) throws(PathError) -> PathQuery {
    let (term, start) = try argument(of: name)
    guard case .query(let query) = term else {
      throw fault("expected a query beginning with '@' or '$' in \(name)()", at: start)
    }
    return query
  }

  /// The second argument of `match` and `search`; a literal is compiled at once, so that a
  /// misspelt expression is refused instead of never matching.
  private mutating func patternArgument(of name: String) throws(PathError) -> PathMatch.Pattern {
    skipBlanks()
    let literalStart = position
    let isLiteral = peek == UInt8(ascii: "'") || peek == UInt8(ascii: "\"")
    let operand = try valueArgument(of: name, isFirst: false)
    guard isLiteral, case .literal(.string(let pattern)) = operand else { return .operand(operand) }
    do throws(Regexp.Fault) {
      return .literal(try Regexp(pattern.string))
    } catch {
      let offset = offset(in: literalStart, decoded: error.offset)
      throw fault("\(error.message) (in this I-Regexp, RFC 9485)", at: offset)
    }
  }

  /// Where in the text a byte of a decoded string stands; `start` is its opening quote.
  private func offset(in start: Int, decoded: Int) -> Int {
    var parser = self
    parser.position = start + 1
    var remaining = decoded
    while remaining > 0, parser.position < bytes.count {
      if bytes[parser.position] == UInt8(ascii: "\\"),
        let scalar = try? parser.escape(quote: bytes[start])
      {
        remaining -= UTF8.width(scalar)
      } else {
        parser.position += 1
        remaining -= 1
      }
    }
    return parser.position
  }

  private mutating func argument(of name: String) throws(PathError) -> (Term, start: Int) {
    skipBlanks()
    let start = position
    if peek == UInt8(ascii: ")") { throw fault("expected an argument of \(name)()") }
    let term = try term()
    skipBlanks()
    return (term, start)
  }

  // MARK: Operators

  /// The comparison operator that comes next.
  private var comparison: PathComparison? {
    switch peek {
    case UInt8(ascii: "="): follows("==") ? .equal : nil
    case UInt8(ascii: "!"): follows("!=") ? .notEqual : nil
    case UInt8(ascii: "<"): follows("<=") ? .lessOrEqual : .less
    case UInt8(ascii: ">"): follows(">=") ? .greaterOrEqual : .greater
    default: nil
    }
  }

  /// What may help where an operator of another language stands.
  var operatorHint: String {
    if follows("=~") {
      return "; a regular expression is tested by match(…, '…') or search(…, '…')"
    }
    switch peek {
    case UInt8(ascii: "="): return "; equality is written '=='"
    case UInt8(ascii: "&"), UInt8(ascii: "a"): return "; both are written '&&'"
    case UInt8(ascii: "|"), UInt8(ascii: "o"): return "; either is written '||'"
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"),
      UInt8(ascii: "%"):
      return "; there is no arithmetic in a filter"
    default: return ""
    }
  }
}
