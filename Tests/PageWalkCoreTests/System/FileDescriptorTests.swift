// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

/// Reading files, at a cost that follows their size.
@Suite(.timeLimit(.minutes(1)))
struct FileDescriptorTests {
  private let folder: TemporaryFolder
  private let text = (0..<200_000).map { "\($0)\n" }.joined()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(text, to: "file")
  }

  private func opened() throws -> FileDescriptor {
    try FileDescriptor.open(folder.path("file"), .read)
  }

  @Test func `the bytes read are moved a few times only, however small the parts`() throws {
    let file = try opened()
    defer { try? file.close() }
    var bytes: [UInt8] = []
    var moves = 0
    var capacity = bytes.capacity
    while try file.read(upTo: 100, into: &bytes) > 0 {
      if bytes.capacity != capacity { moves += 1 }
      capacity = bytes.capacity
    }
    #expect(bytes == Array(text.utf8))
    #expect(moves <= 20)
  }

  @Test func `a file is read block by block`() throws {
    let file = try opened()
    defer { try? file.close() }
    var bytes: [UInt8] = []
    var largest = 0
    try unsafe file.readBlocks { block in
      unsafe bytes.append(contentsOf: block)
      largest = max(largest, block.count)
      return true
    }
    #expect(bytes == Array(text.utf8))
    #expect(largest <= 1 << 16)
  }

  @Test func `no block is read that nobody wants`() throws {
    let file = try opened()
    defer { try? file.close() }
    var blocks = 0
    try unsafe file.readBlocks { _ in
      blocks += 1
      return false
    }
    #expect(blocks == 1)
  }

  @Test func `a file is the same in one piece`() throws {
    #expect(try FileSystem.bytes(of: folder.path("file")) == Array(text.utf8))
    #expect(try LocalFile.bytes(of: folder.path("file")) == Array(text.utf8))
    let error = #expect(throws: TransportError.self) {
      try LocalFile.bytes(of: folder.path("none"))
    }
    #expect(error?.detail.hasSuffix("none': No such file or directory") == true)
  }
}
