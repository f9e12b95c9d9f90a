// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LoopbackServerTests {
  private static let body = "0123456789"

  /// What comes of one GET of a server that gives an answer.
  private func exchange(
    _ response: LoopbackResponse, until isEnough: (String) -> Bool = { _ in false }
  ) throws -> (text: String, end: RawClient.End) {
    let server = try LoopbackServer { _ in response }
    defer { server.stop() }
    let client = try #require(RawClient(port: server.port))
    client.get("/")
    return client.read(until: isEnough)
  }

  private func faulty(_ fault: LoopbackResponse.Fault) -> LoopbackResponse {
    .text(Self.body, fault: fault)
  }

  @Test func `several requests share a connection and are recorded as they came`() throws {
    let server = try LoopbackServer { .json("[\"\($0["q"] ?? "")\"]") }
    defer { server.stop() }
    let client = try #require(RawClient(port: server.port))
    client.get("/a?q=x%2By+z&q=2&flag")
    #expect(client.read { $0.hasSuffix("[\"x+y z\"]") }.end == .open)
    client.send(
      "POST /b HTTP/1.1\r\nhOst: h\r\nX-Odd:  two words \r\nContent-Length: 5\r\n\r\na=%41")
    #expect(client.read { $0.hasSuffix("[\"\"]") }.end == .open)

    let requests = server.requests
    #expect(requests.map(\.method) == ["GET", "POST"])
    #expect(requests.map(\.path) == ["/a", "/b"])
    #expect(requests.map(\.connection) == [1, 1])
    #expect(requests[0].query.map(\.0) == ["q", "q", "flag"])
    #expect(requests[0].query.map(\.1) == ["x+y z", "2", ""])
    #expect(requests[1].header("x-odd") == "two words")
    #expect(requests[1].headers.first?.0 == "hOst")
    #expect(requests[1].form.map(\.1) == ["A"])
    #expect(server.connectionCount == 1)
    #expect(server.mostInFlight == 1)
  }

  @Test func `a chunked body and one that waits for leave are read whole`() throws {
    let server = try LoopbackServer { .text($0.text) }
    defer { server.stop() }
    let client = try #require(RawClient(port: server.port))
    client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
    client.send("2;x=y\r\nde\r\n0\r\n\r\n")
    #expect(client.read { $0.hasSuffix("abcde") }.end == .open)
    client.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(client.read { $0.hasSuffix("\r\n\r\n") }.text == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send("ok")
    #expect(client.read { $0.hasSuffix("ok") }.end == .open)
  }

  @Test func `a plain answer has its length and leaves the connection open`() throws {
    let (text, end) = try exchange(
      .text(Self.body, status: 404, headers: [("X-A", "1"), ("X-A", "2")]),
      until: { $0.hasSuffix(Self.body) })
    #expect(
      text == """
        HTTP/1.1 404 Not Found\r
        Content-Type: text/plain; charset=utf-8\r
        X-A: 1\r
        X-A: 2\r
        Content-Length: 10\r
        \r
        0123456789
        """)
    #expect(end == .open)
  }

  @Test(arguments: [
    (
      LoopbackResponse.Fault.cutBody(after: 4), "Content-Length: 10\r\n", "\r\n\r\n0123",
      RawClient.End.closed
    ),
    (.resetBody(after: 4), "Content-Length: 10\r\n", "\r\n\r\n0123", .reset),
    (.noLength, "Connection: close\r\n", "\r\n\r\n0123456789", .closed),
    (.closeAfter, "Content-Length: 10\r\n", "\r\n\r\n0123456789", .closed),
    (.chunkedCut, "chunked\r\n", "\r\n\r\n8\r\n01234567\r\n2\r\n89\r\n", .closed),
    (.closeBeforeHeaders, "", "", .closed),
    (.reset, "", "", .reset),
  ])
  func `a fault ends the connection`(
    fault: LoopbackResponse.Fault, head: String, tail: String, end: RawClient.End
  ) throws {
    let found = try exchange(faulty(fault))
    #expect(found.text.contains(head) || head.isEmpty)
    #expect(found.text.hasSuffix(tail))
    #expect(found.text.isEmpty == tail.isEmpty)
    #expect(found.end == end)
  }

  @Test(arguments: [
    (LoopbackResponse.Fault.chunked, "\r\n\r\n8\r\n01234567\r\n2\r\n89\r\n0\r\n\r\n"),
    (.slow(bytesPerSecond: 200), "\r\n\r\n0123456789"),
    (.stall(seconds: 0.05), "\r\n\r\n0123456789"),
    (.stallBody(after: 3), "\r\n\r\n012"),
  ])
  func `a fault leaves the connection open`(
    fault: LoopbackResponse.Fault, tail: String
  ) throws {
    #expect(try exchange(faulty(fault), until: { $0.hasSuffix(tail) }).end == .open)
  }

  @Test func `raw bytes are sent as they are`() throws {
    let (text, end) = try exchange(.raw("ICY 200\nno: http"))
    #expect(text == "ICY 200\nno: http")
    #expect(end == .closed)
  }

  @Test func `answers without a body have none`() throws {
    let server = try LoopbackServer { request in
      request.path == "/empty" ? LoopbackResponse(status: 204) : .text(Self.body)
    }
    defer { server.stop() }
    let client = try #require(RawClient(port: server.port))
    client.send("HEAD / HTTP/1.1\r\n\r\n")
    #expect(client.read { $0.hasSuffix("\r\n\r\n") }.text.contains("Content-Length: 10"))
    client.get("/empty")
    #expect(
      client.read { $0.hasSuffix("\r\n\r\n") }.text == "HTTP/1.1 204 No Content\r\n\r\n")
    client.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(client.read().end == .closed)
  }

  @Test func `what is not HTTP is refused`() throws {
    let server = try LoopbackServer { _ in .text("") }
    defer { server.stop() }
    let client = try #require(RawClient(port: server.port))
    client.send("hello\r\n\r\n")
    #expect(client.read().text.hasPrefix("HTTP/1.1 400 "))
    #expect(server.requests.isEmpty)
  }

  @Test func `requests that overlap are counted as in flight together`() throws {
    let server = try LoopbackServer { _ in .text("").delayed(seconds: 30) }
    let clients = (0..<3).compactMap { _ in RawClient(port: server.port) }
    for client in clients { client.get("/") }
    #expect(server.waitForRequests(3))
    #expect(server.mostInFlight == 3)
    server.stop()
    #expect(clients.map { $0.read().end } == [.closed, .closed, .closed])
  }

  @Test(arguments: [
    LoopbackResponse.Fault.stall(seconds: 600), .stallBody(after: 1), .slow(bytesPerSecond: 1),
  ])
  func `stop ends every wait, and the port is closed`(fault: LoopbackResponse.Fault) throws {
    let server = try LoopbackServer { _ in .text(Self.body, fault: fault) }
    let (idle, busy) = (RawClient(port: server.port), RawClient(port: server.port))
    busy?.get("/")
    #expect(server.waitForRequests(1))
    server.stop()
    server.stop()
    #expect(try #require(idle).read().end == .closed)
    #expect(try #require(busy).read().end != .open)
    #expect(RawClient(port: server.port) == nil)
  }

  @Test func `a client that reads nothing holds up only its own connection`() throws {
    let large = [UInt8](repeating: 0x20, count: 64 << 20)
    let server = try LoopbackServer { $0.path == "/" ? .json(large) : .text("small") }
    let lazy = try #require(RawClient(port: server.port))
    lazy.get("/")
    #expect(server.waitForRequests(1))
    let other = try #require(RawClient(port: server.port))
    other.get("/small")
    #expect(other.read { $0.hasSuffix("small") }.end == .open)
    server.stop()
  }

  @Test func `descriptors and threads are given back`() throws {
    let before = try openDescriptors()
    for _ in 0..<100 {
      let server = try LoopbackServer { _ in .text("") }
      for _ in 0..<3 {
        let client = try #require(RawClient(port: server.port))
        client.get("/")
        _ = client.read { $0.hasSuffix("\r\n\r\n") }
      }
      server.stop()
    }
    // Other tests open some of their own meanwhile; a leak would be hundreds.
    #expect(try openDescriptors() < before + 100)
  }

  @Test func `it listens on IPv6 too`() throws {
    guard let server = try? LoopbackServer(address: .ipv6, respond: { _ in .text("") }) else {
      print("IPv6 is not to be had on this machine: not run")
      return
    }
    #expect(server.url == "http://[::1]:\(server.port)")
    server.stop()
  }

  @Test func `a port that is taken is an error with a sentence`() throws {
    let server = try LoopbackServer { _ in .text("") }
    defer { server.stop() }
    let error = #expect(throws: LoopbackError.self) {
      try LoopbackServer(port: server.port) { _ in .text("") }
    }
    #expect(
      error?.description.hasPrefix("The server can't listen on port \(server.port) of 127.0.0.1: ")
        == true)
  }

  private func openDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
  }
}
