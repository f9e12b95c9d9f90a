// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Synchronization

/// The transport that speaks HTTP, on the system's libcurl.
///
/// One connection is kept from request to request. All of a transfer runs on the thread that calls
/// ``send(_:credentials:to:meanwhile:)``; only ``cancel()`` may be called from another one.
///
/// Requests with the user's credentials and requests without them go through two handles of
/// libcurl, each with cookies of its own: what a foreign origin is asked can't carry a cookie of
/// the home origin, and what it sets does not come home.
///
/// libcurl is told to leave signals alone: the process has to ignore SIGPIPE.
@safe
package final class CurlTransport: Transport, @unchecked Sendable {
  private let options: RequestOptions
  private let multi: UnsafeMutableRawPointer
  private let isCancelled = Atomic(false)
  private var home: CurlHandle?
  private var abroad: CurlHandle?

  /// libcurl is set up when the first transport is made, not when the program starts.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Makes a transport; nothing is sent yet.
  ///
  /// - Throws: a ``TransportError`` where libcurl can't be set up.
  package init(options: RequestOptions) throws(TransportError) {
    guard Self.isReady, let multi = unsafe curl_multi_init() else {
      throw TransportError(.request, "libcurl can't be set up")
    }
    self.options = options
    unsafe self.multi = multi
  }

  deinit {
    close()
    unsafe curl_multi_cleanup(multi)
  }

  /// Closes the connections and writes the cookie jar. A later request opens them again.
  package func close() {
    home = nil
    abroad = nil
  }

  /// Ends the transfer under way, or the next one where there is none, so that no cancellation is
  /// lost. It may be called from any thread and from a signal handler.
  package func cancel() {
    isCancelled.store(true, ordering: .sequentiallyConsistent)
    unsafe curl_multi_wakeup(multi)
  }

  /// Forgets a cancellation that found no transfer to end.
  package func forgetCancellation() {
    isCancelled.store(false, ordering: .sequentiallyConsistent)
  }

  package func send(
    _ request: HTTPRequest, credentials: Bool, to body: any ResponseBody,
    meanwhile: () throws -> Void
  ) throws -> HTTPResponse {
    let handle = try handle(credentials: credentials)
    try handle.prepare(request, options: options, credentials: credentials)
    var isAwaited = true
    do {
      return try perform(request, on: handle, to: body, &isAwaited, meanwhile)
    } catch is ClosedConnection {
      try handle.set(CURLOPT_FRESH_CONNECT, 1)
      defer { try? handle.set(CURLOPT_FRESH_CONNECT, 0) }
      return try perform(request, on: handle, to: body, &isAwaited, meanwhile)
    }
  }

  /// A kept connection turned out to be closed before anything of the answer came.
  private struct ClosedConnection: Error {}

  private func handle(credentials: Bool) throws(TransportError) -> CurlHandle {
    if let handle = credentials ? home : abroad { return handle }
    let handle = try CurlHandle()
    try handle.apply(options, credentials: credentials)
    if credentials { home = handle } else { abroad = handle }
    return handle
  }

  /// Runs one transfer from its first byte to its last.
  private func perform(
    _ request: HTTPRequest, on handle: CurlHandle, to body: any ResponseBody,
    _ isAwaited: inout Bool, _ meanwhile: () throws -> Void
  ) throws -> HTTPResponse {
    let transfer = CurlTransfer(
      url: request.url, maximumBodySize: options.maximumBodySize, body: body)
    transfer.attach(to: handle)
    handle.clearText()
    let result = try withExtendedLifetime((transfer, request.body)) {
      try unsafe request.body.withBytes { bytes in
        // Naming a body, even none, makes the request a POST.
        if let bytes = unsafe bytes {
          unsafe pw_set_bytes(handle.pointer, CURLOPT_POSTFIELDS, bytes)
        }
        try check(unsafe curl_multi_add_handle(multi, handle.pointer))
        defer { unsafe curl_multi_remove_handle(multi, handle.pointer) }
        return try drive(
          handle, transfer, uploading: request.body?.count ?? 0, &isAwaited, meanwhile)
      }
    }
    if let error = transfer.error { throw error }
    if result == CURLE_OK, let response = transfer.response {
      if isAwaited { try meanwhile() }
      return response
    }
    if transfer.isUntouched, mayBeClosed(result, handle) { throw ClosedConnection() }
    throw TransportError(
      result, handle.text(of: result), received: transfer.received,
      isHead: transfer.response == nil, isUntouched: transfer.isUntouched)
  }

  /// Drives the transfer to its end, and calls `meanwhile` once, when the request is out.
  private func drive(
    _ handle: CurlHandle, _ transfer: CurlTransfer, uploading size: Int, _ isAwaited: inout Bool,
    _ meanwhile: () throws -> Void
  ) throws -> CURLcode {
    var limit = TimeLimit(seconds: options.maxTime)
    var stall = StallWatch(seconds: options.speedTime)
    while true {
      var running: Int32 = 0
      if isCancelled.exchange(false, ordering: .sequentiallyConsistent) {
        throw TransportError(.cancelled, "cancelled", received: transfer.received)
      }
      try check(unsafe curl_multi_perform(multi, &running))
      var result = CURLE_OK
      if running == 0, unsafe pw_multi_ended(multi, &result) != 0 { return result }
      if isAwaited, transfer.response != nil || handle.hasSent(body: size) {
        isAwaited = false
        try limit.pausing(meanwhile)
        continue
      }
      // Compression makes nothing twice as large; more than that is nothing but its empty blocks.
      guard handle.receivedOnWire / 2 <= options.maximumBodySize else {
        throw TransportError(
          .tooLarge, "the body has more than \(options.maximumBodySize) bytes as it is sent",
          received: transfer.received)
      }
      guard transfer.isUntouched || !stall.isStalled(at: transfer.progress) else {
        throw TransportError(
          .timeout, "nothing of use came for \(options.speedTime) seconds",
          received: transfer.received)
      }
      guard let wait = limit.milliseconds(atMost: 1000) else {
        throw TransportError(
          .timeout, "the request took more than \(limit.text) seconds",
          received: transfer.received)
      }
      try check(unsafe curl_multi_poll(multi, nil, 0, wait, nil))
    }
  }

  /// Whether a failure may mean no more than that the server had closed a kept connection.
  private func mayBeClosed(_ code: CURLcode, _ handle: CurlHandle) -> Bool {
    switch code {
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2:
      !handle.hasOpenedConnection
    default: false
    }
  }

  private func check(_ code: CURLMcode) throws(TransportError) {
    guard code != CURLM_OK else { return }
    throw TransportError(.request, unsafe String(cString: curl_multi_strerror(code)))
  }
}

/// Ends a response that goes on and on and brings nothing: bytes come, so that libcurl sees no
/// stall, but they are those of an endless chunk extension or of empty blocks of a compression.
private struct StallWatch {
  private let seconds: Int
  private var progress = 0
  private var since = ContinuousClock.now

  /// - Parameter seconds: how long nothing may come; 0 is no limit.
  init(seconds: Int) { self.seconds = seconds }

  /// Whether there is no more than there was for longer than is allowed.
  mutating func isStalled(at progress: Int) -> Bool {
    if progress != self.progress {
      self.progress = progress
      since = .now
    }
    return seconds > 0 && ContinuousClock.now - since > .seconds(seconds)
  }
}

extension CurlHandle {
  /// How many bytes of the body have come, as they are sent: before they are decoded.
  fileprivate var receivedOnWire: Int {
    Int(unsafe pw_info_offset(pointer, CURLINFO_SIZE_DOWNLOAD_T))
  }

  /// Whether the whole request has been handed to the system.
  fileprivate func hasSent(body size: Int) -> Bool {
    unsafe pw_info_long(pointer, CURLINFO_REQUEST_SIZE) > 0
      && pw_info_offset(pointer, CURLINFO_SIZE_UPLOAD_T) >= size
  }

  /// Whether the transfer opened a connection, rather than use a kept one.
  fileprivate var hasOpenedConnection: Bool {
    unsafe pw_info_long(pointer, CURLINFO_NUM_CONNECTS) > 0
  }
}

extension [UInt8]? {
  /// Calls `action` with where the bytes lie, or with nil where there are none. An empty array has
  /// a place too: an empty body is not the same as none.
  fileprivate func withBytes<Result>(
    _ action: (UnsafeRawPointer?) throws -> Result
  ) rethrows -> Result {
    guard let self else { return try action(nil) }
    let bytes = self.isEmpty ? [0] : self
    return try unsafe bytes.withUnsafeBytes { try unsafe action($0.baseAddress) }
  }
}
