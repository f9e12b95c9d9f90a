// SPDX-License-Identifier: Apache-2.0

/// A value of a state file: what a walk keeps, on its way to JSON and back.
package enum StateValue: Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Int)
  /// A text of the program's own, or a word of the user's that holds no secret: a key, a name.
  case word(String)
  /// A text in which a secret may stand: a URL, a cursor, a body.
  case text(String)
  /// A text and how a server spelled it in JSON. Where a secret stands in the text, the spelling is
  /// given up, since no spelling hides it for sure.
  case spelled(String, json: String)
  case list([StateValue])
  case object([Member])

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    var name: String
    var value: StateValue
  }

  /// An object of the members that are not null.
  static func members(_ members: (String, StateValue)...) -> StateValue {
    .object(members.compactMap { $1 == .null ? nil : Member(name: $0, value: $1) })
  }

  /// A word, or null.
  static func word(_ word: (some CustomStringConvertible)?) -> StateValue {
    word.map { .word($0.description) } ?? .null
  }

  /// A number, or null.
  static func number(_ number: Int?) -> StateValue {
    number.map { .number($0) } ?? .null
  }

  /// True, or null, which reads as false.
  static func flag(if flag: Bool) -> StateValue {
    flag ? .flag(true) : .null
  }

  /// A list, or null where it would be empty.
  static func list<E>(_ elements: some Sequence<E>, _ value: (E) -> StateValue) -> StateValue {
    let values = elements.map(value)
    return values.isEmpty ? .null : .list(values)
  }

  /// Bytes: a text where they are one, else hexadecimal digits.
  static func bytes(_ bytes: [UInt8]?) -> StateValue {
    guard let bytes else { return .null }
    if let text = String(validating: bytes, as: UTF8.self) { return .text(text) }
    return .members(("hex", .word(Hexadecimal.text(bytes))))
  }

  // MARK: - JSON

  /// Writes the value; secrets in texts are written by their names.
  ///
  /// - Complexity: O(*n*) in the length of all texts.
  func write(to builder: inout JSONBuilder, hiding secrets: StateSecrets) {
    switch self {
    case .null: builder.null()
    case .flag(let flag): builder.bool(flag)
    case .number(let number): builder.int(number)
    case .word(let word): builder.string(word)
    case .text(let text): secrets.write(text, to: &builder)
    case .spelled(let text, let json):
      let hides = secrets.stands(in: text)
      StateValue.members((hides ? "text" : "json", .text(hides ? text : json)))
        .write(to: &builder, hiding: secrets)
    case .list(let values):
      builder.array { array in
        for value in values { value.write(to: &array, hiding: secrets) }
      }
    case .object(let members):
      builder.object { object in
        for member in members {
          object.name(member.name)
          member.value.write(to: &object, hiding: secrets)
        }
      }
    }
  }

  /// Reads a value; texts get their secrets back. Whether a string is a text or a word can't be told:
  /// it is read as a text.
  ///
  /// - Throws: a ``StateError`` where a secret is not known.
  /// - Complexity: O(*n*) in the length of the value.
  init(
    _ node: JSONDocument.Node, of document: JSONDocument, revealing secrets: StateSecrets
  ) throws(StateError) {
    switch document.kind(node) {
    case .null: self = .null
    case .true: self = .flag(true)
    case .false: self = .flag(false)
    case .string: self = .text(document.string(node))
    case .number:
      guard let number = Int(document.text(node)) else { throw StateReader.damaged("a number") }
      self = .number(number)
    case .array:
      var values: [StateValue] = []
      for element in document.elements(of: node) {
        values.append(try StateValue(element, of: document, revealing: secrets))
      }
      self = .list(values)
    case .object:
      if let parts = document.member(StateSecrets.partsName, of: node) {
        self = .text(try secrets.text(parts, of: document))
        return
      }
      var members: [Member] = []
      for (key, value) in document.members(of: node) {
        let value = try StateValue(value, of: document, revealing: secrets)
        members.append(Member(name: document.string(key), value: value))
      }
      self = .object(members)
    }
  }
}

/// Takes values out of a state's object, by name.
struct StateReader {
  private let members: [StateValue.Member]

  init(_ value: StateValue?, _ name: String) throws(StateError) {
    guard case .object(let members)? = value else { throw Self.damaged(name) }
    self.members = members
  }

  /// A value; nil where it is missing or null.
  subscript(name: String) -> StateValue? {
    members.first { $0.name == name && $0.value != .null }?.value
  }

  /// A text; nil where it is missing.
  func text(_ name: String) throws(StateError) -> String? {
    guard let value = self[name] else { return nil }
    return try value.asText(name)
  }

  /// A number; nil where it is missing.
  func number(_ name: String) throws(StateError) -> Int? {
    guard let value = self[name] else { return nil }
    guard case .number(let number) = value else { throw Self.damaged(name) }
    return number
  }

  /// A number that must be there.
  func count(_ name: String) throws(StateError) -> Int {
    guard let count = try number(name), count >= 0 else { throw Self.damaged(name) }
    return count
  }

  /// Whether it says true.
  func flag(_ name: String) -> Bool { self[name] == .flag(true) }

  /// The elements of a list; none where it is missing.
  func list(_ name: String) throws(StateError) -> [StateValue] {
    guard let value = self[name] else { return [] }
    guard case .list(let elements) = value else { throw Self.damaged(name) }
    return elements
  }

  /// The object of a name.
  func object(_ name: String) throws(StateError) -> StateReader {
    try StateReader(self[name], name)
  }

  static func damaged(_ name: String) -> StateError {
    StateError(.fault, "it can't be understood at '\(name)'")
  }
}

extension StateValue {
  /// The text that the value is.
  func asText(_ name: String) throws(StateError) -> String {
    switch self {
    case .text(let text), .word(let text): return text
    default: throw StateReader.damaged(name)
    }
  }

  /// The bytes that the value is.
  func asBytes(_ name: String) throws(StateError) -> [UInt8] {
    if case .text(let text) = self { return Array(text.utf8) }
    let digits = try StateReader(self, name).text("hex") ?? ""
    guard let bytes = Hexadecimal.bytes(digits) else { throw StateReader.damaged(name) }
    return bytes
  }
}

/// Bytes as hexadecimal digits.
enum Hexadecimal {
  /// Two digits for each byte.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The bytes of digits; nil where the text is none.
  ///
  /// - Complexity: O(*n*) in the number of digits.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map(\.hexValue)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The digits of a mark, the low half first.
  static func text(_ mark: SipHash.Mark) -> String {
    [mark.low, mark.high].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// The mark of digits; nil where the text is none.
  static func mark(_ text: String) -> SipHash.Mark? {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ $0.hexValue != nil }),
      let low = UInt64(text.prefix(16), radix: 16), let high = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    return SipHash.Mark(low: low, high: high)
  }
}
