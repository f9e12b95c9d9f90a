// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct HTTPHeadersTests {
  @Test func `names are compared without case and order is kept`() {
    var headers: HTTPHeaders = ["Link": "<a>", "X-Total": "3", "link": "<b>"]
    #expect(headers["LINK"] == "<a>")
    #expect(headers.values(of: "Link") == ["<a>", "<b>"])
    headers.set("link", to: "<c>")
    #expect(headers.fields.map(\.value) == ["<c>", "3"])
    headers.remove("x-total")
    #expect(headers["X-Total"] == nil)
  }
}
