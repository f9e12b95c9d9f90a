// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

/// What the program sends where: each kind of credential, by each way to another URL, to each kind
/// of place.
@Suite(.timeLimit(.minutes(5)))
struct CredentialsRunTests {
  /// Kinds of credentials that one run can have together.
  enum Kinds: CaseIterable {
    case userKeyAndCookie, bearerAndCookieHeader, authorizationAndCookieFile, netrcAndServerCookie
    case signature

    /// The words that give the credentials.
    func words(in folder: TemporaryFolder) throws -> [String] {
      switch self {
      case .userKeyAndCookie:
        return ["-u", "ida:s3cret-user", "-H", "X-Api-Key: s3cret-key", "-b", "sid=s3cret-sid"]
      case .bearerAndCookieHeader:
        return ["--oauth2-bearer", "s3cret-bearer", "-H", "Cookie: sid=s3cret-cookie"]
      case .authorizationAndCookieFile:
        let lines = CredentialsRunTests.names.map { "\($0)\tFALSE\t/\tFALSE\t0\tsid\ts3cret-file" }
        try folder.write(lines.joined(separator: "\n") + "\n", to: "cookies")
        return ["-H", "Authorization: Token s3cret-token", "-b", "cookies"]
      case .netrcAndServerCookie:
        try folder.write("default login ida password s3cret-netrc\n", to: "netrc")
        return ["--netrc-file", "netrc"]
      case .signature:
        return ["--aws-sigv4", "aws:amz:eu-west-1:es", "-u", "s3cret-id:s3cret"]
      }
    }

    /// How the secrets show in a request that has them.
    var traces: [String] {
      switch self {
      case .userKeyAndCookie: [Self.basic("ida:s3cret-user"), "s3cret-key", "s3cret-sid"]
      case .bearerAndCookieHeader: ["s3cret-bearer", "s3cret-cookie"]
      case .authorizationAndCookieFile: ["s3cret-token", "s3cret-file"]
      case .netrcAndServerCookie: [Self.basic("ida:s3cret-netrc"), "s3cret-server"]
      case .signature: ["Credential=s3cret-id/"]
      }
    }

    private static func basic(_ text: String) -> String {
      Data(text.utf8).base64EncodedString()
    }
  }

  /// The ways in which a server leads a walk elsewhere.
  enum Way: CaseIterable {
    case nextURL, link, request, redirect

    var words: [String] {
      switch self {
      case .nextURL: ["--next-key", "next"]
      case .link: ["--link-header"]
      case .request: ["--cursor-key", "next", "--cursor-to", "request"]
      case .redirect: ["--no-next"]
      }
    }

    func answer(leadingTo url: String, cookie: Bool) -> LoopbackResponse {
      var headers = cookie ? [("Set-Cookie", "sid=s3cret-server; Path=/")] : []
      switch self {
      case .nextURL: return .json(#"{"items":[1],"next":"\#(url)"}"#, headers: headers)
      case .request:
        return .json(
          #"{"items":[1],"next":{"url":"\#(url)","headers":{"Accept":"x/y"}}}"#, headers: headers)
      case .link:
        headers.append(("Link", "<\(url)>; rel=\"next\""))
        return .json(#"{"items":[1]}"#, headers: headers)
      case .redirect:
        headers.append(("Location", url))
        return LoopbackResponse(status: 302, headers: headers)
      }
    }
  }

  enum Place: CaseIterable {
    case home, homeInCapitals, otherPort, otherScheme, otherHost, lookAlike, lookAlikeToo, byNumber
    case withUserInfo, withHomeAsUser

    func url(home: UInt16, other: UInt16) -> String {
      switch self {
      case .home: "http://home.test:\(home)/there"
      case .homeInCapitals: "HTTP://HOME.test:\(home)/there"
      case .otherPort: "http://home.test:\(other)/there"
      case .otherScheme: "https://home.test:\(home)/there"
      case .otherHost: "http://other.test:\(home)/there"
      case .lookAlike: "http://home.test.evil.test:\(home)/there"
      case .lookAlikeToo: "http://evilhome.test:\(home)/there"
      case .byNumber: "http://127.0.0.1:\(home)/there"
      case .withUserInfo: "http://ida:x@home.test:\(home)/there"
      case .withHomeAsUser: "http://home.test@evil.test:\(home)/there"
      }
    }

    var isHome: Bool { self == .home || self == .homeInCapitals }
    var hasUserInfo: Bool { self == .withUserInfo || self == .withHomeAsUser }
  }

  static let names = [
    "home.test", "other.test", "home.test.evil.test", "evilhome.test", "evil.test",
  ]

  @Test(arguments: Kinds.allCases, Way.allCases)
  func `credentials go home and nowhere else`(kinds: Kinds, way: Way) async throws {
    for place in Place.allCases {
      // Nobody speaks TLS at that port, which takes a time to find out.
      let isMute = way == .redirect && place == .otherScheme
      let run = try await Run(kinds, way, place, [], isMute ? ["--connect-timeout", "1"] : [])
      let context = Comment(rawValue: "\(kinds) \(way) \(place): \(run.result.stderr)")
      #expect(run.first.traces(of: kinds) == kinds.traces.filter { $0 != "s3cret-server" }, context)
      switch (way, place) {
      case (_, _) where place.isHome:
        #expect(run.result.status == 0, context)
        #expect(try #require(run.there, context).traces(of: kinds) == kinds.traces, context)
      case (.redirect, .otherScheme):
        #expect(run.result.status == 4, context)
        #expect(run.there == nil, context)
      case (.redirect, _) where !place.hasUserInfo:
        #expect(run.result.status == 0, context)
        #expect(run.result.stderr.contains("was followed without credentials"), context)
        let there = try #require(run.there, context)
        #expect(!there.head.contains("s3cret"), context)
        #expect(there.traces(of: kinds) == [], context)
        #expect(there.header("Authorization") == nil && there.header("Cookie") == nil, context)
      default:
        #expect(run.result.status == 3, context)
        #expect(run.there == nil, context)
      }
      #expect(!run.result.stderr.contains("s3cret"), context)
    }
  }

  @Test(arguments: Kinds.allCases, [Way.nextURL, .link, .request])
  func `an origin that is named is asked, with credentials or without`(
    kinds: Kinds, way: Way
  ) async throws {
    for place in Place.allCases where !place.isHome && place != .otherScheme {
      for (option, hasCredentials) in [("--allow-origin", false), ("--trust-origin", true)] {
        let run = try await Run(kinds, way, place, [option])
        let context = Comment(rawValue: "\(kinds) \(way) \(place) \(option): \(run.result.stderr)")
        guard !place.hasUserInfo else {
          #expect(run.result.status == 3, context)
          #expect(run.there == nil, context)
          continue
        }
        #expect(run.result.status == 0, context)
        let there = try #require(run.there, context)
        #expect(there.traces(of: kinds).isEmpty != hasCredentials, context)
        if !hasCredentials { #expect(!there.head.contains("s3cret"), context) }
      }
    }
  }

  @Test(arguments: [Way.nextURL, .link, .request])
  func `a kept parameter is a credential`(way: Way) async throws {
    for (place, option, isSent) in [
      (Place.home, [], true), (.otherHost, ["--allow-origin"], false),
      (.otherHost, ["--trust-origin"], true),
    ] as [(Place, [String], Bool)] {
      let run = try await Run(
        .signature, way, place, option, ["--keep-param", "api_key"], query: "?api_key=s3cret-p")
      #expect(run.result.status == 0, "\(run.result.stderr)")
      let target = try #require(run.there).target
      #expect(target == (isSent ? "/there?api_key=s3cret-p" : "/there"))
      #expect(!run.result.stderr.contains("s3cret"))
    }
  }

  /// One run, from a start at home.
  private struct Run {
    let result: Binary.Result
    /// The request that the walk begins with.
    let first: LoopbackRequest
    /// The request that came to where the server led; nil where none came.
    let there: LoopbackRequest?

    init(
      _ kinds: Kinds, _ way: Way, _ place: Place, _ namingOptions: [String],
      _ more: [String] = [], query: String = ""
    ) async throws {
      let folder = try TemporaryFolder()
      let target = Once<String>()
      let answer: LoopbackServer.Respond = { request in
        guard request.path == "/start" else { return .json(#"{"items":[2],"next":null}"#) }
        return way.answer(
          leadingTo: target.value ?? "", cookie: kinds == .netrcAndServerCookie)
      }
      let home = try LoopbackServer(respond: answer)
      let other = try LoopbackServer(respond: answer)
      let url = place.url(home: home.port, other: other.port)
      target.set(url)
      let origin = String(url.dropLast("/there".count))
      let resolved = CredentialsRunTests.names.flatMap { name in
        [home.port, other.port].flatMap { ["--resolve", "\(name):\($0):127.0.0.1"] }
      }
      var words = ["http://home.test:\(home.port)/start\(query)", "--items-key", "items"]
      words += way.words + resolved + more + (try kinds.words(in: folder))
      words += namingOptions.flatMap { [$0, place.hasUserInfo ? "http://evil.test" : origin] }
      result = try await Binary.run(words, in: folder)
      let requests = home.requests + other.requests
      first = try #require(requests.first { $0.path == "/start" }, "\(result.stderr)")
      there = requests.first { $0.path == "/there" }
    }
  }
}

extension LoopbackRequest {
  /// Those traces of credentials that are in the request.
  fileprivate func traces(of kinds: CredentialsRunTests.Kinds) -> [String] {
    kinds.traces.filter { head.contains($0) }
  }
}

extension CredentialsRunTests {
  /// A server that says back all that it was sent, as some do in their errors, and what it makes of
  /// it.
  @Test(
    arguments: [
      (["-H", "Authorization: Bearer SEKRET-1"], 401), (["-u", "ida:SEKRET-1"], 500),
      (["--oauth2-bearer", "SEKRET-1"], 200), (["-H", "X-Api-Key: SEKRET-1"], 403),
      (["--url-query", "api_key=SEKRET-1"], 404), (["-H", "@FILE"], 401),
      (["-b", "theme=dark; session=SEKRET-1"], 500),
    ] as [([String], Int)])
  func `a secret that the server says back is not shown`(words: [String], status: Int) async throws
  {
    let folder = try TemporaryFolder()
    try folder.write("Accept: */*\nAuthorization: Token SEKRET-1\n", to: "headers")
    let words = words.map { $0 == "@FILE" ? "@\(folder.path("headers"))" : $0 }
    let server = try LoopbackServer { request in
      let sent = "\(request.target) \(request.headers.map { "\($0.0): \($0.1)" }) ida SEKRET-1"
      return .text("you sent \(sent.replacing("\"", with: "'"))", status: status)
    }
    for words in [["explain", server.url + "/"] + words, [server.url + "/", "--no-ask"] + words] {
      let more = words[0] == "explain" ? [] : ["-v", "--summary", "-"]
      let result = try await Binary.run(words + more)
      #expect(result.status == 3 || result.status == 4, "\(result.stderr)")
      #expect(result.stderr.contains("you sent"), "\(result.stderr)")
      #expect(!result.stderr.contains("SEKRET"), "\(result.stderr)")
      // The same, as Basic has it: "ida:SEKRET-1".
      #expect(!result.stderr.contains("aWRhOlNFS1JFVC0x"), "\(result.stderr)")
    }
  }
}
