// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files of this machine that options name: headers, bodies.
package enum LocalFile {
  /// All bytes of a file; `-` is standard input.
  ///
  /// - Throws: a ``TransportError`` of the kind `localFile` that names the file.
  /// - Complexity: O(*n*) in the size of the file.
  package static func bytes(of path: String) throws(TransportError) -> [UInt8] {
    let file = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    defer { if path != "-" { close(file) } }
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
