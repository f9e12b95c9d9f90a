// SPDX-License-Identifier: Apache-2.0

internal import CCurl

/// What libcurl's callbacks work on while one response comes: its head, the count of its bytes,
/// and the error that ended it.
@safe
final class CurlTransfer {
  /// The most bytes that all header lines of a response may have together.
  static let maximumHeadSize = 1 << 20

  private let url: String
  private let maximumBodySize: Int
  private let body: any ResponseBody
  private var head = ResponseHead()

  /// The response, when its head has come.
  private(set) var response: HTTPResponse?

  /// How many bytes of the decoded body have come.
  private(set) var received = 0

  /// What ended the transfer from within a callback.
  private(set) var error: (any Error)?

  /// How many bytes of use have come: of the head, and of the decoded body.
  var progress: Int { head.size + received }

  /// Whether nothing at all of an answer has come.
  var isUntouched: Bool { head.size == 0 && received == 0 }

  init(url: String, maximumBodySize: Int, body: any ResponseBody) {
    self.url = url
    self.maximumBodySize = maximumBodySize
    self.body = body
  }

  /// Has a handle's callbacks report here. The handle does not keep this alive.
  func attach(to handle: CurlHandle) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe pw_set_pointer(handle.pointer, CURLOPT_HEADERDATA, context)
    unsafe pw_set_pointer(handle.pointer, CURLOPT_WRITEDATA, context)
    unsafe pw_set_receive(handle.pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      unsafe CurlTransfer.call(bytes, size * count, context) { transfer, bytes in
        try unsafe transfer.receiveHeader(bytes)
      }
    }
    unsafe pw_set_receive(handle.pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      unsafe CurlTransfer.call(bytes, size * count, context) { transfer, bytes in
        try unsafe transfer.receiveBody(bytes)
      }
    }
  }

  /// Runs a callback; an error is kept, and libcurl is told to stop by a count that differs.
  private static func call(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ action: (CurlTransfer, UnsafeRawBufferPointer) throws -> Void
  ) -> Int {
    guard let context = unsafe context else { return 0 }
    let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    do {
      try unsafe action(transfer, UnsafeRawBufferPointer(start: bytes, count: count))
      return count
    } catch {
      transfer.error = error
      return count == 0 ? 1 : 0
    }
  }

  private func receiveHeader(_ line: UnsafeRawBufferPointer) throws {
    let isComplete = unsafe head.receive(line)
    guard head.size <= Self.maximumHeadSize else {
      throw TransportError(
        .tooLarge, "the headers have more than \(Self.maximumHeadSize) bytes", received: received)
    }
    guard isComplete else { return }
    let response = HTTPResponse(status: head.status, headers: head.headers, url: url)
    self.response = response
    try body.begin(response)
  }

  private func receiveBody(_ bytes: UnsafeRawBufferPointer) throws {
    received += bytes.count
    guard received <= maximumBodySize else {
      throw TransportError(
        .tooLarge, "the body has more than \(maximumBodySize) bytes", received: received)
    }
    try unsafe body.receive(bytes)
  }
}
