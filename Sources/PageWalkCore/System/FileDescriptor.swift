// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the system said when a call failed.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the error.
  package var code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// The error of the call just made.
  package static var last: SystemError { SystemError(code: errno) }

  /// Whether the reader at the other end of a pipe or socket is gone.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// Whether there is no such file or folder.
  package var isNoSuchFile: Bool { code == ENOENT }

  /// Whether a lock is held by somebody else.
  package var wouldBlock: Bool { code == EWOULDBLOCK }

  /// The system's own words.
  package var description: String { unsafe String(cString: strerror(code)) }
}

/// An open file, as the system sees it: a number. Calls that a signal interrupts are made again.
package struct FileDescriptor: Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Standard input.
  package static let standardInput = FileDescriptor(rawValue: STDIN_FILENO)
  /// Standard output.
  package static let standardOutput = FileDescriptor(rawValue: STDOUT_FILENO)
  /// Standard error.
  package static let standardError = FileDescriptor(rawValue: STDERR_FILENO)

  /// How a file is opened.
  package enum Mode: Sendable {
    /// To read what is there.
    case read
    /// To write from the beginning, emptied.
    case create
    /// To read and write what is there, or a new file.
    case update
    /// To write over what is there, or into a new file.
    case overwrite
  }

  /// Opens a file; one that is made has the given permissions.
  package static func open(
    _ path: String, _ mode: Mode, permissions: UInt32 = 0o666
  ) throws(SystemError) -> FileDescriptor {
    let flags: Int32 =
      switch mode {
      case .read: O_RDONLY
      case .create: O_WRONLY | O_CREAT | O_TRUNC
      case .update: O_RDWR | O_CREAT
      case .overwrite: O_WRONLY | O_CREAT
      }
    let file = try retried { Int(openFile(path, flags | O_CLOEXEC, permissions)) }
    return FileDescriptor(rawValue: Int32(file))
  }

  /// Writes all bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = unsafe bytes
    while let base = rest.baseAddress, unsafe !rest.isEmpty {
      let count = try Self.retried { unsafe write(rawValue, base, rest.count) }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes all bytes.
  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    try unsafe bytes.span.bytes.withUnsafeBytes { bytes throws(SystemError) in
      try unsafe writeAll(bytes)
    }
  }

  /// Reads up to so many bytes, and appends them; returns how many came, 0 at the end.
  ///
  /// - Complexity: O(*n*) in the number of bytes, amortized.
  package func read(upTo count: Int, into bytes: inout [UInt8]) throws(SystemError) -> Int {
    var received = 0
    // To reserve just so much each time would copy all bytes at each call.
    let room = bytes.count + count
    if bytes.capacity < room { bytes.reserveCapacity(max(room, bytes.capacity * 2)) }
    bytes.append(addingCapacity: count) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, initialized in
        repeat {
          received = unsafe readFile(rawValue, buffer.baseAddress, count)
        } while received < 0 && errno == EINTR
        initialized = max(received, 0)
      }
    }
    if received < 0 { throw .last }
    return received
  }

  /// Reads to the end, and gives `take` one block after the other, until it answers false. A block
  /// is there only until `take` returns.
  ///
  /// - Complexity: O(*n*) in the number of bytes; no more than a block is held.
  package func readBlocks(_ take: (UnsafeRawBufferPointer) -> Bool) throws(SystemError) {
    var block: [UInt8] = []
    while try read(upTo: Self.blockSize, into: &block) > 0 {
      guard unsafe block.withUnsafeBytes({ unsafe take($0) }) else { return }
      block.removeAll(keepingCapacity: true)
    }
  }

  /// Reads to the end.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package func allBytes() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while try read(upTo: Self.blockSize, into: &bytes) > 0 {}
    return bytes
  }

  private static let blockSize = 1 << 16

  /// Reads up to so many bytes from a place of the file; fewer only where it ends.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    try seek(to: offset)
    var bytes: [UInt8] = []
    while bytes.count < count, try read(upTo: count - bytes.count, into: &bytes) > 0 {}
    return bytes
  }

  /// Waits until all that was written is on the disk. Pipes and devices have nothing to wait for.
  package func synchronize() throws(SystemError) {
    do throws(SystemError) {
      _ = try Self.retried { Int(fsync(rawValue)) }
    } catch {
      if error.code != EINVAL && error.code != EROFS { throw error }
    }
  }

  /// Cuts the file at a length.
  package func truncate(to length: Int) throws(SystemError) {
    _ = try Self.retried { Int(ftruncate(rawValue, off_t(length))) }
  }

  /// Goes to a byte from the beginning, from where it is written on.
  package func seek(to offset: Int) throws(SystemError) {
    _ = try Self.retried { Int(lseek(rawValue, off_t(offset), SEEK_SET)) }
  }

  /// The length of the file in bytes; nil where it is no regular file.
  package func length() throws(SystemError) -> Int? {
    var status = stat()
    _ = try Self.retried { unsafe Int(fstat(rawValue, &status)) }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Takes the file for this process alone, until it is closed; fails where another has it.
  package func lock() throws(SystemError) {
    _ = try Self.retried { Int(flock(rawValue, LOCK_EX | LOCK_NB)) }
  }

  /// Whether a path leads to this open file, and not to another one or to none.
  package func isFile(at path: String) throws(SystemError) -> Bool {
    var own = stat()
    _ = try Self.retried { unsafe Int(fstat(rawValue, &own)) }
    var other = stat()
    guard unsafe stat(path, &other) == 0 else { return false }
    return own.st_ino == other.st_ino && own.st_dev == other.st_dev
  }

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Closes the file; some systems tell only here that a write failed.
  package func close() throws(SystemError) {
    if closeFile(rawValue) != 0 && errno != EINTR { throw .last }
  }

  private static func retried(_ call: () -> Int) throws(SystemError) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw .last }
    }
  }
}

// The names that the methods above hide.
private func readFile(_ file: Int32, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, base, count)
}
private func closeFile(_ file: Int32) -> Int32 { close(file) }
private func openFile(_ path: String, _ flags: Int32, _ permissions: UInt32) -> Int32 {
  unsafe open(path, flags, mode_t(permissions))
}
