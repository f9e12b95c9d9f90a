// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is done with files by their names.
package enum FileSystem {
  /// Whether there is a file, a folder or anything else of that name.
  package static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// Whether a file can be cut and read again, and is no folder, device or pipe.
  package static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// All bytes of a file.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  package static func bytes(of path: String) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor.open(path, .read)
    defer { try? file.close() }
    return try file.allBytes()
  }

  /// Puts a file in the place of another, at once: whoever looks finds the one or the other.
  package static func rename(_ path: String, to target: String) throws(SystemError) {
    guard renameFile(path, target) == 0 else { throw .last }
  }

  /// Removes a file; one that is not there is no failure.
  package static func remove(_ path: String) throws(SystemError) {
    guard unsafe unlink(path) != 0 else { return }
    let error = SystemError.last
    if !error.isNoSuchFile { throw error }
  }

  /// Waits until the names in a file's folder are on the disk.
  package static func synchronizeFolder(of path: String) throws(SystemError) {
    let file = try FileDescriptor.open(folder(of: path), .read)
    defer { try? file.close() }
    try file.synchronize()
  }

  /// The folder in which a file stands: `.` where the path does not name one.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
  }

  /// The path with links resolved where the file is there; else the path from the root on.
  package static func absolute(_ path: String) -> String {
    if let resolved = unsafe realpath(path, nil) {
      defer { unsafe free(resolved) }
      return unsafe String(cString: resolved)
    }
    let folder = folder(of: path)
    guard let resolved = unsafe realpath(folder, nil) else { return path }
    defer { unsafe free(resolved) }
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      path[path.utf8.index(after: $0)...]
    }
    let parent = unsafe String(cString: resolved)
    return (parent == "/" ? "" : parent) + "/" + (name ?? path[...])
  }
}

// The name that the method above hides.
private func renameFile(_ path: String, _ target: String) -> Int32 {
  unsafe rename(path, target)
}
