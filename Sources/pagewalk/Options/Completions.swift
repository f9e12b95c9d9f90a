// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// Completions for the shells, made from the table of options: `pagewalk --completions bash`.
enum Completions: String, CaseIterable {
  case bash, zsh, fish

  /// The script that the shell reads.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static let commands = Command.allCases.map(\.rawValue)
  private static let names = OptionTable.all.flatMap(\.names) + ["-h", "--help", "--version"]
  private static let presets = Preset.all.map(\.name)

  // MARK: - bash

  private static var bashScript: String {
    var cases = ""
    for option in OptionTable.all {
      guard let words = bashValues(of: option) else { continue }
      cases += "    \(option.names.joined(separator: "|"))) \(words); return ;;\n"
    }
    return """
      # Completions of pagewalk for bash.
      _pagewalk() {
        local word=$2 previous=$3
        COMPREPLY=()
        case $previous in
      \(cases)    presets) _pagewalk_words "\(presets.joined(separator: " "))"; return ;;
          resume) _pagewalk_files; return ;;
        esac
        if [[ $word == -* ]]; then
          _pagewalk_words "\(names.joined(separator: " "))"
        elif [[ $COMP_CWORD -eq 1 ]]; then
          _pagewalk_words "\(commands.joined(separator: " "))"
        else
          _pagewalk_files
        fi
      }
      _pagewalk_words() {
        local each
        while IFS= read -r each; do COMPREPLY+=("$each"); done < <(compgen -W "$1" -- "$word")
      }
      _pagewalk_files() {
        local each
        compopt -o filenames 2>/dev/null
        while IFS= read -r each; do COMPREPLY+=("$each"); done < <(compgen -f -- "$word")
      }
      complete -F _pagewalk pagewalk

      """
  }

  private static func bashValues(of option: Option) -> String? {
    guard case .required = option.value else { return nil }
    return switch option.completion {
    case .anything: "return"
    case .file, .folder: "_pagewalk_files"
    case .preset: "_pagewalk_words \"\(presets.joined(separator: " "))\""
    case .words(let words): "_pagewalk_words \"\(words.joined(separator: " "))\""
    }
  }

  // MARK: - zsh

  private static var zshScript: String {
    var lines: [String] = []
    for option in OptionTable.all {
      let summary = zshQuoted(option.summary)
      for name in option.names {
        switch option.value {
        case .none: lines.append("    '*\(name)[\(summary)]'")
        case .optional(let word):
          lines.append("    '*\(name)=-[\(summary)]::\(zshQuoted(word)):'")
        case .required(let word):
          // A long name also takes its value behind an equals sign.
          let attached = name.hasPrefix("--") ? "=" : ""
          let action = zshAction(of: option)
          lines.append("    '*\(name)\(attached)[\(summary)]:\(zshQuoted(word)):\(action)'")
        }
      }
    }
    return """
      #compdef pagewalk
      # Completions of pagewalk for zsh.
      _pagewalk() {
        _arguments -s -S \\
      \(lines.joined(separator: " \\\n")) \\
          '(-h --help)'{-h,--help}'[show help]' \\
          '--version[show the version]' \\
          '1:command or URL:_pagewalk_first' \\
          '*:URL or file:_files'
      }
      _pagewalk_first() {
        local -a commands=(\(commands.joined(separator: " ")))
        _alternative 'commands:command:compadd -a commands' 'urls:URL:_urls'
      }
      if [ "$funcstack[1]" = _pagewalk ]; then _pagewalk "$@"; else compdef _pagewalk pagewalk; fi

      """
  }

  private static func zshAction(of option: Option) -> String {
    switch option.completion {
    case .anything: ""
    case .file: "_files"
    case .folder: "_files -/"
    case .preset: "(\(presets.joined(separator: " ")))"
    case .words(let words): "(\(words.map(zshQuoted).joined(separator: " ")))"
    }
  }

  /// A text within a specification of `_arguments` in single quotes.
  private static func zshQuoted(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":", "\\": result += "\\\(character)"
      default: result.append(character)
      }
    }
  }

  // MARK: - fish

  private static var fishScript: String {
    var text = """
      # Completions of pagewalk for fish.
      complete -c pagewalk -n __fish_use_subcommand -a '\(commands.joined(separator: " "))'
      complete -c pagewalk -n '__fish_seen_subcommand_from presets' -f -a '\(presets.joined(separator: " "))'
      complete -c pagewalk -s h -d 'A line per option'
      complete -c pagewalk -l help -d 'A paragraph per option'
      complete -c pagewalk -l version -d 'The version'

      """
    for option in OptionTable.all {
      var line = "complete -c pagewalk"
      for name in option.names {
        line += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
      }
      if case .required = option.value { line += fishValues(of: option) }
      let summary = option.summary.map { $0 == "'" ? "\\'" : String($0) }.joined()
      text += line + " -d '\(summary)'\n"
    }
    return text
  }

  private static func fishValues(of option: Option) -> String {
    switch option.completion {
    case .anything: " -x"
    case .file, .folder: " -r -F"
    case .preset: " -x -a '\(presets.joined(separator: " "))'"
    case .words(let words): " -x -a '\(words.joined(separator: " "))'"
    }
  }
}
