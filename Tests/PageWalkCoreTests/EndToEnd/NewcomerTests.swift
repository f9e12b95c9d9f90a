// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

/// The mistakes of somebody's first day: each gets a sentence that says what to do.
@Suite(.timeLimit(.minutes(2)))
struct NewcomerTests {
  /// A mistake, the words that make it, the exit status, and what is said. `BASE` stands for the
  /// demo server, `HOST` for its host and port.
  private static let mistakes =
    [
      ("nothing given", [], 2, ["Give the URL of an API: pagewalk https://api.example.com/items"]),
      ("no URL", ["items"], 2, ["'items' is no URL. A URL looks like https://api.example.com"]),
      (
        "a misspelt command", ["explian", "BASE/cursor"], 2,
        ["'explian' is no URL. Did you mean 'pagewalk explain'?"]
      ),
      (
        "a misspelt scheme", ["htp://HOST/cursor"], 2,
        ["begins with 'htp://', but only http and https are spoken."]
      ),
      (
        "no scheme, where the server speaks http", ["HOST/cursor"], 4,
        [
          "Page 1 ('https://HOST/cursor') failed: ",
          "Where the server speaks http and not https, write 'http://' before its name.",
        ]
      ),
      (
        "https where the server speaks http", ["https://HOST/cursor"], 4,
        ["Where the server speaks http and not https, write 'http://' before its name."]
      ),
      (
        "a host that is not there", ["http://nowhere.invalid/items"], 4,
        ["Check the name of the host, and whether this machine has a network."]
      ),
      (
        "the wrong port", ["http://127.0.0.1:1/items"], 4,
        ["Check the host and the port, and whether the server runs."]
      ),
      (
        "the wrong path", ["BASE/cursors"], 3,
        ["status 404 (Not Found)", "Check the path of the URL."]
      ),
      (
        "no token, or a wrong one", ["BASE/cursor?fail=401"], 3,
        [
          "status 401 (Unauthorized)",
          "Give the credentials that the API asks for: -H 'Authorization: Bearer TOKEN', or "
            + "-u NAME:PASSWORD; where they were given, they are wrong or have expired.",
        ]
      ),
      (
        "a token that expires in the midst", ["BASE/cursor?limit=10&fail=401&fail_page=3"], 3,
        [
          "Where a token has expired in the midst of the walk, '-H @FILE' and '--retry-command' "
            + "renew it.",
          "20 items of 2 pages came, then page 3 failed.", "To go on, ",
        ]
      ),
      (
        "the wrong method", ["BASE/post"], 3,
        [
          "status 405 (Method Not Allowed)",
          "'-X METHOD' asks in another way, '--json' by POST.",
        ]
      ),
      (
        "a page for people", ["BASE/cursor?fault=html"], 3,
        [
          "the body is a web page, which is not JSON (text/html; charset=utf-8): <!DOCTYPE html>",
          "Check that the URL is that of an API, and whether it wants credentials.",
        ]
      ),
      (
        "an empty body", ["BASE/empty"], 3,
        [
          "the body is empty, which is not JSON.",
          "Check that the URL is that of an API, and whether it wants credentials.",
        ]
      ),
      (
        "a misspelt items key", ["BASE/cursor", "--items-key", "datta"], 3,
        [
          "the page has no 'datta', only 'data', 'next_cursor': {",
          "'pagewalk explain URL' finds the keys; where a page without this one has no items, say "
            + "'--items-optional'.",
        ]
      ),
      (
        "a key where there is an array", ["BASE/link", "--items-key", "data"], 3,
        ["the page has no 'data', since it is an array: ["]
      ),
      (
        "a misspelt cursor key",
        ["BASE/cursor", "--items-key", "data", "--cursor-key", "next_curser"], 0,
        [
          "Warning: Page one has nothing at 'next_curser', which ended the walk, but there may be "
            + "more: try --cursor-key next_cursor --cursor-param cursor."
        ]
      ),
      (
        "a misspelt key of a flag",
        [
          "BASE/last", "--items-key", "data", "--cursor-key", "last:id", "--cursor-param",
          "starting_after", "--more-key", "has_moer",
        ], 0,
        ["Warning: Page one has nothing at 'has_moer' (--more-key), which ended the walk."]
      ),
      (
        "a misspelt parameter",
        [
          "BASE/cursor", "--items-key", "data", "--cursor-key", "next_cursor", "--cursor-param",
          "curser",
        ], 5,
        [
          "The next request was sent already, so the walk would go round: ",
          "where the server takes no notice of the cursor, it goes elsewhere ('--cursor-param', "
            + "'--cursor-to').",
        ]
      ),
      (
        "a key that can't be read", ["BASE/cursor", "--items-key", "data[0]"], 2,
        [
          "The value of '--items-key' can't be read: expected a name without brackets, or a "
            + "JSONPath beginning with '$'",
          "  data[0]", "      ^",
        ]
      ),
      (
        "an unknown option", ["BASE/cursor", "--item-key", "data"], 2,
        ["There is no option '--item-key'. Did you mean '--items-key'? See 'pagewalk -h'."]
      ),
      (
        "an unknown letter", ["BASE/cursor", "-Z"], 2,
        ["There is no option '-Z'. See 'pagewalk -h'."]
      ),
      (
        "an option without its value", ["BASE/cursor", "--retry"], 2,
        ["'--retry' needs a value: --retry N."]
      ),
      (
        "a misspelt preset", ["BASE/cursor", "--preset", "githbu"], 2,
        ["There is no preset 'githbu'. Did you mean 'github'? 'pagewalk presets' lists them."]
      ),
      (
        "a state that is not there", ["resume", "items.state"], 2,
        ["Can't read the state 'items.state': No such file or directory."]
      ),
      (
        "a header without a name", ["BASE/cursor", "-H", "Bearer t0"], 2,
        ["'--header': expected 'Name: value' or '@FILE', but there is no colon."]
      ),
      (
        "a file of headers that is not there", ["BASE/cursor", "-H", "@token.txt"], 2,
        ["Can't read 'token.txt': No such file or directory."]
      ),
      (
        "a folder that is not there", ["BASE/cursor", "-o", "none/items.jsonl"], 1,
        ["Can't write to none/items.jsonl: No such file or directory."]
      ),
    ] as [(String, [String], Int32, [String])]

  @Test(arguments: mistakes)
  func `a mistake gets a sentence that says what to do`(
    mistake: String, words: [String], status: Int32, sentences: [String]
  ) async throws {
    let demo = try Demo()
    let empty = try LoopbackServer { _ in LoopbackResponse() }
    defer { empty.stop() }
    let host = String(demo.server.url.dropFirst("http://".count))
    func filled(_ text: String) -> String {
      text.replacing("BASE/empty", with: empty.url + "/empty")
        .replacing("BASE", with: demo.server.url).replacing("HOST", with: host)
    }
    let result = try await Binary.run(words.map(filled))
    #expect(result.status == status, "\(result.stderr)")
    for sentence in sentences {
      #expect(result.stderr.contains(filled(sentence)), "\(result.stderr)")
    }
    #expect(result.stderr.split(separator: "\n").allSatisfy { $0.hasPrefix("pagewalk: ") })
    if status != 0, status != 5, !mistake.contains("midst") { #expect(result.lines.isEmpty) }
  }

  @Test func `an ampersand without quotes, which sends the walk to the background`() async throws {
    guard let bash = Tool.path("bash") else { return }
    let demo = try Demo()
    let terminal = try Terminal(
      ["--norc", "--noprofile", "-i"], environment: ["PS1": "ready> "], columns: 200,
      executable: bash)
    try await terminal.expect("ready> ")
    terminal.type("\(Binary.path) \(demo.url("/cursor"))?limit=100&offset=5 >items\n")
    try await terminal.expect(
      "pagewalk: This walk runs in the background. Where an '&' of the URL did that, put the URL in "
        + "quotes.")
    terminal.type("wait; exit\n")
    _ = try await terminal.end()
  }

  @Test func `a list of one page and a walk that is told so are not doubted`() async throws {
    let demo = try Demo(items: 5)
    for words in [
      [demo.url("/cursor"), "--items-key", "data", "--cursor-key", "next_cursor"],
      [demo.url("/link"), "--link-header"],
      [demo.url("/next"), "--items-key", "results", "--next-key", "next"],
    ] {
      let result = try await Binary.run(words)
      #expect(result.status == 0)
      #expect(!result.stderr.contains("Warning"), "\(result.stderr)")
    }
  }
}
