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
    do throws(SystemError) {
      return try FileSystem.bytes(of: path)
    } catch {
      throw failure(path, error)
    }
  }

  /// Reads a file, or standard input for `-`, and gives `take` one block after the other, until it
  /// answers false. What is read of standard input is not remembered.
  ///
  /// - Throws: a ``TransportError`` of the kind `localFile` that names the file.
  /// - Complexity: O(*n*) in the size of the file; no more than a block is held.
  package static func readBlocks(
    of path: String, _ take: (UnsafeRawBufferPointer) -> Bool
  ) throws(TransportError) {
    do throws(SystemError) {
      guard path != "-" else { return try unsafe FileDescriptor.standardInput.readBlocks(take) }
      let file = try FileDescriptor.open(path, .read)
      defer { try? file.close() }
      try unsafe file.readBlocks(take)
    } catch {
      throw failure(path, error)
    }
  }

  private static let inputRead = Mutex<[UInt8]?>(nil)

  private static func standardInput() throws(TransportError) -> [UInt8] {
    try inputRead.withLock { (held) throws(TransportError) in
      if let held { return held }
      do throws(SystemError) {
        let bytes = try FileDescriptor.standardInput.allBytes()
        held = bytes
        return bytes
      } catch {
        throw failure("-", error)
      }
    }
  }

  /// Why a file can't be read, or nil where it can.
  static func unreadable(_ path: String) -> TransportError? {
    unsafe access(path, R_OK) == 0 ? nil : failure(path, .last)
  }

  private static func failure(_ path: String, _ error: SystemError) -> TransportError {
    TransportError(.localFile, "can't read '\(path)': \(error)")
  }
}
