// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct URLReferenceTests {
  @Test func `references are resolved by the RFC, character for character`() throws {
    for row in try ConformanceCase.all("uri-resolve", "cases.json") {
      let base = try #require(row.text("base"))
      let reference = try #require(row.text("reference"))
      #expect(URLReference.resolve(reference, against: base) == row.text("target"))
    }
  }

  @Test(arguments: [
    ("https://a.test/x y", "https://a.test/x%20y"),
    (
      "https://a.test/?q={\"a\":1}|é^`\\<>",
      "https://a.test/?q=%7B%22a%22:1%7D%7C%C3%A9%5E%60%5C%3C%3E"
    ),
    (
      "https://a.test/?page[after]=x&a='b'&c=%2f%zz%",
      "https://a.test/?page[after]=x&a='b'&c=%2f%zz%"
    ),
    ("  https://a.test/a\n", "https://a.test/a"),
    ("https://a.test/a\u{0}\n\u{7F}b", "https://a.test/a%00%0A%7Fb"),
    ("https://bücher.test/ü", "https://bücher.test/%C3%BC"),
    ("https://a b.test/", "https://a b.test/"),
    ("?a=b c", "?a=b%20c"),
    ("", ""),
  ])
  func `only what no URL may hold is escaped`(url: String, escaped: String) {
    #expect(URLReference.escaped(url) == escaped)
    #expect(URLReference.escaped(escaped) == escaped)
  }

  @Test(arguments: [
    ("/items{?page,size}", "/items"),
    ("https://a.test/items?a=1{&page,size*}", "https://a.test/items?a=1"),
    ("/items{?a}{&b}#{c}", "/items#"),
    ("/items/{id}/x{?page}", "/items//x"),
    ("/items/{id}/x", "/items/{id}/x"),
    ("/items?f={6F9619FF-8B86}&p=2", "/items?f={6F9619FF-8B86}&p=2"),
    ("/items?f={a,b}", "/items?f={a,b}"),
    ("/items?f={\"a\":1}", "/items?f={\"a\":1}"),
    ("/items?f={}", "/items?f={}"),
    ("/items?f={?", "/items?f={?"),
    ("/items", "/items"),
    ("/{{?a}}", "/{}"),
  ])
  func `a template's expressions are dropped, and other braces are not`(text: String, left: String)
  {
    #expect(URLReference.withoutTemplates(text) == left)
  }

  @Test(arguments: [
    ("https://a.test", true), ("HTTP://a", true), ("mailto:x", true), ("//a.test/x", false),
    ("/a:b", false), ("a/b:c", false), ("?a:b", false), ("1a:b", false), ("", false), (":", false),
  ])
  func `a URL with a scheme is absolute`(text: String, isAbsolute: Bool) {
    #expect(URLReference.isAbsolute(text) == isAbsolute)
  }

  @Test(arguments: [
    ("https://a.test/x", "https://a.test/x", nil),
    ("https://ida:p%40w%3A@a.test:8/x", "https://a.test:8/x", "ida:p@w:"),
    ("https://ida@a.test", "https://a.test", "ida:"),
    ("https://a:b@c@d.test/", "https://d.test/", "a:b@c"),
    ("https://a.test/x@y", "https://a.test/x@y", nil),
  ])
  func `user info is taken out of a URL`(url: String, left: String, user: String?) {
    let split = URLReference.splittingUserInfo(url)
    #expect(split.url == left)
    #expect(split.user == user)
  }

  @Test func `hostile references cost no more than their length`() {
    let dots = String(repeating: "/..", count: 20_000)
    #expect(URLReference.resolve("/a" + dots, against: "https://a.test/") == "https://a.test/")
    let deep = String(repeating: "/a", count: 20_000)
    #expect(
      URLReference.resolve(deep + dots + "/x", against: "https://a.test/") == "https://a.test/x")
    let braces = String(repeating: "{?", count: 20_000)
    #expect(URLReference.withoutTemplates(braces) == braces)
  }
}
