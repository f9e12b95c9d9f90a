// SPDX-License-Identifier: Apache-2.0

/// All that a user may say of how requests are made, with curl's meaning: the options that one
/// would give `curl` for the same.
package struct RequestOptions: Hashable, Sendable {
  /// Where user names and passwords of hosts are read.
  package enum Netrc: Hashable, Sendable {
    /// Nowhere.
    case none
    /// `-n`: `.netrc` in the home folder.
    case home
    /// `--netrc-file`: that file.
    case file(String)
  }

  /// Which addresses a name may stand for.
  package enum IPVersion: Hashable, Sendable {
    /// Whatever the name has.
    case any
    /// `-4`.
    case v4
    /// `-6`.
    case v6
  }

  /// Which HTTP is spoken.
  package enum HTTPVersion: Hashable, Sendable {
    /// HTTP/2 over TLS where the server offers it, else HTTP/1.1.
    case any
    /// `--http1.1`.
    case http1
    /// `--http2`.
    case http2
  }

  /// `-H`, in order.
  package var headers: [HeaderOption] = []

  /// `-u`: name and password with a colon between. A credential.
  package var user: String?

  /// `--oauth2-bearer`: the token. A credential.
  package var bearer: String?

  /// `-n`, `--netrc-file`. A credential.
  package var netrc = Netrc.none

  /// `--aws-sigv4`: `provider1[:provider2[:region[:service]]]`; ``user`` has the keys. A credential.
  package var sigv4: String?

  /// `-A`; an empty text sends no User-Agent.
  package var userAgent: String?

  /// `-e`; `;auto` at its end has redirects within an origin name the page that they come from.
  package var referer: String?

  /// `-b`: each is the text of a Cookie header where it holds a `=`, else a file of cookies.
  /// Credentials.
  package var cookies: [String] = []

  /// `-c`: the file that takes all cookies when the transport is closed.
  package var cookieJar: String?

  /// `-x`; nil leaves it to the environment's variables.
  package var proxy: String?

  /// `--noproxy`: hosts, separated by commas, that are asked directly.
  package var noProxy: String?

  /// `-k`: the server need not prove who it is.
  package var insecure = false

  /// `--cacert`: a file of authorities; nil leaves it to the environment and the system.
  package var cacert: String?

  /// `--capath`: a folder of authorities.
  package var capath: String?

  /// `-E`: the file of a client certificate, or `FILE:PASSWORD`. A credential.
  package var cert: String?

  /// `--key`: the file of the client certificate's private key. A credential.
  package var key: String?

  /// `--unix-socket`: the path of a socket that is used in place of a network.
  package var unixSocket: String?

  /// `--connect-to`: `HOST1:PORT1:HOST2:PORT2`, in order.
  package var connectTo: [String] = []

  /// `--resolve`: `HOST:PORT:ADDRESS`, in order.
  package var resolve: [String] = []

  /// `--interface`: the interface, address or host name to send from.
  package var interface: String?

  /// `-4`, `-6`.
  package var ipVersion = IPVersion.any

  /// `--http1.1`, `--http2`.
  package var httpVersion = HTTPVersion.any

  /// `--connect-timeout` in seconds: name look-up, connection and TLS together.
  package var connectTimeout = 30.0

  /// `-m` in seconds, for one request; nil is no limit.
  package var maxTime: Double?

  /// `-Y` in bytes per second: slower than that for ``speedTime`` is a stall.
  package var speedLimit = 1

  /// `-y` in seconds; 0 is no limit.
  package var speedTime = 60

  /// `--max-redirs`; a negative number is no limit.
  package var maxRedirects = 10

  /// The most bytes that a decoded body may have.
  package var maximumBodySize = 1 << 30

  /// Creates options that say nothing.
  package init() {}

  /// Whether redirects name the page that they come from.
  var refersByItself: Bool { referer?.hasSuffix(";auto") ?? false }

  /// The files that options name and that can't be read, each with a sentence's end that says why.
  /// Files of cookies are not among them: like curl's, they need not be there.
  ///
  /// - Complexity: O(*n*) in the size of the header files.
  package var unreadableFiles: [TransportError] {
    var files = [cacert, cert.map { CurlHandle.certificate($0).file }, key].compactMap(\.self)
    files.removeAll { $0.lowercasedASCII.hasPrefix("pkcs11:") }
    if case .file(let path) = netrc { files.append(path) }
    for case .file(let path) in headers where path != "-" { files.append(path) }
    return files.compactMap { LocalFile.unreadable($0) }
  }
}
