// SPDX-License-Identifier: Apache-2.0

/// What HTTP and URLs ask of single bytes: ASCII only, no locale.
extension UInt8 {
  /// Whether this is a letter of ASCII.
  var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  /// Whether this is a digit of ASCII.
  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether this is a blank or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// The letter in lower case; any other byte as it is.
  var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  /// The value of a hexadecimal digit, or nil.
  var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }
}

extension Substring {
  /// The text without blanks and tabs at its ends.
  ///
  /// - Complexity: O(*n*) in the number of blanks.
  var trimmingSpaces: Substring {
    guard let start = utf8.firstIndex(where: { !$0.isBlank }),
      let last = utf8.lastIndex(where: { !$0.isBlank })
    else { return self[endIndex...] }
    return self[start..<utf8.index(after: last)]
  }
}

extension String {
  /// The text without blanks and tabs at its ends.
  ///
  /// - Complexity: O(*n*) in the number of blanks.
  var trimmingSpaces: Substring { self[...].trimmingSpaces }
}

extension StringProtocol {
  /// The text with the letters of ASCII in lower case.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  var lowercasedASCII: String { String(decoding: utf8.map(\.lowercasedASCII), as: UTF8.self) }
}
