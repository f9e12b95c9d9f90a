// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore
@testable import pagewalk

@Suite(.timeLimit(.minutes(1)))
struct ScreenTests {
  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("", 6, ""), ("日本語", 6, "日本語"),
    ("日本語!", 6, "日本 …"), ("a日本語", 6, "a日本…"), ("e\u{301}e\u{301}", 6, "e\u{301}e\u{301}"),
    ("\u{301}x", 6, " \u{301}x"), ("a\nb", 6, "a\\nb"), ("\r\n", 6, "\\r\\n"),
    ("\u{1b}[31m", 12, "\\u001b[31m"), ("x\u{202e}y", 12, "x\\u202ey"), ("\u{9b}A", 12, "\\u009bA"),
    ("日", 1, "…"), ("abc", 1, "…"), ("abc", 0, ""),
  ])
  func textIsFittedIntoTheColumns(text: String, columns: Int, expected: String) {
    var screen = Screen(size: .init(rows: 1, columns: columns))
    let end = screen.write(text, row: 0, column: 0)
    #expect(screen.text == expected)
    #expect(end <= columns)
    #expect(screen.row(0).count == columns)
  }

  @Test func nothingIsWrittenOutsideTheScreen() {
    var screen = Screen(size: .init(rows: 2, columns: 4))
    screen.write("no", row: -1, column: 0)
    screen.write("no", row: 2, column: 0)
    screen.write("no", row: 0, column: 4)
    screen.restyle(row: 5, columns: 0..<4) { $0 = .bold }
    screen.restyle(row: 0, columns: -5..<90) { $0 = .bold }
    #expect(screen.text == "\n")
  }

  @Test func aCharacterHasAnEnd() {
    var screen = Screen(size: .init(rows: 1, columns: 4))
    screen.write("a" + String(repeating: "\u{301}", count: 1000) + "b", row: 0, column: 0)
    #expect(screen.text.unicodeScalars.count == 17)
    #expect(screen.text.hasSuffix("b"))
  }
}

/// The painter against a small terminal that understands what it writes.
@Suite(.timeLimit(.minutes(1)))
struct ScreenPainterTests {
  private func screen(_ lines: [(String, Style)], cursor: Screen.Position? = nil) -> Screen {
    var screen = Screen(size: .init(rows: 4, columns: 12))
    for (row, line) in lines.enumerated() {
      screen.write(line.0, style: line.1, row: row, column: 0)
    }
    screen.cursor = cursor
    return screen
  }

  @Test func anyScreenFollowsAnyOther() {
    let texts = [
      "", "hello", "hello world!", "日本語日本語", "help", "e\u{301}a", "日a本", "👩\u{200d}👧 x", "🇩🇪🇩🇪", " x",
      "x  ",
    ]
    let styles: [Style] = [.plain, .bold, .key, .reversed, Style.failure.with(.underlined)]
    var screens: [Screen] = []
    for (index, text) in texts.enumerated() {
      for (number, style) in styles.enumerated() {
        let other = texts[(index + number + 1) % texts.count]
        screens.append(
          screen(
            [(text, style), (other, .plain), (text + other, .dim), (other, style)],
            cursor: number == 0 ? Screen.Position(row: 1, column: index) : nil))
      }
    }
    var emulator = TerminalEmulator(screens[0].size)
    var shown: Screen?
    var generator = SystemRandomNumberGenerator()
    for next in screens + (0..<300).map({ _ in screens.randomElement(using: &generator)! }) {
      let bytes = ScreenPainter(colours: true).bytes(from: shown, to: next)
      emulator.take(String(decoding: bytes, as: UTF8.self))
      for row in 0..<next.size.rows {
        #expect(emulator.cells[row][...] == Array(next.row(row))[...])
      }
      #expect(emulator.outside == 0)
      #expect(emulator.showsCursor == (next.cursor != nil))
      if let cursor = next.cursor {
        #expect(cursor == Screen.Position(row: emulator.row, column: emulator.column))
      }
      shown = next
    }
  }

  @Test func onlyWhatChangedIsWritten() {
    let first = screen([("hello world", .plain), ("second", .plain)])
    let second = screen([("hello there", .plain), ("second", .plain)])
    let painter = ScreenPainter(colours: true)
    #expect(painter.bytes(from: first, to: first) == Array("\u{1b}[?25l".utf8))
    let bytes = String(decoding: painter.bytes(from: first, to: second), as: UTF8.self)
    #expect(bytes == "\u{1b}[?25l\u{1b}[1;7H\u{1b}[0mthere")
  }

  @Test func withoutColoursThereAreNone() {
    let coloured = screen([("a", .failure), ("b", Style.key.with(.reversed))])
    let bytes = ScreenPainter(colours: false).bytes(from: nil, to: coloured)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains(";3"))
    #expect(text.contains("\u{1b}[0;7m"))
  }
}
