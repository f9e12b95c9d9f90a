// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

/// Answers each request by a function, and keeps what it was asked.
final class AnsweringTransport: Transport {
  struct Asked: Equatable {
    var request: HTTPRequest
    var credentials: Bool
  }

  private(set) var asked: [Asked] = []
  private(set) var cancellations = 0
  private let answer: (HTTPRequest) -> (status: Int, headers: HTTPHeaders, body: String)

  init(_ answer: @escaping (HTTPRequest) -> (status: Int, headers: HTTPHeaders, body: String)) {
    self.answer = answer
  }

  /// Redirects as a table says; what is not in it is answered with its own URL.
  convenience init(redirects: [String: (status: Int, location: String)]) {
    self.init { request in
      guard let redirect = redirects[request.url] else { return (200, [:], request.url) }
      return (redirect.status, ["Location": redirect.location], "moved")
    }
  }

  func send(
    _ request: HTTPRequest, credentials: Bool, to body: any ResponseBody,
    meanwhile: () throws -> Void
  ) throws -> HTTPResponse {
    asked.append(Asked(request: request, credentials: credentials))
    try meanwhile()
    let (status, headers, text) = answer(request)
    let head = HTTPResponse(status: status, headers: headers, url: request.url)
    try body.begin(head)
    try unsafe Array(text.utf8).withUnsafeBytes { try unsafe body.receive($0) }
    return head
  }

  func cancel() { cancellations += 1 }
}

@Suite(.timeLimit(.minutes(1)))
struct HTTPClientTests {
  private func client(
    _ transport: AnsweringTransport, start: String = "https://api.test",
    options: RequestOptions = RequestOptions()
  ) throws -> HTTPClient {
    let policy = OriginPolicy(
      start: try #require(Origin(start)), allowed: [],
      trusted: [try #require(Origin("https://trusted.test"))])
    return HTTPClient(transport: transport, options: options, origins: policy)
  }

  @Test(arguments: [
    ("next?page=2", "https://api.test/v1/next?page=2"),
    ("?page=2", "https://api.test/v1/items?page=2"),
    ("/v2", "https://api.test/v2"), ("https://api.test/a b", "https://api.test/a%20b"),
    ("/x#fragment", "https://api.test/x"), ("//api.test:443/y", "https://api.test:443/y"),
    ("/caf\u{E9}", "https://api.test/caf%C3%A9"),
  ])
  func `a redirect is resolved and followed`(location: String, target: String) throws {
    let start = "https://api.test/v1/items?page=1"
    let transport = AnsweringTransport(redirects: [start: (302, location)])
    let body = BodyCollector()
    var calls = 0
    let response = try client(transport).send(HTTPRequest(url: start), to: body) { calls += 1 }
    #expect(response.url == target)
    #expect(body.text == target)
    #expect(body.heads.map(\.status) == [200])
    #expect(transport.asked.map(\.request.url) == [start, target])
    #expect(transport.asked.map(\.credentials) == [true, true])
    #expect(calls == 1)
  }

  @Test(arguments: [
    (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"),
    (307, "POST", "POST"), (308, "POST", "POST"), (301, "PUT", "PUT"), (302, "DELETE", "DELETE"),
    (301, "GET", "GET"), (303, "HEAD", "HEAD"), (307, "PUT", "PUT"),
  ])
  func `a redirect changes the method as curl does`(
    status: Int, method: String, after: String
  ) throws {
    let transport = AnsweringTransport(redirects: ["https://api.test/a": (status, "/b")])
    let request = HTTPRequest(
      method: method, url: "https://api.test/a",
      headers: ["Content-Type": "application/json", "X-Cursor": "c"], body: Array("{}".utf8))
    _ = try client(transport).send(request, to: BodyCollector())
    let next = try #require(transport.asked.last?.request)
    #expect(next.method == after)
    #expect(next.body == (after == method ? request.body : nil))
    #expect(next.headers["Content-Type"] == (after == method ? "application/json" : nil))
    #expect(next.headers["X-Cursor"] == "c")
  }

  @Test(arguments: [
    ("https://api.test:8443/", true), ("https://other.test/", true),
    ("https://api.test.evil.test/", true),
    ("https://trusted.test/", false), ("https://API.TEST:443/", false),
  ])
  func `credentials stay at home, and the user is told once`(target: String, isForeign: Bool) throws
  {
    let transport = AnsweringTransport(redirects: [
      "https://api.test/1": (302, target), "https://api.test/2": (302, target),
    ])
    let client = try client(transport)
    var notes: [String] = []
    client.note = { notes.append($0) }
    for page in 1...2 {
      _ = try client.send(HTTPRequest(url: "https://api.test/\(page)"), to: BodyCollector())
    }
    #expect(transport.asked.map(\.credentials) == [true, !isForeign, true, !isForeign])
    let origin = try #require(Origin(target))
    let note = "A redirect to another origin, '\(origin)', was followed without credentials."
    #expect(notes == (isForeign ? [note] : []))
  }

  @Test(arguments: [
    ("http://api.test/", "it leaves https for http ('http://api.test')"),
    ("http://other.test/", "it leaves https for http ('http://other.test')"),
    ("https://ida:pw@api.test/", "it holds a user name or password"),
    ("https://api.test@evil.test/", "it holds a user name or password"),
    ("ftp://api.test/", "its scheme is 'ftp', and only http and https are spoken"),
    ("file:///etc/passwd", "its scheme is 'file', and only http and https are spoken"),
    ("javascript:alert(1)", "its scheme is 'javascript', and only http and https are spoken"),
    ("https://", "it is not a URL that can be asked for"),
    ("https://a b.test/", "it is not a URL that can be asked for"),
  ])
  func `some redirects are not followed`(location: String, reason: String) throws {
    let transport = AnsweringTransport(redirects: ["https://api.test/": (302, location)])
    let error = #expect(throws: TransportError.self) {
      _ = try client(transport).send(HTTPRequest(url: "https://api.test/"), to: BodyCollector())
    }
    #expect(error?.kind == .redirect)
    #expect(error?.detail.hasSuffix(reason) == true)
    #expect(transport.asked.count == 1)
  }

  @Test(arguments: [0, 1, 10, -1])
  func `redirects have an end`(most: Int) throws {
    var options = RequestOptions()
    options.maxRedirects = most
    let transport = AnsweringTransport { request in
      let page = Int(request.url.dropFirst("https://api.test/".count)) ?? 0
      return page < 30 ? (302, ["Location": "/\(page + 1)"], "") : (200, [:], "end")
    }
    let client = try client(transport, options: options)
    let request = HTTPRequest(url: "https://api.test/0")
    guard most >= 0 else {
      #expect(try client.send(request, to: BodyCollector()).url == "https://api.test/30")
      return
    }
    let error = #expect(throws: TransportError.self) {
      _ = try client.send(request, to: BodyCollector())
    }
    #expect(error == TransportError(.redirect, "there were more than \(most) redirects in a row"))
    #expect(transport.asked.count == most + 1)
  }

  @Test func `what is no redirect is an answer`() throws {
    for (status, headers) in [
      (300, ["Location": "/x"]), (304, [:]), (302, [:]), (302, ["Location": ""]),
    ]
      as [(Int, HTTPHeaders)]
    {
      let transport = AnsweringTransport { _ in (status, headers, "body") }
      let body = BodyCollector()
      let response = try client(transport).send(HTTPRequest(url: "https://api.test/"), to: body)
      #expect(response.status == status)
      #expect(body.text == "body")
    }
  }

  @Test func `a redirect's endless body is not read to its end`() throws {
    let transport = AnsweringTransport { request in
      request.url.hasSuffix("/a")
        ? (302, ["Location": "/b"], String(repeating: "x", count: 1_100_000)) : (200, [:], "[]")
    }
    let body = BodyCollector()
    let response = try client(transport).send(HTTPRequest(url: "https://api.test/a"), to: body)
    #expect(response.url == "https://api.test/b")
    #expect(body.text == "[]")
  }

  @Test func `a walk by http may be redirected to https, without credentials`() throws {
    let transport = AnsweringTransport(redirects: ["http://api.test/": (301, "https://api.test/")])
    let client = try client(transport, start: "http://api.test")
    _ = try client.send(HTTPRequest(url: "http://api.test/"), to: BodyCollector())
    #expect(transport.asked.map(\.credentials) == [true, false])
  }

  @Test func `a Referer that sets itself stays within its origin`() throws {
    var options = RequestOptions()
    options.referer = "https://from.test/;auto"
    let transport = AnsweringTransport(redirects: [
      "https://api.test/a": (302, "/b"), "https://api.test/b": (302, "https://other.test/c"),
    ])
    _ = try client(transport, options: options)
      .send(HTTPRequest(url: "https://api.test/a"), to: BodyCollector())
    #expect(
      transport.asked.map { $0.request.headers["Referer"] } == [nil, "https://api.test/a", nil])
  }

  @Test func `cancelling reaches the transport`() throws {
    let transport = AnsweringTransport(redirects: [:])
    try client(transport).cancel()
    #expect(transport.cancellations == 1)
  }
}
