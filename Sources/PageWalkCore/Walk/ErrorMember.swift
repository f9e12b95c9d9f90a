// SPDX-License-Identifier: Apache-2.0

/// A member of a page's root that by its name tells of errors: `error` or `errors`.
package struct ErrorMember: Hashable, Sendable {
  /// The name of the member.
  package let name: String
  /// Its value.
  package let value: Cursor

  /// Those of a page, whatever they say.
  ///
  /// - Complexity: O(*n*) in the members of the root.
  static func all(of document: JSONDocument) -> [ErrorMember] {
    guard document.kind(document.root) == .object else { return [] }
    return ["error", "errors"].compactMap { name in
      document.member(name, of: document.root).map {
        ErrorMember(name: name, value: Cursor($0, of: document))
      }
    }
  }

  /// Whether it says that there is an error: it is not false.
  package var isError: Bool { !value.isFalse() }

  /// What it says, as a part of a sentence.
  package var words: String { "'\(name)' is \(value.excerpt)" }

  /// The failure of a page that has it.
  var failure: WalkError {
    WalkError(.errorPage, "the page says that it is an error: \(words)")
  }
}
