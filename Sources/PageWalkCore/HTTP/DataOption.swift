// SPDX-License-Identifier: Apache-2.0

/// One option that gives data for a request, as curl has them.
package struct DataOption: Hashable, Sendable {
  /// The options, which differ in what they make of `@` and of what they read.
  package enum Kind: Hashable, Sendable {
    /// `-d`, `--data`: `@FILE` is a file without its line ends.
    case data
    /// `--data-binary`: `@FILE` is a file as it is.
    case binary
    /// `--data-raw`: as it is, an `@` too.
    case raw
    /// `--data-urlencode`: `TEXT`, `=TEXT`, `NAME=TEXT`, `@FILE` or `NAME@FILE`, encoded.
    case urlencode
    /// `--json`: as `--data-binary`, and the request is one of JSON.
    case json
    /// `--url-query`: as `--data-urlencode`, or `+TEXT` as it is; it goes into the URL.
    case urlQuery
  }

  /// Which option it is.
  package var kind: Kind

  /// What stands behind it.
  package var text: String

  /// Creates an option.
  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// The bytes that it stands for.
  ///
  /// - Throws: a ``TransportError`` where its file can't be read.
  /// - Complexity: O(*n*) in the number of the bytes.
  func bytes() throws(TransportError) -> [UInt8] {
    let isFile = text.utf8.first == UInt8(ascii: "@")
    switch kind {
    case .raw: return Array(text.utf8)
    case .data where isFile:
      return try LocalFile.bytes(of: String(text.dropFirst())).filter {
        $0 != 0x0A && $0 != 0x0D && $0 != 0
      }
    case .binary where isFile, .json where isFile:
      return try LocalFile.bytes(of: String(text.dropFirst()))
    case .data, .binary, .json: return Array(text.utf8)
    case .urlQuery where text.utf8.first == UInt8(ascii: "+"): return Array(text.utf8.dropFirst())
    case .urlencode, .urlQuery: return try encoded()
    }
  }

  /// The forms of `--data-urlencode`: what stands before the first `=`, or where there is none
  /// before the first `@`, is a name and stays as it is.
  private func encoded() throws(TransportError) -> [UInt8] {
    let mark =
      text.utf8.firstIndex(of: UInt8(ascii: "=")) ?? text.utf8.firstIndex(of: UInt8(ascii: "@"))
    guard let mark else { return Self.encoded(Array(text.utf8)) }
    let rest = String(text[text.utf8.index(after: mark)...])
    let isFile = text.utf8[mark] == UInt8(ascii: "@")
    let value = isFile ? try LocalFile.bytes(of: rest) : Array(rest.utf8)
    let name = text[..<mark]
    return name.isEmpty ? Self.encoded(value) : Array("\(name)=".utf8) + Self.encoded(value)
  }

  private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    let isPlain = { (byte: UInt8) in URLQuery.isUnreserved(byte) || byte == UInt8(ascii: " ") }
    return URLQuery.percentEncoded(bytes, unless: isPlain).utf8
      .map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
  }
}
