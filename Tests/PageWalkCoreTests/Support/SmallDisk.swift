// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file system that is soon full, in a folder of a test. Only root can make one.
final class SmallDisk: Sendable {
  private let path: String

  /// Makes a disk as the folder `disk`; nil, said aloud, where that can't be done.
  init?(in folder: TemporaryFolder, bytes: Int) throws {
    path = folder.path("disk")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard Self.mounts(path, bytes, flags: 0) else {
      print("no small disk can be made, which takes root on Linux: a full disk is not tested")
      return nil
    }
  }

  /// Makes the disk larger.
  func enlarge(to bytes: Int) throws {
    guard Self.mounts(path, bytes, flags: Self.remount) else {
      throw Child.Failure(description: "The disk '\(path)' can't be made larger.")
    }
  }

  /// Takes the disk away.
  func remove() {
    #if os(Linux)
      unsafe umount2(path, Int32(2))  // MNT_DETACH
    #endif
  }

  private static let remount: UInt = 32  // MS_REMOUNT

  private static func mounts(_ path: String, _ bytes: Int, flags: UInt) -> Bool {
    #if os(Linux)
      let size = "size=\(bytes)"
      return unsafe size.withCString {
        unsafe mount("none", path, "tmpfs", flags, UnsafeRawPointer($0)) == 0
      }
    #else
      return false
    #endif
  }
}
