// SPDX-License-Identifier: Apache-2.0

/// One request of a walk: what is asked, of whom, with what.
///
/// A request holds the walk's own headers only. Credentials (`-u`, bearer tokens, cookies,
/// client certificates and headers that may be secret) belong to what sends it, which adds
/// them where the origin rules allow it.
public struct HTTPRequest: Hashable, Sendable {
  /// The method, as it stands in the request line: `GET`, `POST`.
  public var method: String

  /// The absolute URL, spelled as it goes out.
  public var url: String

  /// Header fields that the walk itself puts in (a cursor placed in a header, a Content-Type that
  /// goes with a JSON body), in order.
  public var headers: HTTPHeaders

  /// The body's bytes; nil where there is none.
  public var body: [UInt8]?

  /// Creates a request.
  public init(
    method: String = "GET", url: String, headers: HTTPHeaders = [:], body: [UInt8]? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
