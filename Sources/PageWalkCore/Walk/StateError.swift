// SPDX-License-Identifier: Apache-2.0

/// Why a state can't be kept, or can't be gone on with.
package struct StateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whose fault it is.
  package enum Kind: Hashable, Sendable {
    /// The system refused, or a file is not what it was: exit status 1.
    case fault
    /// What was asked for can't be done: exit status 2.
    case refusal
  }

  package var kind: Kind

  /// One sentence for the user, with a second one where there is a remedy.
  package var description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// The exit status that goes with it.
  package var exitStatus: Int32 { kind == .fault ? 1 : 2 }

  /// A file that the system won't let be used.
  static func system(_ what: String, _ path: String, _ error: SystemError) -> StateError {
    StateError(.fault, "Can't \(what) '\(Printable.escaped(path))': \(error).")
  }
}
