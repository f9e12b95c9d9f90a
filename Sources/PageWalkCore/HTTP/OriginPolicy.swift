// SPDX-License-Identifier: Apache-2.0

/// Which origins a walk may ask, and which of them get the user's credentials.
package struct OriginPolicy: Hashable, Sendable {
  /// What is to be done about a next URL.
  package enum Verdict: Hashable, Sendable {
    /// It is at the origin of the walk: ask it, with credentials.
    case home
    /// The user trusts its origin: ask it, with credentials.
    case trusted
    /// The user allowed its origin: ask it, without credentials.
    case allowed
    /// It names the walk's own host by http where the walk goes by https: ask this URL, with
    /// credentials, and say so.
    case upgraded(url: String)
    /// It must not be asked.
    case refused(Refusal)
  }

  /// Why a URL must not be asked.
  package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is no absolute URL of http or https with a proper host.
    case malformed
    /// Its scheme is neither http nor https.
    case scheme(String)
    /// It holds a user name or password.
    case userInfo
    /// It leaves https for http.
    case insecure(Origin)
    /// It is at another origin, which the user has not named.
    case foreign(Origin)

    /// The reason, as the end of a sentence.
    package var description: String {
      switch self {
      case .malformed: "it is not a URL that can be asked for"
      case .scheme(let scheme): "its scheme is '\(scheme)', and only http and https are spoken"
      case .userInfo: "it holds a user name or password"
      case .insecure(let origin): "it leaves https for http ('\(origin)')"
      case .foreign(let origin): "it is at another origin ('\(origin)')"
      }
    }
  }

  /// Where the walk began.
  package let start: Origin

  /// What the URLs at the start's origin mostly begin with.
  private let home: String

  /// `--allow-origin`: asked without credentials.
  package var allowed: Set<Origin>

  /// `--trust-origin`: asked with credentials.
  package var trusted: Set<Origin>

  /// Makes a policy.
  package init(start: Origin, allowed: Set<Origin> = [], trusted: Set<Origin> = []) {
    self.start = start
    home = "\(start)/"
    self.allowed = allowed
    self.trusted = trusted
  }

  /// Whether requests to an origin carry the user's credentials.
  package func hasCredentials(_ origin: Origin) -> Bool {
    origin == start || trusted.contains(origin)
  }

  /// Whether a URL is plainly at the start's origin. It may be also where this is false.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  func isPlainlyHome(_ url: String) -> Bool {
    url.utf8.starts(with: home.utf8) && url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  /// What is to be done about a next URL, which is absolute and about to be asked as it is spelled.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package func verdict(for url: String) -> Verdict {
    if isPlainlyHome(url) { return .home }
    let origin: Origin
    switch Self.origin(of: url) {
    case .success(let found): origin = found
    case .failure(let refusal): return .refused(refusal)
    }
    if origin == start { return .home }
    if start.scheme == "https", origin.scheme == "http" {
      guard isStartByHTTP(origin) else { return .refused(.insecure(origin)) }
      return .upgraded(url: byHTTPS(url))
    }
    if trusted.contains(origin) { return .trusted }
    if allowed.contains(origin) { return .allowed }
    return .refused(.foreign(origin))
  }

  /// The origin of a URL that may be asked at all.
  static func origin(of url: String) -> Result<Origin, Refusal> {
    let parts = URLParts(url)
    if let scheme = parts.scheme, !["http", "https"].contains(scheme.lowercasedASCII) {
      return .failure(.scheme(String(scheme)))
    }
    guard parts.userInfo == nil else { return .failure(.userInfo) }
    guard let origin = Origin(url, parts) else { return .failure(.malformed) }
    return .success(origin)
  }

  /// Whether an http origin is the start's but for the scheme: same host, and the same port or
  /// each its scheme's own.
  private func isStartByHTTP(_ origin: Origin) -> Bool {
    origin.host == start.host
      && (origin.port == start.port || (origin.hasDefaultPort && start.hasDefaultPort))
  }

  /// The URL by https. A port 80 that is spelled out is http's own, and goes with it.
  private func byHTTPS(_ url: String) -> String {
    var parts = URLParts(url)
    parts.scheme = "https"
    if start.hasDefaultPort, let authority = parts.authority, authority.hasSuffix(":80") {
      parts.authority = authority.dropLast(3)
    }
    return parts.text
  }
}
