// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The operating system's calls, in the form that this server needs: one place for what differs
/// from system to system.
enum System {
  /// The error that the last failed call left, as the end of a sentence.
  static var lastError: String {
    let number = errno
    return unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }

  /// Whether the last failed call asks to be made again.
  static var wasInterrupted: Bool { errno == EINTR }

  /// Whether the last failed call would have had to wait.
  static var wouldBlock: Bool { errno == EAGAIN || errno == EWOULDBLOCK }

  /// A stream socket that child processes don't inherit; -1 where it fails.
  static func streamSocket(_ family: Int32) -> Int32 {
    #if canImport(Glibc)
      privately(socket(family, Int32(SOCK_STREAM.rawValue), 0))
    #else
      privately(socket(family, SOCK_STREAM, 0))
    #endif
  }

  /// The next connection of a listener, not inherited by child processes; -1 where it fails.
  static func accepted(from listener: Int32) -> Int32 {
    privately(accept(listener, nil, nil))
  }

  /// The reading and the writing end of a pipe, not inherited by child processes; nil where it
  /// fails.
  static func pipeEnds() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    return (privately(ends[0]), privately(ends[1]))
  }

  /// Makes calls on a descriptor return at once instead of waiting.
  static func neverWait(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Sends bytes without SIGPIPE where the other side is gone.
  static func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if os(Linux)
      return unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #else
      return unsafe send(descriptor, bytes.baseAddress, bytes.count, 0)
    #endif
  }

  /// Sets an option of a socket; whether that worked.
  @discardableResult
  static func setOption<Value: BitwiseCopyable>(
    _ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Value
  ) -> Bool {
    var value = value
    return unsafe setsockopt(
      descriptor, level, name, &value, socklen_t(MemoryLayout<Value>.size)) == 0
  }

  /// Makes the close of a connection a reset instead of an orderly end.
  static func resetAtClose(_ descriptor: Int32) {
    setOption(descriptor, SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
  }

  /// What every connection gets: small answers go out at once, and a client that is gone is no
  /// signal.
  static func prepareConnection(_ descriptor: Int32) {
    neverWait(descriptor)
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
    #if canImport(Darwin)
      setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
    #endif
  }

  static func pause(microseconds: Double) {
    usleep(useconds_t(max(microseconds, 0)))
  }

  private static func privately(_ descriptor: Int32) -> Int32 {
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }
}
