// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

/// The program's request options, over real connections.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct RequestRunTests {
  @Test func `a walk by HTTPS needs the server's authority, and shows the client's certificate`()
    async throws
  {
    guard let server = try TLSServer() else { return }
    let url = "https://home.test:\(server.port)/x"
    let resolved = ["--resolve", "home.test:\(server.port):127.0.0.1", "--no-next", "--no-ask"]
    let items = ["--items-key", "client"]
    let untrusted = try await Binary.run([url] + resolved + items)
    #expect(untrusted.status == 4)
    #expect(untrusted.stderr.contains("certificate"))
    let insecure = try await Binary.run([url, "-k"] + resolved + items)
    #expect(insecure.status == 0, "\(insecure.stderr)")
    #expect(insecure.stdout == "")
    for certificate in [
      ["-E", server.file("client.pem")],
      ["--cert", server.file("client.crt"), "--key", server.file("client.key")],
      ["-E", server.file("client.crt") + ":pw", "--key", server.file("locked.key")],
    ] {
      let result = try await Binary.run(
        [url, "--cacert", server.file("ca.pem")] + certificate + resolved + items)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(result.stdout == "\"ida\"\n")
    }
    let byEnvironment = try await Binary.run(
      [url] + resolved + items, environment: ["SSL_CERT_FILE": server.file("ca.pem")])
    #expect(byEnvironment.status == 0, "\(byEnvironment.stderr)")
    let wrongName = try await Binary.run([
      "https://wrong.test:\(server.port)/", "--connect-to", "wrong.test::127.0.0.1:",
      "--cacert", server.file("ca.pem"), "--no-ask",
    ])
    #expect(wrongName.status == 4)
  }

  @Test func `http in a next URL of an https walk becomes https`() async throws {
    guard let server = try TLSServer() else { return }
    let plain = "http://home.test:\(server.port)/x"
    let result = try await Binary.run([
      "https://home.test:\(server.port)/x", "--resolve", "home.test:\(server.port):127.0.0.1",
      "--cacert", server.file("ca.pem"), "--items-key", "method", "--next-key", "headers.X-Next",
      "-H", "X-Next: \(plain)", "--on-repeat", "end", "-v", "--no-ask",
    ])
    // The next URL is the first one by https, which was sent already: that is the end.
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.stdout == "\"GET\"\n")
  }

  @Test func `cookies are kept in a jar from run to run`() async throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { _ in
      .json("[]", headers: [("Set-Cookie", "sid=abc; Max-Age=3600")])
    }
    for run in 1...2 {
      let result = try await Binary.run(
        [server.url, "-b", "jar", "-c", "jar", "--no-next"], in: folder)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(server.requests.last?.header("Cookie") == (run == 1 ? nil : "sid=abc"))
    }
  }

  @Test func `IPv6, a proxy and other addresses for a name are used`() async throws {
    let six = try? LoopbackServer(address: .ipv6) { _ in .json("[6]") }
    if let six {
      let result = try await Binary.run([six.url, "--no-next"])
      #expect(result.stdout == "6\n", "\(result.stderr)")
    }
    let server = try LoopbackServer { request in .json("[\"\(request.target)\"]") }
    let proxied = try await Binary.run(["http://api.test/a?b", "-x", server.url, "--no-next"])
    #expect(proxied.stdout == "\"http://api.test/a?b\"\n", "\(proxied.stderr)")
    let refused = try LoopbackServer { request in
      .json(#"{"saw":"\#(request.header("Proxy-Authorization") ?? ""), s3cret!"}"#, status: 403)
    }
    let secret = refused.url.replacing("http://", with: "http://ida:s3cret%21@")
    let told = try await Binary.run(["http://api.test/a", "-x", secret, "--no-next"])
    #expect(told.status == 3)
    #expect(told.stderr.contains("Basic ***, ***"), "\(told.stderr)")
    #expect(!told.stderr.contains("s3cret"), "\(told.stderr)")
    let named = try await Binary.run(
      ["http://api.test/a", "--no-next"], environment: ["http_proxy": server.url])
    #expect(named.stdout == "\"http://api.test/a\"\n", "\(named.stderr)")
    let connected = try await Binary.run([
      "http://api.test/a", "--connect-to", "api.test:80:127.0.0.1:\(server.port)", "--no-next",
    ])
    #expect(connected.stdout == "\"/a\"\n", "\(connected.stderr)")
    #expect(server.requests.last?.header("Host") == "api.test")
  }

  @Test(arguments: [LoopbackResponse.Fault.chunked, .noLength, .closeAfter, .none])
  func `bodies of every framing come whole`(fault: LoopbackResponse.Fault) async throws {
    let items = (0..<5000).map { "{\"id\":\($0)}" }
    let body = "[" + items.joined(separator: ", ") + "]"
    let server = try LoopbackServer { _ in .json(body, fault: fault) }
    let result = try await Binary.run([server.url, "--no-next"])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.lines == items)
  }
}
