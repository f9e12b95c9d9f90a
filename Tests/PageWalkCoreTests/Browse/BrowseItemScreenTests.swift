// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore
@testable import pagewalk

/// An item that is open, and the keys, against the screens that they must look like.
@Suite(.timeLimit(.minutes(1)))
struct BrowseItemScreenTests {
  @Test func anItemIsOpen() throws {
    var browsing = try Browsing(
      [#"{"id":9007199254740993,"name":"Ada \"L\"","tags":["a",[],{}],"ok":true,"none":null}"#],
      rows: 13)
    browsing.press(.enter)
    #expect(
      browsing.screen == #"""
        Item 1 · https://api.example.com/items?…
        {
          "id": 9007199254740993,
          "name": "Ada \"L\"",
          "tags": [
            "a",
            [],
            {}
          ],
          "ok": true,
          "none": null
        }
        Line 1 of 11                      ? keys
        """#)
  }

  @Test func anItemIsScrolled() throws {
    var browsing = try Browsing(
      ["[" + (1...50).map(String.init).joined(separator: ",") + "]"], rows: 6)
    browsing.press(.enter, .pageDown, .down)
    #expect(
      browsing.screen == """
        Item 1 · https://api.example.com/items?…
          4,
          5,
          6,
          7,
        Line 5 of 52                      ? keys
        """)
  }

  @Test func longLinesOfAnItemAreWrapped() throws {
    var browsing = try Browsing(
      [#"{"text":"The quick brown fox jumps over the lazy dog, 日本語日本語 and back","n":1}"#],
      columns: 24)
    browsing.press(.enter)
    #expect(
      browsing.screen == """
        Item 1 · https://api.ex…
        {
          "text": "The quick bro
            wn fox jumps over th
            e lazy dog, 日本語日
            本語 and back",
          "n": 1
        Line 1 of 4
        """)
  }

  @Test func anItemThatIsNoObject() throws {
    var browsing = try Browsing([#""just text""#])
    browsing.press(.enter)
    #expect(
      browsing.screen == """
        Item 1 · https://api.example.com/items?…
        "just text"





        Line 1 of 1                       ? keys
        """)
  }

  @Test func theKeysAreExplained() throws {
    var browsing = try Browsing(Browsing.items(3), rows: 12, columns: 50)
    browsing.type("?")
    browsing.press(.down)
    #expect(
      browsing.screen == """
        The keys of pagewalk browse
          j ↓  k ↑          the next row, the row before
          space  b          a screen down, a screen up;
                            also Page Down, Page Up
          g  G              the beginning; the end, for
                            which all is loaded (Escape
                            stops it)
          Enter             open the item
        In an item
          j k space b g G   the same, by lines
          J  K              the next item, the item before
        ↓ ↑ scroll, any other key leads back.       ? keys
        """)
  }
}
