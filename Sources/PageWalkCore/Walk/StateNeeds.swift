// SPDX-License-Identifier: Apache-2.0

/// What a state does not keep, and a later run must be given again: request options and secrets,
/// each by the words in which they are given, as in `-H X-Api-Key`, `--cacert`,
/// `--url-query api_key`.
package struct StateNeeds: Hashable, Sendable {
  /// The names, in order, a repeated one as often as it was given.
  package var names: [String] = []

  /// Creates a list from a state.
  init(names: [String]) {
    self.names = names
  }

  /// What a walk was given.
  ///
  /// - Throws: a ``StateError`` where a file of headers can't be read.
  package init(plan: WalkPlan, options: RequestOptions) throws(StateError) {
    names = try Self.names(of: options)
    names += Self.parameters(of: plan).map { "\(Self.urlOption) \($0.name)" }
    names += Self.bodyFields(of: plan).map { "\(Self.bodyOption) \($0.name)" }
  }

  /// The names of request options that were given.
  static func names(of options: RequestOptions) throws(StateError) -> [String] {
    let headers = try fields(of: options.headers).map { "-H \($0.name)" }
    let given: [(String, Bool)] = [
      ("-u", options.user != nil), ("--oauth2-bearer", options.bearer != nil),
      ("-n", options.netrc == .home),
      ("--netrc-file", options.netrc != .home && options.netrc != .none),
      ("--aws-sigv4", options.sigv4 != nil), ("-A", options.userAgent != nil),
      ("-e", options.referer != nil), ("-b", !options.cookies.isEmpty),
      ("-x", options.proxy != nil), ("--noproxy", options.noProxy != nil),
      ("-k", options.insecure), ("--cacert", options.cacert != nil),
      ("--capath", options.capath != nil), ("-E", options.cert != nil),
      ("--key", options.key != nil), ("--unix-socket", options.unixSocket != nil),
      ("--connect-to", !options.connectTo.isEmpty), ("--resolve", !options.resolve.isEmpty),
      ("--interface", options.interface != nil),
    ]
    return headers + given.filter(\.1).map(\.0)
  }

  /// What of these is not among what was given, as words to type.
  package func missing(from given: StateNeeds) -> [String] {
    var rest = given.names
    var missing: [String] = []
    for name in names {
      if let index = rest.firstIndex(where: { HTTPHeaders.same($0, name) }) {
        rest.remove(at: index)
      } else {
        missing.append(Self.words(for: name))
      }
    }
    return missing
  }

  /// The words that give the secrets of URL and body again, with three stars for each.
  package var secretWords: [String] {
    names.flatMap { name -> [String] in
      let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2, [Self.urlOption, Self.bodyOption].contains(parts[0]) else {
        return []
      }
      return [parts[0], "\(parts[1])=***"]
    }
  }

  static let urlOption = "--url-query"
  static let bodyOption = "--data-urlencode"

  private static func words(for name: String) -> String {
    let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
    switch parts[0] {
    case "-H": return "-H '\(parts.last ?? ""): …'"
    case urlOption, bodyOption: return "\(parts[0]) '\(parts.last ?? "")=…'"
    case "-n", "-k": return name
    default: return "\(name) …"
    }
  }

  // MARK: - Secrets

  /// The secrets of a walk as they are at its beginning.
  static func secrets(
    of plan: WalkPlan, options: RequestOptions
  ) throws(StateError) -> StateSecrets {
    var secrets = StateSecrets()
    for parameter in parameters(of: plan) {
      secrets.add(
        "\(urlOption) \(parameter.name)", parameter.value, spelled: parameter.raw,
        as: parameter.spelling)
    }
    for field in bodyFields(of: plan) {
      secrets.add(
        "\(bodyOption) \(field.name)", field.value, spelled: field.raw, as: field.spelling)
    }
    try add(options, to: &secrets)
    return secrets
  }

  /// The secrets that a later run is given.
  ///
  /// - Parameter data: the pairs of name and value of `--url-query` and `--data-urlencode`.
  static func secrets(
    url: [(name: String, value: String)], body: [(name: String, value: String)],
    options: RequestOptions
  ) throws(StateError) -> StateSecrets {
    var secrets = StateSecrets()
    for pair in url { secrets.add("\(urlOption) \(pair.name)", pair.value) }
    for pair in body { secrets.add("\(bodyOption) \(pair.name)", pair.value) }
    try add(options, to: &secrets)
    return secrets
  }

  /// The secrets of request options, which a server may send back in a next URL.
  private static func add(
    _ options: RequestOptions, to secrets: inout StateSecrets
  ) throws(StateError) {
    for field in try fields(of: options.headers) where HeaderOption.isCredential(field.name) {
      add("-H \(field.name)", field.value, to: &secrets)
    }
    if let bearer = options.bearer { secrets.addIfLong("--oauth2-bearer", bearer) }
    if let user = options.user {
      secrets.addIfLong("-u", user)
      if let colon = user.firstIndex(of: ":") {
        secrets.addIfLong("-u", user[user.index(after: colon)...])
      }
    }
    for cookies in options.cookies where cookies.contains("=") {
      for cookie in cookies.split(separator: ";") {
        let value = cookie.drop { $0 != "=" }.dropFirst()
        secrets.addIfLong("-b", value.trimmingSpaces)
      }
    }
  }

  /// A header's value, and what stands behind a word such as `Bearer`.
  private static func add(_ name: String, _ value: String, to secrets: inout StateSecrets) {
    secrets.addIfLong(name, value)
    if let blank = value.firstIndex(of: " ") {
      secrets.addIfLong(name, value[value.index(after: blank)...].trimmingSpaces)
    }
  }

  private static func fields(
    of headers: [HeaderOption]
  ) throws(StateError) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    do throws(TransportError) {
      for option in headers {
        for field in try option.fields() {
          fields.append((HeaderOption.name(of: field), HeaderOption.value(of: field)))
        }
      }
    } catch {
      throw StateError(.refusal, "\(error.detail).")
    }
    return fields
  }

  private struct Found {
    var name: String
    var value: String
    /// The value as it is spelled where it stands, and the spelling that is the nearest to it.
    var raw: String
    var spelling = StateSecrets.Spelling.percent
  }

  /// The parameters with secret names in the URLs that the user gave. A cursor is no secret, whatever
  /// its parameter is called.
  private static func parameters(of plan: WalkPlan) -> [Found] {
    var urls = [plan.request.url]
    if let url = plan.then.url { urls.append(url) }
    if case .url(let url) = plan.nextBase { urls.append(url) }
    urls += plan.startAt.filter { $0.contains("?") }
    var found: [Found] = []
    for url in urls {
      let before = found
      for parameter in URLQuery.parameters(of: url) {
        guard let raw = parameter.rawValue, !raw.isEmpty, URLMask.isSecret(parameter.name),
          !plan.places(parameter.name)
        else { continue }
        let value = URLQuery.decoded(raw)
        if before.contains(where: { $0.name == parameter.name && $0.value == value }) { continue }
        found.append(Found(name: parameter.name, value: value, raw: String(raw)))
      }
    }
    return found
  }

  // MARK: - Bodies

  /// The fields of the request's body that are secret beyond doubt by their names. What only may be
  /// one stays: a `key` to sort by, a `code` of a country.
  private static func bodyFields(of plan: WalkPlan) -> [Found] {
    var found: [Found] = []
    for body in [plan.request.body, plan.then.data].compactMap({ $0 }) {
      let before = found
      for field in fields(ofBody: body) where isPassword(field.name) && !field.value.isEmpty {
        if before.contains(where: { $0.name == field.name && $0.value == field.value }) { continue }
        found.append(field)
      }
    }
    return found
  }

  private static func fields(ofBody body: [UInt8]) -> [Found] {
    guard let document = try? JSONDocument(body) else {
      guard let text = String(validating: body, as: UTF8.self) else { return [] }
      return URLQuery.parameters(of: "?" + text).compactMap { parameter in
        parameter.rawValue.map {
          Found(name: parameter.name, value: URLQuery.decoded($0), raw: String($0))
        }
      }
    }
    var found: [Found] = []
    for object in 0..<document.nodeCount where document.kind(object) == .object {
      for (key, value) in document.members(of: object) where document.kind(value) == .string {
        let raw = String(document.text(value).dropFirst().dropLast())
        found.append(
          Found(
            name: document.string(key), value: document.string(value), raw: raw, spelling: .json))
      }
    }
    return found
  }

  private static func isPassword(_ name: String) -> Bool {
    guard URLMask.isSecret(name) else { return false }
    let letters = String(decoding: name.utf8.filter(\.isASCIILetter), as: UTF8.self).lowercased()
    return letters.contains("password") || letters.contains("secret")
      || ["api", "access", "private", "auth", "bearer", "refresh", "session"].contains { owner in
        letters.hasSuffix(owner + "key") || letters.hasSuffix(owner + "token")
      }
  }
}

extension WalkPlan {
  /// Whether a cursor goes into the query parameter of a name.
  fileprivate func places(_ name: String) -> Bool {
    guard case .cursors(let rules) = way else { return false }
    return rules.contains { $0.place.kind == .query(name) }
  }
}
