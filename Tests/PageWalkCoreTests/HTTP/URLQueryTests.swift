// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct URLQueryTests {
  @Test(arguments: [
    ("https://a.test/x", "cursor", "a%3D", "https://a.test/x?cursor=a%3D"),
    ("https://a.test/x?", "cursor", "a", "https://a.test/x?cursor=a"),
    ("https://a.test/x?a=1", "cursor", "a", "https://a.test/x?a=1&cursor=a"),
    ("https://a.test/x?a=1&", "cursor", "a", "https://a.test/x?a=1&cursor=a"),
    ("https://a.test/x?a=1#f", "cursor", "a", "https://a.test/x?a=1&cursor=a#f"),
    ("https://a.test/x?&cursor=old", "cursor", "a", "https://a.test/x?&cursor=a"),
    ("/x?cursor=1&a=2&cursor=3&b", "cursor", "new", "/x?cursor=new&a=2&b"),
    ("/x?a=%2f+%20&cursor&b[]=1&b[]=2", "cursor", "n", "/x?a=%2f+%20&cursor=n&b[]=1&b[]=2"),
    ("/x?page%5Bafter%5D=1", "page[after]", "2", "/x?page%5Bafter%5D=2"),
    ("/x?page[after]=1", "page[after]", "2", "/x?page[after]=2"),
    ("/x", "page[after]", "2", "/x?page[after]=2"),
    ("/x?a=cursor=1", "cursor", "2", "/x?a=cursor=1&cursor=2"),
    ("/x", "a b&c=d+e%#é", "1", "/x?a%20b%26c%3Dd%2Be%25%23%C3%A9=1"),
    ("/x?Cursor=1", "cursor", "2", "/x?Cursor=1&cursor=2"),
    ("/x?a+b=1", "a b", "2", "/x?a+b=2"),
  ])
  func `a parameter is set in its place`(
    url: String, name: String, value: String, expected: String
  ) {
    let edited = URLQuery.setting(name, to: value, in: url)
    #expect(edited == expected)
    #expect(URLQuery.rawValue(of: name, in: edited) == value)
    #expect(URLQuery.setting(name, to: value, in: edited) == edited)
  }

  @Test(arguments: [
    ("/x?a=1&b=2&a=3", "a", "/x?b=2"), ("/x?a=1", "a", "/x"), ("/x?a=1#f", "a", "/x#f"),
    ("/x?&a=1&", "a", "/x?&"), ("/x", "a", "/x"), ("/x?b=a", "a", "/x?b=a"),
    ("/x?%61=1&c", "a", "/x?c"),
  ])
  func `a parameter is removed wherever it stands`(url: String, name: String, expected: String) {
    #expect(URLQuery.removing(name, from: url) == expected)
    #expect(!URLQuery.contains(name, in: expected))
  }

  @Test func `values and names are read decoded`() {
    let url = "https://a.test/?q=a+b%20c&e=&n&%C3%A9=1&bad=%zz%4&q=2#x?y=1"
    #expect(URLQuery.value(of: "q", in: url) == "a b c")
    #expect(URLQuery.value(of: "e", in: url) == "")
    #expect(URLQuery.value(of: "n", in: url) == "")
    #expect(URLQuery.value(of: "é", in: url) == "1")
    #expect(URLQuery.value(of: "bad", in: url) == "%zz%4")
    #expect(URLQuery.value(of: "y", in: url) == nil)
    #expect(URLQuery.names(in: url) == ["q", "e", "n", "é", "bad", "q"])
    #expect(URLQuery.rawValue(of: "q", in: url) == "a+b%20c")
  }

  @Test func `a value that is added or encoded comes back as it was`() {
    for value in ["", "abc-._~", "a+b/c==", "100%", "&=?#[]{}", "\u{0}\n", "日本語 🎉", "'\""] {
      let url = URLQuery.adding("c", value, to: "https://a.test/?x=1")
      #expect(URLQuery.value(of: "c", in: url) == value)
      #expect(URLReference.escaped(url) == url)
    }
    #expect(URLQuery.percentEncoded("a b+c/d=e%é~") == "a%20b%2Bc%2Fd%3De%25%C3%A9~")
  }
}
