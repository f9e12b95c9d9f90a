// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct RequestDataTests {
  @Test func `no data is a GET, and the method may be anything`() throws {
    let plain = try RequestData.request(url: "https://a.test/x?y")
    #expect(plain == HTTPRequest(url: "https://a.test/x?y"))
    #expect(try RequestData.request(url: "https://a.test", method: "PUT").method == "PUT")
    #expect(try RequestData.request(url: "https://a.test", method: "POST").body == nil)
  }

  @Test(arguments: [
    ([DataOption(.data, "a=1")], "a=1"),
    ([DataOption(.data, "a=1"), DataOption(.data, "b=2")], "a=1&b=2"),
    ([DataOption(.data, ""), DataOption(.data, "b")], "b"),
    ([DataOption(.raw, "@a")], "@a"),
    ([DataOption(.data, "a=1"), DataOption(.json, "{}")], "a=1{}"),
    ([DataOption(.json, "{}"), DataOption(.json, "[]")], "{}[]"),
    ([DataOption(.json, "{}"), DataOption(.data, "a")], "{}&a"),
    ([DataOption(.urlencode, "a b&c")], "a+b%26c"),
    ([DataOption(.urlencode, "=a=b")], "a%3Db"),
    ([DataOption(.urlencode, "n=a b")], "n=a+b"),
    ([DataOption(.urlencode, "n[]=é")], "n[]=%C3%A9"),
    ([DataOption(.urlencode, "n=")], "n="),
    ([DataOption(.data, "")], ""),
  ])
  func `data is joined as curl joins it`(options: [DataOption], body: String) throws {
    let request = try RequestData.request(url: "https://a.test/?z=1", data: options)
    #expect(request.method == "POST")
    #expect(String(decoding: try #require(request.body), as: UTF8.self) == body)
    #expect(request.url == "https://a.test/?z=1")
    let isJSON = options.contains { $0.kind == .json }
    let type = isJSON ? "application/json" : "application/x-www-form-urlencoded"
    #expect(request.headers["Content-Type"] == type)
    #expect(request.headers["Accept"] == (isJSON ? "application/json" : nil))
  }

  @Test func `files are read as curl reads them`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a=1\r\nb=2\n\u{0}", to: "f")
    let file = folder.path("f")
    for (option, body) in [
      (DataOption(.data, "@\(file)"), "a=1b=2"),
      (DataOption(.binary, "@\(file)"), "a=1\r\nb=2\n\u{0}"),
      (DataOption(.json, "@\(file)"), "a=1\r\nb=2\n\u{0}"),
      (DataOption(.urlencode, "@\(file)"), "a%3D1%0D%0Ab%3D2%0A%00"),
      (DataOption(.urlencode, "n@\(file)"), "n=a%3D1%0D%0Ab%3D2%0A%00"),
    ] {
      let request = try RequestData.request(url: "https://a.test", data: [option])
      #expect(request.body == Array(body.utf8))
    }
    let missing = folder.path("missing")
    let error = #expect(throws: TransportError.self) {
      _ = try RequestData.request(url: "https://a.test", data: [DataOption(.data, "@\(missing)")])
    }
    #expect(error?.kind == .localFile)
    #expect(error?.detail == "can't read '\(missing)': No such file or directory")
  }

  @Test(arguments: [
    ("https://a.test", "https://a.test?a=1&q=x+y&raw %"),
    ("https://a.test/?", "https://a.test/?a=1&q=x+y&raw %"),
    ("https://a.test/?z#f", "https://a.test/?z&a=1&q=x+y&raw %#f"),
  ])
  func `data and queries go into the URL`(url: String, expected: String) throws {
    let options = [
      DataOption(.urlQuery, "q=x y"), DataOption(.data, "a=1"), DataOption(.urlQuery, "+raw %"),
    ]
    let request = try RequestData.request(url: url, data: options, get: true)
    #expect(request.url == expected)
    #expect(request.method == "GET")
    #expect(request.body == nil)
  }
}
