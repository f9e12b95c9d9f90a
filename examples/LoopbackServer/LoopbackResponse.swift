// SPDX-License-Identifier: Apache-2.0

/// What a ``LoopbackServer`` answers, and what goes wrong with it.
public struct LoopbackResponse: Sendable {
  /// How an answer goes wrong, or differs from a plain one.
  public enum Fault: Hashable, Sendable {
    /// Nothing: the whole body with its Content-Length, and the connection stays open.
    case none
    /// The connection is closed after so many bytes of the body, Content-Length being that of
    /// the whole.
    case cutBody(after: Int)
    /// The same, with a reset instead of an orderly close.
    case resetBody(after: Int)
    /// Nothing more comes after so many bytes of the body, until the client gives up.
    case stallBody(after: Int)
    /// The connection is closed instead of an answer.
    case closeBeforeHeaders
    /// The connection is reset instead of an answer.
    case reset
    /// Nothing comes for so many seconds, or until the client gives up; then the answer.
    case stall(seconds: Double)
    /// The body comes at so many bytes a second.
    case slow(bytesPerSecond: Int)
    /// The body comes chunked, in many chunks, without a Content-Length.
    case chunked
    /// The same, and the connection is closed before the last, empty chunk.
    case chunkedCut
    /// No length is given: the close of the connection ends the body.
    case noLength
    /// The connection, said to be kept open, is closed after the answer.
    case closeAfter
  }

  /// The status code.
  public var status: Int

  /// Header fields, in order; Content-Length and Transfer-Encoding are added where they are due
  /// and not given here.
  public var headers: [(String, String)]

  /// The bytes of the body, in the encoding that the headers tell of.
  public var body: [UInt8]

  /// What goes wrong.
  public var fault: Fault

  /// How many seconds after the request has come the answer begins.
  public var delay: Double = 0

  /// Whether ``body`` is all that is sent: status line, headers and body, made by the user.
  var isRaw = false

  /// Creates an answer.
  public init(
    status: Int = 200, headers: [(String, String)] = [], body: [UInt8] = [], fault: Fault = .none
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.fault = fault
  }

  /// An answer of JSON text.
  public static func json(
    _ text: String, status: Int = 200, headers: [(String, String)] = [], fault: Fault = .none
  ) -> LoopbackResponse {
    json(Array(text.utf8), status: status, headers: headers, fault: fault)
  }

  /// An answer of JSON, or what should have been JSON, given as bytes.
  public static func json(
    _ bytes: [UInt8], status: Int = 200, headers: [(String, String)] = [], fault: Fault = .none
  ) -> LoopbackResponse {
    LoopbackResponse(
      status: status, headers: [("Content-Type", "application/json")] + headers, body: bytes,
      fault: fault)
  }

  /// An answer of some other text.
  public static func text(
    _ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200,
    headers: [(String, String)] = [], fault: Fault = .none
  ) -> LoopbackResponse {
    LoopbackResponse(
      status: status, headers: [("Content-Type", type)] + headers, body: Array(text.utf8),
      fault: fault)
  }

  /// Exactly these bytes, status line and all; then the connection is closed, unless it is to be
  /// kept open.
  public static func raw(_ bytes: [UInt8], keepsOpen: Bool = false) -> LoopbackResponse {
    var response = LoopbackResponse(body: bytes, fault: keepsOpen ? .none : .closeAfter)
    response.isRaw = true
    return response
  }

  /// Exactly the bytes of this text; see ``raw(_:keepsOpen:)``.
  public static func raw(_ text: String, keepsOpen: Bool = false) -> LoopbackResponse {
    raw(Array(text.utf8), keepsOpen: keepsOpen)
  }

  /// The same answer, later.
  public func delayed(seconds: Double) -> LoopbackResponse {
    var copy = self
    copy.delay = seconds
    return copy
  }
}
