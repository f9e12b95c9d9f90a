// SPDX-License-Identifier: Apache-2.0

/// Why a JSON text could not be changed at a place.
package struct EditError: Error, Hashable, Sendable {
  /// One case for each reason that a user would tell apart.
  package enum Kind: Hashable, Sendable {
    /// The text to change, or the object to merge in, is no JSON.
    case notJSON(ScanError)
    /// A name leads into something that is no object.
    case notAnObject
    /// An index leads into something that is no array.
    case notAnArray
    /// An index leads to an element that is not there. Elements are not made.
    case noElement
  }

  /// What is wrong.
  package var kind: Kind
  /// The steps that lead to the value that is not as it should be.
  package var path: [JSONEdit.Step]

  init(_ kind: Kind, at path: some Sequence<JSONEdit.Step>) {
    self.kind = kind
    self.path = Array(path)
  }
}

extension EditError: CustomStringConvertible {
  /// The reason in words, as the end of a sentence: `the value at 'a.b' is no object`.
  package var description: String {
    switch kind {
    case .notJSON(let error): "it is no JSON: \(error) at byte \(error.offset)"
    case .notAnObject: "\(place) is no object"
    case .notAnArray: "\(place) is no array"
    case .noElement: "there is no element \(place)"
    }
  }

  private var place: String {
    if path.isEmpty { return "the whole text" }
    let steps = path.map { step in
      switch step {
      case .name(let name): "[\(JSONText.quoted(name))]"
      case .index(let index): "[\(index)]"
      }
    }
    return "'$\(steps.joined())'"
  }
}
