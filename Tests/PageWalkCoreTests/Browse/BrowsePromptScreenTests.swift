// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore
@testable import pagewalk

/// What is typed at the list, and what comes of it, against the screens that they must look like.
@Suite(.timeLimit(.minutes(1)))
struct BrowsePromptScreenTests {
  @Test func aFilterIsBeingTyped() throws {
    var browsing = try Browsing(Browsing.items(30)) { $0.footer = .finished }
    browsing.type("/item 2")
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
         2  Item 2  stars 20
        20  Item 20  stars 200
        21  Item 21  stars 210
        22  Item 22  stars 220
        23  Item 23  stars 230
        24  Item 24  stars 240
        /item 2
        """)
  }

  @Test func aFilterListsItsHits() throws {
    var browsing = try Browsing(Browsing.items(30), columns: 60)
    browsing.type("/item 2")
    browsing.press(.enter, .down)
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
         2  Item 2  stars 20
        20  Item 20  stars 200
        21  Item 21  stars 210
        22  Item 22  stars 220
        23  Item 23  stars 230
        24  Item 24  stars 240
        Hit 2 of 11 · /item 2 · page 1 of 1+                  ? keys
        """)
  }

  @Test func aFilterWithoutHits() throws {
    var browsing = try Browsing(Browsing.items(30), columns: 60)
    browsing.type("/nothing like it")
    browsing.press(.enter)
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        0 hits in 30 items loaded. G loads the rest.





        No hit · /nothing like it                             ? keys
        """)
  }

  @Test func aFilterThatIsStillLooking() throws {
    var browsing = try Browsing(Browsing.items(3), columns: 60)
    browsing.type("/item 2")
    browsing.press(.enter)
    browsing.add(Browsing.items(3, from: 4))
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        2  Item 2  stars 20
        1 hit so far, still looking




        Hit 1 of 1 · /item 2 · page 1 of 2+                   ? keys
        """)
  }

  @Test func aFilterWhileAPageFailed() throws {
    var browsing = try Browsing(Browsing.items(12), columns: 60) {
      $0.footer = .failed
      $0.failure = "Page 2 failed."
    }
    browsing.type("/item 1")
    browsing.press(.enter)
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
         1  Item 1  stars 10
        10  Item 10  stars 100
        11  Item 11  stars 110
        12  Item 12  stars 120
        4 hits in 12 items. A page failed: [r]etry

        Hit 1 of 4 · /item 1 · page 1 of 1+                   ? keys
        """)
  }

  @Test func aFileNameIsAskedFor() throws {
    var browsing = try Browsing(Browsing.items(3))
    browsing.type("sa b.jsonl")
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        1  Item 1  stars 10
        2  Item 2  stars 20
        3  Item 3  stars 30



        Save 3 items to: a b.jsonl
        """)
  }

  @Test func aQueryIsEdited() throws {
    var browsing = try Browsing(Browsing.items(3), query: "q=a&key=***")
    browsing.press(.character("o"), .home, .right, .right, .delete)
    browsing.type("new")
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        1  Item 1  stars 10
        2  Item 2  stars 20
        3  Item 3  stars 30



        Query: q=new&key=***
        """)
  }

  @Test func aLongQueryIsShownAroundTheCursor() throws {
    var browsing = try Browsing(
      Browsing.items(3), query: "q=one+two+three&sort=stars&order=desc&page=1")
    browsing.press(.character("o"))
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        1  Item 1  stars 10
        2  Item 2  stars 20
        3  Item 3  stars 30



        Query: ree&sort=stars&order=desc&page=1
        """)
  }

  @Test func aMessageTakesThePlaceOfTheStatus() throws {
    var browsing = try Browsing(Browsing.items(3))
    browsing.state.message = ("Saved 3 items to 'items.jsonl'.", false)
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        1  Item 1  stars 10
        2  Item 2  stars 20
        3  Item 3  stars 30



        Saved 3 items to 'items.jsonl'.
        """)
  }
}
