// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An HTTP/1.1 server on loopback for demonstrations and tests, with the faults of real servers.
///
/// A closure answers each request; it is called on the thread of the request's connection, so
/// that a slow answer holds up nobody else. Connections are kept open between requests, as
/// servers do. Requests are recorded, and so is how many were in flight at once.
///
/// ```swift
/// let server = try LoopbackServer { request in
///   .json(#"{"page": "\#(request["page"] ?? "1")"}"#)
/// }
/// defer { server.stop() }
/// ```
public final class LoopbackServer: Sendable {
  /// Which loopback address a server listens on.
  public enum Address: String, Sendable {
    /// 127.0.0.1
    case ipv4 = "127.0.0.1"
    /// ::1
    case ipv6 = "::1"
  }

  /// Answers a request.
  public typealias Respond = @Sendable (LoopbackRequest) -> LoopbackResponse

  /// The address that the server listens on.
  public let address: Address

  /// The port that the server listens on.
  public let port: UInt16

  private let log: RequestLog
  private let end: EndSignal
  private let acceptor: Mutex<JoinableThread?>

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - port: the port to listen on; 0 takes a free one.
  ///   - address: the loopback address to listen on.
  ///   - keepsRequests: whether requests are recorded; a server that runs for long should not.
  ///   - respond: answers each request.
  /// - Throws: a ``LoopbackError`` where the port can't be had.
  public init(
    port: UInt16 = 0, address: Address = .ipv4, keepsRequests: Bool = true,
    respond: @escaping Respond
  ) throws {
    let end = try EndSignal()
    let log = RequestLog(keepsRequests: keepsRequests)
    let listener = try Socket.listening(on: address, port: port)
    self.address = address
    self.port = try listener.port()
    self.log = log
    self.end = end
    let thread = try JoinableThread {
      Acceptor(listener: listener, end: end, log: log, respond: respond).run()
    }
    acceptor = Mutex(thread)
  }

  deinit { stop() }

  /// The server's address as the beginning of a URL: `http://127.0.0.1:8080`.
  public var url: String {
    "http://\(address == .ipv6 ? "[\(address.rawValue)]" : address.rawValue):\(port)"
  }

  /// The requests so far, in the order in which they came.
  ///
  /// - Complexity: O(*n*) in the number of requests where more come afterwards.
  public var requests: [LoopbackRequest] { log.requests }

  /// How many requests have come.
  public var requestCount: Int { log.count }

  /// The most requests that were in flight at any one time: come, and not yet fully answered.
  public var mostInFlight: Int { log.mostInFlight }

  /// How many connections have been accepted.
  public var connectionCount: Int { log.connections }

  /// Waits until so many requests have come.
  ///
  /// - Returns: false where they had not come after so many seconds.
  public func waitForRequests(_ count: Int, seconds: Double = 20) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while log.count < count {
      if ContinuousClock.now > deadline { return false }
      System.pause(microseconds: 1000)
    }
    return true
  }

  /// Ends the server: the port is closed, every connection is cut, every thread has ended when
  /// this returns. Must not be called by the closure that answers.
  public func stop() {
    end.give()
    let thread = acceptor.withLock { held in
      defer { held = nil }
      return held
    }
    thread?.join()
  }
}

/// Why a server can't start.
public struct LoopbackError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence for the user.
  public var description: String
}
