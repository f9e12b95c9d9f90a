// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import pagewalk

@Suite(.timeLimit(.minutes(1)))
struct OptionTableTests {
  @Test func `every option has a name of its own, and words for the user`() {
    var names: Set<String> = []
    for option in OptionTable.all {
      for name in option.names {
        #expect(names.insert(name).inserted, "\(name) stands twice")
        #expect(name.hasPrefix(name.count == 2 ? "-" : "--"))
      }
      #expect(option.summary.hasSuffix("."), "\(option.name): \(option.summary)")
      #expect(!option.detail.contains("\n"), "\(option.name) has a line break")
    }
  }

  @Test(
    arguments: [
      ("--item-key", "--items-key"), ("--cursorkey", "--cursor-key"),
      ("--rerty", "--retry"), ("--outptu", "--output"), ("--zzzzzzzz", nil),
    ] as [(String, String?)])
  func `a mistyped name has a nearest one`(typed: String, nearest: String?) {
    #expect(OptionTable.nearest(to: typed) == nearest)
  }

  @Test(
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "ab", 2), ("abc", "abc", 0), ("abc", "acb", 1),
      ("kitten", "sitting", 3), ("--items-key", "--item-key", 1),
    ] as [(String, String, Int)])
  func `a distance counts letters`(a: String, b: String, distance: Int) {
    #expect(EditDistance.between(a, b) == distance)
  }

  @Test(arguments: OptionTable.all.map(\.name))
  func `every option is in the help, the manual and the completions`(name: String) {
    #expect(Help.short().contains(name))
    #expect(Help.long().contains(name))
    #expect(Manual.page.contains(name.split(separator: "-").joined(separator: "\\-")))
    for shell in Completions.allCases {
      let word = shell == .fish ? "-l \(name.dropFirst(2))" : name
      #expect(shell.script.contains(word))
    }
  }

  @Test func `no line of the help is longer than a hundred characters`() {
    for line in Help.short().split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    for line in Help.long().split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }
}
