// SPDX-License-Identifier: Apache-2.0

// What a JSONPath is after parsing: a query is a list of segments, a segment a list of selectors,
// a filter selector holds a logical expression, and that holds queries again.
//
//     $.links[?@.rel == 'next', 0]..href
//     │└──┬─┘└─────────┬─────────┘└──┬─┘
//     │ child segment  │   descendant segment
//     root          child segment with two selectors: a filter and an index
//
// All nesting is bounded by the parser (PathParser.maximumDepth), so code may recurse over it.

/// A query: where it begins, and the segments that lead from there.
///
/// https://www.rfc-editor.org/rfc/rfc9535#section-2.1
struct PathQuery: Hashable, Sendable {
  /// Where a query begins.
  enum Origin: Hashable, Sendable {
    /// `$`: the document.
    case root
    /// `@`: the value that a filter looks at.
    case current
  }

  var origin: Origin
  var segments: [PathSegment]

  /// Number of this query among those within filters; the answer of a query that begins at `$` is
  /// remembered under it.
  var slot = 0

  /// Whether it selects one value at most: names and indexes only.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9535#section-2.3.5.1
  var isSingular: Bool { segments.allSatisfy(\.isSingular) }

  /// How deep below its origin the values stand that it looks at: a level for each segment, and no
  /// bound where there is a `..` or a filter.
  var depth: Int {
    let isBounded = segments.allSatisfy { segment in
      !segment.isDescendant
        && segment.selectors.allSatisfy { selector in
          if case .filter = selector { false } else { true }
        }
    }
    return isBounded ? segments.count : .max
  }

  /// The names that it follows; nil where it does anything else.
  var names: [PathName]? {
    var names: [PathName] = []
    for segment in segments {
      guard segment.isSingular, case .name(let name) = segment.selectors[0] else { return nil }
      names.append(name)
    }
    return names
  }
}

/// One step of a query.
///
/// https://www.rfc-editor.org/rfc/rfc9535#section-2.5
struct PathSegment: Hashable, Sendable {
  /// Whether the selectors apply to the value and all below it (`..`) or to the value only.
  var isDescendant = false
  var selectors: [PathSelector]

  /// Whether it is one name or one index.
  var isSingular: Bool {
    guard !isDescendant, selectors.count == 1 else { return false }
    switch selectors[0] {
    case .name, .index: return true
    case .wildcard, .slice, .filter: return false
    }
  }
}

/// What picks children of a value.
///
/// https://www.rfc-editor.org/rfc/rfc9535#section-2.3
enum PathSelector: Hashable, Sendable {
  case name(PathName)
  case wildcard
  case index(Int)
  case slice(PathSlice)
  case filter(PathExpression)
}

/// A text with its escapes decoded: the UTF-8 that member names and strings are compared with.
struct PathName: Hashable, Sendable {
  let utf8: [UInt8]

  init(_ utf8: [UInt8]) { self.utf8 = utf8 }

  init(_ string: some StringProtocol) { utf8 = Array(string.utf8) }

  var string: String { String(decoding: utf8, as: UTF8.self) }
}

/// An array slice, `start:end:step`; nil where a part is left out.
///
/// https://www.rfc-editor.org/rfc/rfc9535#section-2.3.4
struct PathSlice: Hashable, Sendable {
  var start: Int?
  var end: Int?
  var step = 1

  /// The indexes that it selects from an array: the first one, and how many follow by ``step``.
  func indexes(count: Int) -> (first: Int, number: Int) {
    func normalized(_ index: Int) -> Int { index >= 0 ? index : count + index }
    if step > 0 {
      let lower = min(max(normalized(start ?? 0), 0), count)
      let upper = min(max(normalized(end ?? count), 0), count)
      return (lower, lower < upper ? (upper - lower - 1) / step + 1 : 0)
    }
    if step < 0 {
      let upper = min(max(normalized(start ?? count - 1), -1), count - 1)
      let lower = min(max(end.map(normalized) ?? -1, -1), count - 1)
      return (upper, upper > lower ? (upper - lower - 1) / -step + 1 : 0)
    }
    return (0, 0)
  }
}

/// What a filter asks of a value.
///
/// https://www.rfc-editor.org/rfc/rfc9535#section-2.3.5
indirect enum PathExpression: Hashable, Sendable {
  case or([PathExpression])
  case and([PathExpression])
  case not(PathExpression)
  case comparison(PathOperand, PathComparison, PathOperand)
  /// The query selects anything at all.
  case exists(PathQuery)
  case match(PathMatch)
}

/// A comparison operator.
enum PathComparison: String, Hashable, Sendable {
  case equal = "=="
  case notEqual = "!="
  case lessOrEqual = "<="
  case less = "<"
  case greaterOrEqual = ">="
  case greater = ">"
}

/// A side of a comparison, or an argument that is a value.
indirect enum PathOperand: Hashable, Sendable {
  case literal(PathLiteral)
  /// A singular query: the value that it selects, or nothing.
  case query(PathQuery)
  case length(PathOperand)
  case count(PathQuery)
  case value(PathQuery)
}

/// A literal of a filter.
enum PathLiteral: Hashable, Sendable {
  case string(PathName)
  /// The number as it was spelled.
  case number(PathNumber)
  case `true`, `false`, null
}

/// `match(text, regexp)` or `search(text, regexp)`.
///
/// https://www.rfc-editor.org/rfc/rfc9535#section-2.4.6
struct PathMatch: Hashable, Sendable {
  /// The second argument: compiled while parsing where it is a literal.
  enum Pattern: Hashable, Sendable {
    case literal(Regexp)
    case operand(PathOperand)
  }

  var text: PathOperand
  var pattern: Pattern

  /// Whether the whole text must match (`match`) or any part of it (`search`).
  var isWhole: Bool
}
