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

  private static let commands = words(Command.allCases.map(\.rawValue))
  private static let shells = words(allCases.map(\.rawValue))
  private static let presets = words(Preset.all.map(\.name))
  private static let names = OptionTable.all.flatMap(\.names) + ["-h", "--help", "--version"]

  /// What `pagewalk help` may be asked about.
  private static let topics = words(OptionTable.all.map { String($0.name.dropFirst(2)) })

  private static func words(_ words: [String]) -> String { words.joined(separator: " ") }

  // MARK: - bash

  private static var bashScript: String {
    """
    # Completions of pagewalk for bash.
    _pagewalk() {
      local word=$2 previous=$3 attached=
      COMPREPLY=()
      # Readline takes --format=json for three words, unless told otherwise.
      if [[ $word == = ]]; then
        word=
      elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      elif [[ $word == --*=* ]]; then
        previous=${word%%=*} attached=${word%%=*}= word=${word#*=}
      fi
      case $previous in
    \(bashCases)    --completions) _pagewalk_words "\(shells)"; return ;;
        --help) _pagewalk_words "\(topics)"; return ;;
      esac
      if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then
        _pagewalk_words "\(commands)"
        return
      fi
      case ${COMP_WORDS[1]} in
        presets) _pagewalk_words "\(presets)" ;;
        help) _pagewalk_words "\(topics)" ;;
        key)
          if [[ $word == -* ]]; then
            _pagewalk_words "--paths"
          elif [[ $COMP_CWORD -gt 2 ]]; then
            compopt -o default
          fi ;;
        *)
          if [[ $word == -* ]]; then
            _pagewalk_words "\(words(names))"
          elif [[ ${COMP_WORDS[1]} == resume ]]; then
            compopt -o default
          fi ;;
      esac
    }
    _pagewalk_words() {
      local each
      while IFS= read -r each; do
        COMPREPLY+=("$attached$each")
      done < <(compgen -W "$1" -- "$word")
    }
    complete -F _pagewalk pagewalk

    """
  }

  /// A case for the options of each kind of value.
  private static var bashCases: String {
    var namesByAction: [(action: String, names: [String])] = []
    for option in OptionTable.all {
      guard case .required = option.value else { continue }
      let action =
        switch option.completion {
        case .anything: "return"
        case .file: "compopt -o default; return"
        case .folder: "compopt -o dirnames; return"
        case .preset: "_pagewalk_words \"\(presets)\"; return"
        case .words(let values): "_pagewalk_words \"\(words(values))\"; return"
        }
      if let index = namesByAction.firstIndex(where: { $0.action == action }) {
        namesByAction[index].names += option.names
      } else {
        namesByAction.append((action, option.names))
      }
    }
    return namesByAction.map { "    \($0.names.joined(separator: "|"))) \($0.action) ;;\n" }
      .joined()
  }

  // MARK: - zsh

  private static var zshScript: String {
    let specifications = OptionTable.all.flatMap(zshSpecifications).map { "    \($0) \\\n" }
    return """
      #compdef pagewalk
      # Completions of pagewalk for zsh.
      _pagewalk() {
        if [[ $words[2] == key && CURRENT -gt 2 ]]; then
          _arguments '--paths[Show where it selects.]' '1:command:' \\
            '2:KEY:_guard "[^-]*" KEY' '3:FILE:_files'
          return
        fi
        _arguments -s -S \\
      \(specifications.joined())\
          '(-h --help)'{-h,--help}'[Show help.]' \\
          '--version[Show the version.]' \\
          '--completions[Show the completions for a shell.]:SHELL:(\(shells))' \\
          '1:command or URL:(\(commands))' \\
          '*:operand:_pagewalk_operand'
      }
      # What may stand behind a command.
      _pagewalk_operand() {
        case $words[2] in
          presets) compadd -- \(presets) ;;
          help) compadd -- \(topics) ;;
          resume) _files ;;
          *) _message URL ;;
        esac
      }
      if [ "$funcstack[1]" = _pagewalk ]; then _pagewalk "$@"; else compdef _pagewalk pagewalk; fi

      """
  }

  /// What `_arguments` is told of an option, for each of its names.
  private static func zshSpecifications(of option: Option) -> [String] {
    let summary = zshQuoted(option.summary)
    return option.names.map { name in
      switch option.value {
      case .none: return "'*\(name)[\(summary)]'"
      case .optional(let word): return "'*\(name)=-[\(summary)]::\(zshQuoted(word)):'"
      case .required(let word):
        // The value may be attached: --format=json, -oFILE.
        let attached = name.hasPrefix("--") ? "=" : "+"
        return "'*\(name)\(attached)[\(summary)]:\(zshQuoted(word)):\(zshAction(of: option))'"
      }
    }
  }

  private static func zshAction(of option: Option) -> String {
    switch option.completion {
    case .anything: ""
    case .file: "_files"
    case .folder: "_files -/"
    case .preset: "(\(presets))"
    case .words(let values): "(\(words(values.map(zshQuoted))))"
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
    """
    # Completions of pagewalk for fish.
    complete -c pagewalk -f
    complete -c pagewalk -n __fish_use_subcommand -a '\(commands)'
    complete -c pagewalk -n '__fish_seen_subcommand_from presets' -a '\(presets)'
    complete -c pagewalk -n '__fish_seen_subcommand_from help' -a '\(topics)'
    complete -c pagewalk -n '__fish_seen_subcommand_from key resume' -F
    complete -c pagewalk -n '__fish_seen_subcommand_from key' -l paths -d 'Where it selects.'
    function __pagewalk_walks
      not __fish_seen_subcommand_from key presets help
    end
    complete -c pagewalk -s h -d 'A line per option.'
    complete -c pagewalk -l help -d 'A paragraph per option.'
    complete -c pagewalk -l version -d 'The version.'
    complete -c pagewalk -l completions -x -a '\(shells)' -d 'Completions for a shell.'
    \(OptionTable.all.map(fishLine).joined(separator: "\n"))

    """
  }

  private static func fishLine(of option: Option) -> String {
    var line = "complete -c pagewalk -n __pagewalk_walks"
    for name in option.names {
      line += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
    }
    if case .required = option.value {
      switch option.completion {
      case .anything: line += " -x"
      case .file: line += " -r -F"
      case .folder: line += " -x -a '(__fish_complete_directories)'"
      case .preset: line += " -x -a '\(presets)'"
      case .words(let values): line += " -x -a '\(words(values))'"
      }
    }
    let summary = option.summary.reduce(into: "") { result, character in
      if character == "'" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return line + " -d '\(summary)'"
  }
}
