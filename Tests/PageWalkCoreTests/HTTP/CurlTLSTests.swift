// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

@testable import PageWalkCore

/// HTTPS: who the server must be, who the client is, and where that is told.
@Suite(.timeLimit(.minutes(1)), .serialized)
struct CurlTLSTests {
  private func answer(_ body: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
  }

  private func options(_ server: TLSServer) -> RequestOptions {
    var options = RequestOptions()
    options.cacert = server.file("ca.pem")
    options.resolve = ["home.test", "other.test", "wrong.test"].map {
      "\($0):\(server.port):127.0.0.1"
    }
    return options
  }

  @Test func `the server must prove who it is`() throws {
    guard let server = try TLSServer() else { return }
    let url = "https://home.test:\(server.port)/x"
    var options = options(server)
    #expect(try CurlTransport(options: options).get(url).head.status == 200)
    let wrong = try CurlTransport(options: options).failure(
      of: "https://wrong.test:\(server.port)/")
    #expect(wrong?.kind == .tls)
    options.cacert = server.file("other-ca.pem")
    let unknown = try CurlTransport(options: options).failure(of: url)
    #expect(unknown?.kind == .tls)
    #expect(unknown?.detail.contains("certificate") == true)
    options.insecure = true
    #expect(try CurlTransport(options: options).get(url).head.status == 200)
    options.insecure = false
    options.cacert = server.file("missing.pem")
    #expect(try CurlTransport(options: options).failure(of: url)?.kind == .localFile)
    let plain = try CurlTransport(options: options).failure(of: "http://home.test:\(server.port)/")
    #expect(plain != nil)
  }

  @Test func `a client certificate is shown at home only`() throws {
    guard let server = try TLSServer() else { return }
    let url = "https://home.test:\(server.port)/x"
    var options = options(server)
    for (cert, key) in [
      ("client.pem", nil), ("client.crt", "client.key"), ("client.crt:pw", "locked.key"),
    ] {
      options.cert = server.file(cert)
      options.key = key.map(server.file)
      let transport = try CurlTransport(options: options)
      for (credentials, names) in [(true, ["ida"]), (false, []), (true, ["ida"])] {
        let seen = try answer(transport.get(url, credentials: credentials).body)
        #expect(seen["client"] as? [String] == names)
      }
    }
    options.cert = server.file("missing.pem")
    #expect(try CurlTransport(options: options).failure(of: url)?.kind == .localFile)
  }

  @Test func `a redirect takes nothing along to another host, nor from http to https`() throws {
    guard let server = try TLSServer() else { return }
    var options = options(server)
    options.cert = server.file("client.pem")
    options.user = "ida:pw"
    options.headers = [.field("X-Api-Key: k"), .field("Accept-Language: de")]
    options.cookies = ["sid=1"]
    let home = "https://home.test:\(server.port)"
    let plain = try LoopbackServer { _ in
      LoopbackResponse(status: 302, headers: [("Location", "\(home)/there")])
    }
    let starts = [
      (home, "\(home)/to?/there", true),
      (home, "\(home)/to?https://HOME.test:\(server.port)/there", true),
      (home, "\(home)/to?https://other.test:\(server.port)/there", false),
      (plain.url, "\(plain.url)/", false),
    ]
    for (origin, start, isHome) in starts {
      let client = HTTPClient(
        transport: try CurlTransport(options: options), options: options,
        origins: OriginPolicy(start: try #require(Origin(origin))))
      let body = BodyCollector()
      let response = try client.send(HTTPRequest(url: start), to: body)
      #expect(response.url.hasSuffix("/there"))
      let seen = try answer(body.text)
      let headers = try #require(seen["headers"] as? [String: String])
      #expect(headers["Accept-Language"] == "de")
      for name in ["Authorization", "X-Api-Key", "Cookie"] {
        #expect((headers[name] != nil) == isHome, "\(name) after \(start)")
      }
      #expect(seen["client"] as? [String] == (isHome ? ["ida"] : []))
    }
    #expect(plain.requests.first?.header("Authorization") != nil)
  }

  @Test func `a redirect from https to http is not followed`() throws {
    guard let server = try TLSServer() else { return }
    let plain = try LoopbackServer { _ in .json("[]") }
    let start = "https://home.test:\(server.port)/to?\(plain.url)/"
    let options = options(server)
    let client = HTTPClient(
      transport: try CurlTransport(options: options), options: options,
      origins: OriginPolicy(start: try #require(Origin(start))))
    let error = #expect(throws: TransportError.self) {
      _ = try client.send(HTTPRequest(url: start), to: BodyCollector())
    }
    #expect(error?.kind == .redirect)
    #expect(plain.requestCount == 0)
  }

  @Test func `HTTP 2 is spoken where the server has it`() throws {
    guard let nginx = Tool.path("nginx", isNeeded: false), let server = try TLSServer() else {
      return
    }
    let folder = try TemporaryFolder()
    // Two ports that were free a moment ago: the servers that held them are gone.
    let ports = try [0, 0].map { _ in try LoopbackServer { _ in .json("[]") } }.map(\.port)
    let files = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(folder.path($0));"
    }
    try folder.write(
      """
      daemon off; master_process off; pid \(folder.path("pid")); error_log stderr;
      events {}
      http {
        access_log off; \(files.joined(separator: " "))
        ssl_certificate \(server.file("server.crt")); ssl_certificate_key \(server.file("server.key"));
        server {
          listen 127.0.0.1:\(ports[0]) ssl http2;
          location / { return 200 "$server_protocol $request_method $http_x_api_key"; }
        }
        server {
          listen 127.0.0.1:\(ports[1]) http2;
          location / { return 200 "$server_protocol"; }
        }
      }
      """, to: "nginx.conf")
    let child = try Child(
      Child.Plan(
        executable: nginx, arguments: ["-c", folder.path("nginx.conf"), "-p", folder.url.path],
        folder: folder.url.path))
    defer {
      child.send(signal: SIGKILL)
      _ = try? child.end(by: .now + .seconds(10))
    }
    let deadline = ContinuousClock.now + .seconds(20)
    while RawClient(port: ports[0]) == nil, ContinuousClock.now < deadline { usleep(1000) }
    var options = options(server)
    options.headers = [.field("X-Api-Key: k")]
    let url = "https://127.0.0.1:\(ports[0])/"
    for (version, name) in [
      (RequestOptions.HTTPVersion.any, "HTTP/2.0"), (.http2, "HTTP/2.0"), (.http1, "HTTP/1.1"),
    ] {
      options.httpVersion = version
      let transport = try CurlTransport(options: options)
      for _ in 1...3 { #expect(try transport.get(url).body == "\(name) GET k") }
      let post = HTTPRequest(method: "POST", url: url, body: [UInt8](repeating: 1, count: 10_000))
      let body = BodyCollector()
      var calls = 0
      _ = try transport.send(post, credentials: true, to: body) { calls += 1 }
      #expect(body.text == "\(name) POST k")
      #expect(calls == 1)
    }
  }
}
