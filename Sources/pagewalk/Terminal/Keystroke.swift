// SPDX-License-Identifier: Apache-2.0

/// A key that was pressed, or text that was pasted.
enum Keystroke: Hashable, Sendable {
  /// A key with a character on it.
  case character(Character)
  /// The same with the control key held; the letter is lower case.
  case control(Character)
  case enter, escape, tab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Text from the clipboard, as far as it can be told from typing.
  case paste(String)
}
