// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Synchronization
import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct CurlTransportTests {
  let transport: CurlTransport

  init() throws { transport = try CurlTransport(options: RequestOptions()) }

  @Test func `a response comes whole, over one kept connection`() throws {
    let server = try LoopbackServer { .json("{\"target\":\"\($0.target)\"}") }
    for page in 1...20 {
      let (head, body) = try transport.get("\(server.url)/items?page=\(page)")
      #expect(head.status == 200)
      #expect(head.isSuccess)
      #expect(head.headers["content-type"] == "application/json")
      #expect(head.url == "\(server.url)/items?page=\(page)")
      #expect(body == "{\"target\":\"/items?page=\(page)\"}")
    }
    #expect(server.connectionCount == 1)
  }

  @Test(arguments: [
    "/a/../b/./c", "/a%2fb%2F", "/?q=a+b%20c&q=%7e~", "/?page[after]=x&filter[a]=1",
    "/?cursor=abc==", "/?next=https://other.test/x?y=1", "/?a=%E4%F6&b", "/?", "/items;v=2?$top=2",
    "/?a={b}|c^`", "//double//slash", "/?a=1&&b=2&", "/%zz%", "/?q='\"<>",
  ])
  func `a URL goes out as it is spelled`(target: String) throws {
    let server = try LoopbackServer { _ in .json("[]") }
    _ = try transport.get(server.url + target)
    #expect(server.requests.first?.target == target)
  }

  @Test func `a body goes out as it is, zero bytes and all`() throws {
    let server = try LoopbackServer { _ in .json("[]") }
    for body in [
      [UInt8]("{\"a\":1}".utf8), [], [0, 13, 10, 255], [UInt8](repeating: 7, count: 3_000_000),
    ] {
      let request = HTTPRequest(
        method: "POST", url: server.url, headers: ["Content-Type": "application/json"], body: body)
      _ = try transport.send(request, credentials: true, to: BodyCollector(), meanwhile: {})
      let seen = try #require(server.requests.last)
      #expect(seen.method == "POST")
      #expect(seen.body == body)
      #expect(seen.header("Content-Type") == "application/json")
    }
    let put = HTTPRequest(method: "PUT", url: server.url, body: [1])
    _ = try transport.send(put, credentials: true, to: BodyCollector(), meanwhile: {})
    #expect(server.requests.last?.method == "PUT")
    let get = HTTPRequest(url: server.url)
    _ = try transport.send(get, credentials: true, to: BodyCollector(), meanwhile: {})
    #expect(server.requests.last?.method == "GET")
    #expect(server.requests.last?.header("Content-Length") == nil)
    #expect(server.connectionCount == 1)
  }

  @Test func `meanwhile runs once, when the request is out and the answer is awaited`() throws {
    let mayAnswer = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { _ in
      // Nothing is answered before the other side has run what it has to do meanwhile.
      mayAnswer.wait()
      return .json("[]")
    }
    for size in [nil, 0, 10, 200_000] {
      var calls = 0
      let request = HTTPRequest(
        method: size == nil ? "GET" : "POST", url: server.url,
        body: size.map { [UInt8](repeating: 1, count: $0) })
      _ = try transport.send(request, credentials: true, to: BodyCollector()) {
        calls += 1
        mayAnswer.signal()
      }
      #expect(calls == 1)
    }
  }

  @Test func `what meanwhile throws ends the transfer`() throws {
    let server = try LoopbackServer { _ in .json("[]", fault: .stall(seconds: 60)) }
    #expect(throws: BodyCollector.Refusal.self) {
      _ = try transport.send(
        HTTPRequest(url: server.url), credentials: true, to: BodyCollector(),
        meanwhile: { throw BodyCollector.Refusal() })
    }
  }

  @Test(arguments: [true, false])
  func `what the body throws ends the transfer`(atHead: Bool) throws {
    let server = try LoopbackServer { _ in .json("[1]") }
    let body = BodyCollector()
    body.refusesHead = atHead
    body.refusesBody = !atHead
    #expect(throws: BodyCollector.Refusal.self) {
      _ = try transport.send(
        HTTPRequest(url: server.url), credentials: true, to: body, meanwhile: {})
    }
    // The transport goes on afterwards.
    #expect(try transport.get(server.url).body == "[1]")
  }
}
