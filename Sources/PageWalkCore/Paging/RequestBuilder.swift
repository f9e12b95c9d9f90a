// SPDX-License-Identifier: Apache-2.0

/// Puts cursors, page numbers and offsets into requests.
///
/// Each request is built from the first one (or from what ``WalkPlan/Then`` puts in its place), so
/// that nothing of an earlier page's values can be left behind in a later request.
package struct RequestBuilder: Sendable {
  /// A value and the place where it goes.
  package struct Placement: Sendable {
    package var place: Place
    package var value: Cursor
  }

  /// Where a URL of the server may lead.
  private let origins: OriginPolicy
  private let plan: WalkPlan

  package init(plan: WalkPlan, origins: OriginPolicy) {
    self.plan = plan
    self.origins = origins
  }

  /// The first request: the plan's own, with the page size and the given values put in.
  ///
  /// - Throws: a ``WalkError`` of code `usage`, since all that goes in comes from the user.
  package func first(_ placements: [Placement]) throws(WalkError) -> HTTPRequest {
    do {
      return try filled(
        limited(plan.request), with: placements, dropping: [], pageURL: plan.request.url, base: nil)
    } catch {
      throw WalkError(.usage, error.description, isOfPage: false)
    }
  }

  /// A request after the first.
  ///
  /// - Parameters:
  ///   - placements: the values that the page gave, and their places.
  ///   - pageURL: the URL that answered the page.
  ///   - base: what a relative next URL is joined to, where that is not the page's URL.
  package func next(
    _ placements: [Placement], pageURL: String, base: String?
  ) throws(WalkError) -> HTTPRequest {
    var request = limited(plan.request)
    if let url = plan.then.url {
      request.url = URLReference.resolve(
        URLReference.escaped(url), against: plan.request.url)
    }
    if let data = plan.then.data {
      request.body = data
      request.headers.set("Content-Type", to: "application/json")
    }
    if let method = plan.then.method {
      request.method = method
      if method == "GET" { request.body = nil }
    } else if plan.then.data != nil, request.method == "GET" {
      request.method = "POST"
    }
    if request.body == nil { request.headers.remove("Content-Type") }
    return try filled(
      request, with: placements, dropping: plan.dropParameters, pageURL: pageURL, base: base)
  }

  /// The number that a request already says at a place, or nil.
  package func number(at place: Place, in request: HTTPRequest) -> Int? {
    switch place.kind {
    case .query(let name): URLQuery.value(of: name, in: request.url).flatMap { Int($0) }
    case .header(let name): request.headers[name].flatMap { Int($0) }
    case .form(let name): URLQuery.value(of: name, in: formURL(request.body)).flatMap { Int($0) }
    case .body(let steps): bodyValue(at: steps, in: request.body)?.count
    case .path, .url, .queryMembers, .bodyMembers, .request: nil
    }
  }

  // MARK: - The page size

  private func limited(_ request: HTTPRequest) -> HTTPRequest {
    guard let place = plan.limitPlace, let size = plan.pageSize else { return request }
    var limited = request
    // A page size is a number, which every place takes.
    try? put(number(size, at: place, in: request), at: place, in: &limited)
    return limited
  }

  /// A number and its place, in a request that is made from the plan's.
  package func placement(_ value: Int, at place: Place) -> Placement {
    Placement(place: place, value: number(value, at: place, in: plan.request))
  }

  /// A number as the place has it: a string in a JSON body that has a string there.
  private func number(_ number: Int, at place: Place, in request: HTTPRequest) -> Cursor {
    guard case .body(let steps) = place.kind,
      bodyValue(at: steps, in: request.body)?.kind == .string
    else { return Cursor(number) }
    return Cursor(String(number))
  }

  // MARK: - Filling in

  private func filled(
    _ start: HTTPRequest, with placements: [Placement], dropping names: [String],
    pageURL: String, base: String?
  ) throws(WalkError) -> HTTPRequest {
    var request = start
    for placement in placements where placement.place.replacesURL {
      switch placement.place.kind {
      case .url:
        guard placement.value.kind != .object, placement.value.kind != .array else {
          throw unusable(
            "The next URL should be a text, but is \(Self.quoted(placement.value.text)). Name the "
              + "member that holds it, as in '--next-key next.href'.")
        }
        request.url = try nextURL(placement.value.text, pageURL: pageURL, base: base)
      default:
        try apply(placement.value, to: &request, pageURL: pageURL, base: base)
      }
    }
    for name in names {
      request.url = URLQuery.removing(name, from: request.url)
    }
    let rest = placements.filter { !$0.place.replacesURL }
    if rest.isEmpty { return request }
    let home = Origin(request.url)
    for placement in rest {
      try put(placement.value, at: placement.place, in: &request)
      guard Origin(request.url) == home else {
        throw unusable(
          "The value \(Self.quoted(placement.value.text)) can't be put at '\(placement.place)': it "
            + "would make another host of the URL, or none.")
      }
    }
    return request
  }

  private func put(
    _ value: Cursor, at place: Place, in request: inout HTTPRequest
  ) throws(WalkError) {
    switch place.kind {
    case .query(let name):
      request.url = URLQuery.setting(name, to: encoded(value), in: request.url)
    case .path(let name):
      // The URL has its braces percent-encoded, as no URL may hold them.
      request.url = replacing(
        URLReference.escaped("{\(name)}"), by: encoded(value), in: request.url)
    case .header(let name):
      if let refusal = RequestHeaders.refusal(of: name) {
        throw unusable("The next request can't be made: \(refusal).")
      }
      guard !value.text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
        throw unusable(
          "The cursor \(Self.quoted(value.text)) can't be sent in the header '\(name)', "
            + "because it holds control characters.")
      }
      request.headers.set(name, to: value.text)
    case .form(let name):
      let form = URLQuery.setting(
        name, to: URLQuery.percentEncoded(value.text), in: formURL(request.body))
      request.body = Array(form.utf8.drop { $0 != 0x3F }.dropFirst())
    case .body(let steps):
      request.body = try edited(request.body) { body throws(EditError) in
        try JSONEdit.setting(steps, to: Array(value.json.utf8), in: body)
      }
    case .queryMembers:
      for (name, member) in try members(of: value, for: place) {
        request.url = URLQuery.setting(name, to: encoded(member), in: request.url)
      }
    case .bodyMembers:
      _ = try members(of: value, for: place)
      request.body = try edited(request.body) { body throws(EditError) in
        try JSONEdit.merging(Array(value.json.utf8), into: body, removing: [])
      }
    case .url, .request:
      break
    }
  }

  /// A cursor as it is written into a query or a path.
  private func encoded(_ value: Cursor) -> String {
    switch plan.encoding {
    case .percent: URLQuery.percentEncoded(value.text)
    case .json: URLQuery.percentEncoded(value.json)
    case .raw: value.text
    }
  }

  // MARK: - URLs of the server

  private func nextURL(_ text: String, pageURL: String, base: String?) throws(WalkError) -> String {
    let reference = URLReference.escaped(URLReference.withoutTemplates(text))
    let against = base.map { URLReference.resolve($0, against: pageURL) } ?? pageURL
    var url = URLReference.resolve(reference, against: against)
    // A fragment is not sent, so that two requests which differ in nothing else are the same.
    url = URLReference.withoutFragment(url)
    if plan.rebaseNext { url = URLReference.rebased(url, onto: plan.request.url) }
    let carriesCredentials: Bool
    switch origins.verdict(for: url) {
    case .home, .trusted:
      carriesCredentials = true
    case .allowed:
      carriesCredentials = false
    case .upgraded(url: let secure):
      url = secure
      carriesCredentials = true
    case .refused(let refusal):
      throw WalkError(.foreignOrigin, sentence(refusal, url), isOfPage: false)
    }
    if carriesCredentials {
      for name in plan.keepParameters where !URLQuery.contains(name, in: url) {
        guard let value = URLQuery.rawValue(of: name, in: plan.request.url) else { continue }
        url = URLQuery.setting(name, to: value, in: url)
      }
    }
    return url
  }

  private func sentence(_ refusal: OriginPolicy.Refusal, _ url: String) -> String {
    let sentence = "The next URL '\(plan.shown(url))' is not followed: \(refusal)."
    guard case .foreign(let origin) = refusal else { return sentence }
    return sentence + " Say '--allow-origin \(origin)' to follow it without credentials, "
      + "'--trust-origin \(origin)' to send them there."
  }

  /// A whole request that the server wrote out: `url` or `href`, `method`, `headers`, `body`, `merge`.
  private func apply(
    _ value: Cursor, to request: inout HTTPRequest, pageURL: String, base: String?
  ) throws(WalkError) {
    guard value.kind == .object, let document = try? JSONDocument(value.json) else {
      throw unusable(
        "The next request should be an object with a URL, but is \(Self.quoted(value.text)).")
    }
    func member(_ name: String, _ kind: JSONKind) -> JSONDocument.Node? {
      document.member(name, of: document.root).flatMap { document.kind($0) == kind ? $0 : nil }
    }
    if let node = member("url", .string) ?? member("href", .string) {
      request.url = try nextURL(document.string(node), pageURL: pageURL, base: base)
    }
    if let node = member("method", .string) {
      let asked = request.method
      request.method = document.string(node).uppercased()
      guard RequestHeaders.isToken(request.method),
        request.method == asked || !Self.refusedMethods.contains(request.method)
      else {
        throw unusable(
          "The server's next request can't be made: its method is \(Self.quoted(request.method)).")
      }
    }
    if let headers = member("headers", .object) {
      for (key, node) in document.members(of: headers) {
        let place = try self.place("header:\(document.string(key))")
        try put(Cursor(node, of: document), at: place, in: &request)
      }
    }
    if let node = document.member("body", of: document.root) {
      let body = Cursor(node, of: document)
      if body.kind == .object, let merge = document.member("merge", of: document.root),
        document.kind(merge) == .true
      {
        try put(body, at: place("body:*"), in: &request)
      } else {
        request.body = Array((body.kind == .string ? body.text : body.json).utf8)
        if body.kind != .string { request.headers.set("Content-Type", to: "application/json") }
      }
    }
    if request.method == "GET" {
      request.body = nil
      request.headers.remove("Content-Type")
    }
  }

  /// Methods that ask for no page: they change what is there, with the user's credentials, or speak to
  /// proxies. Only the user can choose one.
  private static let refusedMethods: Set = ["CONNECT", "DELETE", "PATCH", "PUT", "TRACE"]

  private func place(_ text: String) throws(WalkError) -> Place {
    do {
      return try Place(text)
    } catch {
      throw unusable("The server's next request can't be made: \(error.message).")
    }
  }

  // MARK: - Bodies

  private func edited(
    _ body: [UInt8]?, _ edit: ([UInt8]) throws(EditError) -> [UInt8]
  ) throws(WalkError) -> [UInt8] {
    do {
      return try edit(body ?? Array("{}".utf8))
    } catch {
      throw unusable("The value can't be put into the request's body: \(error).")
    }
  }

  private func bodyValue(at steps: [JSONEdit.Step], in body: [UInt8]?) -> Cursor? {
    guard let body, let document = try? JSONDocument(body),
      let node = JSONEdit.node(at: steps, in: document)
    else { return nil }
    return Cursor(node, of: document)
  }

  /// A form body behind a question mark, so that it is edited as a query is.
  private func formURL(_ body: [UInt8]?) -> String {
    "?" + String(decoding: body ?? [], as: UTF8.self)
  }

  private func members(
    of value: Cursor, for place: Place
  ) throws(WalkError) -> [(String, Cursor)] {
    guard value.kind == .object, let document = try? JSONDocument(value.json) else {
      throw unusable("'\(place)' takes an object, but the cursor is \(Self.quoted(value.text)).")
    }
    return document.members(of: document.root).map {
      (document.string($0.key), Cursor($0.value, of: document))
    }
  }

  private func replacing(_ variable: String, by value: String, in url: String) -> String {
    var result = ""
    var rest = url[...]
    while !rest.isEmpty {
      if rest.hasPrefix(variable) {
        result += value
        rest = rest.dropFirst(variable.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }

  private func unusable(_ sentence: String) -> WalkError {
    WalkError(.unusableCursor, sentence, isOfPage: false)
  }

  private static func quoted(_ text: String) -> String {
    "'\(Printable.escaped(Printable.shortened(text, to: 100)))'"
  }
}

extension Place {
  /// Whether a value here decides on the URL, before others are put into it.
  fileprivate var replacesURL: Bool {
    switch kind {
    case .url, .request: true
    case .query, .header, .body, .form, .path, .queryMembers, .bodyMembers: false
    }
  }
}
