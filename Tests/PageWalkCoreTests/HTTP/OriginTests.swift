// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct OriginTests {
  @Test(arguments: [
    ("https://api.test", "https://api.test:443/x?y#z"),
    ("http://api.test/", "HTTP://API.Test:80"),
    ("https://[::1]/", "https://[0:0:0:0:0:0:0:1]:443/"),
    ("https://[2001:DB8::1]:8080/a", "https://[2001:db8:0::1]:8080"),
    ("https://user:pw@api.test/", "https://api.test/"),
    ("https://api.test:", "https://api.test"),
    ("https://api.test?x=/y", "https://api.test#@evil.test/"),
  ])
  func `one origin, spelled in two ways`(a: String, b: String) throws {
    let origin = try #require(Origin(a))
    #expect(Origin(b) == origin)
  }

  @Test(arguments: [
    ("https://api.test", "http://api.test"),
    ("https://api.test", "https://api.test:8443"),
    ("https://api.test", "https://api.test."),
    ("https://api.test", "https://www.api.test"),
    ("https://api.test", "https://api.test.evil.test"),
    ("https://api.test", "https://api.test@evil.test"),
    ("https://api.test", "https://evilapi.test"),
    ("https://api.test", "https://аpi.test"),
    ("http://127.0.0.1", "http://127.1"),
    ("http://localhost", "http://127.0.0.1"),
  ])
  func `two origins that look alike`(a: String, b: String) throws {
    let (one, other) = (try #require(Origin(a)), try #require(Origin(b)))
    #expect(one != other)
  }

  @Test(arguments: [
    "", "api.test", "//api.test", "/x", "ftp://api.test", "file:///etc/passwd",
    "javascript:alert(1)",
    "https:api.test", "https:/api.test", "https:///api.test", "https://", "https://:80",
    "https://@",
    "https://a b.test", "https://api.test\u{0}.evil.test", "https://api.test\n",
    "https://a\\b.test",
    "https://api.test\\@evil.test", "https://api%2Etest", "https://api.test:99999",
    "https://api.test:8a", "https://api.test:-1", "https://[::1", "https://[api.test]",
    "https://[::1]x", "https://a[b].test", "https://[]", "https://api.test:80:80",
    "https://a,b.test",
  ])
  func `a URL that might be read in two ways has no origin`(url: String) {
    #expect(Origin(url) == nil || url.contains("\\@"))
  }

  @Test func `an origin is shown without what need not be said`() throws {
    #expect(try #require(Origin("HTTPS://API.test:443/x")).description == "https://api.test")
    #expect(try #require(Origin("http://[::1]:8080/x")).description == "http://[::1]:8080")
  }

  @Test func `libcurl reads the same host wherever an origin is read at all`() {
    let urls = [
      "https://API.test:8443/x", "http://[0:0::1]:8080/", "https://user:pw@api.test/",
      "https://api.test\\@evil.test/", "https://evil.test#@api.test", "https://evil.test?@api.test",
      "https://a@b@evil.test", "https://api_x.test/", "https://x-_.~y.test", "http://api.test:/x",
    ]
    for url in urls {
      // What libcurl refuses is not asked at all.
      guard let origin = Origin(url), let seen = CurlURL.hostAndPort(url) else { continue }
      #expect("\(origin.host):\(origin.port)" == "\(seen.host.lowercased()):\(seen.port)")
    }
  }
}

@Suite(.timeLimit(.minutes(1)))
struct OriginPolicyTests {
  typealias Refusal = OriginPolicy.Refusal

  func policy(_ start: String) throws -> OriginPolicy {
    OriginPolicy(
      start: try #require(Origin(start)),
      allowed: [
        try #require(Origin("https://allowed.test")), try #require(Origin("http://plain.test")),
      ],
      trusted: [try #require(Origin("https://trusted.test:8443"))])
  }

  @Test(arguments: [
    ("https://api.test/?page=2", OriginPolicy.Verdict.home),
    ("HTTPS://API.TEST:443/x", .home), ("https://api.test?page=2", .home),
    ("https://api.test/@evil.test/:8443", .home), ("https://API.test/", .home),
    ("http://api.test/x?y=1", .upgraded(url: "https://api.test/x?y=1")),
    ("http://api.test:80/x", .upgraded(url: "https://api.test/x")),
    ("http://API.test:443/x", .upgraded(url: "https://API.test:443/x")),
    ("https://trusted.test:8443/x", .trusted),
    ("https://allowed.test/x", .allowed),
  ])
  func `what a walk by https may ask`(url: String, verdict: OriginPolicy.Verdict) throws {
    #expect(try policy("https://api.test/items").verdict(for: url) == verdict)
  }

  @Test(arguments: ["https://api.test/a b", "https://api.test/\n", "https://api.test/\u{7F}"])
  func `a URL at the start's origin is refused all the same where it is none`(url: String) throws {
    #expect(try policy("https://api.test").verdict(for: url) == .refused(.malformed))
  }

  @Test(arguments: [
    "https://trusted.test/x", "https://evil.test/", "https://api.test:8443/",
    "https://api.test.evil.test",
    "https://evilapi.test/", "https://xn--pi-7kc.test", "https://api.test./",
  ])
  func `another origin is refused`(url: String) throws {
    let verdict = try policy("https://api.test").verdict(for: url)
    #expect(verdict == .refused(.foreign(try #require(Origin(url)))))
  }

  @Test(arguments: [
    "http://plain.test/", "http://api.test:8080/", "http://allowed.test/", "http://evil.test",
  ])
  func `https is never left for http`(url: String) throws {
    let verdict = try policy("https://api.test").verdict(for: url)
    #expect(verdict == .refused(.insecure(try #require(Origin(url)))))
  }

  @Test(arguments: [
    ("ftp://api.test/x", Refusal.scheme("ftp")), ("file:///etc/passwd", .scheme("file")),
    ("javascript:alert(1)", .scheme("javascript")), ("https://ida:pw@api.test/", .userInfo),
    ("https://api.test@evil.test/", .userInfo), ("https://api.test\\@evil.test/", .userInfo),
    ("/relative", .malformed), ("https:/api.test", .malformed), ("https://", .malformed),
    ("", .malformed), ("https://api.test:0x50/", .malformed),
  ])
  func `what can't be asked at all is refused`(url: String, refusal: Refusal) throws {
    #expect(try policy("https://api.test").verdict(for: url) == .refused(refusal))
  }

  @Test func `a walk by http keeps to its port, and may go to https where that is allowed`() throws
  {
    let policy = try policy("http://api.test:8080/")
    #expect(policy.verdict(for: "http://api.test:8080/x") == .home)
    #expect(policy.verdict(for: "http://plain.test/x") == .allowed)
    #expect(policy.verdict(for: "https://allowed.test/x") == .allowed)
    let foreign = try #require(Origin("https://api.test:8080"))
    #expect(policy.verdict(for: "https://api.test:8080/x") == .refused(.foreign(foreign)))
  }

  @Test func `an upgrade keeps a port that is not http's own`() throws {
    let policy = try policy("https://api.test:8443/")
    #expect(
      policy.verdict(for: "http://api.test:8443/x") == .upgraded(url: "https://api.test:8443/x"))
    let other = try #require(Origin("http://api.test"))
    #expect(policy.verdict(for: "http://api.test/x") == .refused(.insecure(other)))
    let odd = try self.policy("https://api.test:80/")
    #expect(odd.verdict(for: "http://api.test:80/x") == .upgraded(url: "https://api.test:80/x"))
  }
}
