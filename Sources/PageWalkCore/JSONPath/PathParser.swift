// SPDX-License-Identifier: Apache-2.0

/// Reads the text of a JSONPath: queries, segments, selectors. Filters are in PathParser+Filter,
/// strings and numbers in PathParser+Literals.
///
/// It reads each byte once; whatever nests (parentheses, filters, function arguments) is bounded
/// by ``maximumDepth``, so that no text can overflow the stack, here or where the query is used.
///
/// https://www.rfc-editor.org/rfc/rfc9535#appendix-A
struct PathParser {
  /// How deep filters, parentheses and function calls may nest.
  static let maximumDepth = 64

  let text: String
  let bytes: [UInt8]
  var position = 0
  var depth = 0

  /// How many queries have begun within filters.
  private var slots = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// The whole text as a query: `jsonpath-query`.
  mutating func parse() throws(PathError) -> PathQuery {
    guard peek == UInt8(ascii: "$") else {
      throw fault("expected '$': a JSONPath begins with it")
    }
    position = 1
    var query = PathQuery(origin: .root, segments: [])
    query.segments = try segments()
    guard position == bytes.count else { throw unexpectedSegment(after: query) }
    return query
  }

  /// A query within a filter: `$…` or `@…`.
  mutating func filterQuery() throws(PathError) -> PathQuery {
    let origin: PathQuery.Origin = peek == UInt8(ascii: "$") ? .root : .current
    position += 1
    slots += 1
    let slot = slots - 1
    return PathQuery(origin: origin, segments: try segments(), slot: slot)
  }

  /// `segments = *(S segment)`; the white space before what is no segment is left.
  private mutating func segments() throws(PathError) -> [PathSegment] {
    var segments: [PathSegment] = []
    while true {
      let start = position
      skipBlanks()
      switch peek {
      case UInt8(ascii: "["):
        segments.append(PathSegment(selectors: try bracketed()))
      case UInt8(ascii: "."):
        position += 1
        if peek == UInt8(ascii: ".") {
          position += 1
          segments.append(PathSegment(isDescendant: true, selectors: try afterDescent()))
        } else {
          segments.append(PathSegment(selectors: [try afterDot()]))
        }
      default:
        position = start
        return segments
      }
    }
  }

  /// What may follow `..`.
  private mutating func afterDescent() throws(PathError) -> [PathSelector] {
    if peek == UInt8(ascii: "[") { return try bracketed() }
    if take(UInt8(ascii: "*")) { return [.wildcard] }
    if let name = memberName() { return [.name(name)] }
    throw fault("expected a name, '*' or '[' after the two dots")
  }

  /// What may follow `.`.
  private mutating func afterDot() throws(PathError) -> PathSelector {
    if take(UInt8(ascii: "*")) { return .wildcard }
    if let name = memberName() { return .name(name) }
    switch peek {
    case UInt8(ascii: "["):
      throw fault("expected no dot before '['")
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      throw fault("expected a name after the dot; a quoted name stands in brackets: ['name']")
    case .some(0x30...0x39):
      throw fault(
        "expected a name after the dot; an index stands in brackets, as in [0], "
          + "and so does a name that begins with a digit, as in ['0']")
    default:
      throw fault("expected a name or '*' after the dot")
    }
  }

  /// `member-name-shorthand`; nil where there is none.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9535#section-2.5.1.1
  private mutating func memberName() -> PathName? {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), 0x80...0xFF: position += 1
      case 0x30...0x39 where position > start: position += 1
      default: return position > start ? PathName(Array(bytes[start..<position])) : nil
      }
    }
    return position > start ? PathName(Array(bytes[start...])) : nil
  }

  // MARK: Selectors

  /// `"[" S selector *(S "," S selector) S "]"`
  private mutating func bracketed() throws(PathError) -> [PathSelector] {
    let opening = position
    position += 1
    var selectors: [PathSelector] = []
    repeat {
      skipBlanks()
      selectors.append(try selector())
      skipBlanks()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else {
      if peek == nil { throw fault("expected a ']' that closes this '['", at: opening) }
      throw fault("expected ',' or ']'\(hintAfterSelector(selectors))")
    }
    return selectors
  }

  private mutating func selector() throws(PathError) -> PathSelector {
    switch peek {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return .name(try string())
    case UInt8(ascii: "*"):
      position += 1
      return .wildcard
    case UInt8(ascii: "?"):
      position += 1
      skipBlanks()
      return .filter(try nested { (parser) throws(PathError) in try parser.expression() })
    case UInt8(ascii: ":"), UInt8(ascii: "-"), .some(0x30...0x39):
      return try indexOrSlice()
    case UInt8(ascii: "+"):
      throw fault("expected an index without '+'")
    case UInt8(ascii: "("):
      throw fault("expected a selector; a filter begins with '?', and [-1] is the last element")
    case UInt8(ascii: "@"), UInt8(ascii: "$"):
      throw fault("expected a selector; a filter begins with '?'")
    case UInt8(ascii: "]"), UInt8(ascii: ","):
      throw fault("expected a quoted name, an index, a slice, '*' or '?'")
    case nil:
      throw fault("expected a ']' that closes this '['", at: position - 1)
    default:
      throw fault("expected a quoted name, an index, a slice, '*' or '?'; a name needs quotes here")
    }
  }

  /// `int` or `[int S] ":" S [int S] [":" [S int]]`
  private mutating func indexOrSlice() throws(PathError) -> PathSelector {
    var slice = PathSlice()
    if peek != UInt8(ascii: ":") {
      let index = try integer()
      let end = position
      skipBlanks()
      guard peek == UInt8(ascii: ":") else {
        position = end
        return .index(index)
      }
      slice.start = index
    }
    position += 1
    skipBlanks()
    if startsInteger {
      slice.end = try integer()
      skipBlanks()
    }
    if take(UInt8(ascii: ":")) {
      let end = position
      skipBlanks()
      if startsInteger { slice.step = try integer() } else { position = end }
    }
    return .slice(slice)
  }

  private var startsInteger: Bool {
    switch peek {
    case UInt8(ascii: "-"), .some(0x30...0x39): true
    default: false
    }
  }

  // MARK: Help for what is often written

  private func unexpectedSegment(after query: PathQuery) -> PathError {
    guard let next = peek else { return fault("expected more") }
    switch next {
    case 0x20, 0x09, 0x0A, 0x0D:
      var rest = self
      rest.skipBlanks()
      if rest.peek == nil { return fault("expected no white space at the end") }
      if case .name? = query.segments.last?.selectors.last {
        return fault("expected '.' or '['; a name that holds a blank stands in brackets: ['a b']")
      }
    case UInt8(ascii: "-"):
      if case .name? = query.segments.last?.selectors.last {
        return fault("expected '.' or '['; a name that holds '-' stands in brackets: ['a-b']")
      }
    case UInt8(ascii: "("):
      return fault("expected '.' or '['; functions stand in filters only, as in [?length(@.a) > 1]")
    case UInt8(ascii: "]"):
      return fault("expected '.' or '[': no '[' is open here")
    case UInt8(ascii: "*"):
      return fault("expected '.' or '[' before '*'")
    default: break
    }
    if query.segments.isEmpty {
      return fault(
        "expected '.' or '[' after '$'; a name that begins with '$' stands in brackets: ['$name']")
    }
    return fault("expected '.', '[' or the end")
  }

  private func hintAfterSelector(_ selectors: [PathSelector]) -> String {
    guard case .filter? = selectors.last else {
      if case .index? = selectors.last, peek == UInt8(ascii: ".") {
        return ": an index is a whole number"
      }
      if case .slice? = selectors.last, peek == UInt8(ascii: ":") {
        return ": a slice has three parts at most"
      }
      return ""
    }
    return operatorHint
  }

  // MARK: Bytes

  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  /// Takes a word of ASCII text.
  mutating func take(_ word: StaticString) -> Bool {
    guard follows(word) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  /// Whether a word of ASCII text comes next.
  func follows(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { unsafe bytes[position...].starts(with: $0) }
  }

  /// `S = *( space / tab / line feed / carriage return )`
  mutating func skipBlanks() {
    while let next = peek, next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D {
      position += 1
    }
  }

  /// Reads what nests one level deeper.
  mutating func nested<Result>(
    _ body: (inout PathParser) throws(PathError) -> Result
  ) throws(PathError) -> Result {
    guard depth < Self.maximumDepth else {
      throw fault("expected at most \(Self.maximumDepth) filters, parentheses and functions nested")
    }
    depth += 1
    let result = try body(&self)
    depth -= 1
    return result
  }

  func fault(_ message: String, at offset: Int? = nil) -> PathError {
    PathError(text: text, offset: offset ?? position, message: message)
  }
}
