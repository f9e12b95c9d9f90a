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

  /// Texts of fewer than four bytes are left out: they would hide half of what is said.
  package init(_ texts: some Sequence<String>) {
    self.texts = Set(texts.map { Array($0.utf8) }).filter { $0.count >= 4 }
      .sorted { $0.count > $1.count }
  }

  /// A text with `***` in the place of each secret.
  ///
  /// - Complexity: O(*n* · *m*) in the length of the text and the number of secrets.
  package func masked(_ text: String) -> String {
    guard !texts.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let secret = texts.first(where: { bytes[index...].starts(with: $0) }) {
        result += "***".utf8
        index += secret.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
