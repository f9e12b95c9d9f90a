// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that items are saved in, a line for each.
struct ItemFile {
  /// The name of the file.
  let path: String

  /// A file by the name that a person typed; `~/` is the home folder.
  init(typed name: String) {
    guard name.hasPrefix("~/"), let home = Process.variable("HOME") else {
      path = name
      return
    }
    path = home + name.dropFirst(1)
  }

  /// Whether there is something of that name.
  var exists: Bool { FileSystem.exists(path) }

  /// Whether what is there is a file, and no folder, device or pipe: those are not replaced.
  var isReplaceable: Bool { FileSystem.isRegularFile(path) }

  /// Saves items. They are written beside the file and then take its place, so that a failure
  /// leaves what was there. Where the name is a link, that is the place it leads to.
  ///
  /// - Parameters:
  ///   - store: where they are.
  ///   - count: how many of them count.
  ///   - hits: which of them; all where it is nil.
  /// - Throws: why not all could be saved.
  /// - Complexity: O(*n*) in the bytes that are saved.
  func save(_ store: ItemStore, count: Int, hits: [UInt32]?) throws(SystemError) {
    let target = FileSystem.absolute(path)
    let temporary = "\(target).\(getpid()).tmp"
    let file = try FileDescriptor.open(temporary, .create)
    do throws(SystemError) {
      if let hits {
        for hit in hits { try file.writeAll(store.line(Int(hit))) }
      } else {
        try store.forEachPiece(of: count) { piece throws(SystemError) in
          try file.writeAll(piece)
        }
      }
      try file.close()
      try FileSystem.rename(temporary, to: target)
    } catch {
      unsafe unlink(temporary)
      throw error
    }
  }
}
