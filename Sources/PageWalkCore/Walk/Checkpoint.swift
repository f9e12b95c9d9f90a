// SPDX-License-Identifier: Apache-2.0

/// Keeps a walk's state after each page whose items have reached the output, so that a walk that is
/// killed at any moment can be gone on with.
///
/// What is saved is always one moment of the walk. The order is that of durability: the items are
/// written, the output is synced, the marks are written and synced, the state is replaced. With an
/// output file that happens at most once a second, and always at the end; what was written behind the
/// last save is cut off when the walk is gone on with. Standard output can't be cut, so that there the
/// state follows each page.
package final class Checkpoint {
  private let file: StateFile
  private let secrets: StateSecrets
  private let output: OutputStream
  /// The output file once more, for reading; nil where the output can't be cut and written on.
  private var outputFile: FileDescriptor?
  private var state: WalkState
  /// How many bytes of the output belong to `state`.
  private var length: Int
  /// Marks that belong to `state` and are not in the file yet.
  private var pending: [SipHash.Mark] = []
  /// Whether the file is as `state` is, and outlives a loss of power.
  private var isSaved = false
  private var savedAt: ContinuousClock.Instant

  /// The least time between two saves that outlive a loss of power.
  private static let pause = Duration.seconds(1)

  /// So many marks are written before it is time for a save: a fast walk has millions in a second.
  private static let mostPending = 256

  /// How many bytes of the output tell it from another file.
  private static let tailLength = 4096

  /// Begins to keep a state.
  ///
  /// - Parameters:
  ///   - state: the walk as it stands.
  ///   - marks: those of its marks that are not in the file yet.
  ///   - output: where the items go.
  ///   - length: how many bytes of it are valid.
  init(
    _ file: StateFile, _ state: WalkState, marks: [SipHash.Mark], hiding secrets: StateSecrets,
    output: OutputStream, length: Int
  ) throws(StateError) {
    self.file = file
    self.state = state
    self.secrets = secrets
    self.output = output
    self.length = length
    pending = marks
    savedAt = .now
    guard let path = output.path, FileSystem.isRegularFile(path) else { return }
    do throws(SystemError) {
      outputFile = try FileDescriptor.open(path, .read)
    } catch {
      throw .system("read", path, error)
    }
  }

  /// Takes note that a page is written; saves where it is time.
  ///
  /// - Parameters:
  ///   - memory: what the engine remembered when the page's items were chosen.
  ///   - newMarks: the marks that it added since the page before.
  /// - Throws: a ``StateError`` or an ``OutputError``.
  package func pageWritten(
    _ memory: WalkEngine.Memory, _ newMarks: [SipHash.Mark], _ writer: ItemWriter
  ) throws {
    state.memory = memory
    length = writer.resumableLength
    pending += newMarks
    isSaved = false
    let isDue = ContinuousClock.now - savedAt >= Self.pause
    if isDue || outputFile == nil {
      try save(durably: isDue)
    } else if pending.count >= Self.mostPending {
      try writeMarks()
    }
  }

  /// Saves what is not saved yet, because it may be long until the next page.
  ///
  /// - Throws: a ``StateError`` or an ``OutputError``.
  package func settle() throws {
    if !isSaved { try save(durably: true) }
  }

  /// Saves how the walk has ended. What stands is the last page that was written whole.
  ///
  /// - Parameter others: what no message may show either, in all spellings of a server.
  /// - Throws: a ``StateError`` or an ``OutputError``.
  package func end(_ outcome: Outcome, hiding others: SecretTexts) throws {
    state.end = WalkState.End(outcome, hiding: secrets, and: others)
    try save(durably: true)
    if state.end?.isComplete == true { try file.marks.remove() }
  }

  /// Saves the state.
  ///
  /// - Throws: a ``StateError`` or an ``OutputError``.
  func save(durably: Bool) throws {
    try output.synchronize()
    try writeMarks()
    if durably { try file.marks.synchronize() }
    state.marks = WalkState.Marks(count: file.marks.count, sum: file.marks.sum)
    try markTail()
    try file.replace(with: state.bytes(hiding: secrets), durably: durably)
    guard durably else { return }
    isSaved = true
    savedAt = .now
  }

  /// Writes marks that the file does not hold yet. Before the state names them they do not count.
  private func writeMarks() throws(StateError) {
    try file.marks.append(pending)
    pending.removeAll(keepingCapacity: true)
  }

  // MARK: - The output

  private func markTail() throws(StateError) {
    guard let path = output.path else { return }
    var kept = WalkState.Output(path: FileSystem.absolute(path))
    if let outputFile {
      do throws(SystemError) {
        kept.length = length
        kept.tail = try Self.tail(of: outputFile, at: length, state.memory.hash)
      } catch {
        throw .system("read", path, error)
      }
    }
    state.output = kept
  }

  /// The mark of the bytes of a file before a length.
  private static func tail(
    of file: FileDescriptor, at length: Int, _ hash: SipHash
  ) throws(SystemError) -> SipHash.Mark {
    let count = min(length, tailLength)
    return hash.mark(of: try file.bytes(at: length - count, count: count))
  }

  /// Makes sure that a file is the output that a state speaks of.
  ///
  /// - Parameter path: where the file is now.
  static func check(
    _ output: WalkState.Output, at path: String, _ hash: SipHash
  ) throws(StateError) {
    guard let kept = output.length else { return }
    let shown = Printable.escaped(path)
    let remedy =
      "Put it back, say with '-o' where it is now, or begin the walk again with '--restart'."
    guard FileSystem.exists(path) else {
      throw StateError(.fault, "The output '\(shown)' is not there any more. \(remedy)")
    }
    guard FileSystem.isRegularFile(path) else {
      throw StateError(.fault, "The output '\(shown)' is no file that can be written on. \(remedy)")
    }
    let length: Int
    let tail: SipHash.Mark
    do throws(SystemError) {
      let file = try FileDescriptor.open(path, .read)
      defer { try? file.close() }
      length = try file.length() ?? 0
      tail = try Self.tail(of: file, at: min(length, kept), hash)
    } catch {
      throw .system("read the output", path, error)
    }
    guard length >= kept else {
      throw StateError(
        .fault,
        "The output '\(shown)' has \(length) bytes, but \(kept) were written. \(remedy)")
    }
    guard tail == output.tail else {
      throw StateError(
        .fault,
        "The output '\(shown)' is not as the walk left it: other bytes stand there. \(remedy)")
    }
  }
}
