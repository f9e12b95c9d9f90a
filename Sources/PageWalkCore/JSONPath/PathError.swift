// SPDX-License-Identifier: Apache-2.0

/// Why a key or a JSONPath was refused, and where in its text.
public struct PathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of refusal this is.
  public enum Kind: Hashable, Sendable {
    /// The text is not a key; ``PathError/offset`` says where.
    case syntax
    /// The text is right, but asks for more work than is allowed on this document.
    case limit
  }

  /// What kind of refusal this is.
  public var kind: Kind

  /// The whole text that was refused.
  public var text: String

  /// Where the fault is, in UTF-8 bytes from the beginning of ``text``.
  public var offset: Int

  /// What was expected, as the end of a sentence: "expected a name after the dot".
  public var message: String

  init(_ kind: Kind = .syntax, text: String, offset: Int = 0, message: String) {
    self.kind = kind
    self.text = text
    self.offset = offset
    self.message = message
  }

  /// The message, and below it the text with a caret under the fault.
  ///
  /// Of a long text only the part around the fault is shown; control characters are shown escaped.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var description: String {
    switch kind {
    case .limit:
      "\(message)\n  \(excerpt.line)"
    case .syntax:
      "\(message)\n  \(excerpt.line)\n  \(String(repeating: " ", count: excerpt.column))^"
    }
  }

  /// The text around the fault on one line, and the fault's column in it.
  private var excerpt: (line: String, column: Int) {
    let utf8 = text.utf8
    let fault = utf8.index(utf8.startIndex, offsetBy: min(max(offset, 0), utf8.count))
    let scalars = text.unicodeScalars
    let start = scalars.index(fault, offsetBy: -48, limitedBy: scalars.startIndex)
    let end = scalars.index(fault, offsetBy: 24, limitedBy: scalars.endIndex)

    var line = start == nil || start == scalars.startIndex ? "" : "…"
    var column = line.isEmpty ? 0 : 1
    var index = start ?? scalars.startIndex
    while index < end ?? scalars.endIndex {
      let (shown, width) = Self.shown(scalars[index])
      line += shown
      if index < fault { column += width }
      index = scalars.index(after: index)
    }
    if index < scalars.endIndex { line += "…" }
    return (line, column)
  }

  /// How a terminal shows a scalar, and how many columns that takes.
  private static func shown(_ scalar: Unicode.Scalar) -> (text: String, width: Int) {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .format, .unassigned, .privateUse:
      switch scalar {
      case "\n": return ("\\n", 2)
      case "\r": return ("\\r", 2)
      case "\t": return ("\\t", 2)
      default:
        let digits = String(scalar.value, radix: 16)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return ("\\u{\(padded)}", padded.count + 4)
      }
    case .nonspacingMark, .enclosingMark:
      return (String(scalar), 0)
    default:
      return (String(scalar), isWide(scalar) ? 2 : 1)
    }
  }

  /// Whether terminals give a scalar two columns: East Asian letters, full-width forms, emoji.
  ///
  /// https://www.unicode.org/reports/tr11/
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default:
      scalar.properties.isEmojiPresentation
    }
  }
}
