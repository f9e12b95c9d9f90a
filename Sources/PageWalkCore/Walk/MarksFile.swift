// SPDX-License-Identifier: Apache-2.0

/// The marks of a walk's requests and items, in a file beside its state that only grows.
///
///     "pagewalk marks 1"   16 bytes that tell the file from any other
///     mark, mark, …        16 bytes each, the low half first, both little-endian
///
/// The state says how many marks are valid, and their sum. What stands behind them was written by a
/// process that did not live to say so, and is cut off. The file is never replaced, so that it is
/// what a process locks to have the walk for itself.
final class MarksFile {
  let path: String

  /// How many marks are in the file.
  private(set) var count = 0

  /// The sum of all marks, by which marks that were changed are found out.
  private(set) var sum = SipHash.Mark(low: 0, high: 0)

  private let file: FileDescriptor
  private var isOpen = true

  private static let header = Array("pagewalk marks 1".utf8)
  private static let markSize = 16

  /// How many bytes are read or written at a time.
  private static let chunk = 1 << 16

  /// Opens or makes the file, and locks it.
  ///
  /// - Throws: a ``StateError``; of the kind `refusal` where another process has the walk.
  init(path: String) throws(StateError) {
    self.path = path
    do throws(SystemError) {
      file = try Self.locked(path)
    } catch {
      if error.wouldBlock {
        throw StateError(
          .refusal,
          "Another process is at work with '\(Printable.escaped(path))'. Let it end first."
        )
      }
      throw .system("open", path, error)
    }
    guard try isOurs() else {
      close()
      throw StateError(
        .refusal,
        "'\(Printable.escaped(path))' is where the marks of this walk would go, but it is a file of "
          + "another kind. Give the state another name.")
    }
  }

  /// A file that is removed while one waits for its lock is not the file that others will find.
  private static func locked(_ path: String) throws(SystemError) -> FileDescriptor {
    while true {
      let file = try FileDescriptor.open(path, .update, permissions: 0o600)
      do throws(SystemError) {
        try file.lock()
        if try file.isFile(at: path) { return file }
        try file.close()
      } catch {
        try? file.close()
        throw error
      }
    }
  }

  private func isOurs() throws(StateError) -> Bool {
    let beginning = try attempt("read") { () throws(SystemError) in
      try file.bytes(at: 0, count: Self.header.count)
    }
    return Self.header.starts(with: beginning)
  }

  /// Whether the file holds no marks, valid or not.
  var isEmpty: Bool {
    guard let length = try? file.length() else { return false }
    return length <= Self.header.count
  }

  // MARK: - Writing

  /// Drops all marks.
  func clear() throws(StateError) {
    try attempt("write") { () throws(SystemError) in
      try file.truncate(to: 0)
      try file.seek(to: 0)
      try file.writeAll(Self.header)
    }
    count = 0
    sum = SipHash.Mark(low: 0, high: 0)
  }

  /// Adds marks. Where that fails, the file is as it was but for bytes that are written over.
  ///
  /// - Complexity: O(*n*) in the number of marks.
  func append(_ marks: [SipHash.Mark]) throws(StateError) {
    guard !marks.isEmpty else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(marks.count * Self.markSize)
    var sum = sum
    for mark in marks {
      for half in [mark.low, mark.high] {
        for shift in stride(from: 0, to: 64, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: half >> shift))
        }
      }
      sum.add(mark)
    }
    try attempt("write") { () throws(SystemError) in
      try file.seek(to: Self.header.count + count * Self.markSize)
      try file.writeAll(bytes)
    }
    count += marks.count
    self.sum = sum
  }

  /// Waits until all marks are on the disk.
  func synchronize() throws(StateError) {
    try attempt("write") { () throws(SystemError) in try file.synchronize() }
  }

  // MARK: - Reading

  /// Reads the valid marks into the set of their kind, and cuts off what stands behind them.
  ///
  /// - Throws: a ``StateError`` where the file does not hold what the state says.
  /// - Complexity: O(*n*) in the number of marks.
  func load(
    count: Int, sum: SipHash.Mark, requests: inout MarkSet, items: inout MarkSet
  ) throws(StateError) {
    // Without marks, the file may be one that has just been made, and has no header yet.
    guard count > 0 else {
      guard sum == SipHash.Mark(low: 0, high: 0) else { throw damaged() }
      return try clear()
    }
    try attempt("read") { () throws(SystemError) in try file.seek(to: Self.header.count) }
    var read = SipHash.Mark(low: 0, high: 0)
    var rest = count
    while rest > 0 {
      let wanted = min(rest * Self.markSize, Self.chunk)
      let bytes = try bytes(wanted)
      guard bytes.count == wanted else { throw damaged() }
      for start in stride(from: 0, to: wanted, by: Self.markSize) {
        let mark = SipHash.Mark(low: Self.word(bytes, start), high: Self.word(bytes, start + 8))
        read.add(mark)
        if mark.low & 1 == MarkSet.Kind.request.rawValue {
          requests.insert(mark)
        } else {
          items.insert(mark)
        }
      }
      rest -= wanted / Self.markSize
    }
    guard read == sum else { throw damaged() }
    try attempt("write") { () throws(SystemError) in
      try file.truncate(to: Self.header.count + count * Self.markSize)
    }
    self.count = count
    self.sum = sum
  }

  private func bytes(_ wanted: Int) throws(StateError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < wanted {
      let came = try attempt("read") { () throws(SystemError) in
        try file.read(upTo: wanted - bytes.count, into: &bytes)
      }
      if came == 0 { break }
    }
    return bytes
  }

  private static func word(_ bytes: [UInt8], _ start: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 { word |= UInt64(bytes[start + index]) << UInt64(8 * index) }
    return word
  }

  private func damaged() -> StateError {
    StateError(
      .fault,
      "'\(Printable.escaped(path))' does not hold the marks that the state speaks of, so the walk "
        + "can't be gone on with. Say '--restart' to begin again.")
  }

  // MARK: - The end

  /// Gives up the file and its lock.
  func close() {
    if isOpen { try? file.close() }
    isOpen = false
  }

  /// Removes the file, which nobody needs any more. One that another process has made since is left
  /// alone.
  func remove() throws(StateError) {
    try attempt("remove") { () throws(SystemError) in
      if isOpen, try file.isFile(at: path) { try FileSystem.remove(path) }
    }
  }

  private func attempt<R>(
    _ what: String, _ work: () throws(SystemError) -> R
  ) throws(StateError) -> R {
    do throws(SystemError) {
      return try work()
    } catch {
      throw .system(what, path, error)
    }
  }
}

extension SipHash.Mark {
  /// Adds another mark to both halves, without a carry.
  fileprivate mutating func add(_ other: SipHash.Mark) {
    low &+= other.low
    high &+= other.high
  }
}
