// SPDX-License-Identifier: Apache-2.0

/// A value that a server hands out to ask for the next page, exactly as it was spelled: a token, a
/// number of any length, an object, a URL.
public struct Cursor: Hashable, Sendable {
  package let kind: JSONKind

  /// The value as JSON, spelled as the server spelled it but for white space between tokens.
  public let json: String

  /// The value as it is written outside JSON: a string's text, a number as spelled, `true` and
  /// `false` as words, objects and arrays as compact JSON.
  public let text: String

  /// A text that did not come from a JSON document: a header, the target of a link.
  public init(_ text: String) {
    kind = .string
    json = JSONText.quoted(text)
    self.text = text
  }

  /// A whole number.
  public init(_ number: Int) {
    kind = .number
    json = String(number)
    text = json
  }

  /// The value of a node.
  package init(_ node: JSONDocument.Node, of document: JSONDocument) {
    kind = document.kind(node)
    var compact: [UInt8] = []
    document.appendCompact(node, to: &compact)
    json = String(decoding: compact, as: UTF8.self)
    text = kind == .string ? document.string(node) : json
  }

  /// A value that a person typed: any JSON value, or else the text itself.
  ///
  /// A number, an object or an array keeps its kind, so that it goes into a JSON body as such.
  public init(typed text: String) {
    if let document = try? JSONDocument(text) {
      self.init(document.root, of: document)
    } else {
      self.init(text)
    }
  }

  private init(kind: JSONKind, json: String, text: String) {
    self.kind = kind
    self.json = json
    self.text = text
  }

  /// The number, or the string of digits, with an addend; nil where it is neither.
  package func adding(_ addend: Int) -> Cursor? {
    switch kind {
    case .number:
      guard let sum = JSONNumber(text)?.adding(addend) else { return nil }
      return Cursor(kind: .number, json: sum, text: sum)
    case .string:
      return JSONNumber(digits: text)?.adding(addend).map { Cursor($0) }
    default:
      return nil
    }
  }

  /// The value as a count; nil where it is no whole number that is not negative. A string of digits
  /// counts as a number.
  package var count: Int? {
    guard kind == .number || kind == .string else { return nil }
    if let count = Int(text) { return count >= 0 ? count : nil }
    guard kind == .number, let number = JSONNumber(text), number.isInteger else { return nil }
    return number.adding(0).flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Whether the value says "no": `false`, `null`, zero, an empty or false-looking string, an empty
  /// array or object.
  ///
  /// - Parameter zeroCounts: whether zero is a value like any other (the cursors of items).
  package func isFalse(zeroCounts: Bool = false) -> Bool {
    switch kind {
    case .null, .false: true
    case .true: false
    case .string: text.isEmpty || text == "false" || (text == "0" && !zeroCounts)
    case .number: !zeroCounts && JSONNumber(text) == JSONNumber("0")
    case .array: json == "[]"
    case .object: json == "{}"
    }
  }
}
