// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore
@testable import pagewalk

/// Each state of the list against the screen that it must look like.
@Suite(.timeLimit(.minutes(1)))
struct BrowseScreenTests {
  @Test func loadingShowsNothingAtFirst() throws {
    let browsing = try Browsing { $0.isLoading = true }
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a






                                          ? keys
        """)
  }

  @Test func loadingForLongShowsASpinner() throws {
    var browsing = try Browsing {
      $0.isLoading = true
      $0.showsActivity = true
    }
    browsing.state.tick()
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a


                       / Loading



                                          ? keys
        """)
  }

  @Test func aFirstPageThatFailedShowsWhyAndWhatToDo() throws {
    let browsing = try Browsing {
      $0.phase = .failed
      $0.footer = .failed
      $0.failure = "Page 1 ('https://api.example.com/items') failed: the server answered 503."
    }
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a

        Page 1 ('https://api.example.com/items')
            failed: the server answered 503.
                    [r]etry  [q]uit


                                          ? keys
        """)
  }

  @Test func noItemsIsNotLoading() throws {
    let browsing = try Browsing {
      $0.phase = .empty
      $0.footer = .finished
    }
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a


                     No items yet.
            [R]efresh  [o]ther query  [q]uit


                                          ? keys
        """)
  }

  @Test func aFewItems() throws {
    let browsing = try Browsing(Browsing.items(3)) { $0.footer = .finished }
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        1  Item 1  stars 10
        2  Item 2  stars 20
        3  Item 3  stars 30
        You have seen everything.


        Item 1 of 3 · page 1 of 1         ? keys
        """)
  }

  @Test func moreItemsThanRows() throws {
    var browsing = try Browsing(Browsing.items(20), columns: 60) { $0.total = 1_234_567 }
    browsing.press(.pageDown, .down)
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
         6  Item 6  stars 60
         7  Item 7  stars 70
         8  Item 8  stars 80
         9  Item 9  stars 90
        10  Item 10  stars 100
        11  Item 11  stars 110
        Item 7 of 1,234,567, 20 loaded · page 1 of 1+         ? keys
        """)
  }

  @Test func theNextPageIsLoading() throws {
    var browsing = try Browsing(Browsing.items(20)) {
      $0.isLoading = true
      $0.footer = .loading
      $0.showsActivity = true
    }
    browsing.press(.end)
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        16  Item 16  stars 160
        17  Item 17  stars 170
        18  Item 18  stars 180
        19  Item 19  stars 190
        20  Item 20  stars 200
        | Loading
        Item 20 of 20 loaded · page 1 o…  ? keys
        """)
  }

  @Test func theNextPageFailed() throws {
    var browsing = try Browsing(Browsing.items(20), columns: 60) {
      $0.footer = .failed
      $0.failure =
        "Page 2 ('https://api.example.com/items?page=2') failed: the connection was closed in the "
        + "midst of the body. A later try may do better."
    }
    browsing.press(.pageDown, .pageDown, .pageDown, .pageDown)
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        19  Item 19  stars 190
        20  Item 20  stars 200
        Page 2 ('https://api.example.com/items?page=2') failed: the
        connection was closed in the midst of the body. A later try
        may do better.
        [r]etry
        Item 20 of 20 loaded · page 1 of 1+                   ? keys
        """)
  }

  @Test func allHasBeenSeen() throws {
    var browsing = try Browsing(Browsing.items(20)) { $0.footer = .finished }
    browsing.press(.character("G"))
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        16  Item 16  stars 160
        17  Item 17  stars 170
        18  Item 18  stars 180
        19  Item 19  stars 190
        20  Item 20  stars 200
        You have seen everything.
        Item 20 of 20 · page 1 of 1       ? keys
        """)
  }

  @Test func theWalkWasLimited() throws {
    var browsing = try Browsing(Browsing.items(3))
    var last = BrowsePage()
    last.append(Browsing.items(1, from: 4)[0].utf8)
    last.ending = "Here it ends: 4 items, as asked for."
    _ = browsing.state.store.append(last)
    browsing.update {
      $0.count = 4
      $0.footer = .finished
    }
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        1  Item 1  stars 10
        2  Item 2  stars 20
        3  Item 3  stars 30
        4  Item 4  stars 40
        Here it ends: 4 items, as asked for.

        Item 1 of 4 · page 1 of 1         ? keys
        """)
  }

  @Test func aRefreshIsUnderWay() throws {
    let browsing = try Browsing(Browsing.items(3), columns: 60) {
      $0.isLoading = true
      $0.isRefreshing = true
    }
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        1  Item 1  stars 10
        2  Item 2  stars 20
        3  Item 3  stars 30



        Item 1 of 3 loaded · page 1 of 1+ · refreshing        ? keys
        """)
  }

  @Test func allIsBeingLoaded() throws {
    var browsing = try Browsing(Browsing.items(20), columns: 80)
    browsing.press(.character("G"))
    browsing.add(Browsing.items(20, from: 21)) {
      $0.isLoading = true
      $0.footer = .loading
    }
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        36  Item 36  stars 360
        37  Item 37  stars 370
        38  Item 38  stars 380
        39  Item 39  stars 390
        40  Item 40  stars 400

        Item 40 of 40 loaded · page 1 of 2+ · loading to the end, Escape stops    ? keys
        """)
  }

  @Test func pullingTellsWhatItWillDo() throws {
    var browsing = try Browsing(Browsing.items(3))
    browsing.press(.up)
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
        1  Item 1  stars 10
        2  Item 2  stars 20
        3  Item 3  stars 30



        Up once more refreshes the list.
        """)
  }

  @Test func columnsHaveAHeader() throws {
    let browsing = try Browsing(
      [
        #"{"id":1,"owner":{"login":"ada"},"size":5,"tags":["a","b"]}"#,
        #"{"id":20,"owner":{"login":"grace hopper"},"size":1234,"tags":[]}"#,
        #"{"id":300,"owner":null,"size":null}"#,
      ], columns: 60, keys: ["id", "owner.login", "size", "$.tags[0]", "tags"])
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
         id  owner.login   size  $.tags[0]  tags
          1  ada              5  a          ["a","b"]
         20  grace hopper  1234             []
        300


        Item 1 of 3 loaded · page 1 of 1+                     ? keys
        """)
  }

  @Test func columnsOfANarrowTerminal() throws {
    let browsing = try Browsing(
      [
        #"{"id":1,"name":"the first of them","city":"Kraków"}"#,
        #"{"id":20,"name":"second","city":"Llanfairpwllgwyngyll"}"#,
      ], rows: 6, columns: 24, keys: ["id", "name", "city"])
    #expect(
      browsing.screen == """
        https://api.example.com…
        id  name       city
         1  the firs…  Kraków
        20  second     Llanfair…

        Item 1 of 2 loaded · pa…
        """)
  }

  @Test func aNarrowTerminal() throws {
    let browsing = try Browsing(Browsing.items(20), rows: 5, columns: 12)
    #expect(
      browsing.screen == """
        https://api…
         1  Item 1 …
         2  Item 2 …
         3  Item 3 …
        Item 1 of 2…
        """)
  }

  @Test func aLowTerminal() throws {
    let browsing = try Browsing(Browsing.items(20), rows: 3, columns: 40)
    #expect(
      browsing.screen == """
         1  Item 1  stars 10
         2  Item 2  stars 20
        Item 1 of 20 loaded · page 1 of…  ? keys
        """)
  }

  @Test func aFailureOnALowTerminal() throws {
    var browsing = try Browsing(Browsing.items(20), rows: 5, columns: 30) {
      $0.footer = .failed
      $0.failure = "Page 2 failed: the server is on fire, and has no more to say."
    }
    browsing.press(.end)
    #expect(
      browsing.screen == """
        https://api.example.com/items…
        20  Item 20  stars 200
        Page 2 failed: the server is
        [r]etry
        Item 20 of 20 loaded · page 1…
        """)
  }

  @Test func aFirstPageThatFailedOnALowTerminal() throws {
    let browsing = try Browsing(rows: 5, columns: 16) {
      $0.phase = .failed
      $0.footer = .failed
      $0.failure = "Page 1 failed: the server is on fire, and has no more to say."
    }
    #expect(
      browsing.screen == """
        https://api.exa…
         Page 1 failed:
        the server is on
        [r]etry  [q]uit

        """)
  }

  @Test func aTinyTerminal() throws {
    let browsing = try Browsing(Browsing.items(20), rows: 1, columns: 6)
    #expect(
      browsing.screen == """
         1  I…
        """)
  }

  @Test func wideCharactersAreNotCutInTwo() throws {
    let browsing = try Browsing(
      [
        #"{"id":"日","name":"日本語日本語日本語"}"#, #"{"id":"a","name":"한국 사람 사람"}"#,
        #"{"id":"é","name":"a👩\u200d👧b🇩🇪c🇫🇷d"}"#,
      ], rows: 6, columns: 15)
    #expect(
      browsing.screen == """
        https://api.ex…
        日  日本語日本…
        a   한국 사람 …
        é   a👩‍👧b🇩🇪c🇫🇷d

        Item 1 of 3 lo…
        """)
  }

  @Test func whatActsOnATerminalIsSpelledOut() throws {
    let browsing = try Browsing(
      [
        #"{"id":1,"name":"\u001b[2J\u001b]0;owned\u0007"}"#, #"{"id":2,"name":"a\nb\tc\u0000"}"#,
        #"{"id":3,"name":"abc\u202edef\u2066"}"#, #"{"\u001b[31m":"\u009b31m","x":1}"#,
      ], columns: 60, url: "https://api.example.com/\u{1b}[31m"
    ) {
      $0.footer = .failed
      $0.failure = "The server said: \u{1b}[41m"
    }
    #expect(
      browsing.screen == #"""
        https://api.example.com/\u001b[31m
        1  \u001b[2J\u001b]0;owned\u0007
        2  a\nb\tc\u0000
        3  abc\u202edef\u2066
           \u001b[31m \u009b31m  x 1
        The server said: \u001b[41m
        [r]etry
        Item 1 of 4 loaded · page 1 of 1+                     ? keys
        """#)
  }

  @Test func itemsOfManyKinds() throws {
    let browsing = try Browsing(
      [
        #""just text""#, "12345678901234567890", "[1,2,{\"a\":null}]", "null", "{}",
        #"{"tags":["x"],"owner":{"id":1}}"#,
        #"{"node":{"id":"N1","title":"an edge"},"cursor":"c"}"#,
        #"{"type":"articles","id":"7","attributes":{"title":"JSON:API","words":100}}"#,
        #"{"_index":"people","_id":"AX","_source":{"name":"Ada","born":1815}}"#,
        #"{"url":"https://example.com/1","name":"links are left out","ok":true,"none":null}"#,
      ], rows: 13, columns: 60)
    #expect(
      browsing.screen == """
        https://api.example.com/items?q=a
            just text
            12345678901234567890
            [1,2,{"a":null}]
            null
            {}
            {"tags":["x"],"owner":{"id":1}}
        N1  an edge  cursor c
        7   JSON:API  type articles  words 100
        AX  Ada  _index people  born 1815
            links are left out  ok true

        Item 1 of 10 loaded · page 1 of 1+                    ? keys
        """)
  }
}
