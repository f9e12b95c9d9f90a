// SPDX-License-Identifier: Apache-2.0

/// The spelling of bytes that names and passwords have in an `Authorization` header.
///
/// https://www.rfc-editor.org/rfc/rfc4648#section-4
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The spelling of the UTF-8 of a text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func encoded(_ text: String) -> String {
    var rest = Array(text.utf8)[...]
    var result: [UInt8] = []
    while !rest.isEmpty {
      let group = rest.prefix(3)
      rest = rest.dropFirst(3)
      let bits = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      let spelled = (0..<4).map { digits[bits >> (18 - 6 * $0) & 63] }
      result += spelled.prefix(group.count + 1)
      result += Array(repeating: UInt8(ascii: "="), count: 3 - group.count)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
