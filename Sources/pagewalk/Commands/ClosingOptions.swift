// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

extension ParsedWords.Given {
  /// The words that give the option again in a later run, `***` standing for what is secret; nil
  /// where a later run needs no such option.
  var wordsForLater: [String]? {
    guard option.section == .request else { return nil }
    switch option.name {
    case "--request", "--data", "--data-raw", "--data-binary", "--data-urlencode", "--json",
      "--get", "--url-query", "--location", "--show-error", "--fail", "--compressed", "--basic",
      "--fail-with-body", "--globoff", "--no-buffer", "--config":
      return nil
    case "--header":
      return [option.names[0], Self.shownHeader(value)]
    case "--user", "--oauth2-bearer":
      return [option.names[0], "***"]
    case "--cookie":
      return [option.names[0], value.contains("=") ? "***" : value]
    case "--cert":
      let file = value.prefix { $0 != ":" }
      return [option.names[0], file.count == value.count ? value : "\(file):***"]
    case "--proxy":
      return [option.names[0], URLMask.masked(value)]
    default:
      return option.value == .none ? [option.names[0]] : [option.names[0], value]
    }
  }

  private static func shownHeader(_ text: String) -> String {
    guard !text.hasPrefix("@") else { return text }
    let name = HeaderOption.name(of: text)
    return HeaderOption.isCredential(name) && text.contains(":") ? "\(name): ***" : text
  }
}

extension Settings {
  /// What the user gave in confidence, as a server could say it back, in a cursor or in an error: with
  /// a start URL, in headers and their files, in cookies, as name and password.
  func secrets(with url: String) -> SecretTexts {
    var texts = [request.bearer].compactMap { $0 }
    let proxyUser = request.proxy.flatMap { URLReference.splittingUserInfo($0).user }
    for user in [request.user, proxyUser].compactMap({ $0 }) {
      texts += [user, Base64.encoded(user)]
      texts += user.split(separator: ":", maxSplits: 1).suffix(1).map(String.init)
    }
    for header in request.headers {
      // A file that can't be read is told when it is to be sent.
      for field in (try? header.fields()) ?? []
      where HeaderOption.isCredential(HeaderOption.name(of: field)) {
        let value = HeaderOption.value(of: field)
        // A header such as "Authorization: Bearer TOKEN": the token is the secret.
        texts += [value] + value.split(separator: " ").suffix(1).map(String.init)
        texts += Self.assignedValues(in: value)
      }
    }
    // Without a "=", it is a file of cookies.
    texts += request.cookies.flatMap { Self.assignedValues(in: $0) }
    return SecretTexts(of: url, and: texts)
  }

  /// The values of `a=b; c="d"` and of `token=e, f=g`: as they stand, and without quotes. Whether a
  /// comma or a blank ends a value, or is a part of it, is for the server to say.
  private static func assignedValues(in text: String) -> [String] {
    (text.split(separator: ";") + text.split { ";, ".contains($0) }).flatMap { part -> [String] in
      let value = part.drop { $0 != "=" }.dropFirst()
      let isQuoted = value.count > 1 && value.first == "\"" && value.last == "\""
      return [String(value)] + (isQuoted ? [String(value.dropFirst().dropLast())] : [])
    }
  }
}
