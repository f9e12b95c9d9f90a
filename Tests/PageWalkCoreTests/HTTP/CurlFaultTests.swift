// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Synchronization
import Testing

@testable import PageWalkCore

/// What goes wrong between two machines, and what is said of it.
@Suite(.timeLimit(.minutes(1)))
struct CurlFaultTests {
  typealias Kind = TransportError.Kind

  static let items = "[" + String(repeating: "1234567,", count: 999) + "1]"

  @Test(arguments: [
    (LoopbackResponse.Fault.closeBeforeHeaders, Kind.emptyReply, 0),
    (.reset, .cutShort, 0),
    (.cutBody(after: 100), .cutShort, 100),
    (.cutBody(after: 0), .cutShort, 0),
    (.resetBody(after: 100), .cutShort, 100),
    (.chunkedCut, .cutShort, items.utf8.count),
    (.stall(seconds: 60), .timeout, 0),
    (.stallBody(after: 100), .timeout, 100),
  ])
  func `a fault of the server has its own kind`(
    fault: LoopbackResponse.Fault, kind: Kind, received: Int
  ) throws {
    let server = try LoopbackServer { _ in .json(Self.items, fault: fault) }
    var options = RequestOptions()
    options.speedTime = 1
    let transport = try CurlTransport(options: options)
    let error = try #require(transport.failure(of: server.url))
    #expect(error.kind == kind)
    #expect(error.received == received)
    #expect(!error.detail.isEmpty && !error.detail.hasSuffix("."))
    #expect(server.requestCount == 1)
  }

  @Test(arguments: [
    LoopbackResponse.Fault.none, .chunked, .noLength, .closeAfter, .slow(bytesPerSecond: 20_000),
    .stall(seconds: 0.1),
  ])
  func `an answer that comes oddly, but whole, is one`(fault: LoopbackResponse.Fault) throws {
    let server = try LoopbackServer { _ in .json(Self.items, fault: fault) }
    let transport = try CurlTransport(options: RequestOptions())
    for _ in 1...2 { #expect(try transport.get(server.url).body == Self.items) }
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Encoding: gzip\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
    "hello\r\n\r\n",
    "SSH-2.0-OpenSSH_9.2\r\n",
  ])
  func `what breaks HTTP is told apart`(answer: String) throws {
    let server = try LoopbackServer { _ in .raw(answer) }
    let transport = try CurlTransport(options: RequestOptions())
    #expect(transport.failure(of: server.url)?.kind == .protocolViolation)
  }

  @Test func `where nothing listens, there is no connection`() throws {
    let server = try LoopbackServer { _ in .json("[]") }
    let url = server.url
    server.stop()
    let transport = try CurlTransport(options: RequestOptions())
    let error = try #require(transport.failure(of: url))
    #expect(error.kind == .connect)
    #expect(error.detail.contains("\(server.port)"))
    let name = try #require(transport.failure(of: "http://no-such-host.invalid/"))
    #expect(name.kind == .nameLookup)
    #expect(name.detail.contains("no-such-host.invalid"))
  }

  @Test(arguments: [
    "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://[::1", "http://127.0.0.1:99999/",
    "gopher://127.0.0.1/", "http://127.0.0.1/\u{1}",
  ])
  func `what can't be asked for is not`(url: String) throws {
    let transport = try CurlTransport(options: RequestOptions())
    #expect(transport.failure(of: url)?.kind == .request)
  }

  @Test func `the time of one request is bounded, without what the program does meanwhile`() throws
  {
    let server = try LoopbackServer { request in
      request.path == "/never" ? .json("[]", fault: .stall(seconds: 60)) : .json("[]")
    }
    var options = RequestOptions()
    options.maxTime = 0.2
    let transport = try CurlTransport(options: options)
    let error = try #require(transport.failure(of: server.url + "/never"))
    #expect(error.kind == .timeout)
    #expect(error.detail == "the request took more than 0.2 seconds")
    let response = try transport.send(
      HTTPRequest(url: server.url), credentials: true, to: BodyCollector(),
      meanwhile: { usleep(400_000) })
    #expect(response.status == 200)
  }

  @Test func `a body may have so many bytes and no more, counted when decoded`() throws {
    let bomb = try Gzip.zeros(count: 20_000_000)
    #expect(bomb.count < 100_000)
    let server = try LoopbackServer { request in
      request.path == "/bomb"
        ? .json(bomb, headers: [("Content-Encoding", "gzip")])
        : .json(String(repeating: "x", count: Int(request["n"] ?? "") ?? 0))
    }
    var options = RequestOptions()
    options.maximumBodySize = 1_000_000
    let transport = try CurlTransport(options: options)
    #expect(try transport.get("\(server.url)/?n=1000000").body.utf8.count == 1_000_000)
    for path in ["/?n=1000001", "/bomb"] {
      let body = BodyCollector()
      let error = try #require(transport.failure(of: server.url + path, to: body))
      #expect(error.kind == .tooLarge)
      #expect(error.detail == "the body has more than 1000000 bytes")
      #expect(body.bytes.count <= 1_000_000)
    }
  }

  @Test func `gzip is asked for and undone`() throws {
    let body = try Gzip.compressed(Self.items)
    let server = try LoopbackServer { _ in .json(body, headers: [("Content-Encoding", "gzip")]) }
    let transport = try CurlTransport(options: RequestOptions())
    #expect(try transport.get(server.url).body == Self.items)
    let accepted = try #require(server.requests.first?.header("Accept-Encoding"))
    #expect(accepted.contains("gzip") && accepted.contains("deflate"))
  }

  @Test func `brotli and zstd are asked for and undone where libcurl has them`() throws {
    let text = "[1,2,3]"
    let size = UInt8(text.utf8.count)
    // One block that is stored, not compressed, as either format has it.
    let brotli = [(size - 1) << 4, 0, 0x10] + Array(text.utf8) + [3]
    let zstd: [UInt8] =
      [0x28, 0xB5, 0x2F, 0xFD, 0x20, size, size << 3 | 1, 0, 0] + Array(text.utf8)
    let server = try LoopbackServer { request in
      let encoding = String(request.path.dropFirst())
      return .json(encoding == "br" ? brotli : zstd, headers: [("Content-Encoding", encoding)])
    }
    let transport = try CurlTransport(options: RequestOptions())
    _ = transport.failure(of: server.url + "/br")
    let accepted = try #require(server.requests.first?.header("Accept-Encoding"))
    for encoding in ["br", "zstd"] where accepted.contains(encoding) {
      #expect(try transport.get("\(server.url)/\(encoding)").body == text)
    }
  }

  @Test(arguments: [
    "X: " + String(repeating: "a", count: 3_000_000) + "\r\n",
    String(repeating: "X: " + String(repeating: "a", count: 1000) + "\r\n", count: 3000),
    String(repeating: "X:\r\n", count: 1_000_000),
  ])
  func `headers without end are too large`(fields: String) throws {
    let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\r\n" + fields + "\r\n") }
    let transport = try CurlTransport(options: RequestOptions())
    #expect(transport.failure(of: server.url)?.kind == .tooLarge)
  }

  @Test func `a header as long as real ones may be is no fault`() throws {
    let link = "<?cursor=" + String(repeating: "a", count: 60_000) + ">; rel=next"
    let server = try LoopbackServer { _ in .json("[]", headers: [("Link", link)]) }
    let transport = try CurlTransport(options: RequestOptions())
    #expect(try transport.get(server.url).head.headers["Link"] == link)
  }

  // MARK: - A kept connection that the server has closed

  @Test(arguments: ["GET", "POST"])
  func `a kept connection that is closed is opened again`(method: String) throws {
    let server = try LoopbackServer { _ in .json("[]", fault: .closeAfter) }
    let transport = try CurlTransport(options: RequestOptions())
    let request = HTTPRequest(
      method: method, url: server.url, body: method == "POST" ? Array("{}".utf8) : nil)
    for _ in 1...10 {
      _ = try transport.send(request, credentials: true, to: BodyCollector(), meanwhile: {})
    }
    #expect(server.requestCount == 10)
    #expect(server.requests.allSatisfy { $0.body == request.body ?? [] })
  }

  @Test(
    arguments: ["GET", "POST"], [LoopbackResponse.Fault.closeBeforeHeaders, .reset])
  func `a request that meets the close of a kept connection is sent again, once`(
    method: String, fault: LoopbackResponse.Fault
  ) throws {
    let isDown = Mutex(false)
    let server = try LoopbackServer { request in
      let closes = request.path == "/close" && (request.connection == 1 || isDown.withLock { $0 })
      return .json("[\(request.connection)]", fault: closes ? fault : .none)
    }
    let transport = try CurlTransport(options: RequestOptions())
    #expect(try transport.get(server.url).body == "[1]")
    var calls = 0
    let body = BodyCollector()
    let request = HTTPRequest(
      method: method, url: server.url + "/close", body: method == "POST" ? [1, 2, 3] : nil)
    _ = try transport.send(request, credentials: true, to: body) { calls += 1 }
    #expect(body.text == "[2]")
    #expect(body.heads.count == 1)
    #expect(calls == 1)
    #expect(server.requests.map(\.path) == ["/", "/close", "/close"])
    // On a new connection the same is a failure, after one request.
    isDown.withLock { $0 = true }
    #expect(throws: TransportError.self) {
      _ = try transport.send(request, credentials: true, to: body, meanwhile: {})
    }
    #expect(server.requestCount <= 5)
    isDown.withLock { $0 = false }
    #expect(try transport.get(server.url).head.status == 200)
  }

  // MARK: - Cancelling

  @Test(arguments: ["/stall", "/slow"])
  func `a transfer is cancelled at once from another thread`(path: String) throws {
    let isUnderWay = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { request in
      switch request.path {
      case "/stall":
        isUnderWay.signal()
        return .json("[]", fault: .stall(seconds: 60))
      case "/slow": return .json(Self.items, fault: .slow(bytesPerSecond: 10))
      default: return .json("[]")
      }
    }
    let transport = try CurlTransport(options: RequestOptions())
    let body = BodyCollector()
    body.onBytes = { isUnderWay.signal() }
    let thread = Thread {
      isUnderWay.wait()
      transport.cancel()
    }
    thread.start()
    let error = try #require(transport.failure(of: server.url + path, to: body))
    #expect(error.kind == .cancelled)
    #expect(try transport.get(server.url).body == "[]")
  }

  @Test func `a cancellation that finds no transfer ends the next one, or is forgotten`() throws {
    let server = try LoopbackServer { _ in .json("[]") }
    let transport = try CurlTransport(options: RequestOptions())
    transport.cancel()
    #expect(transport.failure(of: server.url)?.kind == .cancelled)
    #expect(server.requestCount == 0)
    #expect(transport.failure(of: server.url) == nil)
    transport.cancel()
    transport.forgetCancellation()
    #expect(transport.failure(of: server.url) == nil)
  }
}

/// Compressed data, made by the system's gzip.
enum Gzip {
  static func compressed(_ text: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "data")
    return try run("gzip -c data", in: folder)
  }

  static func zeros(count: Int) throws -> [UInt8] {
    try run("head -c \(count) /dev/zero | gzip -c", in: TemporaryFolder())
  }

  private static func run(_ command: String, in folder: TemporaryFolder) throws -> [UInt8] {
    let child = try Child(
      Child.Plan(
        executable: "/bin/sh", arguments: ["-c", "(\(command)) > out"], folder: folder.url.path))
    _ = try child.end(by: .now + .seconds(30))
    return Array(try Data(contentsOf: folder.url.appendingPathComponent("out")))
  }
}
