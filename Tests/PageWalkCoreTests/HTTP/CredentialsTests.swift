// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

@testable import PageWalkCore

/// What was sent where: each kind of credential, to each kind of other place.
@Suite(.timeLimit(.minutes(1)))
struct CredentialsTests {
  /// The names that hosts have in these tests; all of them are this machine.
  static let names = ["home.test", "other.test", "home.test.evil.test", "evilhome.test"]

  enum Kind: CaseIterable {
    case user, bearer, authorization, apiKey, cookieHeader, cookieText, cookieFile, serverCookie
    case netrc, sigv4, referer

    /// Options that hold the secret, which has the letters "s3cret" in every spelling of it.
    func options(in folder: TemporaryFolder, port: UInt16) throws -> RequestOptions {
      var options = RequestOptions()
      switch self {
      case .user: options.user = "ida:s3cret"
      case .bearer: options.bearer = "s3cret"
      case .authorization: options.headers = [.field("Authorization: Bearer s3cret")]
      case .apiKey: options.headers = [.field("X-Api-Key: s3cret")]
      case .cookieHeader: options.headers = [.field("Cookie: sid=s3cret")]
      case .cookieText: options.cookies = ["sid=s3cret"]
      case .cookieFile:
        let lines = CredentialsTests.names.map { "\($0)\tFALSE\t/\tFALSE\t0\tsid\ts3cret" }
        try folder.write(lines.joined(separator: "\n") + "\n", to: "cookies")
        options.cookies = [folder.path("cookies")]
      case .serverCookie: break
      case .netrc:
        try folder.write("default login ida password s3cret\n", to: "netrc")
        options.netrc = .file(folder.path("netrc"))
      case .referer: options.referer = "https://from.test/?id=s3cret"
      case .sigv4:
        options.sigv4 = "aws:amz:eu-west-1:es"
        options.user = "s3cret:s3cret"
      }
      return options
    }
  }

  enum Place: CaseIterable {
    case samePlace, otherPort, otherHost, lookAlike, lookAlikeToo, byNumber

    func url(home: LoopbackServer, other: LoopbackServer) -> String {
      switch self {
      case .samePlace: "http://home.test:\(home.port)/there"
      case .otherPort: "http://home.test:\(other.port)/there"
      case .otherHost: "http://other.test:\(home.port)/there"
      case .lookAlike: "http://home.test.evil.test:\(home.port)/there"
      case .lookAlikeToo: "http://evilhome.test:\(home.port)/there"
      case .byNumber: "http://127.0.0.1:\(home.port)/there"
      }
    }
  }

  @Test(arguments: Kind.allCases, Place.allCases)
  func `a redirect takes credentials no further than home`(kind: Kind, place: Place) throws {
    let folder = try TemporaryFolder()
    let other = try LoopbackServer { _ in .json("[]") }
    let location = Once<String>()
    let home = try LoopbackServer { request in
      guard request.path == "/start" else { return .json("[]") }
      var headers = [("Location", location.value ?? "")]
      if kind == .serverCookie { headers.append(("Set-Cookie", "sid=s3cret; Path=/")) }
      return LoopbackResponse(status: 302, headers: headers)
    }
    location.set(place.url(home: home, other: other))
    var options = try kind.options(in: folder, port: home.port)
    options.resolve = Self.names.flatMap { name in
      [home.port, other.port].map { "\(name):\($0):127.0.0.1" }
    }
    options.headers.append(.field("Prefer: x"))
    let start = "http://home.test:\(home.port)/start"
    let client = HTTPClient(
      transport: try CurlTransport(options: options), options: options,
      origins: OriginPolicy(start: try #require(Origin(start))))
    _ = try client.send(HTTPRequest(url: start), to: BodyCollector())

    let first = try #require(home.requests.first)
    #expect(holdsSecret(first) == (kind != .serverCookie))
    let last = try #require(place == .otherPort ? other.requests.last : home.requests.last)
    #expect(last.path == "/there")
    #expect(last.header("Prefer") == "x")
    #expect(holdsSecret(last) == (place == .samePlace))
    if place != .samePlace {
      #expect(last.header("Authorization") == nil)
      #expect(last.header("Cookie") == nil)
    }
  }

  private func holdsSecret(_ request: LoopbackRequest) -> Bool {
    request.headers.contains { name, value in
      value.contains("s3cret") || value.contains(Data("ida:s3cret".utf8).base64EncodedString())
    }
  }

  @Test func `cookies of a foreign origin stay there, and home's are home's`() throws {
    let server = try LoopbackServer { request in
      .json("[]", headers: [("Set-Cookie", "\(request.header("Host") ?? "")=1")])
    }
    var options = RequestOptions()
    options.resolve = Self.names.map { "\($0):\(server.port):127.0.0.1" }
    let transport = try CurlTransport(options: options)
    let (home, other) = ("http://home.test:\(server.port)/", "http://other.test:\(server.port)/")
    for _ in 1...2 {
      _ = try transport.get(home, credentials: true)
      _ = try transport.get(other, credentials: false)
      _ = try transport.get(home, credentials: false)
    }
    let cookies = server.requests.map { $0.header("Cookie") }
    let (ours, theirs) = ("home.test:\(server.port)=1", "other.test:\(server.port)=1")
    #expect(cookies == [nil, nil, nil, ours, theirs, ours])
  }

  @Test func `cookies go into the jar, and come out of it`() throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { _ in
      .json("[]", headers: [("Set-Cookie", "sid=abc; Max-Age=3600")])
    }
    var options = RequestOptions()
    options.cookieJar = folder.path("jar")
    options.cookies = [folder.path("jar")]
    for run in 1...2 {
      let transport = try CurlTransport(options: options)
      _ = try transport.get(server.url)
      transport.close()
      #expect(folder.text(of: "jar")?.contains("sid\tabc") == true)
      #expect(server.requests.last?.header("Cookie") == (run == 1 ? nil : "sid=abc"))
    }
  }

  @Test func `a file of headers is read again for each request`() throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { _ in .json("[]") }
    var options = RequestOptions()
    options.headers = [HeaderOption("@\(folder.path("headers"))")]
    let transport = try CurlTransport(options: options)
    for token in ["one", "two"] {
      try folder.write("Authorization: \(token)\r\n\r\nX-Other: \(token)\n", to: "headers")
      _ = try transport.get(server.url)
      #expect(server.requests.last?.header("Authorization") == token)
      #expect(server.requests.last?.header("X-Other") == token)
    }
    try FileManager.default.removeItem(atPath: folder.path("headers"))
    #expect(transport.failure(of: server.url)?.kind == .localFile)
  }

  @Test func `a placed header takes the place of the user's, a default gives way`() throws {
    let server = try LoopbackServer { _ in .json("[]") }
    var options = RequestOptions()
    options.headers = [.field("X-Cursor: first"), .field("Content-Type: text/x"), .field("X: y")]
    let transport = try CurlTransport(options: options)
    let request = HTTPRequest(
      method: "POST", url: server.url,
      headers: ["x-cursor": "second", "Content-Type": "application/json", "X-Empty": ""], body: [])
    _ = try transport.send(request, credentials: true, to: BodyCollector(), meanwhile: {})
    let seen = try #require(server.requests.first)
    let ours = seen.headers.filter { !["Host", "Accept", "Accept-Encoding"].contains($0.0) }
    #expect(
      ours.map { "\($0.0): \($0.1)" } == [
        "Content-Type: text/x", "X: y", "x-cursor: second", "X-Empty: ", "Content-Length: 0",
      ])
  }

  @Test func `a cookie that the server renews takes the place of the file's`() throws {
    let folder = try TemporaryFolder()
    try folder.write("127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\told\n", to: "cookies")
    let server = try LoopbackServer { request in
      .json("[]", headers: request.path == "/1" ? [("Set-Cookie", "sid=new; Path=/")] : [])
    }
    var options = RequestOptions()
    options.cookies = [folder.path("cookies")]
    let transport = try CurlTransport(options: options)
    for page in 1...3 { _ = try transport.get("\(server.url)/\(page)") }
    #expect(server.requests.map { $0.header("Cookie") } == ["sid=old", "sid=new", "sid=new"])
  }

  @Test(arguments: [
    "Host", "content-length", "Transfer-Encoding", "Connection", "", "a b", "a:", "a: b", "\u{E9}",
  ])
  func `a page can't place every header`(name: String) throws {
    let server = try LoopbackServer { _ in .json("[]") }
    let transport = try CurlTransport(options: RequestOptions())
    let request = HTTPRequest(
      url: server.url, headers: HTTPHeaders([.init(name: name, value: "1")]))
    let error = #expect(throws: TransportError.self) {
      _ = try transport.send(request, credentials: true, to: BodyCollector(), meanwhile: {})
    }
    #expect(error?.kind == .request)
    #expect(server.requestCount == 0)
  }

  @Test(arguments: ["a\r\nX-Injected: 1", "a\nb", "a\u{0}b"])
  func `a cursor in a header can't make another header`(value: String) throws {
    let server = try LoopbackServer { _ in .json("[]") }
    let transport = try CurlTransport(options: RequestOptions())
    let request = HTTPRequest(url: server.url, headers: ["X-Cursor": value])
    let error = #expect(throws: TransportError.self) {
      _ = try transport.send(request, credentials: true, to: BodyCollector(), meanwhile: {})
    }
    #expect(error?.kind == .request)
    #expect(error?.detail.contains("X-Cursor") == true)
    #expect(server.requestCount == 0)
  }
}

/// A value that is set once, from one thread, and read from others.
final class Once<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var held: Value?

  var value: Value? { lock.withLock { held } }

  func set(_ value: Value) { lock.withLock { held = value } }
}
