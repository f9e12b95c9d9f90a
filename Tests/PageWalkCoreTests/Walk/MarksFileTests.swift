// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct MarksFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("walk.marks")
  }

  /// Marks of requests and items by turns.
  private static func marks(_ count: Int) -> [SipHash.Mark] {
    MarkSetTests.marks(count).enumerated().map {
      SipHash.Mark(low: $1.low & ~1 | UInt64($0 & 1), high: $1.high)
    }
  }

  private func load(
    _ count: Int, _ sum: SipHash.Mark
  ) throws -> (requests: MarkSet, items: MarkSet) {
    let file = try MarksFile(path: path)
    defer { file.close() }
    var sets = (MarkSet(of: .request), MarkSet(of: .item))
    try file.load(count: count, sum: sum, requests: &sets.0, items: &sets.1)
    return sets
  }

  private var bytes: Data {
    get throws { try Data(contentsOf: URL(fileURLWithPath: path)) }
  }

  @Test(arguments: [0, 1, 2, 4095, 4096, 4097, 10_000])
  func marksComeBackIntoTheirSets(count: Int) throws {
    let marks = Self.marks(count)
    let file = try MarksFile(path: path)
    try file.clear()
    for start in stride(from: 0, to: count, by: 700) {
      try file.append(Array(marks[start..<min(start + 700, count)]))
    }
    try file.synchronize()
    let sum = file.sum
    file.close()
    let sets = try load(count, sum)
    #expect(sets.requests.count == (count + 1) / 2)
    #expect(sets.items.count == count / 2)
    for (index, mark) in marks.enumerated() {
      #expect((index & 1 == 0 ? sets.requests : sets.items).contains(mark))
    }
  }

  @Test func whatTheStateDoesNotNameIsCutOff() throws {
    let file = try MarksFile(path: path)
    try file.clear()
    try file.append(Self.marks(10))
    let sum = file.sum
    try file.append(Self.marks(30).suffix(20))
    file.close()
    let length = try bytes.count
    #expect(try load(10, sum).requests.count == 5)
    #expect(try bytes.count == length - 20 * 16)
  }

  @Test func noMarksCanBeLoadedFromNoFile() throws {
    let file = try MarksFile(path: path)
    #expect(file.isEmpty)
    var sets = (MarkSet(of: .request), MarkSet(of: .item))
    try file.load(
      count: 0, sum: SipHash.Mark(low: 0, high: 0), requests: &sets.0, items: &sets.1)
    #expect(file.isEmpty)
    try file.append(Self.marks(10))
    #expect(!file.isEmpty)
    let sum = file.sum
    file.close()
    #expect(try load(10, sum).requests.count == 5)
  }

  @Test func onlyTheOwnFileIsRemoved() throws {
    let file = try MarksFile(path: path)
    try FileManager.default.removeItem(atPath: path)
    let other = try MarksFile(path: path)
    try file.remove()
    file.close()
    try file.remove()
    #expect(FileSystem.exists(path))
    try other.remove()
    #expect(!FileSystem.exists(path))
    other.close()
  }

  @Test func everyFlippedByteIsFoundOut() throws {
    let file = try MarksFile(path: path)
    try file.clear()
    try file.append(Self.marks(20))
    let sum = file.sum
    file.close()
    let good = try bytes
    for index in good.indices {
      var bad = good
      bad[index] ^= UInt8(1 << (index % 8))
      try bad.write(to: URL(fileURLWithPath: path))
      #expect(throws: StateError.self, "byte \(index)") { try load(20, sum) }
    }
  }

  @Test func everyShorterFileIsFoundOut() throws {
    let file = try MarksFile(path: path)
    try file.clear()
    try file.append(Self.marks(20))
    let sum = file.sum
    file.close()
    let good = try bytes
    for length in 0..<good.count {
      try good.prefix(length).write(to: URL(fileURLWithPath: path))
      #expect(throws: StateError.self, "\(length) bytes") { try load(20, sum) }
    }
  }

  @Test func aSecondHolderIsRefused() throws {
    let file = try MarksFile(path: path)
    let error = #expect(throws: StateError.self) { try MarksFile(path: path) }
    #expect(error?.kind == .refusal)
    #expect(error?.description.contains("Another process is at work with") == true)
    file.close()
    try MarksFile(path: path).close()
  }

  @Test func aFileOfAnotherKindIsLeftAlone() throws {
    try folder.write("school marks: A, B, C", to: "walk.marks")
    let error = #expect(throws: StateError.self) { try MarksFile(path: path) }
    #expect(error?.kind == .refusal)
    #expect(folder.text(of: "walk.marks") == "school marks: A, B, C")
  }

  @Test func onlyTheOwnerMayReadIt() throws {
    try MarksFile(path: path).close()
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}
