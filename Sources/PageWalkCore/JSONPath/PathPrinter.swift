// SPDX-License-Identifier: Apache-2.0

/// Writes a query as text in one spelling: names and strings in single quotes, every segment in
/// brackets, blanks round operators. Reading that text gives the same query.
struct PathPrinter {
  private(set) var utf8: [UInt8] = []

  mutating func write(_ text: String) { utf8.append(contentsOf: text.utf8) }

  /// Takes back what was written behind the first bytes.
  mutating func truncate(to count: Int) { utf8.removeSubrange(count...) }

  /// Writes a query.
  ///
  /// - Complexity: O(*n*) in the size of the query.
  mutating func write(_ query: PathQuery) {
    write(query.origin == .root ? "$" : "@")
    for segment in query.segments {
      write(segment.isDescendant ? "..[" : "[")
      for (index, selector) in segment.selectors.enumerated() {
        if index > 0 { write(", ") }
        write(selector)
      }
      write("]")
    }
  }

  private mutating func write(_ selector: PathSelector) {
    switch selector {
    case .name(let name): writeQuoted(name.utf8)
    case .wildcard: write("*")
    case .index(let index): write(String(index))
    case .slice(let slice):
      if let start = slice.start { write(String(start)) }
      write(":")
      if let end = slice.end { write(String(end)) }
      if slice.step != 1 { write(":\(slice.step)") }
    case .filter(let expression):
      write("?")
      write(expression)
    }
  }

  private mutating func write(_ expression: PathExpression) {
    switch expression {
    case .or(let parts):
      for (index, part) in parts.enumerated() {
        if index > 0 { write(" || ") }
        write(part)
      }
    case .and(let parts):
      for (index, part) in parts.enumerated() {
        if index > 0 { write(" && ") }
        if case .or = part { writeParenthesized(part) } else { write(part) }
      }
    case .not(let inner):
      write("!")
      switch inner {
      case .exists, .match: write(inner)
      case .or, .and, .not, .comparison: writeParenthesized(inner)
      }
    case .comparison(let left, let comparison, let right):
      write(left)
      write(" \(comparison.rawValue) ")
      write(right)
    case .exists(let query):
      write(query)
    case .match(let match):
      write(match.isWhole ? "match(" : "search(")
      write(match.text)
      write(", ")
      switch match.pattern {
      case .literal(let regexp): writeQuoted(regexp.pattern.utf8)
      case .operand(let operand): write(operand)
      }
      write(")")
    }
  }

  private mutating func writeParenthesized(_ expression: PathExpression) {
    write("(")
    write(expression)
    write(")")
  }

  private mutating func write(_ operand: PathOperand) {
    switch operand {
    case .literal(.string(let text)): writeQuoted(text.utf8)
    case .literal(.number(let number)): utf8.append(contentsOf: number.spelling)
    case .literal(.true): write("true")
    case .literal(.false): write("false")
    case .literal(.null): write("null")
    case .query(let query):
      write(query)
    case .length(let inner):
      write("length(")
      write(inner)
      write(")")
    case .count(let query):
      write("count(")
      write(query)
      write(")")
    case .value(let query):
      write("value(")
      write(query)
      write(")")
    }
  }

  /// Writes a text in single quotes as normalized paths have it.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9535#section-2.7
  mutating func writeQuoted(_ text: some Sequence<UInt8>) {
    utf8.append(UInt8(ascii: "'"))
    for byte in text {
      switch byte {
      case UInt8(ascii: "'"): write("\\'")
      case UInt8(ascii: "\\"): write("\\\\")
      case 0x08: write("\\b")
      case 0x09: write("\\t")
      case 0x0A: write("\\n")
      case 0x0C: write("\\f")
      case 0x0D: write("\\r")
      case 0x00...0x1F:
        write(byte < 0x10 ? "\\u000" : "\\u00")
        write(String(byte, radix: 16))
      default: utf8.append(byte)
      }
    }
    utf8.append(UInt8(ascii: "'"))
  }
}
