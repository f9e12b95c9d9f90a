// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// Help and version, made from the table of options.
enum Help {
  /// The version of the program.
  static let version = "0.1.0"

  static let usageHint = """
    Give the URL of an API: pagewalk https://api.example.com/items
    See 'pagewalk -h' for the options, 'pagewalk explain URL' to find the keys of an API.
    """

  /// What the program does, in a sentence or two.
  static let description = """
    Walks every page of a paginated JSON API and writes each item as a line of JSON, exactly as the \
    server spelled it.
    """

  /// The commands.
  static let synopsis = """
    pagewalk URL [options]           write every item of every page to standard output
    pagewalk explain URL [options]   fetch one page; say what its items and next page are
    pagewalk browse URL [options]    scroll through the items in the terminal
    pagewalk resume FILE [options]   go on with the walk that a state FILE describes
    pagewalk key KEY [FILE]          try a KEY on a JSON document (--paths: where it selects)
    pagewalk presets [NAME]          list the known APIs, or show one's options
    pagewalk --completions SHELL     completions for bash, zsh or fish
    """

  /// What the exit statuses mean.
  static let exitStatuses = [
    ("0", "complete; or enough (--max-pages, --max-items, | head)"),
    ("1", "the output or the state could not be written"),
    ("2", "wrong usage"),
    ("3", "the server's answer can't be used"),
    ("4", "a failure that may pass: retry or resume"),
    ("5", "the server repeats itself"),
    ("6", "the total does not match (--verify-total)"),
    ("130, 143", "interrupted, terminated"),
  ]

  /// A few walks.
  static let examples = """
    pagewalk explain 'https://api.example.com/items?limit=100'
    pagewalk https://api.example.com/items --items-key data --cursor-key next_cursor | jq -c .id
    pagewalk https://api.example.com/items --preset stripe -u KEY: -o items.jsonl --state items.state
    pagewalk resume items.state -u KEY:
    """

  private static var usage: String {
    let commands = synopsis.split(separator: "\n").map { "  \($0)\n" }.joined()
    return wrapped(description, to: width).joined(separator: "\n") + "\n\nUsage:\n" + commands
  }

  private static var exits: String {
    "Exit status:\n"
      + exitStatuses.map { status, meaning in
        "  \(status)\(String(repeating: " ", count: 10 - status.count))\(meaning)\n"
      }.joined()
  }

  /// Answers a question for help or the version among the words, before anything else is done.
  static func answer(_ words: [String]) throws -> Int32? {
    for (index, word) in words.enumerated() {
      switch word {
      case "--":
        return nil
      case "--version":
        return show("pagewalk \(version)\n")
      case "-h":
        return show(short())
      case "--completions":
        return try completions(for: words.dropFirst(index + 1).first)
      case "--manual":
        return show(Manual.page)
      case "--help":
        return try run(Array(words[(index + 1)...].prefix(1)))
      default:
        // The value of an option is no question.
        if index > 0, case .required? = OptionTable.option(named: words[index - 1])?.value {
          continue
        }
      }
    }
    return nil
  }

  private static func completions(for shell: String?) throws -> Int32 {
    guard let shell, let completions = Completions(rawValue: shell) else {
      throw UsageError("'--completions' takes a shell: bash, zsh or fish.")
    }
    return show(completions.script)
  }

  /// `pagewalk help [OPTION]`.
  static func run(_ words: [String]) throws -> Int32 {
    guard let name = words.first else { return show(long()) }
    let dashed = name.hasPrefix("-") ? name : (name.count == 1 ? "-\(name)" : "--\(name)")
    guard let option = OptionTable.option(named: dashed) else {
      let hint = OptionTable.nearest(to: dashed).map { " Did you mean '\($0)'?" } ?? ""
      throw UsageError("There is no option '\(dashed)'.\(hint)")
    }
    return show(paragraph(option))
  }

  /// A line per option.
  static func short() -> String {
    var text = usage
    for section in OptionSection.allCases {
      text += "\n\(section.rawValue):\n"
      for option in OptionTable.options(in: section) {
        text += line(option)
      }
    }
    text += """

      See 'pagewalk --help' for more, 'pagewalk --help OPTION' for one option, 'man pagewalk' for all.

      """
    return text
  }

  /// A paragraph per option.
  static func long() -> String {
    var text = usage
    for section in OptionSection.allCases {
      text += "\n\(section.rawValue):\n"
      for option in OptionTable.options(in: section) {
        text += "\n" + paragraph(option)
      }
    }
    return text + "\n" + exits
  }

  private static let column = 32
  private static let width = 100

  private static func line(_ option: Option) -> String {
    let usage = "  " + (option.names.count == 1 ? "    " : "") + option.usage
    let lines = wrapped(option.summary, to: width - column)
    var text = usage
    if usage.count >= column - 1 {
      text += "\n" + String(repeating: " ", count: column)
    } else {
      text += String(repeating: " ", count: column - usage.count)
    }
    return text + lines.joined(separator: "\n" + String(repeating: " ", count: column)) + "\n"
  }

  private static func paragraph(_ option: Option) -> String {
    let body = option.detail.isEmpty ? option.summary : "\(option.summary) \(option.detail)"
    let lines = wrapped(body, to: width - 20)
    return "  \(option.usage)\n" + lines.map { "      \($0)\n" }.joined()
  }

  /// A text in lines of no more than a number of characters, broken between words.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if !line.isEmpty && line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + [line]
  }

  private static func show(_ text: String) -> Int32 {
    let output = OutputStream()
    do {
      try output.append { $0 += text.utf8 }
      try output.close()
      return 0
    } catch {
      return error == .closed ? 0 : 1
    }
  }
}
