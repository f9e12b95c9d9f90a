// SPDX-License-Identifier: Apache-2.0

/// Why a page could not be had, or why the walk can't go on behind it.
public struct WalkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: String, Hashable, Sendable {
    /// The server can't be reached, or the connection broke.
    case network
    /// TLS failed: a certificate, a version; a later try will not do better by itself.
    case tls
    /// The body ended before its value did, or before its length.
    case cutShort
    /// A status that is no page.
    case status
    /// The body is not JSON.
    case notJSON
    /// The body is not UTF-8.
    case notUTF8
    /// The items key, or what stands before it, is missing.
    case missingItems
    /// The page says that it is an error.
    case errorPage
    /// Items can't be told from the rest of the page.
    case ambiguous
    /// The page promises more without a way to it.
    case noWayOn
    /// The next request can't be made of what the page holds.
    case unusableCursor
    /// The next URL may not be followed.
    case foreignOrigin
    /// Too many redirects, or one that may not be followed.
    case redirect
    /// The page is larger than the bound.
    case tooLarge
    /// The server repeats itself.
    case repeated
    /// The total is not what came.
    case totalMismatch
    /// The output or the state can't be written.
    case output
    /// An option, a key, a URL can't be used.
    case usage
    /// The walk was stopped from outside.
    case cancelled
  }

  /// The kind of failure.
  public var code: Code

  /// One sentence for the user, with a second one where there is a remedy.
  public var description: String

  /// The number of the page, counted from one; nil where no page is concerned.
  public var page: Int?

  /// The status of the response, where there was one.
  public var status: Int?

  /// The URL that was asked, without its secrets.
  public var url: String?

  /// The byte of the page where the fault is, counted from zero.
  public var offset: Int?

  /// Whether a later try may do better: the network, a timeout, 408, 429, 5xx, a body cut short.
  public var mayPass: Bool

  /// Whether a retry of the same request makes sense at all; not for what a good page left unusable.
  public var isOfPage: Bool

  /// Seconds that the server asks to wait before the next request; nil where it says nothing.
  public var retryAfter: Double?

  /// Creates an error.
  public init(
    _ code: Code, _ description: String, page: Int? = nil, status: Int? = nil, url: String? = nil,
    offset: Int? = nil, mayPass: Bool = false, isOfPage: Bool = true, retryAfter: Double? = nil
  ) {
    self.code = code
    self.description = description
    self.page = page
    self.status = status
    self.url = url
    self.offset = offset
    self.mayPass = mayPass
    self.isOfPage = isOfPage
    self.retryAfter = retryAfter
  }

  /// The exit status that goes with the failure.
  public var exitStatus: Int32 {
    switch code {
    case .output: 1
    case .usage: 2
    case .repeated: 5
    case .totalMismatch: 6
    case .cancelled: 130
    default: mayPass ? 4 : 3
    }
  }
}
