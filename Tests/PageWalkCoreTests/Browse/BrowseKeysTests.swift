// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore
@testable import pagewalk

/// What keys do to the list, and what they ask for.
@Suite(.timeLimit(.minutes(1)))
struct BrowseKeysTests {
  // MARK: Moving

  @Test(
    arguments: [
      ([.down], 1), ([.character("j"), .character("j")], 2), ([.down, .up], 0), ([.up], 0),
      ([.pageDown], 5), ([.character(" "), .character("b")], 0), ([.control("d")], 2),
      ([.control("d"), .control("d"), .control("u")], 2), ([.end], 29), ([.end, .down], 29),
      ([.character("G"), .character("g")], 0), ([.end, .home], 0), ([.pageUp], 0),
      ([.end, .pageUp], 24), ([.control("f"), .control("b")], 0),
    ] as [([Keystroke], Int)])
  func keysMoveTheSelection(keys: [Keystroke], expected: Int) throws {
    var browsing = try Browsing(Browsing.items(30))
    for key in keys { browsing.press(key) }
    #expect(browsing.state.selection == expected)
    #expect(browsing.selectedRow == 1 + expected - browsing.state.top)
  }

  @Test func theSelectionStaysInSight() throws {
    var browsing = try Browsing(Browsing.items(200))
    var generator = SystemRandomNumberGenerator()
    let keys: [Keystroke] = [
      .down, .down, .up, .pageDown, .pageUp, .control("d"), .control("u"), .home, .end,
    ]
    for _ in 0..<500 {
      browsing.press(keys.randomElement(using: &generator) ?? .down)
      #expect(browsing.selectedRow != nil)
      if Bool.random(), Bool.random() {
        browsing.size = Screen.Size(rows: .random(in: 2...40), columns: .random(in: 8...100))
        browsing.state.fit(browsing.size)
        #expect(browsing.selectedRow != nil)
      }
    }
  }

  @Test func theEndIsShownWhenItIsReached() throws {
    var browsing = try Browsing(Browsing.items(30)) { $0.footer = .finished }
    browsing.press(.end)
    #expect(browsing.screen.contains("You have seen everything."))
    #expect(browsing.takeEffects() == [])
    browsing.press(.up)
    browsing.press(.down)
    #expect(browsing.screen.contains("You have seen everything."))
  }

  // MARK: Loading

  @Test func lastVisibleItemDecidesWhatIsLoaded() throws {
    var browsing = try Browsing(Browsing.items(30))
    #expect(browsing.state.lastVisibleItem == 5)
    browsing.press(.pageDown, .down)
    #expect(browsing.state.lastVisibleItem == 6 + browsing.state.top - 1)
    browsing.type("/item")
    #expect(browsing.state.lastVisibleItem == nil)
  }

  @Test func retryIsAskedForByR() throws {
    var browsing = try Browsing(Browsing.items(3)) { $0.footer = .failed }
    browsing.type("r")
    #expect(browsing.takeEffects() == [.retry])
    browsing.update { $0.isLoading = true }
    browsing.type("r")
    #expect(browsing.takeEffects() == [])
  }

  @Test func loadingToTheEndFollowsTheEnd() throws {
    var browsing = try Browsing(Browsing.items(10))
    browsing.type("G")
    #expect(browsing.takeEffects() == [.loadAll])
    browsing.add(Browsing.items(10, from: 11)) { $0.isLoading = true }
    #expect(browsing.state.selection == 19)
    browsing.add(Browsing.items(10, from: 21)) {
      $0.isLoading = false
      $0.footer = .finished
    }
    #expect(browsing.state.selection == 29)
    #expect(!browsing.state.followsEnd)
    #expect(browsing.screen.contains("You have seen everything."))
  }

  @Test(arguments: [Keystroke.escape, .control("c")])
  func loadingToTheEndCanBeInterrupted(key: Keystroke) throws {
    var browsing = try Browsing(Browsing.items(10))
    browsing.type("G")
    browsing.add(Browsing.items(10, from: 11)) { $0.isLoading = true }
    _ = browsing.takeEffects()
    browsing.press(key)
    #expect(browsing.takeEffects() == [.stopLoading])
    browsing.add(Browsing.items(10, from: 21)) { $0.isLoading = false }
    #expect(browsing.state.selection == 19)
  }

  @Test func movingGivesUpFollowingTheEnd() throws {
    var browsing = try Browsing(Browsing.items(10))
    browsing.type("Gk")
    browsing.add(Browsing.items(10, from: 11)) { $0.isLoading = true }
    #expect(browsing.state.selection == 8)
  }

  @Test func loadingToTheEndGoesOnAfterAFailure() throws {
    var browsing = try Browsing(Browsing.items(10))
    browsing.type("G")
    browsing.update {
      $0.footer = .failed
      $0.failure = "Page 2 failed."
    }
    browsing.type("r")
    #expect(browsing.takeEffects() == [.loadAll, .retry])
    browsing.add(Browsing.items(10, from: 11)) {
      $0.footer = .loading
      $0.isLoading = true
    }
    #expect(browsing.state.selection == 19)
  }

  // MARK: Refreshing

  @Test func refreshIsAskedForByCapitalR() throws {
    var browsing = try Browsing(Browsing.items(30))
    browsing.type("jjR")
    #expect(browsing.takeEffects() == [.refresh])
    #expect(browsing.state.selection == 2)
    browsing.update(Browsing.items(5, from: 100))
    #expect(browsing.state.selection == 0)
    #expect(browsing.screen.contains("Item 100"))
  }

  @Test func pullingTwiceAtTheTopRefreshes() throws {
    var browsing = try Browsing(Browsing.items(30))
    browsing.press(.up)
    #expect(browsing.takeEffects() == [])
    browsing.press(.up)
    #expect(browsing.takeEffects() == [.refresh])
  }

  @Test func aKeyThatRepeatsItselfPullsNothing() throws {
    var browsing = try Browsing(Browsing.items(30))
    browsing.press(.down, .down)
    for _ in 0..<50 {
      browsing.effects += browsing.state.handle(.up, at: browsing.time)
      browsing.time += .milliseconds(30)
    }
    #expect(browsing.takeEffects() == [])
    #expect(browsing.state.selection == 0)
  }

  @Test func otherKeysForgetThePull() throws {
    var browsing = try Browsing(Browsing.items(30))
    browsing.press(.up, .down, .up, .up)
    #expect(browsing.takeEffects() == [])
  }

  // MARK: Filtering

  @Test func aFilterListsOnlyItsHits() throws {
    var browsing = try Browsing(Browsing.items(30))
    browsing.type("/item 2")
    #expect(browsing.state.listCount == 11)
    #expect(browsing.state.selectedItem == 1)
    browsing.press(.enter, .end)
    #expect(browsing.state.selectedItem == 28)
    #expect(browsing.takeEffects() == [.loadAll])
    browsing.update { $0.footer = .finished }
    browsing.press(.escape)
    #expect(browsing.state.listCount == 30)
    #expect(browsing.state.selectedItem == 28)
    #expect(browsing.selectedRow != nil)
  }

  @Test func aFilterLooksAtWhatComesLater() throws {
    var browsing = try Browsing(Browsing.items(3))
    browsing.type("/item 5")
    browsing.press(.enter)
    #expect(browsing.state.listCount == 0)
    browsing.add(Browsing.items(3, from: 4))
    #expect(browsing.state.isFiltering)
    browsing.state.filterSome()
    #expect(!browsing.state.isFiltering)
    #expect(browsing.state.selectedItem == 4)
  }

  @Test func givingUpTheLineKeepsTheFormerFilter() throws {
    var browsing = try Browsing(Browsing.items(30))
    browsing.type("/item 2")
    browsing.press(.enter)
    browsing.type("/zzz")
    #expect(browsing.state.listCount == 0)
    browsing.press(.escape)
    #expect(browsing.state.listCount == 11)
    browsing.type("/")
    browsing.press(.enter)
    #expect(browsing.state.listCount == 30)
  }

  @Test func aFormerFilterIsBegunAnewWhereOtherItemsCome() throws {
    var browsing = try Browsing(Browsing.items(30))
    browsing.type("/item 2")
    browsing.press(.enter)
    browsing.type("R/x")
    browsing.update(Browsing.items(2))
    browsing.press(.escape)
    browsing.state.filterSome()
    #expect(browsing.state.listCount == 1)
    #expect(browsing.screen.contains("Item 2"))
  }

  @Test func hitsAreSteppedThrough() throws {
    var browsing = try Browsing(Browsing.items(30))
    browsing.type("/item 2")
    browsing.press(.enter)
    browsing.type("n")
    #expect(browsing.state.selectedItem == 19)
    browsing.type("NN")
    #expect(browsing.state.selectedItem == 28)
    #expect(browsing.screen.contains("From the last hit on."))
    browsing.type("n")
    #expect(browsing.state.selectedItem == 1)
    browsing.press(.escape, .down, .down)
    #expect(browsing.state.selectedItem == 3)
    browsing.type("n")
    #expect(browsing.state.selectedItem == 19)
    browsing.type("N")
    #expect(browsing.state.selectedItem == 1)
  }

  @Test func hitsOfNothing() throws {
    var browsing = try Browsing(Browsing.items(3))
    browsing.type("n")
    #expect(browsing.screen.contains("Nothing has been looked for"))
    browsing.type("/zzz")
    browsing.press(.enter)
    browsing.type("n")
    #expect(browsing.screen.contains("'zzz' is in no item"))
  }

  @Test func hitsAreMarked() throws {
    var browsing = try Browsing(Browsing.items(30))
    browsing.type("/item 2")
    browsing.press(.enter, .down)
    let marked = browsing.cells.row(1).filter { $0.style.attributes.contains(.underlined) }
    #expect(String(marked.map(\.character)) == "Item 2")
  }

  // MARK: An item

  @Test func anItemIsOpenedAndClosed() throws {
    var browsing = try Browsing(Browsing.items(30))
    browsing.press(.down, .enter)
    #expect(browsing.screen.contains(#""name": "Item 2","#))
    browsing.type("J")
    #expect(browsing.screen.contains(#""name": "Item 3","#))
    browsing.type("KK")
    #expect(browsing.screen.contains(#""name": "Item 1","#))
    browsing.type("q")
    #expect(browsing.takeEffects() == [])
    #expect(browsing.state.selection == 0)
    #expect(browsing.screen.contains("Item 1 of 30"))
  }

  @Test func aVeryLongLineIsLaidOutAsFarAsItIsScrolled() throws {
    let words = (100_000..<250_000).map(String.init).joined(separator: " ") + " zebra"
    var browsing = try Browsing(["{\"text\":\"\(words)\"}"])
    browsing.press(.enter)
    for _ in 0..<100 { browsing.press(.down) }
    let row = browsing.screen.split(separator: "\n")[1]
    let word = try #require(row.split(separator: " ").first { $0.count == 6 })
    browsing.size.columns = 75
    browsing.state.fit(browsing.size)
    #expect(browsing.screen.contains(word))
    #expect(browsing.screen.contains("Line 2 of 3"))
    browsing.type("/zebra")
    browsing.press(.enter)
    browsing.type("n")
    #expect(browsing.selectedRow != nil)
  }

  @Test func hitsOfAnOpenItemAreItsLinesAndThenTheNextItem() throws {
    var browsing = try Browsing([
      #"{"a":"x","b":"hit","c":["hit"]}"#, #"{"a":"x"}"#, #"{"z":"a hit"}"#,
    ])
    browsing.type("/hit")
    browsing.press(.enter, .enter)
    browsing.type("n")
    #expect(browsing.selectedRow == 3)
    browsing.type("n")
    #expect(browsing.selectedRow == 5)
    browsing.type("n")
    #expect(browsing.screen.contains(#""z": "a hit""#))
    #expect(browsing.selectedRow == 2)
    browsing.type("N")
    #expect(browsing.screen.contains(#""a": "x""#))
    #expect(browsing.selectedRow == 5)
  }

  @Test func anOpenItemIsClosedByARefresh() throws {
    var browsing = try Browsing(Browsing.items(3))
    browsing.press(.enter)
    browsing.update(Browsing.items(2, from: 50))
    #expect(browsing.screen.contains("Item 50"))
  }

  @Test func colours() throws {
    var browsing = try Browsing([#"{"s":"t","n":1,"b":true,"o":null}"#], rows: 10)
    browsing.press(.enter)
    let rows = browsing.cells.row(2) + browsing.cells.row(3) + browsing.cells.row(4)
    let styles = rows.reduce(into: [Character: Style]()) { styles, cell in
      if cell.character.isLetter || cell.character.isNumber { styles[cell.character] = cell.style }
    }
    #expect(styles["s"] == .key)
    #expect(styles["1"] == .number)
    #expect(styles["u"] == .literal)
  }

  // MARK: Lines that are typed

  @Test func savingAsksForAName() throws {
    var browsing = try Browsing(Browsing.items(3))
    browsing.type("sitems.jsonl")
    browsing.press(.enter)
    #expect(browsing.takeEffects() == [.save(path: "items.jsonl", replacing: false)])
    #expect(browsing.state.prompt == nil)
    browsing.type("s")
    browsing.press(.enter)
    browsing.type("sx")
    browsing.press(.escape)
    #expect(browsing.takeEffects() == [])
  }

  @Test(arguments: [(Keystroke.character("y"), true), (.character("n"), false), (.enter, false)])
  func aFileThatIsThereIsReplacedOnlyOnYes(key: Keystroke, replaces: Bool) throws {
    var browsing = try Browsing(Browsing.items(3))
    browsing.state.prompt = Prompt(.replace(path: "a"), label: "Replace it?")
    browsing.press(key)
    #expect(browsing.takeEffects() == (replaces ? [.save(path: "a", replacing: true)] : []))
    #expect(browsing.state.prompt == nil)
  }

  @Test func anotherQueryIsAnotherSearch() throws {
    var browsing = try Browsing(Browsing.items(3))
    browsing.type("o&sort=x")
    browsing.press(.enter)
    #expect(browsing.takeEffects() == [.search(query: "q=a&sort=x")])
    browsing.type("o")
    browsing.press(.enter)
    #expect(browsing.takeEffects() == [])
  }

  @Test(
    arguments: [
      ([.left, .left, .character("X")], "aXbc"), ([.home, .delete], "bc"), ([.control("u")], ""),
      ([.control("a"), .right, .control("k")], "a"), ([.backspace, .backspace], "a"),
      ([.paste("1\n2")], "abc12"), ([.character(" "), .character("d"), .control("w")], "abc "),
      ([.control("a"), .backspace, .left], "abc"), ([.right, .delete, .tab, .pageUp], "abc"),
      ([.control("b"), .control("f"), .control("e"), .character("日")], "abc日"),
    ] as [([Keystroke], String)])
  func aLineIsEdited(keys: [Keystroke], expected: String) {
    var prompt = Prompt(.save, label: "", text: "abc")
    for key in keys { #expect(prompt.handle(key) == .edited) }
    #expect(prompt.text == expected)
  }

  @Test func keysOfALineAreNotKeysOfTheList() throws {
    var browsing = try Browsing(Browsing.items(3))
    browsing.type("/qGRr?")
    #expect(browsing.takeEffects() == [])
    #expect(browsing.state.prompt?.text == "qGRr?")
    browsing.press(.control("u"), .backspace)
    #expect(browsing.state.prompt == nil)
  }

  // MARK: Leaving

  @Test(arguments: [
    (Keystroke.character("q"), BrowseState.Effect.quit(status: 0)),
    (.control("c"), .quit(status: 130)), (.control("z"), .suspend), (.control("l"), .redraw),
  ])
  func keysThatAreNotAboutTheList(key: Keystroke, effect: BrowseState.Effect) throws {
    var browsing = try Browsing(Browsing.items(3))
    browsing.press(key)
    #expect(browsing.takeEffects() == [effect])
  }

  @Test func anyKeyLeavesTheHelp() throws {
    var browsing = try Browsing(Browsing.items(3))
    browsing.type("?q")
    #expect(browsing.takeEffects() == [])
    #expect(browsing.screen.contains("Item 1"))
  }

  // MARK: Sizes

  @Test func everySizeCanBeDrawn() throws {
    var lists = [
      try Browsing(), try Browsing(Browsing.items(50)),
      try Browsing(Browsing.items(50), keys: ["id", "name", "none"]),
      try Browsing([#"{"name":"日本語👩\u200d👧","text":"\#(String(repeating: "長", count: 99))"}"#]),
    ]
    lists[0].update {
      $0.phase = .failed; $0.failure = String(repeating: "why ", count: 50)
    }
    for index in lists.indices {
      for keys in ["", "j", "?", "s", "/item", "o"] + (index > 0 ? ["l", "lG"] : []) {
        var browsing = lists[index]
        browsing.type(keys)
        for rows in [0, 1, 2, 3, 4, 5, 6, 7, 50] {
          for columns in [0, 1, 2, 3, 5, 8, 13, 39, 40, 200] {
            browsing.size = Screen.Size(rows: rows, columns: columns)
            browsing.state.fit(browsing.size)
            let screen = browsing.cells
            #expect(screen.cells.count == rows * columns)
            for row in 0..<rows where columns > 0 {
              let used = screen.row(row).reduce(0) { $0 + Int($1.width) }
              #expect(used == columns, "row \(row) after '\(keys)': \(screen.row(row))")
            }
          }
        }
      }
    }
  }
}
