// SPDX-License-Identifier: Apache-2.0

/// One option of the command line: its names, its words for the user, and what it sets.
///
/// All options stand in one table (``OptionTable``), which feeds the parser, the help, the manual and
/// the completions.
struct Option: Sendable {
  /// Whether an option takes a value.
  enum Value: Hashable, Sendable {
    /// It takes none: `--dedup`.
    case none
    /// It takes one, shown by this word: `--items-key KEY`.
    case required(String)
    /// It may be given one behind `=`: `--link-header[=REL]`.
    case optional(String)
  }

  /// What the value is, for completions.
  enum Completion: Hashable, Sendable {
    case anything, file, folder, preset
    case words([String])
  }

  /// The names, a short one first where there is one.
  let names: [String]
  let value: Value
  let section: OptionSection
  /// A line: what it does.
  let summary: String
  /// What `--help` adds to the line.
  let detail: String
  let completion: Completion
  let apply: @Sendable (inout Settings, String) throws -> Void

  init(
    _ names: String..., value: Value = .none, in section: OptionSection, _ summary: String,
    _ detail: String = "", completion: Completion = .anything,
    apply: @escaping @Sendable (inout Settings, String) throws -> Void
  ) {
    self.names = names
    self.value = value
    self.section = section
    self.summary = summary
    self.detail = detail
    self.completion = completion
    self.apply = apply
  }

  /// The long name, by which an option is called in messages.
  var name: String { names[names.count - 1] }

  /// The names and the value, as help shows them: `-o, --output FILE`.
  var usage: String {
    let names = names.joined(separator: ", ")
    return switch value {
    case .none: names
    case .required(let word): "\(names) \(word)"
    case .optional(let word): "\(names)[=\(word)]"
    }
  }
}

/// The parts into which the options are divided, in the order of the help.
enum OptionSection: String, CaseIterable, Sendable {
  case items = "Items"
  case nextPage = "The next page"
  case ends = "When the walk ends"
  case failures = "What counts as a failed page"
  case retry = "Retry, on command"
  case output = "State and output files"
  case request = "The request, as curl"
  case safety = "Credentials stay at home"
  case display = "What the user sees"
}

/// A fault of the command line: one sentence that says what and where.
struct UsageError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
