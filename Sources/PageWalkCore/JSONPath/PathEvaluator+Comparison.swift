// SPDX-License-Identifier: Apache-2.0

// Comparisons of a filter. Strings compare by code point, numbers by their exact value, arrays and
// objects for equality only and whole, without recursion.
//
// https://www.rfc-editor.org/rfc/rfc9535#section-2.3.5.2.2
extension PathEvaluator {
  /// Whether two values are equal; nothing equals only nothing.
  mutating func areEqual(_ a: Value, _ b: Value) throws(PathError) -> Bool {
    if case .nothing = a {
      if case .nothing = b { return true }
      return false
    }
    guard let kind = kind(of: a), kind == self.kind(of: b) else { return false }
    switch kind {
    case .true, .false, .null: return true
    case .number: return try compareNumbers(a, b) == 0
    case .string:
      guard let a = text(of: a), let b = text(of: b), a.count == b.count else { return false }
      try spend(1 + a.count / 32)
      return a == b
    case .array, .object:
      guard case .node(let a) = a, case .node(let b) = b else { return false }
      return try areDeeplyEqual(a, b)
    }
  }

  /// Whether a value is less than another: two numbers, or two strings.
  mutating func isLess(_ a: Value, _ b: Value) throws(PathError) -> Bool {
    guard let kind = kind(of: a), kind == self.kind(of: b) else { return false }
    switch kind {
    case .number: return try compareNumbers(a, b) == -1
    case .string:
      guard let a = text(of: a), let b = text(of: b) else { return false }
      try spend(1 + min(a.count, b.count) / 32)
      return a < b
    case .true, .false, .null, .array, .object: return false
    }
  }

  /// A string's text; nil for what is no string.
  func text(of value: Value) -> PathText? {
    switch value {
    case .node(let node) where document.kind(node) == .string: PathText(node, of: document)
    case .literal(.string(let text)): PathText(text, of: document)
    case .node, .literal, .integer, .nothing: nil
    }
  }

  private func kind(of value: Value) -> JSONKind? {
    switch value {
    case .nothing: nil
    case .node(let node): document.kind(node)
    case .integer: .number
    case .literal(.string): .string
    case .literal(.number): .number
    case .literal(.true): .true
    case .literal(.false): .false
    case .literal(.null): .null
    }
  }

  // MARK: Numbers

  /// Whether a number is less than another (-1), equal (0) or greater (1).
  private mutating func compareNumbers(_ a: Value, _ b: Value) throws(PathError) -> Int? {
    if let left = short(a), let right = short(b), let order = left.compared(with: right) {
      return order
    }
    for case .node(let node) in [a, b] { try spend(document.range(node).count / 16) }
    guard let a = number(a), let b = number(b) else { return nil }
    return a < b ? -1 : a == b ? 0 : 1
  }

  private func short(_ value: Value) -> PathNumber.Short? {
    switch value {
    case .node(let node):
      unsafe document.withBytes(document.range(node)) { unsafe PathNumber.Short($0) }
    case .literal(.number(let number)): number.short
    case .integer(let integer): PathNumber.Short(integer)
    case .literal, .nothing: nil
    }
  }

  private func number(_ value: Value) -> JSONNumber? {
    switch value {
    case .node(let node): document.number(node)
    case .literal(.number(let number)): number.value
    case .integer(let integer): JSONNumber(String(integer))
    case .literal, .nothing: nil
    }
  }

  // MARK: Arrays and objects

  /// Whether two arrays or objects are equal: arrays element by element, objects as sets of
  /// members, of a repeated name the last.
  ///
  /// - Complexity: O(*n* log *n*) in the number of nodes.
  private mutating func areDeeplyEqual(_ a: Int, _ b: Int) throws(PathError) -> Bool {
    var pairs = [(a, b)]
    while let (a, b) = pairs.popLast() {
      try spend(1)
      if a == b { continue }
      let kind = document.kind(a)
      guard kind == document.kind(b) else { return false }
      switch kind {
      case .array:
        guard try elementCount(of: a) == elementCount(of: b) else { return false }
        var left = a + 1
        var right = b + 1
        let stop = document.endInside(a)
        while left < stop {
          pairs.append((left, right))
          left = document.after(left)
          right = document.after(right)
        }
      case .object:
        let left = try sortedMembers(of: a)
        let right = try sortedMembers(of: b)
        guard left.count == right.count else { return false }
        for (left, right) in zip(left, right) {
          guard PathText(left, of: document) == PathText(right, of: document) else { return false }
          pairs.append((left + 1, right + 1))
        }
      case .string, .number, .true, .false, .null:
        guard try areEqual(.node(a), .node(b)) else { return false }
      }
    }
    return true
  }

  /// The names of an object's members, sorted, of a repeated one the last only.
  private mutating func sortedMembers(of node: Int) throws(PathError) -> [Int] {
    var members: [Int] = []
    let stop = document.endInside(node)
    var key = node + 1
    while key < stop {
      members.append(key)
      key = document.after(key + 1)
    }
    try spend(members.count * (members.count.bitWidth - members.count.leadingZeroBitCount))
    let document = document
    members.sort {
      let (a, b) = (PathText($0, of: document), PathText($1, of: document))
      return a == b ? $0 < $1 : a < b
    }
    var last: [Int] = []
    for key in members {
      if let previous = last.last,
        PathText(previous, of: document) == PathText(key, of: document)
      {
        last[last.count - 1] = key
      } else {
        last.append(key)
      }
    }
    return last
  }
}
