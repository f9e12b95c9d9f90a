// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

/// Servers that mean harm, or are out of their mind: nothing leaks, hangs, grows without bound or
/// does something to the terminal.
@Suite(.timeLimit(.minutes(5)))
struct HostileRunTests {
  private static let keys = ["--items-key", "items", "--cursor-key", "next", "--no-ask"]

  /// Text that does things to a terminal: a title, a cleared screen, an override of the direction,
  /// a forged line; by control characters of ASCII and of Latin-1.
  static let evil = "\u{1B}]0;x\u{7}\u{1B}[2J\u{202E}\u{2066}\u{9B}31m\r\npagewalk: forged\u{2028}"

  /// The same in a string of JSON, some of it escaped.
  static let evilJSON =
    #"\u001b]0;x\u0007\u001b[2J"# + "\u{202E}\u{2066}\u{9B}31m"
    + #"\r\npagewalk: forged\u2028"#

  /// What was said, if nothing in it acts; each line is the program's own.
  private func expectHarmless(_ text: String, location: SourceLocation = #_sourceLocation) {
    let harmful = text.unicodeScalars.filter {
      $0 != "\n" && [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
    }
    #expect(harmful.isEmpty, "\(text.debugDescription)", sourceLocation: location)
    #expect(!text.contains("\npagewalk: forged"), sourceLocation: location)
  }

  // MARK: - The terminal

  @Test(
    arguments: [
      (#"{"items":[1],"next":"EVIL","more":1}"#, ["-v", "--max-pages", "1"]),
      (#"{"items":[1],"next":null,"more":"EVIL"}"#, ["--more-key", "more"]),
      (#"{"items":[1],"next":"x","done":"EVIL"}"#, ["--end-key", "done", "--summary", "-"]),
      (#"{"items":[1],"next":"EVIL"}"#, ["--summary", "-"]),
      (#"{"items":[1],"next":null,"total":"EVIL"}"#, ["--total-key", "total"]),
      (#"{"items":[],"error":"EVIL"}"#, ["--error-key", "error"]),
      (#"{"EVIL":1}"#, []), ("EVIL", []), (#"{"items":[1],"next":{"EVIL":"EVIL"}}"#, []),
      (#"{"items":[1],"next":"EVIL"}"#, ["--cursor-to", "header:X"]),
      (#"{"items":[1],"next":"http://EVIL.test/"}"#, ["--cursor-to", "url"]),
      (#"{"items":[1],"next":{"url":"/","method":"EVIL"}}"#, ["--cursor-to", "request"]),
      (#"{"items":[1],"next":{"url":"/","headers":{"EVIL":"1"}}}"#, ["--cursor-to", "request"]),
      (#"{"items":[1],"next":{"url":"/","headers":{"X":"EVIL"}}}"#, ["--cursor-to", "request"]),
    ] as [(String, [String])])
  func `what a page holds is never said raw`(body: String, options: [String]) async throws {
    let isJSON = body != "EVIL"
    let text = body.replacing("EVIL", with: isJSON ? Self.evilJSON : Self.evil)
    let server = try LoopbackServer { _ in .json(text) }
    let result = try await Binary.run([server.url] + Self.keys + options)
    #expect(!result.stderr.isEmpty)
    expectHarmless(result.stderr)
  }

  @Test(arguments: [
    #"{"EVIL":[{}]}"#, #"{"EVIL":[{}],"xEVIL":[{}]}"#, #"{"items":[1],"error":"EVIL"}"#,
    #"{"items":[1],"next":"/?EVIL"}"#, #"{"items":[1],"EVIL":{"next_cursor":"x"}}"#,
    #"{"items":[1],"next":"EVIL{"}"#,
  ])
  func `what is detected is never said raw`(body: String) async throws {
    let text = body.replacing("EVIL", with: Self.evilJSON)
    let server = try LoopbackServer { _ in .json(text) }
    for command in [[], ["explain"]] {
      let result = try await Binary.run(command + [server.url, "--max-pages", "1", "--no-ask"])
      #expect(!(result.stderr + result.stdout).isEmpty)
      expectHarmless(result.stderr)
      if !command.isEmpty { expectHarmless(result.stdout) }
    }
  }

  @Test func `headers are never said raw`() async throws {
    let fields = "Content-Type: x/\u{1B}[2J\u{202E}\r\nX-Next: \u{9B}31m\u{202E}"
    for status in ["500 \u{1B}[2J\u{202E}", "200 OK"] {
      let server = try LoopbackServer { _ in
        .raw("HTTP/1.1 \(status)\r\n\(fields)\r\nContent-Length: 2\r\n\r\n[]")
      }
      let result = try await Binary.run([
        server.url, "--items-key", "$", "--cursor-key", "header:X-Next", "-v", "--no-ask",
      ])
      expectHarmless(result.stderr)
    }
  }

  @Test func `a terminal is shown the items with escapes that leave their values`() async throws {
    let name = "a\u{9B}31m\u{202E}b\u{1F600}\u{E0041}\u{7F}"
    let item = #"{"\#(name)":"é\n"}"#
    let server = try LoopbackServer { _ in .json("[\(item)]") }
    let options = ["--items-key", "$", "--no-next", "--progress", "never"]
    let plain = try await Binary.run([server.url] + options)
    #expect(plain.stdout == item + "\n")
    let terminal = try Terminal([server.url] + options, columns: 200)
    #expect(try await terminal.end().status == 0)
    let shown = terminal.text.replacing("\r\n", with: "\n")
    #expect(shown == #"{"a\u009b31m\u202eb😀\udb40\udc41\u007f":"é\n"}"# + "\n")
    let value = try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: String]
    #expect(value == [name: "é\n"])
  }

  // MARK: - Requests that a server writes out

  @Test(arguments: [
    #"{"url":"/x","method":"GET / HTTP/1.1\r\nX-Injected: 1\r\n\r\nPOST"}"#,
    #"{"url":"/x","method":""}"#, #"{"url":"/x","method":"CONNECT"}"#,
    #"{"url":"/x","method":"trace"}"#, #"{"url":"/x","method":"G T"}"#,
    #"{"url":"/x","method":"DELETE"}"#, #"{"url":"/x","method":"Put","body":{}}"#,
    #"{"url":"/x","method":"patch","body":{}}"#,
    #"{"url":"/x","headers":{"X\r\nX-Injected":"1"}}"#, #"{"url":"/x","headers":{"":"1"}}"#,
    #"{"url":"/x","headers":{"X":"1\r\nX-Injected: 1"}}"#,
    #"{"url":"/x","headers":{"Host":"evil.test"}}"#,
    #"{"url":"/x","headers":{"Content-Length":"0"}}"#,
  ])
  func `a request that can't be sent ends the walk behind its page`(next: String) async throws {
    let server = try LoopbackServer { _ in .json(#"{"items":[1],"next":\#(next)}"#) }
    let result = try await Binary.run(
      [server.url] + Self.keys + ["--cursor-to", "request", "-u", "ida:pw"])
    #expect(result.status == 3, "\(result.stderr)")
    #expect(result.stdout == "1\n")
    #expect(server.requestCount == 1)
    #expect(result.stderr.contains("The walk is incomplete: 1 item of 1 page came"))
  }

  @Test func `a method that changes things is sent where the user chose it`() async throws {
    let server = try LoopbackServer { request in
      .json(request.path == "/x" ? "{}" : #"{"items":[1],"next":{"url":"/x","method":"put"}}"#)
    }
    let keys = Self.keys + ["--cursor-to", "request", "--items-optional", "-X", "PUT"]
    let result = try await Binary.run([server.url] + keys)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(server.requests.map(\.method) == ["PUT", "PUT"])
  }

  @Test(arguments: ["a\\r\\nX-Injected: 1", "a b", "a\\u0000b"])
  func `a raw cursor makes no other request of a URL`(cursor: String) async throws {
    let server = try LoopbackServer { _ in .json(#"{"items":[1],"next":"\#(cursor)"}"#) }
    let result = try await Binary.run(
      [server.url + "/x"] + Self.keys + ["--cursor-param", "c", "--cursor-encoding", "raw"])
    #expect(result.status == 3, "\(result.stderr)")
    #expect(server.requestCount == 1)
  }

  // MARK: - Bounds

  @Test func `a line of headers without an end is given up`() async throws {
    let server = try LoopbackServer { _ in
      .raw("HTTP/1.1 200 OK\r\nX: " + String(repeating: "a", count: 3_000_000), keepsOpen: true)
    }
    let result = try await Binary.run([server.url] + Self.keys)
    #expect(result.status == 3)
    #expect(result.stderr.contains("failed: a line of the response's headers is too long."))
  }

  @Test(arguments: [
    "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=next\r\n\r\n",
  ])
  func `interim responses without an end are given up`(head: String) async throws {
    let server = try LoopbackServer { _ in
      .raw(String(repeating: head, count: 100_000), keepsOpen: true)
    }
    let result = try await Binary.run([server.url] + Self.keys)
    #expect(result.status == 3, "\(result.stderr)")
  }

  @Test func `bytes that bring nothing are a stall`() async throws {
    // Of a chunk only its extension comes, for ever; libcurl sees a lively transfer.
    let server = try DripServer(
      head: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;", drip: "abcdefgh")
    let result = try await Binary.run([server.url] + Self.keys + ["-y", "1"], timeout: 60)
    #expect(result.status == 4, "\(result.stderr)")
    let words = ["nothing of use came for 1 seconds", "too slow"]
    #expect(words.contains { result.stderr.contains($0) }, "\(result.stderr)")
  }

  @Test func `the answer's version is no fault of the user's`() async throws {
    for line in ["HTTP/1.1 abc OK", "HTTP/9.9 200 OK"] {
      let server = try LoopbackServer { _ in .raw("\(line)\r\nContent-Length: 3\r\n\r\n[1]") }
      let result = try await Binary.run([server.url] + Self.keys)
      #expect([3, 4].contains(result.status), "\(result.stderr)")
    }
  }

  @Test(arguments: ["http://l\u{43E}calhost.invalid:1/", "http://a..b:1/"])
  func `a redirect that can't be asked for is no fault of the user's`(url: String) async throws {
    let server = try LoopbackServer { _ in
      LoopbackResponse(status: 302, headers: [("Location", url)])
    }
    let result = try await Binary.run([server.url] + Self.keys)
    #expect([3, 4].contains(result.status), "\(result.stderr)")
  }

  @Test func `a page too large says so once`() async throws {
    let server = try LoopbackServer { _ in .json("[" + String(repeating: " ", count: 5000)) }
    let result = try await Binary.run([server.url] + Self.keys + ["--max-page-size", "1000"])
    #expect(result.status == 3)
    #expect(result.stderr.contains("failed: the body has more than 1000 bytes.\n"))
  }

  @Test func `a cursor of megabytes is not said whole`() async throws {
    let cursor = String(repeating: "c", count: 3_000_000)
    let server = try LoopbackServer { request in
      .json(#"{"items":[1],"next":\#(request.path == "/" ? "\"\(cursor)\"" : "null")}"#)
    }
    for place in ["query:c", "header:X", "url"] {
      let result = try await Binary.run(
        [server.url + "/"] + Self.keys + ["-v", "--cursor-to", place], timeout: 60)
      #expect(result.status == 3, "\(place)")
      #expect(result.stdout == "1\n")
      #expect(result.stderr.utf8.count < 20_000, "\(place)")
    }
  }

  /// Members by the hundred thousand: lists, names of the next page, the same name again and again.
  private static let floods: [String] = [
    (0..<100_000).map { "\"k\($0)\":[{}]" }.joined(separator: ","),
    (0..<100_000).map { "\"a\($0)\":{\"next\":\"/\($0)\"}" }.joined(separator: ","),
    (0..<100_000).map { _ in "\"next\":\"/x\"" }.joined(separator: ","),
    (0..<100_000).map { _ in "\"items\":[1]" }.joined(separator: ","),
    (0..<100_000).map { "\"n\($0)\":{\"next_cursor\":\"x\"}" }.joined(separator: ","),
    "\"" + String(repeating: "k", count: 3_000_000) + "\":[{}]",
    "\"next\":\"" + String(repeating: "k", count: 3_000_000) + "\"",
  ]

  @Test(arguments: floods.indices)
  func `detection costs what the page's length costs`(flood: Int) async throws {
    let body = "{\(Self.floods[flood]),\"z\":1}"
    let server = try LoopbackServer { _ in .json(body) }
    // A square of the members would take hours.
    let result = try await Binary.run(
      [server.url + "/", "--max-pages", "1", "--no-ask"], timeout: 60)
    #expect([0, 3].contains(result.status), "\(result.stderr.prefix(1000))")
  }
}
