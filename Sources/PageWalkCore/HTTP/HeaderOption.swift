// SPDX-License-Identifier: Apache-2.0

/// One `-H` option: a header field, or a file of header fields.
package enum HeaderOption: Hashable, Sendable {
  /// A field as it was typed: `Name: value`; `Name;` for one without a value; `Name:` to leave out
  /// a field that would be sent by itself.
  case field(String)

  /// A file with a field on each line. It is read again for each request, so that a token in it
  /// may be renewed while a walk goes on.
  case file(String)

  /// Reads what stands behind `-H`: `@FILE` or a field.
  package init(_ text: String) {
    self = text.utf8.first == UInt8(ascii: "@") ? .file(String(text.dropFirst())) : .field(text)
  }

  /// The fields, as they would be typed.
  ///
  /// - Throws: a ``TransportError`` where the file can't be read.
  /// - Complexity: O(*n*) in the size of the file.
  package func fields() throws(TransportError) -> [String] {
    switch self {
    case .field(let text): [text]
    case .file(let path):
      try LocalFile.bytes(of: path).split { $0 == 0x0A || $0 == 0x0D }
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The name of a field as it was typed: what stands before the first colon or semicolon.
  ///
  /// - Complexity: O(*n*) in the length of the field.
  package static func name(of field: String) -> String {
    let end = field.utf8.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
    let name = field[..<(end ?? field.endIndex)]
    return String(name.trimmingSpaces)
  }

  /// The value of a field as it was typed, without the blanks around it.
  ///
  /// - Complexity: O(*n*) in the length of the field.
  package static func value(of field: String) -> String {
    let rest = field.utf8.dropFirst(name(of: field).utf8.count)
    return String(Substring(rest.drop { $0 == UInt8(ascii: ":") || $0.isBlank }).trimmingSpaces)
  }

  /// Whether a field of that name may hold a secret: every one does but the few that say what kind
  /// of answer is wanted. Such fields stay at the origin of the walk.
  package static func isCredential(_ name: String) -> Bool {
    !harmless.contains { HTTPHeaders.same($0, name) }
  }

  private static let harmless = [
    "Accept", "Accept-Language", "Content-Type", "User-Agent", "Prefer",
  ]
}
