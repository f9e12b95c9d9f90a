// SPDX-License-Identifier: Apache-2.0

/// The members of a page's objects by their names: what a short key selects is found in one step for
/// each name, however many members there are.
final class NameIndex {
  private let document: JSONDocument
  /// By object, then by the bytes of the name; of several members of one name the last.
  private var members: [JSONDocument.Node: [[UInt8]: JSONDocument.Node]] = [:]

  init(_ document: JSONDocument) {
    self.document = document
  }

  /// What a short form selects: the member of the root that has the whole text as its name, else the
  /// member that the names lead to.
  ///
  /// - Complexity: O(*m*) in the number of names; the first time in an object also O(*n*) in its
  ///   members.
  func node(at shortForm: String) -> JSONDocument.Node? {
    if let node = member(shortForm[...], of: document.root) { return node }
    var node: JSONDocument.Node? = document.root
    for name in shortForm.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    {
      node = node.flatMap { member(Substring(name), of: $0) }
    }
    return node
  }

  private func member(_ name: Substring, of object: JSONDocument.Node) -> JSONDocument.Node? {
    guard document.kind(object) == .object else { return nil }
    if members[object] == nil {
      var found: [[UInt8]: JSONDocument.Node] = [:]
      for (key, value) in document.members(of: object) {
        var bytes: [UInt8] = []
        document.appendString(key, to: &bytes)
        found[bytes] = value
      }
      members[object] = found
    }
    return members[object]?[Array(name.utf8)]
  }
}
