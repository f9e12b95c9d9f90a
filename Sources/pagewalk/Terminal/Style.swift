// SPDX-License-Identifier: Apache-2.0

/// How a cell of the screen looks.
struct Style: Hashable, Sendable {
  /// The colours that every terminal lets its user choose.
  enum Colour: UInt8, Hashable, Sendable {
    case standard, red, green, yellow, blue, magenta, cyan
  }

  /// What a cell can be beside coloured.
  struct Attributes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let bold = Attributes(rawValue: 1)
    static let dim = Attributes(rawValue: 2)
    static let underlined = Attributes(rawValue: 4)
    static let reversed = Attributes(rawValue: 8)
  }

  var colour = Colour.standard
  var attributes: Attributes = []

  static let plain = Style()
  static let bold = Style(attributes: .bold)
  static let dim = Style(attributes: .dim)
  static let reversed = Style(attributes: .reversed)
  static let failure = Style(colour: .red)
  static let key = Style(colour: .blue)
  static let string = Style(colour: .green)
  static let number = Style(colour: .cyan)
  static let literal = Style(colour: .magenta)

  /// The same look and more.
  func with(_ more: Attributes, colour: Colour? = nil) -> Style {
    Style(colour: colour ?? self.colour, attributes: attributes.union(more))
  }

  /// The sequence that makes a terminal write in this style, whatever it wrote in before.
  ///
  /// - Parameter colours: whether colours may be used.
  /// - Returns: the sequence.
  func sequence(colours: Bool) -> String {
    var codes = "0"
    if attributes.contains(.bold) { codes += ";1" }
    if attributes.contains(.dim) { codes += ";2" }
    if attributes.contains(.underlined) { codes += ";4" }
    if attributes.contains(.reversed) { codes += ";7" }
    if colours, colour != .standard { codes += ";3\(colour.rawValue)" }
    return "\u{1b}[\(codes)m"
  }
}
