// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// A file of options in curl's form (`-K FILE`): a line an option, its long name with or without
/// dashes, then `=`, `:` or white space, then the value, in double quotes where it has white space in
/// it. `#` begins a comment. The option `url` gives a URL.
///
/// https://curl.se/docs/manpage.html#-K
enum ConfigFile {
  /// The words that a file stands for.
  ///
  /// - Throws: a ``UsageError`` that names the file, and the line where one is wrong.
  static func words(of path: String) throws(UsageError) -> [String] {
    let text: [UInt8]
    do {
      text = try LocalFile.bytes(of: path)
    } catch {
      throw UsageError("'--config': \(error.detail).")
    }
    var words: [String] = []
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      do {
        words += try self.words(ofLine: String(decoding: line, as: UTF8.self))
      } catch {
        let name = path == "-" ? "standard input" : "'\(path)'"
        throw UsageError("Line \(index + 1) of \(name) can't be read: \(error.description).")
      }
    }
    return words
  }

  /// The words of one line; none for an empty line or a comment.
  static func words(ofLine line: String) throws(UsageError) -> [String] {
    var rest = line[...].drop(while: \.isBlank)
    while let last = rest.last, last.isBlank { rest.removeLast() }
    guard let first = rest.first, first != "#" else { return [] }
    // Between a name and its value stands one `=` or `:`, or white space, or both.
    let name = rest.prefix { !$0.isBlank && $0 != "=" && $0 != ":" }
    rest = rest.dropFirst(name.count).drop(while: \.isBlank)
    let hasMark = rest.first == "=" || rest.first == ":"
    if hasMark { rest = rest.dropFirst().drop(while: \.isBlank) }
    let value = try value(of: rest)
    if name == "url" || name == "--url" {
      guard let value else { throw UsageError("'url' needs a URL") }
      return [value]
    }
    let dashed = name.hasPrefix("-") ? String(name) : "--\(name)"
    guard let option = OptionTable.option(named: dashed) else {
      let hint = OptionTable.nearest(to: dashed).map { "; did you mean '\($0.dropFirst(2))'" } ?? ""
      throw UsageError("there is no option '\(name)'\(hint)")
    }
    switch (option.value, value) {
    case (.none, nil): return [option.name]
    case (.none, _?): throw UsageError("'\(name)' takes no value")
    case (.optional, nil): return [option.name]
    case (.required, nil) where !hasMark: throw UsageError("'\(name)' needs a value")
    case (.optional, let value?): return ["\(option.name)=\(value)"]
    case (.required, let value): return [option.name, value ?? ""]
    }
  }

  private static func value(of text: Substring) throws(UsageError) -> String? {
    guard let first = text.first else { return nil }
    // What is not in quotes ends at white space, as curl has it; a comment may follow.
    guard first == "\"" else { return String(text.prefix { !$0.isBlank }) }
    var value = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        return value
      case "\\":
        switch rest.popFirst() {
        case "t": value.append("\t")
        case "n": value.append("\n")
        case "r": value.append("\r")
        case "v": value.append("\u{0B}")
        case let other?: value.append(other)
        case nil: break
        }
      default:
        value.append(character)
      }
    }
    throw UsageError("a closing quote is missing")
  }
}

extension Character {
  /// Whether it is white space within a line.
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\r" }
}
