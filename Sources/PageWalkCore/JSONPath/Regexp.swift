// SPDX-License-Identifier: Apache-2.0

/// An I-Regexp, compiled to a small program that is run on all its states at once.
///
/// The time to match is at most the length of the text times the length of the program, whatever
/// the pattern: there is no backtracking (``RegexpMatcher``). The program is bounded, so that
/// counted repetitions of counted repetitions are refused and not expanded.
///
/// Beyond RFC 9485 there is one thing: a `^` that begins a branch and a `$` that ends one mean the
/// beginning and the end of the text, as the JSONPath compliance suite has it. Elsewhere they stand
/// for themselves, as does an escaped `\^` and the class `[$]`.
///
/// https://www.rfc-editor.org/rfc/rfc9485
struct Regexp: Hashable, Sendable {
  /// The greatest number of instructions of a program.
  static let maximumLength = 10_000

  /// How deep groups may nest.
  static let maximumDepth = 64

  /// One instruction; the next one follows unless it says otherwise.
  enum Instruction: Hashable, Sendable {
    /// Takes one scalar, this one.
    case scalar(UInt32)
    /// Takes any scalar but line feed and carriage return.
    case any
    /// Takes a scalar of the class with that number.
    case oneOf(Int)
    /// Goes on at both places.
    case split(Int, Int)
    case jump(Int)
    /// Goes on at the beginning, or at the end, of the text only.
    case beginning, end
    case match
  }

  /// Why a pattern is not an I-Regexp.
  struct Fault: Error, Hashable, Sendable {
    /// UTF-8 bytes from the beginning of the pattern.
    var offset: Int
    /// What was expected.
    var message: String
  }

  let pattern: String
  let program: [Instruction]
  let classes: [ScalarClass]

  /// Compiles a pattern.
  ///
  /// - Complexity: O(*n*) in the length of the pattern and of the program.
  init(_ pattern: String) throws(Fault) {
    var compiler = RegexpCompiler(pattern)
    try compiler.compile()
    self.pattern = pattern
    program = compiler.program
    classes = compiler.classes
  }

  static func == (a: Regexp, b: Regexp) -> Bool { a.pattern.utf8.elementsEqual(b.pattern.utf8) }

  func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
}
