// SPDX-License-Identifier: Apache-2.0

/// The variables that a GraphQL query hands to the arguments of its fields.
///
/// https://spec.graphql.org/October2021/#sec-Language.Arguments
struct DetectionGraphQL {
  /// An argument that is given a variable: `friends(first: $n, after: $c)`.
  struct Use: Hashable {
    /// The name that the field has in the answer.
    let field: String
    let argument: String
    let variable: String
  }

  private enum Token: Equatable {
    case name(String)
    case mark(Character)
  }

  /// The uses, in order.
  let uses: [Use]

  /// - Complexity: O(*n*) in the length of the query.
  init(_ query: String) {
    let tokens = Self.tokens(of: query)
    var uses: [Use] = []
    var fields: [String] = []
    for (index, token) in tokens.enumerated() {
      switch token {
      case .mark("("): fields.append(Self.field(before: index, in: tokens))
      case .mark(")"): _ = fields.popLast()
      case .name(let argument):
        guard let field = fields.last, index + 3 < tokens.count,
          tokens[index + 1] == .mark(":"), tokens[index + 2] == .mark("$"),
          case .name(let variable) = tokens[index + 3],
          index == 0 || tokens[index - 1] != .mark("$")
        else { continue }
        uses.append(Use(field: field, argument: argument, variable: variable))
      default: break
      }
    }
    self.uses = uses
  }

  /// The variable that goes into an argument of a field; where that field has none, the only one
  /// that goes into an argument of that name anywhere.
  func variable(for argument: String, of field: String?) -> String? {
    let all = uses.filter { $0.argument == argument }
    let own = Set(all.filter { $0.field == field }.map(\.variable))
    if own.count == 1 { return own.first }
    let any = Set(all.map(\.variable))
    return any.count == 1 ? any.first : nil
  }

  /// The name of the field whose arguments begin here: its alias where it has one.
  private static func field(before parenthesis: Int, in tokens: [Token]) -> String {
    guard parenthesis > 0, case .name(let name) = tokens[parenthesis - 1] else { return "" }
    if parenthesis > 2, tokens[parenthesis - 2] == .mark(":"),
      case .name(let alias) = tokens[parenthesis - 3]
    {
      return alias
    }
    return name
  }

  private static func tokens(of query: String) -> [Token] {
    var tokens: [Token] = []
    var rest = query.unicodeScalars[...]
    func isName(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isASCII && (scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
    }
    while let scalar = rest.first {
      if isName(scalar) {
        let name = rest.prefix(while: isName)
        tokens.append(.name(String(name)))
        rest = rest.dropFirst(name.count)
      } else if scalar == "#" {
        rest = rest.drop { $0 != "\n" && $0 != "\r" }
      } else if scalar == "\"" {
        rest = afterString(rest)
        tokens.append(.mark("\""))
      } else {
        rest.removeFirst()
        if !" \t\r\n,\u{FEFF}".unicodeScalars.contains(scalar) {
          tokens.append(.mark(Character(scalar)))
        }
      }
    }
    return tokens
  }

  private static func afterString(
    _ text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView {
    let block = "\"\"\"".unicodeScalars
    if text.starts(with: block) {
      var rest = text.dropFirst(3)
      while !rest.isEmpty, !rest.starts(with: block) {
        rest = rest.dropFirst(rest.starts(with: "\\\"\"\"".unicodeScalars) ? 4 : 1)
      }
      return rest.dropFirst(3)
    }
    var rest = text.dropFirst()
    while let scalar = rest.first, scalar != "\"", scalar != "\n" {
      rest = rest.dropFirst(scalar == "\\" ? 2 : 1)
    }
    return rest.dropFirst()
  }
}
