// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageWalkCore
import Testing

@testable import pagewalk

/// The completions, as the shells themselves make them of a line that is typed.
@Suite(.timeLimit(.minutes(3)))
struct CompletionTests {
  /// What is typed, and what may stand there.
  private static let lines =
    [
      // Commands, and what stands behind them.
      ("pagewalk ", Command.allCases.map(\.rawValue)),
      ("pagewalk ex", ["explain"]),
      ("pagewalk htt", []),
      ("pagewalk presets git", presets("git")),
      ("pagewalk resume fi", ["file.jsonl", "file two.state"]),
      ("pagewalk key data fi", ["file.jsonl", "file two.state"]),
      ("pagewalk key --p", ["--paths"]),
      ("pagewalk key data --p", ["--paths"]),
      ("pagewalk help items-", ["items-key", "items-optional"]),
      // Names of options.
      ("pagewalk --items-", ["--items-key", "--items-optional"]),
      ("pagewalk explain --cursor-e", ["--cursor-encoding"]),
      ("pagewalk https://api.example.com/x --max-pa", ["--max-pages", "--max-page-size"]),
      ("pagewalk resume file.jsonl --no-as", ["--no-ask"]),
      ("pagewalk --vers", ["--version"]),
      // Values, detached and attached.
      ("pagewalk --format ", ["json", "jsonl", "pages"]),
      ("pagewalk --format js", ["json", "jsonl"]),
      ("pagewalk --format=", ["json", "jsonl", "pages"]),
      ("pagewalk --format=js", ["json", "jsonl"]),
      ("pagewalk https://api.example.com/x --on-repeat f", ["fail"]),
      ("pagewalk --stop-on s", ["short", "status:404"]),
      ("pagewalk --preset git", presets("git")),
      ("pagewalk --preset=git", presets("git")),
      ("pagewalk --completions ", Completions.allCases.map(\.rawValue)),
      ("pagewalk --items-key fi", []),
      ("pagewalk -H fi", []),
      // Files and folders.
      ("pagewalk -o fi", ["file.jsonl", "file two.state"]),
      ("pagewalk --output fi", ["file.jsonl", "file two.state"]),
      ("pagewalk --output=fi", ["file.jsonl", "file two.state"]),
      ("pagewalk --output=folder/", ["folder/inner.json"]),
      ("pagewalk explain x --state file.", ["file.jsonl"]),
      ("pagewalk --capath f", ["folder"]),
      ("pagewalk --capath=f", ["folder"]),
    ] as [(String, [String])]

  private static func presets(_ beginning: String) -> [String] {
    Preset.all.map(\.name).filter { $0.hasPrefix(beginning) }
  }

  private static func folder(_ completions: Completions) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["file.jsonl", "file two.state", "other.txt"] { try folder.write("", to: name) }
    try FileManager.default.createDirectory(
      atPath: folder.path("folder"), withIntermediateDirectories: true)
    try folder.write("", to: "folder/inner.json")
    try folder.write(completions.script, to: ".completions")
    return folder
  }

  @Test func `bash completes`() async throws {
    guard let bash = Tool.path("bash") else { return }
    let folder = try Self.folder(.bash)
    try folder.write(
      #"""
      PS1='ready> '
      source ./.completions
      bind 'set bell-style none'
      bind '"\t": insert-completions'
      _show_line() { printf '\n<<<%s>>>\n' "$READLINE_LINE"; }
      bind -x '"\C-g": _show_line'
      """#, to: ".start")
    try await check(
      Terminal(
        ["--noprofile", "--rcfile", ".start", "-i"], columns: 500, in: folder, executable: bash))
  }

  @Test func `zsh completes`() async throws {
    guard let zsh = Tool.path("zsh", isNeeded: false) else { return }
    let folder = try Self.folder(.zsh)
    try folder.write(
      #"""
      PS1='ready> '
      unsetopt beep
      autoload -Uz compinit
      compinit -u -D
      source ./.completions
      zstyle ':completion:all-matches:*' completer _all_matches _complete
      zstyle ':completion:all-matches:*' insert true
      zle -C all-matches complete-word _generic
      bindkey '^I' all-matches
      _show_line() { print -r -- "<<<$BUFFER>>>" >/dev/tty }
      zle -N _show_line
      bindkey '^G' _show_line
      """#, to: ".zshrc")
    try await check(
      Terminal(
        ["-d", "-i"], environment: ["ZDOTDIR": folder.url.path], columns: 500, in: folder,
        executable: zsh))
  }

  /// Types each line and a tab, upon which the shell inserts all that it knows; then Control-G, upon
  /// which it shows its line.
  private func check(_ terminal: Terminal) async throws {
    try await terminal.expect("ready> ")
    for (line, wanted) in Self.lines {
      terminal.type(line + "\t\u{7}")
      try await terminal.expect("<<<")
      let shown = try await terminal.expect(">>>").dropLast(3)
      // The line is emptied for the next one.
      terminal.type("\u{15}")
      try #require(shown.hasPrefix(Self.stem(line)), "\(shown)")
      let words = Self.words(shown.dropFirst(Self.stem(line).count), of: line)
      #expect(words == Set(wanted), "\(line)")
    }
    terminal.type("exit\n")
    _ = try await terminal.end()
  }

  @Test func `fish completes`() async throws {
    guard let fish = Tool.path("fish", isNeeded: false) else { return }
    let folder = try Self.folder(.fish)
    let asked = Self.lines.map { "complete -C '\($0.0)'; echo '>>>'" }.joined(separator: "\n")
    try folder.write("source ./.completions\n\(asked)\n", to: ".ask")
    let result = try await Binary.run(["--no-config", ".ask"], in: folder, executable: fish)
    let answers = result.stdout.components(separatedBy: ">>>\n").dropLast()
    try #require(answers.count == Self.lines.count, "\(result.stderr)")
    for ((line, wanted), answer) in zip(Self.lines, answers) {
      let words = answer.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
      #expect(Set(words.map { Self.plain($0, of: line) }) == Set(wanted), "\(line)")
    }
  }

  /// What stands before the word that is completed.
  private static func stem(_ line: String) -> String {
    String(line[...(line.lastIndex(of: " ") ?? line.startIndex)])
  }

  /// The words that a shell inserted; none where it left what was typed.
  private static func words(_ text: Substring, of line: String) -> Set<String> {
    if text == line.dropFirst(stem(line).count) { return [] }
    // A blank within a name has a backslash before it.
    let words = text.replacing("\\ ", with: "\0").split(separator: " ")
    return Set(words.map { plain($0, of: line).replacing("\0", with: " ") })
  }

  /// A word without the option's name before it, and without what separates it from more.
  private static func plain(_ word: Substring, of line: String) -> String {
    var word = word
    let typed = line.dropFirst(stem(line).count)
    if let equals = typed.firstIndex(of: "="), word.hasPrefix(typed[...equals]) {
      word = word.dropFirst(typed[...equals].count)
    }
    while word.last == "=" || word.last == "/" { word.removeLast() }
    return String(word)
  }
}
