// SPDX-License-Identifier: Apache-2.0

/// The file of a walk's state, which is read and replaced whole, and the file of marks beside it.
///
/// A process that holds a StateFile has the walk for itself: the marks file is locked.
package final class StateFile {
  /// The path with links resolved, so that a file that a link leads to is replaced, not the link.
  package let path: String

  /// The path as the user wrote it, for messages.
  package let name: String

  let marks: MarksFile

  /// Takes a state for this process alone, whether there is one or not.
  ///
  /// - Throws: a ``StateError``; of the kind `refusal` where another process has it.
  package init(locking name: String) throws(StateError) {
    self.name = name
    path = FileSystem.absolute(name)
    try Self.requireFile(path, name)
    marks = try MarksFile(path: Self.marksPath(beside: path))
  }

  /// Gives the state up for others to take, and removes the marks beside it where no walk needs them.
  package func close() {
    if !needsMarks { try? marks.remove() }
    marks.close()
  }

  deinit { close() }

  private static func marksPath(beside path: String) -> String { path + ".marks" }

  /// Whether the marks may be of a walk that is to be gone on with. Where the state can't be read,
  /// it may be put right or back into its place.
  private var needsMarks: Bool {
    guard let head = try? Self.head(path) else { return !marks.isEmpty }
    return head.end?.isComplete != true
  }

  /// Removes the marks beside a complete state, which stay there where a process was killed between
  /// the saving of the walk's end and its own.
  ///
  /// - Throws: a ``StateError``; of the kind `refusal` where another process has the state.
  package static func removeMarksLeft(beside name: String) throws(StateError) {
    guard FileSystem.exists(marksPath(beside: FileSystem.absolute(name))) else { return }
    try StateFile(locking: name).close()
  }

  // MARK: - Reading

  /// Whether there is a file of that name.
  package static func exists(_ name: String) -> Bool {
    FileSystem.exists(name)
  }

  /// What can be read of a state without its secrets.
  ///
  /// - Throws: a ``StateError`` where the file is missing, damaged, or no state.
  package static func head(_ name: String) throws(StateError) -> WalkState.Head {
    let document = try document(name, name)
    return try naming(name) { () throws(StateError) in try WalkState.head(of: document) }
  }

  /// The state.
  ///
  /// - Throws: a ``StateError`` where the file is missing, damaged, or no state, or where a secret is
  ///   missing.
  func state(revealing secrets: StateSecrets) throws(StateError) -> WalkState {
    let document = try Self.document(path, name)
    return try Self.naming(name) { () throws(StateError) in
      try WalkState(document, revealing: secrets)
    }
  }

  /// Whether a file is a state, if perhaps a damaged one, which may be replaced.
  package static func looksLikeState(_ name: String) -> Bool {
    guard let bytes = try? FileSystem.bytes(of: name) else { return false }
    return WalkState.isState(bytes)
  }

  private static func document(
    _ path: String, _ name: String
  ) throws(StateError) -> JSONDocument {
    try requireFile(path, name)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.bytes(of: path)
    } catch {
      let failure = StateError.system("read the state", name, error)
      throw error.isNoSuchFile ? StateError(.refusal, failure.description) : failure
    }
    return try naming(name) { () throws(StateError) in try WalkState.document(bytes) }
  }

  /// Makes sure that what stands at a path can be read to its end, and replaced: that it is a file.
  private static func requireFile(_ path: String, _ name: String) throws(StateError) {
    guard FileSystem.exists(path), !FileSystem.isRegularFile(path) else { return }
    throw StateError(
      .refusal,
      "'\(Printable.escaped(name))' can't hold a state, since it is a folder, a device or a pipe. "
        + "Name a file.")
  }

  private static func naming<R>(
    _ name: String, _ work: () throws(StateError) -> R
  ) throws(StateError) -> R {
    do throws(StateError) {
      return try work()
    } catch {
      throw StateError(
        error.kind,
        "The state '\(Printable.escaped(name))' can't be gone on with: \(error.description).")
    }
  }

  // MARK: - Writing

  /// Removes the state, and empties the marks, before a new walk begins.
  func discard() throws(StateError) {
    do throws(SystemError) {
      try FileSystem.remove(path)
      try FileSystem.synchronizeFolder(of: path)
    } catch {
      throw .system("replace the state", name, error)
    }
    try marks.clear()
  }

  /// Puts a new state in the place of the old one, at once.
  ///
  /// - Parameter durably: whether it has to outlive a loss of power, and not only of the process.
  func replace(with bytes: [UInt8], durably: Bool) throws(StateError) {
    let temporary = path + ".new"
    do throws(SystemError) {
      // One that was left behind may have other permissions.
      try FileSystem.remove(temporary)
      let file = try FileDescriptor.open(temporary, .create, permissions: 0o600)
      do throws(SystemError) {
        try file.writeAll(bytes)
        if durably { try file.synchronize() }
      } catch {
        try? file.close()
        throw error
      }
      try file.close()
      try FileSystem.rename(temporary, to: path)
      if durably { try FileSystem.synchronizeFolder(of: path) }
    } catch {
      try? FileSystem.remove(temporary)
      throw .system("write the state", name, error)
    }
  }
}
