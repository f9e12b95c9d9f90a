// SPDX-License-Identifier: Apache-2.0

/// What a response says before its body.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code.
  public var status: Int

  /// The header fields.
  public var headers: HTTPHeaders

  /// The URL that answered, which is the request's but for redirects.
  public var url: String

  /// Creates a response's head.
  public init(status: Int, headers: HTTPHeaders = [:], url: String) {
    self.status = status
    self.headers = headers
    self.url = url
  }

  /// Whether the status is one of success (2xx).
  public var isSuccess: Bool { (200..<300).contains(status) }
}
