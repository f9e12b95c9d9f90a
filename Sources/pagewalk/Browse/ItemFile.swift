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
  var exists: Bool { unsafe access(path, F_OK) == 0 }

  /// Saves items. They are written beside the file and then take its place, so that a failure
  /// leaves what was there.
  ///
  /// - Parameters:
  ///   - store: where they are.
  ///   - count: how many of them count.
  ///   - hits: which of them; all where it is nil.
  /// - Throws: why not all could be saved.
  /// - Complexity: O(*n*) in the bytes that are saved.
  func save(_ store: ItemStore, count: Int, hits: [UInt32]?) throws(SystemError) {
    let temporary = "\(path).\(getpid()).tmp"
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
      guard unsafe rename(temporary, path) == 0 else { throw .last }
    } catch {
      unsafe unlink(temporary)
      throw error
    }
  }
}
