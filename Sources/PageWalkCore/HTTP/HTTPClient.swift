// SPDX-License-Identifier: Apache-2.0

/// Asks for pages: follows redirects, and decides for each request whether the user's credentials
/// go with it.
///
/// Credentials go to the origin of the walk and to those that the user trusts, and nowhere else,
/// whatever a redirect says. A redirect is never followed from https to http, nor to a URL with
/// user info in it, nor to anything but http and https.
package final class HTTPClient {
  /// A redirect's own body is read only so far as to keep the connection.
  private static let maximumRedirectBody = 1 << 20

  private let transport: any Transport
  private let options: RequestOptions
  private let origins: OriginPolicy
  private var noted: Set<Origin> = []

  /// Takes sentences for the user: that a redirect was followed without credentials.
  package var note: (String) -> Void = { _ in }

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - transport: carries the requests; it is given the same options.
  ///   - options: the user's request options.
  ///   - origins: which origins get credentials.
  package init(transport: any Transport, options: RequestOptions, origins: OriginPolicy) {
    self.transport = transport
    self.options = options
    self.origins = origins
  }

  /// Ends the request under way, from any thread.
  package func cancel() { transport.cancel() }

  /// Sends a request, follows its redirects, and waits for the end of the last response.
  ///
  /// - Parameters:
  ///   - request: what to send; its URL has no user info.
  ///   - body: takes the head and the bytes of the last response; redirects are not shown to it.
  ///   - meanwhile: called once, when the first request is on its way.
  /// - Returns: the head of the last response, which has the URL that answered.
  /// - Throws: a ``TransportError``, and what `body` and `meanwhile` throw.
  package func send(
    _ request: HTTPRequest, to body: any ResponseBody, meanwhile: () throws -> Void = {}
  ) throws -> HTTPResponse {
    var request = request
    var redirects = 0
    var isAwaited = true
    while true {
      let credentials =
        try origins.isPlainlyHome(request.url) || origins.hasCredentials(origin(of: request))
      let sieve = RedirectSieve(body, limit: Self.maximumRedirectBody)
      do {
        let response = try transport.send(request, credentials: credentials, to: sieve) {
          guard isAwaited else { return }
          isAwaited = false
          try meanwhile()
        }
        if Redirect.location(of: response) == nil { return response }
      } catch is RedirectSieve.Enough {
      } catch let error as TransportError where error.kind == .request && redirects > 0 {
        throw TransportError(.redirect, "a redirect can't be followed: \(error.detail)")
      }
      guard let response = sieve.redirect, let location = Redirect.location(of: response) else {
        throw TransportError(.protocolViolation, "a redirect has no head")
      }
      redirects += 1
      guard options.maxRedirects < 0 || redirects <= options.maxRedirects else {
        throw TransportError(
          .redirect, "there were more than \(options.maxRedirects) redirects in a row")
      }
      request = try follow(location, from: request, status: response.status)
    }
  }

  private func origin(of request: HTTPRequest) throws(TransportError) -> Origin {
    switch OriginPolicy.origin(of: request.url) {
    case .success(let origin): return origin
    case .failure(let refusal):
      throw TransportError(.request, "the URL can't be asked for: \(refusal)")
    }
  }

  private func follow(
    _ location: String, from request: HTTPRequest, status: Int
  ) throws(TransportError) -> HTTPRequest {
    let here = try origin(of: request)
    let url = URLReference.withoutFragment(
      URLReference.escaped(URLReference.resolve(location, against: request.url)))
    switch OriginPolicy.origin(of: url) {
    case .failure(let refusal):
      throw TransportError(.redirect, "a redirect can't be followed: \(refusal)")
    case .success(let there):
      guard here.scheme != "https" || there.scheme == "https" else {
        let refusal = OriginPolicy.Refusal.insecure(there)
        throw TransportError(.redirect, "a redirect is not followed: \(refusal)")
      }
      if there != here, !origins.hasCredentials(there), noted.insert(there).inserted {
        note("A redirect to another origin, '\(there)', was followed without credentials.")
      }
      var next = Redirect.request(after: request, status: status, url: url)
      if options.refersByItself {
        next.headers.remove("Referer")
        if there == here { next.headers.append(name: "Referer", value: request.url) }
      }
      return next
    }
  }
}

/// What a redirect asks of the next request.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-15.4
enum Redirect {
  /// Where a response leads to; nil where it is no redirect.
  static func location(of response: HTTPResponse) -> String? {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers["Location"], !location.isEmpty
    else { return nil }
    return location
  }

  /// The request that follows: after 301 and 302 a POST becomes a GET, after 303 anything does but
  /// HEAD, as curl and browsers have it; 307 and 308 change nothing.
  static func request(after request: HTTPRequest, status: Int, url: String) -> HTTPRequest {
    var next = request
    next.url = url
    let becomesGet =
      switch status {
      case 301, 302: request.method == "POST"
      case 303: request.method != "GET" && request.method != "HEAD"
      default: false
      }
    guard becomesGet else { return next }
    next.method = "GET"
    next.body = nil
    next.headers.remove("Content-Type")
    return next
  }
}

/// Lets a response through to its taker, but holds redirects back.
private final class RedirectSieve: ResponseBody {
  /// More of a redirect's body came than is worth reading.
  struct Enough: Error {}

  private let taker: any ResponseBody
  private let limit: Int
  private var held = 0

  /// The head of the redirect that was held back.
  private(set) var redirect: HTTPResponse?

  init(_ taker: any ResponseBody, limit: Int) {
    self.taker = taker
    self.limit = limit
  }

  func begin(_ head: HTTPResponse) throws {
    redirect = Redirect.location(of: head) == nil ? nil : head
    held = 0
    if redirect == nil { try taker.begin(head) }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws {
    guard redirect != nil else { return try unsafe taker.receive(bytes) }
    held += bytes.count
    if held > limit { throw Enough() }
  }
}
