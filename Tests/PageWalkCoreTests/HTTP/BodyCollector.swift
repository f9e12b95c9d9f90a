// SPDX-License-Identifier: Apache-2.0

@testable import PageWalkCore

/// Keeps what a transport hands out, and fails on command.
final class BodyCollector: ResponseBody {
  struct Refusal: Error, Equatable {}

  private(set) var heads: [HTTPResponse] = []
  private(set) var bytes: [UInt8] = []
  private(set) var chunks = 0

  /// Whether the head, or the first byte of the body, is answered with a ``Refusal``.
  var refusesHead = false
  var refusesBody = false

  /// Runs when the first bytes of a body come.
  var onBytes: (() -> Void)?

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func begin(_ head: HTTPResponse) throws {
    heads.append(head)
    bytes = []
    if refusesHead { throw Refusal() }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws {
    chunks += 1
    unsafe self.bytes.append(contentsOf: bytes)
    onBytes?()
    if refusesBody { throw Refusal() }
  }
}

extension CurlTransport {
  /// Sends a request and gives back head and body.
  func get(
    _ url: String, credentials: Bool = true, headers: HTTPHeaders = [:]
  ) throws -> (head: HTTPResponse, body: String) {
    let body = BodyCollector()
    let head = try send(
      HTTPRequest(url: url, headers: headers), credentials: credentials, to: body, meanwhile: {})
    return (head, body.text)
  }

  /// The error that a request ends with, or nil where it ends well.
  func failure(of url: String, to body: BodyCollector = BodyCollector()) -> TransportError? {
    do {
      _ = try send(HTTPRequest(url: url), credentials: true, to: body, meanwhile: {})
      return nil
    } catch {
      return error as? TransportError
    }
  }
}
