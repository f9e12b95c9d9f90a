// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A client that sends bytes and takes bytes, to see exactly what a server puts on the wire.
final class RawClient {
  private let descriptor: Int32

  /// How the server ended a connection.
  enum End: Equatable {
    /// In order.
    case closed
    /// By a reset.
    case reset
    /// Not at all, in the time that was given.
    case open
  }

  /// Connects to a port of 127.0.0.1; nil where nothing listens there.
  init?(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe connect(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
    guard descriptor >= 0, connected == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Sends text.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Sends a GET of a target.
  func get(_ target: String) {
    send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
  }

  /// Reads until the server ends the connection, or until `isEnough` says so.
  func read(
    milliseconds: Int32 = 10_000, until isEnough: (String) -> Bool = { _ in false }
  ) -> (text: String, end: End) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if isEnough(text) { return (text, .open) }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&polled, 1, milliseconds) > 0 else { return (text, .open) }
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return (text, count == 0 ? .closed : .reset) }
      bytes += buffer[..<count]
    }
  }
}
