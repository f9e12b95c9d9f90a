// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore
@testable import pagewalk

/// What is behind the screen: items, filters, files, queries.
@Suite(.timeLimit(.minutes(1)))
struct BrowseDataTests {
  private func store(_ items: [String], pageSize: Int = 3) -> ItemStore {
    let store = ItemStore()
    for start in stride(from: 0, to: items.count, by: pageSize) {
      var page = BrowsePage()
      for item in items[start..<min(items.count, start + pageSize)] { page.append(item.utf8) }
      _ = store.append(page)
    }
    return store
  }

  // MARK: Items

  @Test func itemsComeBackAsTheyCame() {
    let items = ["1", #"{"a":"日"}"#, "", "[]"] + [String(repeating: "x", count: 3_000_000), "end"]
    let store = store(items)
    #expect(store.count == items.count)
    for (index, item) in items.enumerated() {
      #expect(String(decoding: store.line(index), as: UTF8.self) == item + "\n")
    }
    #expect(store.byteCount == items.reduce(0) { $0 + $1.utf8.count + 1 })
  }

  @Test func anEmptyPageAddsNothing() {
    let store = store(["1", "2"])
    #expect(store.append(BrowsePage()) == 2..<2)
    #expect(store.count == 2)
  }

  @Test(arguments: [0, 1, 500, 20_000])
  func linesOfTheFirstItems(count: Int) {
    let items = (0..<20_000).map { "\"\($0)\(String(repeating: "-", count: $0 % 200))\"" }
    let store = store(items, pageSize: 700)
    var lines: [UInt8] = []
    store.forEachPiece(of: count) { lines += $0 }
    #expect(lines == Array(items.prefix(count).map { $0 + "\n" }.joined().utf8))
  }

  // MARK: Finding

  @Test(arguments: [
    ("ada", #"{"name":"Ada"}"#, true), ("Ada", #"{"name":"ADA"}"#, false),
    ("Ada", #"{"name":"an Ada"}"#, true), ("name", #"{"name":1}"#, true), ("", "1", false),
    ("été", #"{"x":"\u00e9t\u00e9"}"#, true), ("été", #"{"x":"ÉTÉ"}"#, true),
    ("ÉTÉ", #"{"x":"été"}"#, false), ("日本", #"["\u65e5\u672c"]"#, true), ("日本", #"["日本"]"#, true),
    ("a/b", #"["a\/b"]"#, true), ("say \"x\"", #"["say \"x\""]"#, true),
    ("👩", #"["\ud83d\udc69"]"#, true),
    ("a b", #"["a\nb"]"#, true), ("aab", #"["aaaab"]"#, true), ("abc", #"["ab"]"#, false),
    ("z", "", false), ("12", "3124", true),
  ])
  func textIsFound(text: String, item: String, isFound: Bool) {
    let finder = TextFinder(text)
    let bytes = Array(item.utf8)
    let result = unsafe bytes.withUnsafeBytes { bytes in unsafe finder.isFound(inItem: bytes) }
    #expect(result == isFound)
  }

  @Test(
    arguments: [
      ("an", "Banana AN", [1..<3, 3..<5, 7..<9]), ("aa", "aaaa", [0..<2, 2..<4]), ("x", "", []),
      ("É", "é É", [2..<3]), ("", "abc", []),
    ] as [(String, String, [Range<Int>])])
  func rangesOfAText(text: String, haystack: String, expected: [Range<Int>]) {
    #expect(TextFinder(text).ranges(in: haystack) == expected)
  }

  @Test func aFilterLooksAtAMegabyteAtATime() {
    let items = (0..<30_000).map { #"{"id":\#($0),"x":"\#(String(repeating: "-", count: 100))"}"# }
    let store = store(items, pageSize: 1000)
    var filter = ItemFilter(TextFinder("\"id\":7"))
    filter.advance(in: store, count: items.count)
    #expect((1000..<20_000).contains(filter.scanned))
    while filter.scanned < items.count { filter.advance(in: store, count: items.count) }
    let expected = items.indices.filter { items[$0].contains("\"id\":7") }
    #expect(filter.hits.map(Int.init) == expected)
    #expect(filter.position(ofItem: 0) == 0)
    #expect(filter.position(ofItem: 7) == 0)
    #expect(filter.position(ofItem: 8) == 1)
    #expect(filter.position(ofItem: 29_999) == expected.count)
  }

  // MARK: Files

  @Test func itemsAreSavedAsLines() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("items.jsonl").path
    let store = store(["1", "{}", "\"three\"", "4"])
    let file = ItemFile(typed: path)
    #expect(!file.exists)
    try file.save(store, count: 3, hits: nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "1\n{}\n\"three\"\n")
    #expect(file.exists)
    try file.save(store, count: 4, hits: [1, 3])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{}\n4\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["items.jsonl"])
  }

  @Test func aFileThatCannotBeWrittenIsAnError() throws {
    let folder = try TemporaryFolder()
    let file = ItemFile(typed: folder.url.path + "/no/such/folder/x")
    #expect(throws: SystemError(code: ENOENT)) {
      try file.save(store(["1"]), count: 1, hits: nil)
    }
    let taken = ItemFile(typed: folder.url.path)
    #expect(throws: SystemError.self) { try taken.save(store(["1"]), count: 1, hits: nil) }
  }

  @Test func whatIsNoFileIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    for path in ["/dev/null", folder.url.path] {
      #expect(ItemFile(typed: path).exists)
      #expect(!ItemFile(typed: path).isReplaceable)
    }
  }

  @Test func aLinkStaysOne() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("items.jsonl").path
    let link = folder.url.appendingPathComponent("link").path
    try ItemFile(typed: path).save(store(["1"]), count: 1, hits: nil)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(ItemFile(typed: link).isReplaceable)
    try ItemFile(typed: link).save(store(["2"]), count: 1, hits: nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "2\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
  }

  // MARK: The query

  @Test(arguments: [
    ("https://a.test/x?q=1", "q=1"), ("https://a.test/x", ""), ("https://a.test/x?", ""),
    ("https://a.test/x?api_key=s3&q=1#part", "api_key=***&q=1"),
  ])
  func theQueryIsOfferedWithoutSecrets(url: String, shown: String) {
    #expect(QueryText(url: url).shown == shown)
  }

  @Test(arguments: [
    ("https://a.test/x?q=1", "q=2", "https://a.test/x?q=2"),
    ("https://a.test/x?q=1#f", "", "https://a.test/x"),
    ("https://a.test/x", "?q=1", "https://a.test/x?q=1"),
    ("https://a.test/x?api_key=s3&q=1", "api_key=***&q=2", "https://a.test/x?api_key=s3&q=2"),
    ("https://a.test/x?api_key=s3&q=1", "q=***&api_key=new", "https://a.test/x?q=1&api_key=new"),
    ("https://a.test/x?q=1", "q=a b&ü=é", "https://a.test/x?q=a%20b&%C3%BC=%C3%A9"),
    ("https://a.test/x?q=1", "q=a%20b+c&&z", "https://a.test/x?q=a%20b+c&&z"),
    ("https://a.test/x?q=1", "none=***", "https://a.test/x?none=***"),
    ("https://a.test/x?q=1", "q=c#&z", "https://a.test/x?q=c%23&z"),
  ])
  func aQueryIsPutIntoTheURL(url: String, typed: String, expected: String) {
    #expect(QueryText(url: url).url(withQuery: typed) == expected)
  }

  // MARK: Text

  @Test(arguments: [
    ("a b c", 3, ["a b", "c"]), ("abcdef", 3, ["abc", "def"]), ("", 3, [""]),
    ("a\nb", 10, ["a\\nb"]),
    ("日本語", 4, ["日本", "語"]), ("a  b", 5, ["a b"]), ("abc de", 0, ["a", "b", "c", "d", "e"]),
    ("ab cdefgh", 4, ["ab", "cdef", "gh"]),
  ])
  func textIsWrapped(text: String, width: Int, expected: [String]) {
    #expect(TextLayout.wrapped(text, width: width) == expected)
  }
}
