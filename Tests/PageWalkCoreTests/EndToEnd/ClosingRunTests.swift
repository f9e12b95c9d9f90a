// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

/// How walks end: the words, the summary, the check against the total, and what was said on the way.
@Suite(.timeLimit(.minutes(5)))
struct ClosingRunTests {
  private func summary(_ folder: TemporaryFolder) throws -> [String: any Sendable] {
    let text = try #require(folder.text(of: "s.json"))
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    var values: [String: any Sendable] = [:]
    for (name, value) in try #require(object as? [String: Any]) {
      switch value {
      case let number as NSNumber: values[name] = number.doubleValue
      case let text as String: values[name] = text
      case let array as [String]: values[name] = array
      default: values[name] = "null"
      }
    }
    return values
  }

  @Test func `a complete walk has nothing to say, and a whole summary`() async throws {
    let folder = try TemporaryFolder()
    let pages = try ThreePages { $0.page == 2 && $0.attempt == 1 ? .failure(503) : nil }
    let result = try await Binary.run(
      pages.words(
        "--summary", "s.json", "--retry", "1", "--retry-delay", "0.01", "-s", "--total-key", "total"
      ),
      in: folder)
    #expect(result.status == 0)
    #expect(result.stderr == "")
    let values = try summary(folder)
    #expect(values.keys.count == 13)
    for (name, value) in [
      "exit": 0.0, "pages": 3, "items": 6, "duplicates": 0, "retries": 1, "total": 6,
    ] {
      #expect(values[name] as? Double == value, "\(name)")
    }
    #expect(values["outcome"] as? String == "complete")
    #expect(values["url"] as? String == pages.url)
    #expect(values["start_at"] as? String == "null")
    #expect((values["bytes"] as? Double ?? 0) > 100)
    #expect((values["seconds"] as? Double ?? -1) >= 0)
  }

  /// Every item is kept then, which whoever asked for no duplicates should know.
  @Test(arguments: [("id", false), ("uuid", true)])
  func `a dedup key that no item has is told`(key: String, isTold: Bool) async throws {
    let pages = try ThreePages()
    let result = try await Binary.run(pages.words("--dedup-key", key))
    #expect(result.status == 0)
    #expect(result.lines == ThreePages.lines)
    #expect(
      result.stderr.contains("Warning: No item has a value at '\(key)' (--dedup-key)")
        == isTold, "\(result.stderr)")
  }

  /// What an empty page says, by which key, and whether that speaks against its being the last.
  @Test(arguments: [
    ("--more-key", "true", true), ("--more-key", "false", false), ("--end-key", "false", true),
    ("--end-key", "true", false), ("--end-key", "null", false),
  ])
  func `an empty page that is said not to be the last is told`(
    option: String, value: String, isTold: Bool
  ) async throws {
    let server = try LoopbackServer { request in
      let isSecond = request.target.contains("page=2")
      let flag = isSecond ? value : option == "--more-key" ? "true" : "false"
      return .json(#"{"data":[\#(isSecond ? "" : "1")],"flag":\#(flag)}"#)
    }
    let result = try await Binary.run([
      "\(server.url)/list", "--items-key", "data", "--page-param", "page", option, "flag",
    ])
    #expect(result.status == 0)
    #expect(result.lines == ["1"])
    #expect(
      result.stderr.contains("Warning: The last page has no items, but says that ") == isTold,
      "\(result.stderr)")
  }

  @Test(arguments: [(2, []), (3, []), (3, ["--verify-total"])] as [(Int, [String])])
  func `fewer pages than the server said are told`(pages: Int, options: [String]) async throws {
    let server = try LoopbackServer { request in
      let items = request.target.contains("page=2") ? "[]" : "[1]"
      let number = request.target.contains("page=2") ? 2 : 1
      return .json(#"{"items":\#(items),"page":\#(number),"total_pages":\#(pages)}"#)
    }
    let result = try await Binary.run([server.url + "/", "--no-ask"] + options)
    #expect(result.status == (options.isEmpty ? 0 : 6))
    #expect(result.stdout == "1\n")
    let warning = "he server says that there are 3 pages ('total_pages'), but it ended with page 2"
    #expect(result.stderr.contains(warning) == (pages == 3), "\(result.stderr)")
    #expect(result.stderr.contains("Warning: T\(warning)") == (pages == 3 && options.isEmpty))
  }

  /// Cursors do not count pages, but the server may.
  @Test(
    arguments: [(1, 0, []), (2, 0, []), (3, 0, []), (3, 6, ["--verify-total"])]
      as [(Int, Int32, [String])])
  func `a walk by next URLs is held to the number of pages`(
    pages: Int, status: Int32, options: [String]
  ) async throws {
    let server = try LoopbackServer { request in
      let rest = request.path == "/x" ? #"[1],"next":"/y""# : #"[2],"next":null"#
      return .json(#"{"items":\#(rest),"total_pages":\#(pages)}"#)
    }
    let result = try await Binary.run([server.url + "/x", "--no-ask"] + options)
    #expect(result.status == status)
    #expect(result.stdout == "1\n2\n")
    let warning = "he server says that there are 3 pages ('total_pages'), but it ended with page 2"
    #expect(result.stderr.contains(warning) == (pages == 3), "\(result.stderr)")
  }

  @Test func `a failed walk has a summary too`() async throws {
    let folder = try TemporaryFolder()
    let pages = try ThreePages { $0.page == 3 ? .failure(404) : nil }
    let result = try await Binary.run(pages.words("--summary", "s.json"), in: folder)
    #expect(result.status == 3)
    let values = try summary(folder)
    #expect(values["outcome"] as? String == "failed")
    #expect(values["exit"] as? Double == 3)
    #expect(values["start_at"] as? String == "c3")
    #expect((values["reason"] as? String)?.contains("404") == true)
  }

  @Test func `a summary on standard error is one line without a prefix`() async throws {
    let pages = try ThreePages()
    let result = try await Binary.run(pages.words("--summary", "-"))
    #expect(result.stderr.hasPrefix(#"{"outcome":"complete","#))
    #expect(result.stderr.hasSuffix("}\n"))
  }

  @Test func `a summary that can't be written is a failure of this machine`() async throws {
    let pages = try ThreePages()
    let result = try await Binary.run(pages.words("--summary", "no/such/folder/s.json"))
    #expect(result.status == 1)
    #expect(result.lines == ThreePages.lines)
    #expect(result.stderr.contains("Can't write the summary to 'no/such/folder/s.json'"))
  }

  // MARK: - The words are true

  @Test(arguments: [1, 2, 3, 4, 5])
  func `a limited walk and the walk that goes on make a whole`(_ limit: Int) async throws {
    let pages = try ThreePages()
    let first = try await Binary.run(pages.words("--max-items", "\(limit)"))
    #expect(first.status == 0)
    #expect(first.stderr.components(separatedBy: "incomplete").count == 2, "\(first.stderr)")
    let words = try #require(first.stderr.components(separatedBy: "with: ").last)
      .split(whereSeparator: \.isWhitespace).map(String.init)
    let second = try await Binary.run(pages.words() + words)
    #expect(first.lines + second.lines == ThreePages.lines, "\(words)")
    let silent = try await Binary.run(pages.words("--max-items", "\(limit)", "-s"))
    #expect(silent.stderr == "")
  }

  @Test func `a limit met exactly at the server's end is complete`() async throws {
    let pages = try ThreePages()
    let result = try await Binary.run(pages.words("--max-items", "6"))
    #expect(result.status == 0)
    #expect(result.stderr == "")
  }

  @Test(arguments: [
    (["--page-param", "p", "--items-key", "items", "--retry", "0"], "--start-at 2"),
    (["--offset-param", "o", "--items-key", "items"], "--start-at 2"),
  ])
  func `pages and offsets are told as numbers`(_ options: [String], _ words: String) async throws {
    let server = try LoopbackServer { request in
      request["p"] == "2" || request["o"] == "2"
        ? .failure(500) : .json(#"{"items":[1,2]}"#)
    }
    let result = try await Binary.run([server.url + "/x"] + options)
    #expect(result.status == 4)
    #expect(result.stderr.contains("with: \(words)\n"), "\(result.stderr)")
  }

  @Test func `what was detected is said with the place to go on`() async throws {
    let pages = try ThreePages { $0.page == 3 ? .failure(500) : nil }
    let result = try await Binary.run([pages.url])
    #expect(result.status == 3 || result.status == 4)
    guard let words = result.stderr.components(separatedBy: "with: ").last else { return }
    #expect(words.contains("--items-key items"), "\(result.stderr)")
  }

  @Test func `a next URL keeps the user's secret out of the words`() async throws {
    let server = try LoopbackServer { request in
      request["page"] == "2"
        ? .failure(500)
        : .json(#"{"items":[1],"next":"/x?page=2&api_key=K-123&page_token=T-1"}"#)
    }
    let result = try await Binary.run([
      server.url + "/x?api_key=K-123", "--items-key", "items", "--next-key", "next",
    ])
    #expect(!result.stderr.contains("K-123"))
    #expect(
      result.stderr.contains("--start-at '\(server.url)/x?page=2&api_key=***&page_token=T-1'"),
      "\(result.stderr)")
  }

  @Test func `a page with no way on is gone on behind its items`() async throws {
    let server = try LoopbackServer { request in
      request["cursor"] == nil
        ? .json(#"{"items":[1,2],"next":"a","more":true}"#)
        : .json(#"{"items":[3,4],"next":null,"more":true}"#)
    }
    let result = try await Binary.run(
      [server.url + "/x", "--more-key", "more", "--summary", "-"] + ThreePages.keys)
    #expect(result.status == 3)
    #expect(result.lines == ["1", "2", "3", "4"])
    #expect(result.stderr.contains("with: --start-at a --skip-items 2\n"), "\(result.stderr)")
    #expect(result.stderr.contains(#""pages":2,"items":4,"#), "\(result.stderr)")
  }

  @Test func `output that can't be written is gone on at its page`() async throws {
    let pages = try ThreePages()
    let result = try await Binary.run(pages.words(), output: .file("/dev/full"))
    #expect(result.status == 1)
    #expect(result.stderr.contains("No space left"), "\(result.stderr)")
    #expect(result.stderr.contains("0 items of 0 pages"), "\(result.stderr)")
  }

  // MARK: - The total

  private func stating(_ total: String) throws -> LoopbackServer {
    try LoopbackServer { _ in .json(#"{"items":[1,2],"count":\#(total)}"#) }
  }

  @Test(arguments: [([], 0), (["--verify-total"], 6)] as [([String], Int32)])
  func `a total that differs is a warning, or a failure`(
    _ options: [String], _ status: Int32
  ) async throws {
    let server = try stating("3")
    let words = [server.url + "/x", "--items-key", "items", "--no-next", "--total-key", "count"]
    let result = try await Binary.run(words + options)
    #expect(result.status == status)
    #expect(result.lines == ["1", "2"])
    #expect(result.stderr.contains("there are 3 items ('count'), but 2 came."), "\(result.stderr)")
    #expect(result.stderr.contains("Warning") == (status == 0))
  }

  @Test(arguments: ["--start-at=2", "?offset=2", "?page=2"])
  func `a walk that began elsewhere is not held to the total`(_ place: String) async throws {
    let server = try stating("4")
    let isOption = place.hasPrefix("--")
    let words = [server.url + "/x" + (isOption ? "" : place), "--items-key", "items"]
    let result = try await Binary.run(
      words
        + (isOption
          ? ["--page-param", "page", place, "--max-pages", "9", "--on-repeat", "end"]
          : ["--no-next"]) + ["--total-key", "count", "--verify-total"])
    #expect(result.status == 0, "\(result.stderr)")
  }

  /// Of several keys one is enough, so that a misspelt one would not be missed.
  @Test(arguments: [("items", false), ("itmes", true), ("more", false)])
  func `an items key at which nothing ever stood is told`(key: String, isTold: Bool) async throws {
    let server = try LoopbackServer { request in
      request.path == "/x"
        ? .json(#"{"items":[1],"data":[2],"more":null,"next":"/y"}"#)
        : .json(#"{"items":[3],"data":[4],"more":[5]}"#)
    }
    let result = try await Binary.run([
      server.url + "/x", "--items-key", "data", "--items-key", key, "--next-key", "next",
    ])
    #expect(result.status == 0)
    #expect(
      result.stderr.contains("Warning: No page had anything at '\(key)' (--items-key)") == isTold,
      "\(result.stderr)")
  }

  /// With keys of the user's own, no member of a page is taken for an error; but it may be one.
  @Test(
    arguments: [
      (#"["down"]"#, [], true), (#"{"code":7}"#, [], true), ("[]", [], false), ("false", [], false),
      (#"["down"]"#, ["--error-key", "fault"], false),
      (#"["down"]"#, ["--ok-key", "items"], false),
    ] as [(String, [String], Bool)])
  func `a page that tells of an error nobody asked for is told`(
    errors: String, options: [String], isTold: Bool
  ) async throws {
    let server = try LoopbackServer { request in
      request.path == "/x"
        ? .json(#"{"items":[1],"next":"/y"}"#)
        : .json(#"{"items":[2],"errors":\#(errors)}"#)
    }
    let result = try await Binary.run(
      [server.url + "/x", "--items-key", "items", "--next-key", "next"] + options)
    #expect(result.status == 0)
    #expect(result.lines == ["1", "2"])
    #expect(
      result.stderr.contains("Warning: Page 2 tells of an error ('errors' is \(errors))") == isTold,
      "\(result.stderr)")
    #expect(result.stderr.contains("--error-key errors") == isTold)
  }

  @Test(arguments: ["--total-key", "--pages-key"])
  func `a key that no page has is a warning`(_ option: String) async throws {
    let pages = try ThreePages()
    let result = try await Binary.run(pages.words(option, "nowhere"))
    #expect(result.status == 0)
    #expect(result.stderr.contains("Warning: No page had a whole number at 'nowhere'"))
  }

  // MARK: - On the way

  @Test func `a thousand empty pages are worth a word`() async throws {
    let server = try LoopbackServer { request in
      let page = Int(request["cursor"] ?? "0") ?? 0
      return page < 1100
        ? .json(#"{"items":[],"next":\#(page + 1)}"#) : .json(#"{"items":[7]}"#)
    }
    let result = try await Binary.run([server.url + "/x"] + ThreePages.keys, timeout: 60)
    #expect(result.status == 0)
    #expect(result.lines == ["7"])
    #expect(result.stderr.components(separatedBy: "1,000 pages in a row").count == 2)
  }

  @Test func `replaced bytes are counted`() async throws {
    let server = try LoopbackServer { _ in
      .json(Array(#"{"items":["a"#.utf8) + [0xFF, 0xFE] + Array(#"b"]}"#.utf8))
    }
    let result = try await Binary.run([
      server.url + "/x", "--items-key", "items", "--no-next", "--invalid-utf8", "replace",
    ])
    #expect(result.status == 0)
    #expect(result.stderr.contains("2 sequences of bytes"), "\(result.stderr)")
  }

  @Test func `-v has a line for each request, failed ones too`() async throws {
    let pages = try ThreePages { $0.page == 2 && $0.attempt == 1 ? .failure(503) : nil }
    let result = try await Binary.run(
      pages.words("-v", "--retry", "1", "--retry-delay", "0.01"))
    let lines = result.stderr.split(separator: "\n").filter {
      $0.contains(": Page ") && $0.contains(" s")
    }
    let begins = [
      "pagewalk: Page 1: status 200, 2 items, ", "pagewalk: Page 2: status 503, failed, ",
      "pagewalk: Page 2: status 200, 2 items, ", "pagewalk: Page 3: status 200, 2 items, ",
    ]
    for begin in begins { #expect(lines.contains { $0.hasPrefix(begin) }, "\(result.stderr)") }
    #expect(result.stderr.contains(" s, next c2\n"))
    #expect(result.stderr.contains(" s, no next page\n"))
  }

  // MARK: - A reader that has enough

  @Test(arguments: [Binary.Output.closed, .lines(1)])
  func `a closed output ends the walk in silence`(_ output: Binary.Output) async throws {
    let server = try LoopbackServer { request in
      let page = Int(request["cursor"] ?? "0") ?? 0
      let item = String(repeating: "x", count: 100_000) + "\(page)"
      return .json(#"{"items":["\#(item)"],"next":\#(page + 1)}"#)
    }
    let result = try await Binary.run([server.url + "/x"] + ThreePages.keys, output: output)
    #expect(result.status == 0)
    #expect(result.stderr == "")
    #expect(server.requestCount < 50)
  }
}
