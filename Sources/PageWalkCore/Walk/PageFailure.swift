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
    sentence += shown(body, response)
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
      code, begin(Printable.escaped(error.detail) + received, nil) + ".", page: page,
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
      default:
        sentence = begin("the body is not JSON: \(place(error, body)), \(error)", response)
      }
      sentence += shown(body, response)
    }
    return self.error(code, sentence, response, offset: error.offset, mayPass: mayPass)
  }

  /// A page that was read and refused.
  func refusal(_ error: WalkError, _ response: HTTPResponse, _ body: PageBody) -> WalkError {
    var refused = error
    if error.isOfPage {
      refused.description = begin(error.description, response) + shown(body, response)
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
