// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

@testable import PageWalkCore

/// Options that say by which way a request goes.
@Suite(.timeLimit(.minutes(1)))
struct CurlOptionsTests {
  private func get(
    _ url: String, _ change: (inout RequestOptions) -> Void
  ) throws -> (head: HTTPResponse, body: String) {
    var options = RequestOptions()
    change(&options)
    return try CurlTransport(options: options).get(url)
  }

  @Test func `names are resolved and connected as the user says`() throws {
    let server = try LoopbackServer { .json("\"\($0.header("Host") ?? "")\"") }
    let port = server.port
    let connected = try get("http://api.test/x") {
      $0.connectTo = ["api.test:80:127.0.0.1:\(port)"]
    }
    #expect(connected.body == "\"api.test\"")
    let resolved = try get("http://api.test:\(port)/x") {
      $0.resolve = ["api.test:\(port):127.0.0.1"]
    }
    #expect(resolved.body == "\"api.test:\(port)\"")
    let anywhere = try get("http://api.test/x") { $0.connectTo = ["::127.0.0.1:\(port)"] }
    #expect(anywhere.body == "\"api.test\"")
  }

  @Test func `a proxy is asked, or gone round`() throws {
    let proxy = try LoopbackServer { .json("\"\($0.target)\"") }
    let proxied = try get("http://api.test/x?y=1") { $0.proxy = proxy.url }
    #expect(proxied.body == "\"http://api.test/x?y=1\"")
    let user = proxy.url.replacingOccurrences(of: "//", with: "//ida:pw@")
    _ = try get("http://api.test/") { $0.proxy = user }
    #expect(proxy.requests.last?.header("Proxy-Authorization") == "Basic aWRhOnB3")
    #expect(proxy.requests.last?.header("Authorization") == nil)
    let direct = try LoopbackServer { _ in .json("\"direct\"") }
    let around = try get(direct.url) {
      $0.proxy = proxy.url
      $0.noProxy = "127.0.0.1"
    }
    #expect(around.body == "\"direct\"")
  }

  @Test func `a proxy that refuses is told apart`() throws {
    let proxy = try LoopbackServer { _ in LoopbackResponse(status: 403) }
    var options = RequestOptions()
    options.proxy = proxy.url
    let error = try CurlTransport(options: options).failure(of: "https://api.test/")
    #expect(error?.kind == .request)
    #expect(error?.detail.contains("403") == true)
    #expect(proxy.requests.first?.method == "CONNECT")
  }

  @Test func `one version of IP is spoken where the user says so`() throws {
    let server = try LoopbackServer { _ in .json("[]") }
    #expect(try get(server.url) { $0.ipVersion = .v4 }.body == "[]")
    var options = RequestOptions()
    options.ipVersion = .v6
    #expect(try CurlTransport(options: options).failure(of: server.url) != nil)
    guard let six = try? LoopbackServer(address: .ipv6, respond: { _ in .json("[6]") }) else {
      return print("there is no IPv6 on this machine: not tried")
    }
    #expect(try get(six.url) { $0.ipVersion = .v6 }.body == "[6]")
    #expect(try get(six.url) { _ in }.body == "[6]")
    #expect(six.requests.last?.header("Host") == "[::1]:\(six.port)")
  }

  @Test func `an interface is used, or its lack is told`() throws {
    let server = try LoopbackServer { _ in .json("[]") }
    #expect(try get(server.url) { $0.interface = "127.0.0.1" }.body == "[]")
    var options = RequestOptions()
    options.interface = "no-such-interface"
    #expect(try CurlTransport(options: options).failure(of: server.url)?.kind == .request)
  }

  @Test func `HTTP 1 is spoken on a plain connection`() throws {
    let server = try LoopbackServer { _ in .json("[]") }
    for version in [RequestOptions.HTTPVersion.any, .http1] {
      #expect(try get(server.url) { $0.httpVersion = version }.body == "[]")
    }
  }

  @Test(arguments: [
    ("cert.pem", "cert.pem", nil), ("cert.pem:pw", "cert.pem", "pw"), ("a\\:b:p:w", "a:b", "p:w"),
    ("a\\\\b", "a\\b", nil), ("a\\b:", "a\\b", ""), ("pkcs11:token=x;y", "pkcs11:token=x;y", nil),
  ])
  func `a certificate's password stands behind a colon`(
    text: String, file: String, password: String?
  ) {
    #expect(CurlHandle.certificate(text).file == file)
    #expect(CurlHandle.certificate(text).password == password)
  }

  @Test func `files that can't be read are named`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "there")
    var options = RequestOptions()
    #expect(options.unreadableFiles.isEmpty)
    options.cacert = folder.path("there")
    options.cookies = [folder.path("not-there-yet")]
    options.headers = [.file("-"), .field("X: y")]
    #expect(options.unreadableFiles.isEmpty)
    options.cert = folder.path("a") + ":pw"
    options.key = folder.path("b")
    options.netrc = .file(folder.path("c"))
    options.headers = [.file(folder.path("d"))]
    #expect(
      options.unreadableFiles.map(\.detail)
        == ["a", "b", "c", "d"].map {
          "can't read '\(folder.path($0))': No such file or directory"
        })
  }

  @Test func `a unix socket is used in place of a network`() throws {
    guard let python = Tool.path("python3") else { return }
    let folder = try TemporaryFolder()
    let path = folder.path("s")
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX)
      s.bind(sys.argv[1]); s.listen()
      c, _ = s.accept()
      c.recv(65536)
      c.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n[]")
      """
    let child = try Child(
      Child.Plan(executable: python, arguments: ["-c", script, path], folder: folder.url.path))
    let deadline = ContinuousClock.now + .seconds(20)
    while !FileManager.default.fileExists(atPath: path), ContinuousClock.now < deadline {
      usleep(1000)
    }
    var body: String?
    // The socket is there a moment before it is listened to.
    while body == nil, ContinuousClock.now < deadline {
      body = try? get("http://api.test/") { $0.unixSocket = path }.body
    }
    #expect(body == "[]")
    _ = try child.end(by: deadline)
  }
}
