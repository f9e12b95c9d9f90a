// SPDX-License-Identifier: Apache-2.0

/// Texts that no message may show, wherever they turn up: in a URL that the server made of the first
/// one, in an item, in an error.
package struct SecretTexts: Sendable {
  /// The texts, the longest first, so that one which holds another is hidden whole.
  private let texts: [[UInt8]]

  /// The values of those parameters of a URL that are secret by their name, as they are spelled and
  /// decoded, and other texts.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package init(of url: String, and others: [String] = []) {
    self.init(
      others
        + URLQuery.names(in: url).filter(URLMask.isSecret).flatMap { name in
          [URLQuery.rawValue(of: name, in: url), URLQuery.value(of: name, in: url)]
            .compactMap { $0 }
        })
  }

  /// Shorter texts would hide half of what is said.
  private static let shortest = 4

  /// Texts of fewer than four bytes are left out.
  package init(_ texts: some Sequence<String>) {
    self.texts = Set(texts.map { Array($0.utf8) }).filter { $0.count >= Self.shortest }
      .sorted { $0.count > $1.count }
  }

  /// A text with `***` in the place of each secret, and of the beginning of one where the text is cut:
  /// at its end, or before an ellipsis.
  ///
  /// - Complexity: O(*n* · *m*) in the length of the text and the number of secrets.
  package func masked(_ text: String) -> String {
    guard !texts.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let length = texts.lazy.compactMap({ Self.length(of: $0, in: bytes[index...]) }).first {
        result += "***".utf8
        index += length
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// How much of a secret a text begins with; nil where that is not the whole, nor all up to a cut.
  private static func length(of secret: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    let length = zip(secret, text).prefix { $0 == $1 }.count
    if length == secret.count { return length }
    let rest = text.dropFirst(length)
    let isCut = rest.isEmpty || rest.starts(with: "…".utf8)
    return length >= shortest && isCut ? length : nil
  }
}
