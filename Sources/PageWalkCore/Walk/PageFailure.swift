// SPDX-License-Identifier: Apache-2.0

/// Words for what went wrong with one page: what, where, and what may help.
struct PageFailure {
  let plan: WalkPlan
  let page: Int
  let request: HTTPRequest

  /// How much of a body is shown.
  private static let shownCharacters = 200

  /// A status that is no page.
  func status(_ response: HTTPResponse, _ body: PageBody) -> WalkError {
    let wait = RetryAdvice.wait(
      status: response.status, headers: response.headers, now: WallClock.now())
    let exhausted = response.status == 403 && RetryAdvice.isExhausted(response.headers)
    var sentence = begin("status \(Self.phrase(response.status))", response)
    sentence += shown(body, response) + remedy(of: response.status)
    if plan.isCounted, page > 1, [400, 404].contains(response.status) {
      sentence +=
        " Where that means that the pages are at an end, say '--stop-on status:\(response.status)'."
    }
    return error(
      .status, sentence, response, mayPass: Self.mayPass(response.status) || exhausted,
      retryAfter: wait)
  }

  /// A response that did not come, or not whole.
  func transport(_ error: TransportError) -> WalkError {
    let code: WalkError.Code
    let mayPass: Bool
    switch error.kind {
    case .nameLookup, .connect, .timeout, .emptyReply, .protocolViolation:
      (code, mayPass) = (.network, true)
    case .tls: (code, mayPass) = (.tls, true)
    case .cutShort: (code, mayPass) = (.cutShort, true)
    case .tooLarge: (code, mayPass) = (.tooLarge, false)
    case .redirect: (code, mayPass) = (.redirect, false)
    case .cancelled: (code, mayPass) = (.cancelled, false)
    // What can't be sent on a later page is what the page before said, not the user.
    case .request where page > 1: (code, mayPass) = (.unusableCursor, false)
    case .request, .localFile: (code, mayPass) = (.usage, false)
    }
    let isCounted = error.received > 0 && error.kind != .tooLarge
    let received = isCounted ? " after \(error.received) bytes of the body" : ""
    return WalkError(
      code,
      begin(Printable.escaped(error.detail) + received, nil) + "." + remedy(of: error), page: page,
      url: plan.masked(request.url), mayPass: mayPass)
  }

  /// A body that is not one JSON value.
  func scan(_ error: ScanError, _ body: PageBody) -> WalkError {
    let response = body.head
    let excerpt = body.excerpt(2)
    var sentence: String
    var code = WalkError.Code.notJSON
    var mayPass = false
    if excerpt == [0x1F, 0x8B] {
      sentence =
        begin("the body is compressed (gzip), but no Content-Encoding says so", response) + "."
    } else if Self.isUTF16(excerpt) {
      code = .notUTF8
      sentence = begin("the body is UTF-16, and JSON is to be sent as UTF-8", response) + "."
    } else {
      switch error.kind {
      case .unexpectedEnd:
        code = .cutShort
        mayPass = true
        sentence = begin("the body is cut short: \(place(error, body)), \(error)", response)
      case .invalidUTF8:
        code = .notUTF8
        sentence =
          begin("the body is not UTF-8: \(place(error, body)), \(error)", response)
          + ". Say '--invalid-utf8 replace' to take it all the same"
      case .empty where excerpt.isEmpty:
        sentence = begin("the body is empty, which is not JSON", response)
      case .valueExpected where isWebPage(body):
        sentence = begin("the body is a web page, which is not JSON", response)
      default:
        sentence = begin("the body is not JSON: \(place(error, body)), \(error)", response)
      }
      sentence += excerpt.isEmpty ? "." : shown(body, response)
      if page == 1, code == .notJSON {
        sentence += " Check that the URL is that of an API, and whether it wants credentials."
      }
    }
    return self.error(code, sentence, response, offset: error.offset, mayPass: mayPass)
  }

  /// Whether a text begins as one of ASCII characters or with a mark does in UTF-16.
  private static func isUTF16(_ beginning: [UInt8]) -> Bool {
    beginning == [0xFE, 0xFF] || beginning == [0xFF, 0xFE]
      || beginning.count == 2 && beginning.count(where: { $0 == 0 }) == 1
  }

  /// A page that was read and refused.
  func refusal(_ error: WalkError, _ response: HTTPResponse, _ body: PageBody) -> WalkError {
    var refused = error
    if error.isOfPage {
      refused.description = begin(error.description, response) + shown(body, response)
      if error.code == .missingItems { refused.description += remedyOfMissingItems }
    }
    refused.page = page
    refused.status = response.status
    refused.url = plan.masked(response.url)
    return refused
  }

  /// Whether a later try may get another status.
  static func mayPass(_ status: Int) -> Bool {
    status == 408 || status == 429 || (500..<600).contains(status)
  }

  // MARK: - What may help

  /// What may help against a status, as a sentence with a blank before it.
  private func remedy(of status: Int) -> String {
    switch status {
    case 401 where page == 1:
      " Give the credentials that the API asks for: -H 'Authorization: Bearer TOKEN', or "
        + "-u NAME:PASSWORD; where they were given, they are wrong or have expired."
    case 401:
      " Where a token has expired in the midst of the walk, '-H @FILE' and '--retry-command' renew "
        + "it."
    case 404 where page == 1, 410 where page == 1: " Check the path of the URL."
    case 405 where page == 1: " '-X METHOD' asks in another way, '--json' by POST."
    default: ""
    }
  }

  /// What may help against a response that did not come, as a sentence with a blank before it.
  private func remedy(of error: TransportError) -> String {
    switch error.kind {
    case .nameLookup: " Check the name of the host, and whether this machine has a network."
    case .connect: " Check the host and the port, and whether the server runs."
    case .tls where isCertificate(error.detail):
      " '--cacert FILE' names an authority to trust, '-k' trusts whoever answers."
    case .tls, .timeout:
      speaksPlainly(error.detail)
        ? " Where the server speaks http and not https, write 'http://' before its name." : ""
    default: ""
    }
  }

  private var remedyOfMissingItems: String {
    " 'pagewalk explain URL' finds the keys; where a page without this one has no items, say "
      + "'--items-optional'."
  }

  private func isCertificate(_ detail: String) -> Bool {
    detail.contains("certificate") || detail.contains("CAfile")
  }

  /// Whether TLS failed as it does where the other side knows nothing of it.
  private func speaksPlainly(_ detail: String) -> Bool {
    guard request.url.hasPrefix("https://") else { return false }
    return ["wrong version number", "SSL connection timeout", "packet length too long", "record"]
      .contains { detail.contains($0) }
  }

  private func isWebPage(_ body: PageBody) -> Bool {
    body.head?.headers["Content-Type"]?.lowercased().contains("html") == true
      && body.excerpt(1) == [UInt8(ascii: "<")]
  }

  // MARK: - Parts of the sentence

  private func begin(_ what: String, _ response: HTTPResponse?) -> String {
    "Page \(page) ('\(plan.shown(response?.url ?? request.url))') failed: \(what)"
  }

  private func place(_ error: ScanError, _ body: PageBody) -> String {
    let position = body.document.position(of: error.offset)
    return "byte \(error.offset), line \(position.line), column \(position.column)"
  }

  /// The content type, where it is not JSON, and the first characters of the body.
  private func shown(_ body: PageBody, _ response: HTTPResponse?) -> String {
    let type = response?.headers["Content-Type"] ?? ""
    let named = type.isEmpty || type.contains("json") ? "" : " (\(Printable.escaped(type)))"
    let bytes = body.excerpt(Self.shownCharacters * 4)
    guard !bytes.isEmpty else { return named + ", with an empty body." }
    let text = String(decoding: bytes, as: UTF8.self)
    let isCut = text.count > Self.shownCharacters
    return named + ": \(Printable.escaped(text.prefix(Self.shownCharacters)))\(isCut ? "…" : "")"
  }

  private func error(
    _ code: WalkError.Code, _ sentence: String, _ response: HTTPResponse?, offset: Int? = nil,
    mayPass: Bool, retryAfter: Double? = nil
  ) -> WalkError {
    WalkError(
      code, sentence, page: page, status: response?.status,
      url: plan.masked(response?.url ?? request.url), offset: offset, mayPass: mayPass,
      retryAfter: retryAfter)
  }

  private static func phrase(_ status: Int) -> String {
    let words = [
      400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
      405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict",
      410: "Gone", 413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
      422: "Unprocessable Content", 429: "Too Many Requests", 500: "Internal Server Error",
      502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]
    return words[status].map { "\(status) (\($0))" } ?? "\(status)"
  }
}
