// SPDX-License-Identifier: Apache-2.0

/// Why the output could not be written.
package enum OutputError: Error, Hashable, Sendable {
  /// The reader has closed it: it has enough.
  case closed
  /// The system refused: no space, no permission.
  case failed(path: String, SystemError)
}

/// Where the items go: standard output or a file, through a buffer of our own on `write(2)`.
///
/// A terminal is given JSON's escapes in the place of characters that it would act on.
package final class OutputStream {
  /// The path of the file; nil for standard output.
  package let path: String?

  /// How many bytes were written, those in the buffer included.
  package private(set) var length: Int

  /// Whether the file still holds what stood in it before, and nothing else: a walk of which nothing
  /// comes is no reason to lose that.
  package private(set) var holdsOld = false

  private let file: FileDescriptor
  private lazy var showsToPerson = isTerminal
  private var buffer: [UInt8] = []

  /// Beyond so many bytes the buffer is written before a page's end.
  private static let bufferSize = 1 << 18

  /// So many bytes and more are not copied into the buffer.
  private static let unbufferedSize = 1 << 14

  /// Standard output.
  package init() {
    path = nil
    file = .standardOutput
    length = 0
  }

  /// A file, cut to a length and written on; one that is written from its beginning is emptied by
  /// ``begin()``.
  package init(path: String, resumingAt length: Int = 0) throws(OutputError) {
    self.path = path
    self.length = length
    do throws(SystemError) {
      file = try FileDescriptor.open(path, .overwrite)
      if length > 0 {
        try file.truncate(to: length)
        try file.seek(to: length)
      } else {
        holdsOld = try file.length() ?? 0 > 0
      }
    } catch {
      throw .failed(path: path, error)
    }
  }

  /// Empties the file of what stood in it before; to be called before the first bytes are added.
  package func begin() throws(OutputError) {
    guard holdsOld else { return }
    do throws(SystemError) {
      try file.truncate(to: 0)
    } catch {
      throw .failed(path: path ?? "standard output", error)
    }
    holdsOld = false
  }

  /// Whether it is a terminal.
  package var isTerminal: Bool { file.isTerminal }

  /// Adds bytes by a closure that appends them.
  package func append(_ add: (inout [UInt8]) -> Void) throws(OutputError) {
    let before = buffer.count
    add(&buffer)
    length += buffer.count - before
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Adds bytes. Many are written at once, from where they are.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    guard bytes.count >= Self.unbufferedSize else {
      return try append { unsafe $0.append(contentsOf: bytes) }
    }
    try flush()
    length += bytes.count
    try unsafe write(bytes)
  }

  /// Writes what is in the buffer.
  package func flush() throws(OutputError) {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    try unsafe buffer.span.bytes.withUnsafeBytes { bytes throws(OutputError) in
      try unsafe write(bytes)
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    do throws(SystemError) {
      if showsToPerson {
        try file.writeAll(Printable.escapedJSON(unsafe Array(bytes)))
      } else {
        try unsafe file.writeAll(bytes)
      }
    } catch {
      throw error.isBrokenPipe ? .closed : .failed(path: path ?? "standard output", error)
    }
  }

  /// Writes what is in the buffer, and waits until it is on the disk.
  package func synchronize() throws(OutputError) {
    try flush()
    do throws(SystemError) {
      try file.synchronize()
    } catch {
      throw .failed(path: path ?? "standard output", error)
    }
  }

  /// Writes what is in the buffer and closes the file.
  package func close() throws(OutputError) {
    try flush()
    guard let path else { return }
    do throws(SystemError) {
      try file.close()
    } catch {
      throw .failed(path: path, error)
    }
  }
}
