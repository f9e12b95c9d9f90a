// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// Words of a command line, told apart: options with their values, and the rest.
struct ParsedWords {
  /// An option that was given, with its value; an empty one where it takes none.
  struct Given {
    var option: Option
    var value: String
  }

  var options: [Given] = []
  var operands: [String] = []

  /// Reads words: options may stand before and after operands, `--name=value` and `--name value` are
  /// the same, short options may be run together, and `--` ends the options.
  init(_ words: some Sequence<String>) throws(UsageError) {
    try read(words, files: [])
    options = try withPreset()
  }

  /// - Parameter files: the files of options that are being read, so that none reads itself.
  private mutating func read(
    _ words: some Sequence<String>, files: [String]
  ) throws(UsageError) {
    var rest = Array(words)[...]
    var endsOptions = false
    while let word = rest.popFirst() {
      if endsOptions || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        endsOptions = true
      } else if word.hasPrefix("--") {
        try takeLong(word, &rest)
      } else {
        try takeShort(word, &rest)
      }
      if let last = options.last, last.option.name == "--url" {
        operands.append(last.value)
        options.removeLast()
      }
      while let last = options.last, last.option.name == "--config" {
        options.removeLast()
        guard !files.contains(last.value) else {
          throw UsageError("The file of options '\(last.value)' reads itself.")
        }
        try read(ConfigFile.words(of: last.value), files: files + [last.value])
      }
    }
  }

  private mutating func takeLong(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let equals = word.firstIndex(of: "=")
    let name = String(word[..<(equals ?? word.endIndex)])
    let attached = equals.map { String(word[word.index(after: $0)...]) }
    guard let option = OptionTable.option(named: name) else { throw Self.unknown(name) }
    switch option.value {
    case .none:
      guard attached == nil else { throw UsageError("'\(name)' takes no value.") }
      options.append(Given(option: option, value: ""))
    case .optional:
      options.append(Given(option: option, value: attached ?? ""))
    case .required(let what):
      guard let value = attached ?? rest.popFirst() else {
        throw UsageError("'\(name)' needs a value: \(name) \(what).")
      }
      options.append(Given(option: option, value: value))
    }
  }

  private mutating func takeShort(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard let option = OptionTable.option(named: name) else {
        let place = word == name ? "" : " (in '\(word)')"
        throw UsageError("There is no option '\(name)'\(place). See 'pagewalk -h'.")
      }
      guard case .required(let what) = option.value else {
        options.append(Given(option: option, value: ""))
        continue
      }
      let attached = letters.isEmpty ? rest.popFirst() : String(letters)
      guard let value = attached else {
        throw UsageError("'\(name)' needs a value: \(name) \(what).")
      }
      options.append(Given(option: option, value: value))
      return
    }
  }

  private static func unknown(_ name: String) -> UsageError {
    let hint = OptionTable.nearest(to: name).map { " Did you mean '\($0)'?" } ?? ""
    return UsageError("There is no option '\(name)'.\(hint) See 'pagewalk -h'.")
  }
}

extension Settings {
  /// Sets what the given options say, in order.
  mutating func apply(_ given: [ParsedWords.Given]) throws(UsageError) {
    for one in given {
      do {
        try one.option.apply(&self, one.value)
        requestWords += one.wordsForLater ?? []
      } catch let error as PathError {
        throw UsageError("The value of '\(one.option.name)' can't be read: \(error)")
      } catch let error as UsageError {
        throw UsageError("'\(one.option.name)': \(error.description).")
      } catch let error as TransportError {
        throw UsageError("'\(one.option.name)': \(error.detail).")
      } catch {
        throw UsageError("'\(one.option.name)': \(error)")
      }
    }
  }
}
