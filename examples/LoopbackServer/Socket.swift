// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A socket that is closed when nothing holds it any more.
///
/// Calls never wait; who must wait does so by an ``EndSignal``.
final class Socket: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// A socket that takes connections.
  static func listening(on address: LoopbackServer.Address, port: UInt16) throws -> Socket {
    let isIPv6 = address == .ipv6
    let descriptor = System.streamSocket(isIPv6 ? AF_INET6 : AF_INET)
    guard descriptor >= 0 else { throw failure("listen on \(address.rawValue)") }
    let socket = Socket(descriptor)
    System.setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, Int32(1))
    let bound = isIPv6 ? bindIPv6(descriptor, port) : bindIPv4(descriptor, port)
    guard bound == 0, listen(descriptor, 128) == 0 else {
      throw failure("listen on port \(port) of \(address.rawValue)")
    }
    System.neverWait(descriptor)
    return socket
  }

  /// The port of a listening socket.
  func port() throws -> UInt16 {
    // Port and family stand in the same place of IPv4 and IPv6 addresses.
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let failed = unsafe withUnsafeMutableBytes(of: &address) { bytes in
      unsafe getsockname(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
    }
    guard failed == 0 else { throw Self.failure("learn its port") }
    return UInt16(bigEndian: address.sin6_port)
  }

  /// The next waiting connection of a listening socket; nil where there is none.
  func acceptConnection() -> Socket? {
    let accepted = System.accepted(from: descriptor)
    guard accepted >= 0 else { return nil }
    System.prepareConnection(accepted)
    return Socket(accepted)
  }

  /// Reads what is there, at most so many bytes; an empty array is the end of the stream, nil
  /// that nothing has come yet.
  func read(atMost count: Int) throws(Gone) -> [UInt8]? {
    var received = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      received = unsafe recv(descriptor, buffer.baseAddress, count, 0)
      initialized = max(received, 0)
    }
    if received >= 0 { return bytes }
    guard System.wouldBlock || System.wasInterrupted else { throw Gone() }
    return nil
  }

  /// Writes what can be written now; gives how many bytes that was.
  func write(_ bytes: ArraySlice<UInt8>) throws(Gone) -> Int {
    let sent = unsafe bytes.withUnsafeBytes { unsafe System.sendBytes(descriptor, $0) }
    if sent >= 0 { return sent }
    guard System.wouldBlock || System.wasInterrupted else { throw Gone() }
    return 0
  }

  /// Whether the other side has closed its end, or sent more than it should have.
  var isReadable: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) > 0
  }

  /// The other side is gone, or the server ends.
  struct Gone: Error {}

  private static func bindIPv4(_ descriptor: Int32, _ port: UInt16) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return bindAddress(descriptor, &address)
  }

  private static func bindIPv6(_ descriptor: Int32, _ port: UInt16) -> Int32 {
    System.setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, Int32(1))
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    return bindAddress(descriptor, &address)
  }

  private static func bindAddress<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe bind(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
  }

  private static func failure(_ what: String) -> LoopbackError {
    LoopbackError(description: "The server can't \(what): \(System.lastError).")
  }
}
