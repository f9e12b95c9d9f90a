// SPDX-License-Identifier: Apache-2.0

/// The user's secrets, which a state file keeps by name only, wherever they stand: in the start URL,
/// and in cursors and next URLs in which the server sends them back.
///
/// A text that holds one is written in parts:
///
///     {"parts":["https://api.example.com/items?api_key=",["--url-query api_key",0,"percent"],"&page=2"]}
///
/// A reference gives the name, which of its values, and in what spelling it stood.
package struct StateSecrets: Sendable {
  /// One secret.
  struct Secret: Hashable, Sendable {
    /// What the user types to give it: `--url-query api_key`, `-H X-Api-Key`.
    var name: String
    /// What may stand in a text: the whole value, and parts of it that are secret by themselves.
    var values: [String]
  }

  private var secrets: [Secret] = []

  /// What is looked for, the longest first.
  private var patterns: [Pattern] = []

  /// A spelling of a secret.
  private struct Pattern: Sendable {
    var bytes: [UInt8]
    var secret: String
    var value: Int
    var spelling: Spelling
  }

  static let partsName = "parts"

  /// Creates a list of no secrets.
  package init() {}

  /// Adds a secret.
  ///
  /// - Parameters:
  ///   - raw: how the value is spelled in the place it comes from, and
  ///   - rawSpelling: the spelling that says the same.
  mutating func add(
    _ name: String, _ value: String, spelled raw: String? = nil,
    as rawSpelling: Spelling = .percent
  ) {
    let index: Int
    if let known = secrets.firstIndex(where: { $0.name == name }) {
      secrets[known].values.append(value)
      index = secrets[known].values.count - 1
    } else {
      secrets.append(Secret(name: name, values: [value]))
      index = 0
    }
    var spellings = Spelling.allCases.map { ($0, $0.spell(value)) }
    if let raw { spellings.append((rawSpelling, raw)) }
    for (spelling, text) in spellings {
      let bytes = Array(text.utf8)
      guard !bytes.isEmpty, !patterns.contains(where: { $0.bytes == bytes }) else { continue }
      patterns.append(Pattern(bytes: bytes, secret: name, value: index, spelling: spelling))
    }
    patterns.sort { $0.bytes.count > $1.bytes.count }
  }

  /// Adds a secret that is worth looking for: one so short that any text may hold it by chance, as a
  /// language in a cookie, is left out.
  mutating func addIfLong(_ name: String, _ value: some StringProtocol) {
    if value.utf8.count >= 6 { add(name, String(value)) }
  }

  /// How a secret may be spelled in a text.
  enum Spelling: String, CaseIterable {
    /// As it is.
    case plain
    /// Percent-encoded but for letters, digits and `-._~`.
    case percent
    /// The same with small letters in the escapes.
    case percentLower = "percent-lower"
    /// As a form has it, with a plus for a blank.
    case form
    /// As in a string of JSON.
    case json
    /// The same, with slashes escaped too.
    case jsonSlashes = "json-slashes"

    /// A value in this spelling.
    func spell(_ value: String) -> String {
      switch self {
      case .plain: value
      case .percent: URLQuery.percentEncoded(value)
      case .percentLower: Self.escapes(of: value) { "%" + $0.lowercased() }
      case .form: Self.escapes(of: value) { $0 == "20" ? "+" : "%" + $0 }
      case .json: String(JSONText.quoted(value).dropFirst().dropLast())
      case .jsonSlashes:
        Self.json.spell(value).split(separator: "/", omittingEmptySubsequences: false)
          .joined(separator: "\\/")
      }
    }

    /// The value percent-encoded, with each escape made by an edit of its two digits.
    private static func escapes(of value: String, _ edit: (Substring) -> String) -> String {
      let encoded = URLQuery.percentEncoded(value)
      let pieces = encoded.split(separator: "%", omittingEmptySubsequences: false)
      return pieces.dropFirst().reduce(String(pieces[0])) {
        $0 + edit($1.prefix(2)) + $1.dropFirst(2)
      }
    }
  }

  // MARK: - Texts

  /// Whether a text holds a secret.
  ///
  /// - Complexity: O(*n* · *m*) in the length of the text and the number of secrets.
  func stands(in text: String) -> Bool {
    parts(of: text).contains(where: \.isSecret)
  }

  /// A text with three stars in the place of each secret.
  ///
  /// - Complexity: O(*n* · *m*) in the length of the text and the number of secrets.
  func masked(_ text: String) -> String {
    parts(of: text).map { part in
      switch part {
      case .plain(let text): text
      case .secret: "***"
      }
    }.joined()
  }

  /// Writes a text with its secrets by name.
  ///
  /// - Complexity: O(*n* · *m*) in the length of the text and the number of secrets.
  func write(_ text: String, to builder: inout JSONBuilder) {
    let parts = parts(of: text)
    guard parts.contains(where: \.isSecret) else { return builder.string(text) }
    builder.object { object in
      object.name(Self.partsName)
      object.array { array in
        for part in parts {
          switch part {
          case .plain(let text): array.string(text)
          case .secret(let pattern):
            array.array {
              $0.string(pattern.secret)
              $0.int(pattern.value)
              $0.string(pattern.spelling.rawValue)
            }
          }
        }
      }
    }
  }

  /// A piece of a text.
  private enum Part {
    case plain(String)
    case secret(Pattern)

    var isSecret: Bool {
      if case .secret = self { true } else { false }
    }
  }

  private func parts(of text: String) -> [Part] {
    guard !patterns.isEmpty else { return [.plain(text)] }
    let bytes = Array(text.utf8)
    var parts: [Part] = []
    var start = 0
    var index = 0
    func endPlain() {
      if start < index {
        parts.append(.plain(String(decoding: bytes[start..<index], as: UTF8.self)))
      }
    }
    while index < bytes.count {
      guard let pattern = pattern(at: index, in: bytes) else {
        index += 1
        continue
      }
      endPlain()
      parts.append(.secret(pattern))
      index += pattern.bytes.count
      start = index
    }
    endPlain()
    return parts
  }

  private func pattern(at index: Int, in bytes: [UInt8]) -> Pattern? {
    patterns.first { pattern in
      bytes[index] == pattern.bytes[0] && bytes[index...].starts(with: pattern.bytes)
    }
  }

  /// The text of parts.
  ///
  /// - Throws: a ``StateError`` where a secret is not known.
  func text(
    _ parts: JSONDocument.Node, of document: JSONDocument
  ) throws(StateError) -> String {
    guard document.kind(parts) == .array else { throw StateReader.damaged(Self.partsName) }
    var text = ""
    for part in document.elements(of: parts) {
      if document.kind(part) == .string {
        text += document.string(part)
        continue
      }
      let fields = document.kind(part) == .array ? Array(document.elements(of: part)) : []
      guard fields.count == 3, let index = Int(document.text(fields[1])), index >= 0,
        let spelling = Spelling(rawValue: document.string(fields[2]))
      else { throw StateReader.damaged(Self.partsName) }
      let name = document.string(fields[0])
      guard let secret = secrets.first(where: { $0.name == name }), index < secret.values.count
      else { throw StateError(.refusal, "the secret '\(Printable.escaped(name))' is missing") }
      text += spelling.spell(secret.values[index])
    }
    return text
  }
}
