// SPDX-License-Identifier: Apache-2.0

internal import CCurl

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The user's options in libcurl's terms: once for a handle what holds for all of its requests,
/// and then for each request what is its own.
extension CurlHandle {
  /// Sets what holds for all requests of this handle.
  func apply(_ options: RequestOptions, credentials: Bool) throws(TransportError) {
    try set(CURLOPT_NOSIGNAL, 1)
    unsafe pw_set_protocols(pointer)
    unsafe pw_set_quick_exit(pointer)
    try set(CURLOPT_PATH_AS_IS, 1)
    try set(CURLOPT_TCP_NODELAY, 1)
    try set(CURLOPT_TCP_KEEPALIVE, 1)
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    try set(CURLOPT_ACCEPT_ENCODING, "")
    try set(CURLOPT_BUFFERSIZE, 1 << 19)
    try set(CURLOPT_COOKIEFILE, "")
    try applyTimes(options)
    try applyNetwork(options)
    try applyTLS(options)
    if let agent = options.userAgent { try set(CURLOPT_USERAGENT, agent.isEmpty ? nil : agent) }
    if credentials { try applyCredentials(options) }
  }

  /// Sets what one request asks. Its body's bytes are set apart, since libcurl does not copy them.
  func prepare(
    _ request: HTTPRequest, options: RequestOptions, credentials: Bool
  ) throws(TransportError) {
    try set(CURLOPT_URL, request.url)
    let isHead = request.method == "HEAD"
    let method: String
    try set(CURLOPT_NOBODY, 0)
    if let body = request.body {
      method = "POST"
      try set(CURLOPT_POST, 1)
      unsafe pw_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
    } else {
      method = isHead ? "HEAD" : "GET"
      try set(CURLOPT_HTTPGET, 1)
      if isHead { try set(CURLOPT_NOBODY, 1) }
    }
    try set(CURLOPT_CUSTOMREQUEST, request.method == method ? nil : request.method)
    let fields = try RequestHeaders.fields(
      of: request, options: options.headers, credentials: credentials)
    try set(CURLOPT_HTTPHEADER, list: fields)
  }

  private func applyTimes(_ options: RequestOptions) throws(TransportError) {
    // libcurl takes 0 for "no limit of your own, take the default".
    try set(CURLOPT_CONNECTTIMEOUT_MS, Int(min(max(options.connectTimeout * 1000, 1), 1e9)))
    try set(CURLOPT_LOW_SPEED_LIMIT, options.speedTime > 0 ? options.speedLimit : 0)
    try set(CURLOPT_LOW_SPEED_TIME, options.speedTime)
  }

  private func applyNetwork(_ options: RequestOptions) throws(TransportError) {
    try set(CURLOPT_PROXY, options.proxy)
    try set(CURLOPT_NOPROXY, options.noProxy)
    try set(CURLOPT_UNIX_SOCKET_PATH, options.unixSocket)
    try set(CURLOPT_CONNECT_TO, list: options.connectTo)
    try set(CURLOPT_RESOLVE, list: options.resolve)
    try set(CURLOPT_INTERFACE, options.interface)
    switch options.ipVersion {
    case .any: break
    case .v4: try set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V4))
    case .v6: try set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V6))
    }
    switch options.httpVersion {
    case .any: break
    case .http1: try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    case .http2: try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2_0)
    }
  }

  /// Authorities are looked for as the curl tool does: its options, then `CURL_CA_BUNDLE`, then
  /// `SSL_CERT_DIR` and `SSL_CERT_FILE`, then what libcurl was built with.
  private func applyTLS(_ options: RequestOptions) throws(TransportError) {
    try set(CURLOPT_SSL_VERIFYPEER, options.insecure ? 0 : 1)
    try set(CURLOPT_SSL_VERIFYHOST, options.insecure ? 0 : 2)
    var file = options.cacert
    var folder = options.capath
    if file == nil, folder == nil, !options.insecure {
      file = Self.environment("CURL_CA_BUNDLE")
      if file == nil {
        folder = Self.environment("SSL_CERT_DIR")
        file = Self.environment("SSL_CERT_FILE")
      }
    }
    if let file { try set(CURLOPT_CAINFO, file) }
    if let folder { try set(CURLOPT_CAPATH, folder) }
  }

  private func applyCredentials(_ options: RequestOptions) throws(TransportError) {
    var schemes = 0
    if let user = options.user {
      let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      try set(CURLOPT_USERNAME, String(parts[0]))
      try set(CURLOPT_PASSWORD, parts.count > 1 ? String(parts[1]) : "")
    }
    if let bearer = options.bearer {
      schemes |= Int(pw_auth_bearer)
      try set(CURLOPT_XOAUTH2_BEARER, bearer)
    }
    if let sigv4 = options.sigv4 {
      schemes |= Int(pw_auth_sigv4)
      try set(CURLOPT_AWS_SIGV4, sigv4)
    }
    if schemes != 0 { try set(CURLOPT_HTTPAUTH, schemes) }
    switch options.netrc {
    case .none: break
    case .home: try set(CURLOPT_NETRC, Int(CURL_NETRC_REQUIRED.rawValue))
    case .file(let path):
      try set(CURLOPT_NETRC, Int(CURL_NETRC_REQUIRED.rawValue))
      try set(CURLOPT_NETRC_FILE, path)
    }
    // A URL that only this origin need know, perhaps with a secret in it.
    if let referer = options.referer {
      let text = options.refersByItself ? String(referer.dropLast(5)) : referer
      try set(CURLOPT_REFERER, text.isEmpty ? nil : text)
    }
    let texts = options.cookies.filter { $0.contains("=") }
    if !texts.isEmpty { try set(CURLOPT_COOKIE, texts.joined(separator: ";")) }
    for file in options.cookies where !file.contains("=") { try set(CURLOPT_COOKIEFILE, file) }
    try set(CURLOPT_COOKIEJAR, options.cookieJar)
    if let cert = options.cert {
      let (file, password) = Self.certificate(cert)
      try set(CURLOPT_SSLCERT, file)
      if let password { try set(CURLOPT_KEYPASSWD, password) }
    }
    if let key = options.key { try set(CURLOPT_SSLKEY, key) }
  }

  /// Takes `FILE:PASSWORD` apart as curl does: `\:` and `\\` are a colon and a backslash of the
  /// name, and a `pkcs11:` URI is a name as a whole.
  static func certificate(_ text: String) -> (file: String, password: String?) {
    guard !text.lowercasedASCII.hasPrefix("pkcs11:") else { return (text, nil) }
    var file = ""
    var rest = text.unicodeScalars[...]
    while let next = rest.popFirst() {
      if next == ":" { return (file, String(rest)) }
      if next == "\\", let escaped = rest.first, escaped == ":" || escaped == "\\" {
        rest.removeFirst()
        file.unicodeScalars.append(escaped)
      } else {
        file.unicodeScalars.append(next)
      }
    }
    return (file, nil)
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }
}
