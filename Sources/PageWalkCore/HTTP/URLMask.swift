// SPDX-License-Identifier: Apache-2.0

/// Hides what is secret in a URL before it is shown: user info, and the parameters that the user
/// gave whose names say so.
package enum URLMask {
  /// The URL with `***` in place of its user info and of the values of parameters with these names.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package static func masked(_ url: String, secretNames: Set<String> = []) -> String {
    var parts = URLParts(url)
    if parts.userInfo != nil { parts.authority = "***@" + parts.hostAndPort }
    let text = parts.text
    guard !secretNames.isEmpty else { return text }
    return URLQuery.editing(text) { parameter in
      guard parameter.rawValue != nil, secretNames.contains(parameter.name) else {
        return parameter.text
      }
      return "\(parameter.rawName)=***"
    }
  }

  /// The names of those parameters of a URL that are secret by their name, decoded.
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  package static func secretNames(in url: String) -> Set<String> {
    Set(URLQuery.names(in: url).filter(isSecret))
  }

  /// Whether a name holds one of the words that name secrets: as a whole word (`api_key`,
  /// `accessToken`), or grown together with another word of its kind (`apikey`). A word that has
  /// one of them only in its letters, like `author` or `design`, is none.
  ///
  /// - Complexity: O(*n*) in the length of the name.
  package static func isSecret(_ name: String) -> Bool {
    words(of: name).contains(where: isSecretWord)
  }

  private static let secrets: Set = [
    "key", "token", "secret", "signature", "password", "auth", "code", "sig", "passwd", "pwd",
    "passphrase", "pass", "jwt", "hmac", "credential", "credentials", "authorization", "bearer",
    "appid", "sessionid", "jsessionid",
  ]

  private static let companions: Set = [
    "api", "app", "auth", "access", "client", "user", "session", "refresh", "id", "bearer",
    "private", "secret", "shared", "master", "account", "csrf", "xsrf", "x", "o", "developer",
    "dev", "hapi", "subscription", "service", "consumer", "security", "login", "pass", "otp",
  ]

  private static func isSecretWord(_ word: String) -> Bool {
    secrets.contains(word)
      || secrets.contains {
        word.hasSuffix($0) && companions.contains(String(word.dropLast($0.count)))
      }
  }

  /// The words of a name, in lower case: `X-Amz-Signature` and `accessToken` have several.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    let bytes = Array(name.utf8)
    for (index, byte) in bytes.enumerated() {
      let isLetter = byte.isASCIILetter
      if !isLetter || startsWord(at: index, in: bytes) {
        words.append(String(decoding: word, as: UTF8.self))
        word = []
      }
      if isLetter { word.append(byte.lowercasedASCII) }
    }
    return (words + [String(decoding: word, as: UTF8.self)]).filter { !$0.isEmpty }
  }

  /// Whether a capital begins a word: `T` in `accessToken` and in `JWTToken`.
  private static func startsWord(at index: Int, in bytes: [UInt8]) -> Bool {
    let isCapital = { (at: Int) in bytes.indices.contains(at) && (0x41...0x5A).contains(bytes[at]) }
    let isSmall = { (at: Int) in bytes.indices.contains(at) && (0x61...0x7A).contains(bytes[at]) }
    return isCapital(index) && (isSmall(index - 1) || (isCapital(index - 1) && isSmall(index + 1)))
  }
}
