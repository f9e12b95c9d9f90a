// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A server that answers every request with a beginning, and then with the same bytes again and
/// again, slowly, for as long as the client stays.
final class DripServer: Sendable {
  let url: String
  private let listener: Int32

  init(head: String, drip: String) throws {
    // Where the client has gone, a write shall fail and not end the tests.
    signal(SIGPIPE, SIG_IGN)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, length) == 0 && listen(listener, 8) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard listener >= 0, isBound else {
      throw Child.Failure(description: "A test's server could not listen.")
    }
    self.listener = listener
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        Self.answer(client, head, drip)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Serves one client until it goes away.
  private static func answer(_ client: Int32, _ head: String, _ drip: String) {
    defer { close(client) }
    var buffer = [UInt8](repeating: 0, count: 65536)
    guard unsafe read(client, &buffer, buffer.count) > 0 else { return }
    var bytes = Array(head.utf8)
    while unsafe write(client, bytes, bytes.count) == bytes.count {
      bytes = Array(drip.utf8)
      usleep(20_000)
    }
  }
}
