// SPDX-License-Identifier: Apache-2.0

import LoopbackServer
import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct ResponseHeadTests {
  /// Heads as real servers write them, and what is to be read of them.
  static let heads: [(bytes: [UInt8], status: Int, fields: [(String, String)])] = [
    (
      Array("HTTP/1.1 200 OK\r\nA: 1\r\nB:2\r\nC :  3  \r\na: 4\r\n".utf8), 200,
      [("A", "1"), ("B", "2"), ("C", "3"), ("a", "4")]
    ),
    (Array("HTTP/1.1 200\r\nLink:</b>; rel=next\r\n".utf8), 200, [("Link", "</b>; rel=next")]),
    (Array("HTTP/1.0 404 Not Found At All\r\n".utf8), 404, []),
    (
      Array("HTTP/1.1 200 OK\r\nX: caf".utf8) + [0xE9] + Array("\r\nY: caf\u{E9}\r\n".utf8), 200,
      [("X", "caf\u{E9}"), ("Y", "caf\u{E9}")]
    ),
    (
      Array("HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\t c\r\nY:\r\n d\r\n".utf8), 200,
      [("X", "a b c"), ("Y", "d")]
    ),
    (
      Array(
        "HTTP/1.1 200 OK\r\nX: a: b\r\nEmpty:\r\nSet-Cookie: a=1; Path=/\r\nSet-Cookie: b=2\r\n"
          .utf8), 200,
      [("X", "a: b"), ("Empty", ""), ("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2")]
    ),
    (
      Array(
        "HTTP/1.1 100 Continue\r\nX: 0\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 201 Created\r\nX: 1\r\n"
          .utf8), 201, [("X", "1")]
    ),
    (Array("HTTP/1.1 599 Odd\nX: 1\n".utf8), 599, [("X", "1")]),
  ]

  @Test(arguments: heads.indices)
  func `odd heads are understood`(index: Int) {
    let (bytes, status, fields) = Self.heads[index]
    var head = ResponseHead()
    var isComplete = false
    for line in lines(of: bytes + [13, 10]) {
      isComplete = unsafe line.withUnsafeBytes { unsafe head.receive($0) }
    }
    #expect(isComplete)
    #expect(head.isComplete)
    #expect(head.status == status)
    #expect(head.headers.fields.map { [$0.name, $0.value] } == fields.map { [$0.0, $0.1] })
  }

  @Test(arguments: heads.indices)
  func `odd heads come through libcurl`(index: Int) throws {
    let (bytes, status, fields) = Self.heads[index]
    let server = try LoopbackServer { _ in .raw(bytes + Array("\r\n[]".utf8)) }
    let transport = try CurlTransport(options: RequestOptions())
    let (head, body) = try transport.get(server.url)
    #expect(head.status == status)
    #expect(head.headers.fields.map { [$0.name, $0.value] } == fields.map { [$0.0, $0.1] })
    #expect(body == "[]")
  }

  @Test func `trailers are no headers`() throws {
    let answer = """
      HTTP/1.1 200 OK\r
      Transfer-Encoding: chunked\r
      Trailer: X-Late\r
      \r
      2\r
      []\r
      0\r
      X-Late: 1\r
      \r

      """
    let server = try LoopbackServer { _ in .raw(answer) }
    let transport = try CurlTransport(options: RequestOptions())
    let (head, body) = try transport.get(server.url)
    #expect(head.headers["X-Late"] == nil)
    #expect(body == "[]")
  }

  private func lines(of bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for byte in bytes {
      lines[lines.count - 1].append(byte)
      if byte == 10 { lines.append([]) }
    }
    return lines.filter { !$0.isEmpty }
  }
}
