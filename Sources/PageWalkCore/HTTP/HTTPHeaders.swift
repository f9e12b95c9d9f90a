// SPDX-License-Identifier: Apache-2.0

/// Header fields in the order in which they stand, names compared without case.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-5
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One header field.
  public struct Field: Hashable, Sendable {
    /// The name as it was spelled.
    public var name: String

    /// The value without the white space around it.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The fields, in order.
  public private(set) var fields: [Field]

  /// Creates a list of fields.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// Creates a list of fields from pairs of name and value.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The first value of a field, or nil where it is missing.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  public subscript(name: String) -> String? {
    fields.first { Self.same($0.name, name) }?.value
  }

  /// All values of a field, in order.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  public func values(of name: String) -> [String] {
    fields.filter { Self.same($0.name, name) }.map(\.value)
  }

  /// Adds a field at the end.
  public mutating func append(name: String, value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Adds text to the value of the last field, for a field that goes on on the next line.
  mutating func extendLast(by text: String) {
    guard let last = fields.indices.last else { return }
    fields[last].value += fields[last].value.isEmpty ? text : " " + text
  }

  /// Puts a value in the place of all fields of that name, or at the end where there is none.
  public mutating func set(_ name: String, to value: String) {
    guard let index = fields.firstIndex(where: { Self.same($0.name, name) }) else {
      return append(name: name, value: value)
    }
    fields[index].value = value
    let kept = fields[index]
    fields = fields.enumerated().filter {
      $0.offset == index || !Self.same($0.element.name, kept.name)
    }.map(\.element)
  }

  /// Removes all fields of a name.
  public mutating func remove(_ name: String) {
    fields.removeAll { Self.same($0.name, name) }
  }

  /// Whether two field names are the same, ASCII case aside.
  package static func same(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count
      && zip(a.utf8, b.utf8).allSatisfy { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
