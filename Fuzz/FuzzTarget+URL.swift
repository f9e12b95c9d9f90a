// SPDX-License-Identifier: Apache-2.0

import CCurl

@testable import PageWalkCore

extension FuzzTarget {
  /// A URL, the name of a parameter, and its value, each up to a zero byte.
  ///
  /// What is edited changes at one place and nowhere else, byte for byte; what is escaped, masked or
  /// resolved stays so; and where an origin is read, libcurl would ask the same host and port.
  static func editURL(_ bytes: [UInt8]) {
    let parts = parts(of: bytes, atMost: 3).map { String(decoding: $0, as: UTF8.self) }
    let url = parts[0]
    let name = parts.count > 1 ? parts[1] : "cursor"
    let value = parts.count > 2 ? parts[2] : "a b&c=%+é"
    expect(URLParts(url).text == url, "the parts are not the whole")
    checkEdits(of: name, value, in: url)
    checkForms(of: url, secret: name)
    checkOrigin(of: url)
    let base = "https://api.test/a/b;c?d#e"
    let resolved = URLReference.resolve(url, against: base)
    // A path of a URL without a host may begin with two slashes when its dots are gone.
    if URLParts(resolved).authority != nil, URLParts(url).scheme == nil {
      expect(URLReference.resolve(resolved, against: base) == resolved, "not resolved whole")
      expect(URLParts(resolved).scheme == "https", "the scheme is not that of the base")
    }
    _ = URLReference.resolve("../x?y", against: url)
    _ = URLReference.withoutTemplates(url)
  }

  /// The pieces of a query but those of a name, as they are spelled.
  private static func others(than name: String, in url: String) -> [Substring] {
    URLQuery.parameters(of: url).filter { $0.name != name }.map(\.text)
  }

  /// The URL but for its query.
  private static func surroundings(of url: String) -> String {
    var parts = URLParts(url)
    parts.query = nil
    return parts.text
  }

  private static func checkEdits(of name: String, _ value: String, in url: String) {
    let set = URLQuery.setting(name, to: URLQuery.percentEncoded(value), in: url)
    expect(URLQuery.value(of: name, in: set) == value, "the value does not come back")
    expect(
      URLQuery.names(in: set).count { $0 == name } == 1, "the parameter is there several times")
    let removed = URLQuery.removing(name, from: set)
    expect(!URLQuery.contains(name, in: removed), "the parameter is still there")
    for edited in [set, removed] {
      expect(
        others(than: name, in: edited) == others(than: name, in: url), "another parameter changed")
      expect(surroundings(of: edited) == surroundings(of: url), "more than the query changed")
    }
    let added = URLQuery.adding(name, value, to: url)
    expect(URLQuery.names(in: added) == URLQuery.names(in: url) + [name], "names changed")
    expect(
      URLQuery.decoded(URLQuery.percentEncoded(value)[...]) == value, "encoding loses something")
  }

  private static func checkForms(of url: String, secret name: String) {
    let escaped = URLReference.escaped(url)
    expect(URLReference.escaped(escaped) == escaped, "escaping is not stable")
    let masked = URLMask.masked(url, secretNames: [name])
    expect(URLMask.masked(masked, secretNames: [name]) == masked, "masking is not stable")
    if URLParts(masked).userInfo != nil {
      expect(URLParts(masked).userInfo == "***", "user info is shown")
    }
    for parameter in URLQuery.parameters(of: masked) where parameter.name == name {
      expect(["***", nil].contains(parameter.rawValue), "a secret is shown")
    }
    let (bare, user) = URLReference.splittingUserInfo(url)
    expect((user == nil) == (URLParts(url).userInfo == nil), "user info got lost")
    if user != nil { expect(URLParts(bare).userInfo == nil, "user info was left") }
  }

  /// https://everything.curl.dev/libcurl/url
  private static func checkOrigin(of url: String) {
    guard let origin = Origin(url) else { return }
    expect(Origin(origin.description) == origin, "the origin is described as another")
    expect(Origin(URLReference.escaped(url)) == origin, "escaping leads to another origin")
    // What libcurl refuses is not asked at all. It spells some hosts in a way of its own: 127.1.
    guard let seen = authority(of: url) else { return }
    let named = authority(of: origin.description)
    expect(seen == named, "libcurl asks \(seen), where the origin is \(named ?? "none")")
  }

  /// The host, zone and port that libcurl would ask for.
  private static func authority(of url: String) -> String? {
    guard let handle = unsafe curl_url() else { return nil }
    defer { unsafe curl_url_cleanup(handle) }
    guard unsafe curl_url_set(handle, CURLUPART_URL, url, UInt32(CURLU_PATH_AS_IS)) == CURLUE_OK,
      let host = unsafe part(CURLUPART_HOST, of: handle),
      let port = unsafe part(CURLUPART_PORT, of: handle)
    else { return nil }
    let zone = unsafe part(CURLUPART_ZONEID, of: handle) ?? ""
    return "\(host.lowercasedASCII)%\(zone):\(port)"
  }

  private static func part(_ part: CURLUPart, of handle: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK else {
      return nil
    }
    defer { unsafe curl_free(text) }
    return unsafe text.map { unsafe String(cString: $0) }
  }
}
