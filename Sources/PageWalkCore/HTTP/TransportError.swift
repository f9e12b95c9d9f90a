// SPDX-License-Identifier: Apache-2.0

/// Why no whole response came.
package struct TransportError: Error, Hashable, Sendable {
  /// The kinds that a user would tell apart.
  package enum Kind: Hashable, Sendable {
    /// The host's name could not be looked up.
    case nameLookup
    /// No connection could be made.
    case connect
    /// TLS failed; a later try will not do better by itself.
    case tls
    /// A time limit passed: connecting, a stall, or `--max-time`.
    case timeout
    /// The connection broke, or the body ended before its length.
    case cutShort
    /// The server sent nothing at all before it closed a new connection.
    case emptyReply
    /// The response breaks HTTP, or an encoding is broken.
    case protocolViolation
    /// The headers or the decoded body are larger than the bound.
    case tooLarge
    /// ``Transport/cancel()`` was called.
    case cancelled
    /// The request can't be made: a malformed URL, an unsupported scheme, a proxy that refuses.
    case request
    /// A redirect that may not be followed, or one too many of them.
    case redirect
    /// A file of this machine can't be read (a certificate, a cookie jar).
    case localFile
  }

  /// The kind of failure.
  package var kind: Kind

  /// What happened, as the end of a sentence, without a full stop: "connection refused".
  package var detail: String

  /// How many bytes of the body had come.
  package var received: Int

  package init(_ kind: Kind, _ detail: String, received: Int = 0) {
    self.kind = kind
    self.detail = detail
    self.received = received
  }
}
