// SPDX-License-Identifier: Apache-2.0

@testable import PageWalkCore

/// Makes random valid JSONPaths, in random spellings, and random documents with few names, so that
/// paths meet something.
struct PathGenerator {
  var generator: SeededGenerator

  init(seed: UInt64) {
    print("PAGEWALK_SEED=\(seed)")
    generator = SeededGenerator(seed: seed)
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  private mutating func one(of texts: [String]) -> String { texts[below(texts.count)] }

  private mutating func blank() -> String { one(of: ["", "", "", " ", "\n", "\t \r"]) }

  // MARK: Paths

  mutating func path(withFilters: Bool = true) -> String {
    query("$", depth: withFilters ? 3 : 0)
  }

  private mutating func query(_ origin: String, depth: Int) -> String {
    var text = origin
    for _ in 0..<below(4) { text += blank() + segment(depth: depth) }
    return text
  }

  private mutating func singular(_ origin: String) -> String {
    var text = origin
    for _ in 0..<below(3) {
      text += below(2) == 0 ? ".\(plainName())" : "[\(one(of: [quoted(), "0", "-1", "12"]))]"
    }
    return text
  }

  private mutating func segment(depth: Int) -> String {
    switch below(6) {
    case 0: return ".\(plainName())"
    case 1: return "..\(one(of: [plainName(), "*"]))"
    case 2: return ".*"
    case 3: return "..\(bracketed(depth: depth))"
    default: return bracketed(depth: depth)
    }
  }

  private mutating func bracketed(depth: Int) -> String {
    var selectors: [String] = []
    for _ in 0...below(3) { selectors.append(blank() + selector(depth: depth) + blank()) }
    return "[\(selectors.joined(separator: ","))]"
  }

  private mutating func selector(depth: Int) -> String {
    switch below(depth > 0 ? 7 : 5) {
    case 0: return quoted()
    case 1: return "*"
    case 2: return one(of: ["0", "1", "-1", "-2", "9007199254740991"])
    case 3:
      return one(of: ["", "0", "1", "-1"]) + blank() + ":" + blank()
        + one(of: ["", "2", "-1", "99"])
    case 4: return one(of: ["", "3", "-1"]) + "::" + one(of: ["", "1", "2", "-1", "-2", "0"])
    default: return "?" + blank() + expression(depth: depth - 1)
    }
  }

  private mutating func expression(depth: Int) -> String {
    switch below(depth > 0 ? 9 : 4) {
    case 0: return query(one(of: ["@", "$"]), depth: depth)
    case 1, 2:
      let comparison = one(of: ["==", "!=", "<", "<=", ">", ">="])
      return operand(depth: depth) + blank() + comparison + blank() + operand(depth: depth)
    case 3:
      let function = one(of: ["match", "search"])
      let pattern = one(of: [#"'a.*'"#, #""[^\\]']|\\\\""#, #"'\\p{Lu}+'"#, singular("$")])
      return "\(function)(\(blank())\(singular("@"))\(blank()),\(blank())\(pattern)\(blank()))"
    case 4: return "!" + blank() + query("@", depth: depth)
    case 5: return one(of: ["", "!", "! "]) + "(" + blank() + expression(depth: depth - 1) + ")"
    default:
      let sign = one(of: ["&&", "||"])
      return expression(depth: depth - 1) + blank() + sign + blank() + expression(depth: depth - 1)
    }
  }

  private mutating func operand(depth: Int) -> String {
    switch below(7) {
    case 0: return one(of: ["true", "false", "null"])
    case 1: return quoted()
    case 2: return one(of: ["0", "-0", "1", "-12.50", "1e3", "0.1E-7", "3.0e+2"])
    case 3: return "count(\(query("@", depth: depth)))"
    case 4: return "value(\(query("$", depth: depth)))"
    case 5: return "length(\(singular("@")))"
    default: return singular(one(of: ["@", "$"]))
    }
  }

  private mutating func plainName() -> String { one(of: ["a", "b", "c", "_x1", "é", "名前", "😀"]) }

  private mutating func quoted() -> String {
    one(of: [
      "'a'", "\"a\"", "'b'", "'c'", "''", #"'it\'s'"#, #""it's""#, #"'"'"#, #""\"""#,
      #"'\\\/\b\f\n\r\t'"#, #"'\u0061\u000b\uD83D\uDE00'"#, "'é.[*]'", "'\u{7f}\u{2028}'",
    ])
  }

  // MARK: Documents

  mutating func document(depth: Int) -> String {
    switch below(depth > 0 ? 5 : 1) {
    case 0: return one(of: ["1", "\"a\"", "null", "true", "[]", "{}", "-0.5"])
    case 1, 2:
      let elements = (0..<below(5)).map { _ in document(depth: depth - 1) }
      return "[\(elements.joined(separator: ", "))]"
    default:
      let names = ["a", "b", "c", "é", "it's", "\\\"", "\\u000b", "", "\\ud83d\\ude00"]
        .shuffled(using: &generator).prefix(below(5))
      let members = names.map { "\"\($0)\": \(document(depth: depth - 1))" }
      return "{\(members.joined(separator: ","))}"
    }
  }
}
