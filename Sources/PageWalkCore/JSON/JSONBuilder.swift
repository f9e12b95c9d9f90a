// SPDX-License-Identifier: Apache-2.0

/// Writes JSON of the program's own, without white space: summaries, states, entries.
///
///     var builder = JSONBuilder()
///     builder.object {
///       $0.member("items", int: 3)
///       $0.name("tags")
///       $0.array {
///         $0.string("a")
///         $0.string("b")
///       }
///     }
///     // {"items":3,"tags":["a","b"]}
///
/// It sets commas and colons. That each name is followed by one value is up to its user.
package struct JSONBuilder {
  /// What was written.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Makes an empty builder.
  package init() {}

  /// What was written, as text.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds an object with the members that `members` adds.
  package mutating func object<E>(_ members: (inout JSONBuilder) throws(E) -> Void) throws(E) {
    try enclose("{", members, "}")
  }

  /// Adds an array of the values that `elements` adds.
  package mutating func array<E>(_ elements: (inout JSONBuilder) throws(E) -> Void) throws(E) {
    try enclose("[", elements, "]")
  }

  /// Adds the name of a member. Its value must follow.
  package mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Adds a string.
  package mutating func string(_ value: String) {
    separate()
    JSONText.quote(value, into: &bytes)
  }

  /// Adds an integer.
  package mutating func int(_ value: Int) {
    raw(String(value).utf8)
  }

  /// Adds `true` or `false`.
  package mutating func bool(_ value: Bool) {
    raw((value ? "true" : "false").utf8)
  }

  /// Adds `null`.
  package mutating func null() {
    raw("null".utf8)
  }

  /// Adds a value that is JSON already.
  package mutating func raw(_ value: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: value)
  }

  /// Adds a member that is a string, or null.
  package mutating func member(_ name: String, string value: String?) {
    self.name(name)
    if let value { string(value) } else { null() }
  }

  /// Adds a member that is an integer, or null.
  package mutating func member(_ name: String, int value: Int?) {
    self.name(name)
    if let value { int(value) } else { null() }
  }

  /// Adds a member that is true or false.
  package mutating func member(_ name: String, bool value: Bool) {
    self.name(name)
    bool(value)
  }

  /// Adds a member whose value is JSON already.
  package mutating func member(_ name: String, raw value: some Sequence<UInt8>) {
    self.name(name)
    raw(value)
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func enclose<E>(
    _ opening: Unicode.Scalar, _ content: (inout JSONBuilder) throws(E) -> Void,
    _ closing: Unicode.Scalar
  ) throws(E) {
    separate()
    bytes.append(UInt8(ascii: opening))
    needsComma = false
    try content(&self)
    bytes.append(UInt8(ascii: closing))
    needsComma = true
  }
}
