// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An HTTPS server for tests, with an authority, a certificate for the names that it stands for, and
/// a client certificate, all made on the fly.
///
/// It answers each request with its method, target and headers as JSON, and the name in the client's
/// certificate; a target `/to?URL` is a redirect to that URL.
final class TLSServer {
  /// The port on 127.0.0.1.
  let port: Int

  private let folder = try? TemporaryFolder()
  private let child: Child

  /// Starts a server; nil where python3 or openssl is missing.
  init?() throws {
    guard let python = Tool.path("python3"), let openssl = Tool.path("openssl"),
      let folder
    else { return nil }
    try folder.write(Self.certificates.replacing("OPENSSL", with: openssl), to: "make")
    try folder.write(Self.script, to: "server.py")
    let maker = try Child(
      Child.Plan(executable: "/bin/sh", arguments: ["make"], folder: folder.url.path))
    guard try maker.end(by: .now + .seconds(30)).status == 0 else {
      throw Child.Failure(description: "The test's certificates could not be made.")
    }
    child = try Child(
      Child.Plan(executable: python, arguments: ["server.py"], folder: folder.url.path))
    let deadline = ContinuousClock.now + .seconds(30)
    while folder.text(of: "port") == nil, ContinuousClock.now < deadline { usleep(1000) }
    guard let port = folder.text(of: "port").flatMap({ Int($0) }) else {
      throw Child.Failure(description: "The test's HTTPS server did not start.")
    }
    self.port = port
  }

  deinit {
    child.send(signal: SIGKILL)
    _ = try? child.end(by: .now + .seconds(10))
  }

  /// The path of one of its files: `ca.pem`, `other-ca.pem`, `client.pem` (certificate and key),
  /// `client.crt`, `client.key`, `locked.key` (its password is `pw`).
  func file(_ name: String) -> String { folder?.path(name) ?? name }

  private static let certificates = """
    set -e
    new="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    ca() { OPENSSL req -x509 $new -days 2 -subj "/CN=$1" -keyout $1.key -out $1.pem; }
    signed() {
      OPENSSL req $new -subj "/CN=$2" -keyout $1.key -out $1.csr
      printf "$3" > ext
      OPENSSL x509 -req -in $1.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile ext -out $1.crt
    }
    {
      ca ca
      ca other-ca
      signed server localhost "subjectAltName=DNS:home.test,DNS:other.test,IP:127.0.0.1"
      signed client ida "extendedKeyUsage=clientAuth"
      cat client.crt client.key > client.pem
      OPENSSL ec -aes128 -passout pass:pw -in client.key -out locked.key
    } >log 2>&1
    """

  private static let script = """
    import http.server, json, os, ssl
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def do_GET(self):
            cert = self.connection.getpeercert() or {}
            names = [value for part in cert.get("subject", []) for key, value in part]
            body = json.dumps({"method": self.command, "target": self.path,
                               "headers": dict(self.headers.items()), "client": names}).encode()
            moved = self.path.startswith("/to?")
            self.send_response(302 if moved else 200)
            if moved: self.send_header("Location", self.path[4:])
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        def log_message(self, *words): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain("server.crt", "server.key")
    context.load_verify_locations("ca.pem")
    context.verify_mode = ssl.CERT_OPTIONAL
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    with open("port.new", "w") as file: file.write(str(server.server_port))
    os.rename("port.new", "port")
    server.serve_forever()
    """
}
