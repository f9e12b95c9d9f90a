// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Files of this machine that options name: headers, bodies.
package enum LocalFile {
  /// All bytes of a file; `-` is standard input, which is read once and remembered.
  ///
  /// - Throws: a ``TransportError`` of the kind `localFile` that names the file.
  /// - Complexity: O(*n*) in the size of the file.
  package static func bytes(of path: String) throws(TransportError) -> [UInt8] {
    guard path != "-" else { return try standardInput() }
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    return try bytes(from: file, path)
  }

  private static let inputRead = Mutex<[UInt8]?>(nil)

  private static func standardInput() throws(TransportError) -> [UInt8] {
    try inputRead.withLock { (held) throws(TransportError) in
      if let held { return held }
      let bytes = try bytes(from: STDIN_FILENO, "-")
      held = bytes
      return bytes
    }
  }

  private static func bytes(from file: Int32, _ path: String) throws(TransportError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      var count = 0
      bytes.reserveCapacity(bytes.count + chunk)
      bytes.append(addingCapacity: chunk) { span in
        unsafe span.withUnsafeMutableBufferPointer { buffer, initialized in
          count = unsafe read(file, buffer.baseAddress, buffer.count)
          initialized = max(count, 0)
        }
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw failure(path) }
      if count == 0 { return bytes }
    }
  }

  /// Why a file can't be read, or nil where it can.
  static func unreadable(_ path: String) -> TransportError? {
    unsafe access(path, R_OK) == 0 ? nil : failure(path)
  }

  private static let chunk = 1 << 16

  private static func failure(_ path: String) -> TransportError {
    let reason = unsafe String(cString: strerror(errno))
    return TransportError(.localFile, "can't read '\(path)': \(reason)")
  }
}
