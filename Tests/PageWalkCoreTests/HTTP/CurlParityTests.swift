// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

@testable import PageWalkCore

/// A curl line and the same request made here must be the same on the wire.
@Suite(.timeLimit(.minutes(1)))
struct CurlParityTests {
  /// One line of words for curl, and the options that they stand for.
  struct Line: Sendable, CustomTestStringConvertible {
    var words: [String]
    var path = "/v1/items"
    var method: String?
    var data: [DataOption] = []
    var get = false
    var options = RequestOptions()

    init(_ words: [String], _ change: (inout Line) -> Void = { _ in }) {
      self.words = words
      change(&self)
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  static let lines: [Line] = [
    Line([]),
    Line([]) { $0.path = "/v1/items?page[size]=2&q=a%20b+c&e=%7e%2f&x={1}" },
    Line([]) { $0.path = "/a/../b/./c%2F?" },
    Line(["-H", "Authorization: Bearer abc"]) {
      $0.options.headers = [.field("Authorization: Bearer abc")]
    },
    Line(["-H", "Accept: application/vnd.api+json", "-H", "X-Api-Key: k"]) {
      $0.options.headers = [.field("Accept: application/vnd.api+json"), .field("X-Api-Key: k")]
    },
    Line(["-H", "X-Empty;", "-H", "Accept:", "-H", "X-Blank: ", "-H", "X-A:1"]) {
      $0.options.headers = [
        .field("X-Empty;"), .field("Accept:"), .field("X-Blank: "), .field("X-A:1"),
      ]
    },
    Line(["-u", "ida:pw"]) { $0.options.user = "ida:pw" },
    Line(["-u", "sk_test_1:"]) { $0.options.user = "sk_test_1:" },
    Line(["-u", "ida:p:w@é"]) { $0.options.user = "ida:p:w@é" },
    Line(["--oauth2-bearer", "tok"]) { $0.options.bearer = "tok" },
    Line(["-d", "a=1", "-d", "b=2"]) {
      $0.data = [DataOption(.data, "a=1"), DataOption(.data, "b=2")]
    },
    Line(["-d", "{\"a\":1}", "-H", "Content-Type: application/json"]) {
      $0.data = [DataOption(.data, "{\"a\":1}")]
      $0.options.headers = [.field("Content-Type: application/json")]
    },
    Line(["--json", "{\"a\":[1,2]}"]) { $0.data = [DataOption(.json, "{\"a\":[1,2]}")] },
    Line(["--json", "{\"a\":1}", "-H", "Accept: text/x", "-H", "X-A: 1"]) {
      $0.data = [DataOption(.json, "{\"a\":1}")]
      $0.options.headers = [.field("Accept: text/x"), .field("X-A: 1")]
    },
    Line(["-X", "PUT", "-d", "x"]) {
      $0.method = "PUT"
      $0.data = [DataOption(.data, "x")]
    },
    Line(["-X", "POST"]) { $0.method = "POST" },
    Line(["-X", "GET", "-d", "{}"]) {
      $0.method = "GET"
      $0.data = [DataOption(.data, "{}")]
    },
    Line(["-d", ""]) { $0.data = [DataOption(.data, "")] },
    Line(["--data-urlencode", "q=a b&c=é", "--data-raw", "@x"]) {
      $0.data = [DataOption(.urlencode, "q=a b&c=é"), DataOption(.raw, "@x")]
    },
    Line(["-G", "-d", "a=1", "--data-urlencode", "q=x y/z"]) {
      $0.get = true
      $0.path = "/v1/items?z=0"
      $0.data = [DataOption(.data, "a=1"), DataOption(.urlencode, "q=x y/z")]
    },
    Line(["--url-query", "q=x y", "--url-query", "+raw=%41"]) {
      $0.data = [DataOption(.urlQuery, "q=x y"), DataOption(.urlQuery, "+raw=%41")]
    },
    Line(["-b", "sid=1; theme=dark"]) { $0.options.cookies = ["sid=1; theme=dark"] },
    Line(["-b", "a=1", "-b", "b=2"]) { $0.options.cookies = ["a=1", "b=2"] },
    Line(["-A", "me/1", "-e", "https://a.test/from"]) {
      $0.options.userAgent = "me/1"
      $0.options.referer = "https://a.test/from"
    },
    Line(["-A", ""]) { $0.options.userAgent = "" },
    Line(["-H", "User-Agent: x", "-H", "Host: api.test", "-H", "Cookie: a=1"]) {
      $0.options.headers = [
        .field("User-Agent: x"), .field("Host: api.test"), .field("Cookie: a=1"),
      ]
    },
    Line(["-H", "Content-Type:", "-d", "x"]) {
      $0.data = [DataOption(.data, "x")]
      $0.options.headers = [.field("Content-Type:")]
    },
  ]

  @Test(arguments: lines)
  func `the same request goes out`(line: Line) throws {
    guard let curl = Tool.path("curl") else { return }
    let server = try LoopbackServer { _ in .json("[]") }
    let folder = try TemporaryFolder()
    let child = try Child(
      Child.Plan(
        executable: curl,
        arguments: ["-q", "-s", "-g", "--path-as-is", "--compressed", "-o", "out"] + line.words
          + [server.url + line.path],
        environment: ["HOME": folder.url.path], folder: folder.url.path))
    let end = try child.end(by: .now + .seconds(20))
    #expect(end.status == 0)
    let request = try RequestData.request(
      url: server.url + line.path, method: line.method, data: line.data, get: line.get)
    let transport = try CurlTransport(options: line.options)
    _ = try transport.send(request, credentials: true, to: BodyCollector(), meanwhile: {})
    let (theirs, ours) = (try #require(server.requests.first), try #require(server.requests.last))
    #expect(server.requestCount == 2)
    #expect(ours.method == theirs.method)
    // Some versions of curl write the escapes of -G with small letters.
    #expect(ours.target == (line.get ? theirs.target.replacing("%2f", with: "%2F") : theirs.target))
    #expect(fields(ours, of: line) == fields(theirs, of: line))
    #expect(ours.body == theirs.body)
  }

  /// The header fields in order, but for a User-Agent that the line leaves to the program.
  private func fields(_ request: LoopbackRequest, of line: Line) -> [String] {
    let isGiven = line.options.userAgent != nil || line.words.contains("User-Agent: x")
    return request.headers.map { "\($0.0): \($0.1)" }
      .filter { isGiven || !$0.hasPrefix("User-Agent: ") }
  }

  @Test func `requests are signed as curl signs them`() throws {
    guard let curl = Tool.path("curl") else { return }
    let server = try LoopbackServer { _ in .json("[]") }
    let folder = try TemporaryFolder()
    let scheme = "aws:amz:eu-west-1:es"
    let child = try Child(
      Child.Plan(
        executable: curl,
        arguments: [
          "-q", "-s", "--compressed", "--aws-sigv4", scheme, "-u", "AKID:secret", "-d", "{}", "-o",
          "out",
          server.url + "/x",
        ], folder: folder.url.path))
    _ = try child.end(by: .now + .seconds(20))
    var options = RequestOptions()
    options.sigv4 = scheme
    options.user = "AKID:secret"
    let transport = try CurlTransport(options: options)
    let request = try RequestData.request(
      url: server.url + "/x", data: [DataOption(.data, "{}")])
    for _ in 1...2 {
      _ = try transport.send(request, credentials: true, to: BodyCollector(), meanwhile: {})
    }
    #expect(server.requestCount == 3)
    for request in server.requests {
      let authorization = try #require(request.header("Authorization"))
      #expect(authorization.hasPrefix("AWS4-HMAC-SHA256 Credential=AKID/"))
      #expect(authorization.contains("/eu-west-1/es/aws4_request, SignedHeaders="))
      #expect(request.header("X-Amz-Date") != nil)
      #expect(!request.headers.contains { $0.1.contains("secret") })
    }
  }
}
