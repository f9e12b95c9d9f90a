// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Whom a URL speaks to: scheme, host and port. Two URLs that differ in no more than their case or
/// in a default port that is spelled out have the same origin.
///
/// https://www.rfc-editor.org/rfc/rfc6454#section-4
package struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  package let scheme: String

  /// The host in lower case; an IPv6 address in its one short spelling, in brackets.
  package let host: String

  /// The port, the scheme's own where the URL names none.
  package let port: UInt16

  /// Reads the origin of an absolute URL.
  ///
  /// Nothing is guessed: a URL that two readers might take for two hosts has no origin. So nil is
  /// the answer for other schemes than http and https, and where the host is missing or has
  /// characters that no host name has, or the port is no number.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package init?(_ url: String) {
    self.init(url, URLParts(url))
  }

  /// Reads the origin of an absolute URL that has been taken apart.
  init?(_ url: String, _ parts: URLParts) {
    guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return nil }
    guard let scheme = parts.scheme?.lowercasedASCII, parts.authority != nil,
      let ownPort = Self.ports[scheme], let (host, port) = Self.split(parts.hostAndPort)
    else { return nil }
    self.scheme = scheme
    self.host = host
    self.port = port ?? ownPort
  }

  /// Whether the port is the scheme's own.
  package var hasDefaultPort: Bool { Self.ports[scheme] == port }

  /// The origin as the beginning of a URL, without a port that need not be named.
  package var description: String {
    hasDefaultPort ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }

  private static let ports: [String: UInt16] = ["http": 80, "https": 443]

  private static func split(_ text: Substring) -> (host: String, port: UInt16?)? {
    var host = text
    var port: UInt16?
    let bracket = text.utf8.lastIndex(of: UInt8(ascii: "]")) ?? text.startIndex
    if let colon = text[bracket...].utf8.firstIndex(of: UInt8(ascii: ":")) {
      host = text[..<colon]
      let digits = text[text.utf8.index(after: colon)...]
      guard digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
      if !digits.isEmpty {
        guard let number = UInt16(digits) else { return nil }
        port = number
      }
    }
    guard let host = normalized(host) else { return nil }
    return (host, port)
  }

  private static func normalized(_ host: Substring) -> String? {
    guard let first = host.utf8.first else { return nil }
    if first == UInt8(ascii: "[") {
      guard host.utf8.last == UInt8(ascii: "]"), host.utf8.count > 2 else { return nil }
      return address(String(host.dropFirst().dropLast())).map { "[\($0)]" }
    }
    let isName = host.utf8.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 || "-._~".utf8.contains($0)
    }
    return isName ? host.lowercasedASCII : nil
  }

  /// The one short spelling of an IPv6 address; a zone behind it is kept.
  private static func address(_ text: String) -> String? {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    var bytes = in6_addr()
    guard unsafe inet_pton(AF_INET6, String(parts[0]), &bytes) == 1 else { return nil }
    var spelled = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    unsafe inet_ntop(AF_INET6, &bytes, &spelled, socklen_t(spelled.count))
    let short = String(decoding: spelled.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    guard parts.count > 1 else { return short }
    let zone = parts[1]
    guard !zone.isEmpty, zone.utf8.allSatisfy({ $0 == 0x25 || URLQuery.isUnreserved($0) }) else {
      return nil
    }
    return "\(short)%\(zone)"
  }
}
