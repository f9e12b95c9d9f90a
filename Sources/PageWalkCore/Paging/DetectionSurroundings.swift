// SPDX-License-Identifier: Apache-2.0

extension Detection {
  /// The arrays beside the items that were detected.
  ///
  /// On page one the items may have been the only array with something in it. Where a later page has
  /// something in another one, those may be items too, and that they are left out has to be said.
  package struct Surroundings: Sendable {
    /// What holds the array of the items.
    private let holder: Key
    /// The names of the arrays that are known: the items, and those that page one had something in.
    private var known: Set<String>
    private let steps: [JSONEdit.Step]

    /// Nil where the items are the page itself.
    ///
    /// - Complexity: O(*n*) in the outline and in the members beside the items.
    init?(_ outline: DetectionOutline, _ items: DetectionItems) {
      guard let index = outline.members.firstIndex(where: { $0.node == items.node }) else {
        return nil
      }
      let member = outline.members[index]
      steps = outline.steps(index).dropLast()
      holder = DetectionOutline.path(steps)
      known = [member.name]
      known.formUnion(Self.lists(of: member.holder, in: outline.document).map(\.name))
    }

    /// The keys of arrays that have something in them for the first time; each is given once.
    ///
    /// - Complexity: O(*n*) in the members beside the items.
    package mutating func strays(in document: JSONDocument) -> [Key] {
      let new = lists(in: document).filter { known.insert($0.name).inserted }.map(\.name)
      guard !new.isEmpty else { return [] }
      // A name with dots in it may have to be told from what stands deeper.
      let (document, _) = document.indexedWhole(document.root)
      let names = NameIndex(document)
      return lists(in: document).filter { new.contains($0.name) }
        .map { DetectionOutline.key(steps + [.name($0.name)], at: $0.node, in: names) }
    }

    private func lists(
      in document: JSONDocument
    ) -> [(name: String, node: JSONDocument.Node)] {
      guard let object = try? holder.first(in: document) else { return [] }
      return Self.lists(of: object, in: document)
    }

    private static func lists(
      of object: JSONDocument.Node, in document: JSONDocument
    ) -> [(name: String, node: JSONDocument.Node)] {
      document.members(of: object).compactMap { key, value in
        guard document.kind(value) == .array, document.childCount(of: value) > 0 else { return nil }
        let name = document.string(key)
        return DetectionNames.isNeverItems(DetectionNames.plain(name)) ? nil : (name, value)
      }
    }
  }
}
