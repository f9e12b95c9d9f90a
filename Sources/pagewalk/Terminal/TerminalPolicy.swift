// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the streams and the environment allow on a terminal.
enum TerminalPolicy {
  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// Whether the terminal, by the name that the environment gives it, can't move its cursor.
  static var isDumb: Bool {
    let name = Process.variable("TERM") ?? ""
    return name.isEmpty || name == "dumb"
  }

  /// Whether text for a descriptor may be coloured: it is a terminal, not a dumb one, and NO_COLOR
  /// is not set.
  ///
  /// https://no-color.org
  static func usesColour(_ descriptor: Int32) -> Bool {
    isTerminal(descriptor) && !isDumb && allowsColour
  }

  /// Whether the user has nothing against colours.
  static var allowsColour: Bool { (Process.variable("NO_COLOR") ?? "").isEmpty }

  /// Rows and columns of the terminal behind a descriptor; nil where it does not say.
  static func size(_ descriptor: Int32) -> Screen.Size? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return Screen.Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }
}
