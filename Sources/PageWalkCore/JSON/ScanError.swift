// SPDX-License-Identifier: Apache-2.0

/// Why a text is not JSON, and where that shows first.
package struct ScanError: Error, Hashable, Sendable {
  /// One case for each fault that a user would tell apart.
  package enum Kind: Hashable, Sendable {
    /// Nothing but white space.
    case empty
    /// The text ends before its value does: it was probably cut short.
    case unexpectedEnd
    /// Something else stands where a value should.
    case valueExpected
    /// A closing bracket or brace directly after a comma.
    case trailingComma
    /// Something else stands where the name of a member should.
    case nameExpected
    /// No colon after the name of a member.
    case colonExpected
    /// Neither a comma nor the closing bracket or brace after a value.
    case commaExpected
    /// A bracket closes a brace, or the other way round.
    case wrongBracket
    /// A word other than `true`, `false` and `null`.
    case badWord
    /// A number that the grammar does not allow, such as `01`, `.5` or `1.`.
    case badNumber
    /// A backslash in a string that begins none of the escapes of JSON.
    case badEscape
    /// A byte below 0x20 in a string.
    case controlCharacter
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// More open arrays and objects than the document's limit.
    case tooDeep
    /// Something behind the value; in JSON Lines, behind the value of a line.
    case trailingData
    /// In JSON Lines, a value that goes on after the end of its line.
    case lineBreak
    /// 4 GiB or more.
    case tooLarge
  }

  /// What is wrong.
  package var kind: Kind
  /// Where: the offset of the first byte that no valid text could have there, from 0. For a bad
  /// word or escape it is the first byte of that, for a text that ends early its length.
  package var offset: Int

  /// Makes an error.
  package init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension ScanError: CustomStringConvertible {
  /// The fault in words, as the end of a sentence: `a comma is missing`.
  package var description: String {
    switch kind {
    case .empty: "there is no value"
    case .unexpectedEnd: "the text ends before its value does"
    case .valueExpected: "a value is missing"
    case .trailingComma: "nothing follows a comma"
    case .nameExpected: "the name of a member, in double quotes, is missing"
    case .colonExpected: "the colon after the name of a member is missing"
    case .commaExpected: "a comma is missing"
    case .wrongBracket: "the wrong kind of bracket closes an array or object"
    case .badWord: "a word is none of true, false and null"
    case .badNumber: "a number is malformed"
    case .badEscape: "an escape in a string is malformed"
    case .controlCharacter: "a control character stands in a string without being escaped"
    case .invalidUTF8: "a byte is not UTF-8"
    case .tooDeep: "arrays and objects are nested too deep"
    case .trailingData: "something follows the value"
    case .lineBreak: "a value goes on after the end of its line"
    case .tooLarge: "the text has 4 GiB or more"
    }
  }
}
