// SPDX-License-Identifier: Apache-2.0

/// Where the items of page one are, and why they are taken to be there.
struct DetectionItems {
  /// An array that was looked at.
  struct Candidate {
    /// How it is named in an option.
    let key: Key
    let node: JSONDocument.Node
    /// How many elements it has.
    let count: Int
    let holdsObjects: Bool
    /// The rank of its name among those known; nil for a name that is not.
    let rank: Int?
    /// How many names lead to it, those that are looked into left out.
    let depth: Int
    /// Whether it is the only kind of thing that is looked for in `_embedded` or `data`.
    let isLookedInto: Bool
    /// Whether it stands in an object that tells about the page.
    let isAside: Bool
  }

  /// The key that was taken.
  let key: Key
  /// The array.
  let node: JSONDocument.Node
  /// How many items page one holds.
  let count: Int
  /// Why, as the end of a sentence: "the best known name".
  let reason: String
  /// The other arrays that could have been the items.
  let others: [Candidate]

  /// Finds the items.
  ///
  /// - Throws: a ``WalkError`` where there is none, or more than one that could be them.
  /// - Complexity: O(*n*) in the outline.
  static func find(_ outline: DetectionOutline) throws(WalkError) -> Self {
    let document = outline.document
    if document.kind(document.root) == .array { return try root(of: document) }
    let candidates = candidates(in: outline)
    let usual = candidates.filter { !$0.isAside }
    if let choice = try known(usual) { return Self(choice, "the best known name", candidates) }
    let embedded = usual.filter { $0.isLookedInto && $0.holdsObjects }
    if let choice = try only(embedded) { return Self(choice, "the only array there", candidates) }
    if let choice = try only(usual.filter(\.holdsObjects)) {
      return Self(choice, "the only array of objects", candidates)
    }
    if let choice = try known(candidates) { return Self(choice, "the best known name", candidates) }
    if let choice = try only(candidates.filter(\.holdsObjects)) {
      return Self(choice, "the only array of objects", candidates)
    }
    if let choice = try only(usual.filter { $0.count > 0 }) {
      return Self(choice, "the only array that is not empty", candidates)
    }
    if let choice = try only(usual) { return Self(choice, "the only array", candidates) }
    throw nothing(in: document)
  }

  private init(_ choice: Candidate, _ reason: String, _ candidates: [Candidate]) {
    self.init(
      key: choice.key, node: choice.node, count: choice.count, reason: reason,
      others: candidates.filter { $0.node != choice.node })
  }

  private init(
    key: Key, node: JSONDocument.Node, count: Int, reason: String, others: [Candidate]
  ) {
    self.key = key
    self.node = node
    self.count = count
    self.reason = reason
    self.others = others
  }

  // MARK: - The root

  private static func root(of document: JSONDocument) throws(WalkError) -> Self {
    let elements = Array(document.elements(of: document.root).prefix(3))
    let kinds = elements.map { document.kind($0) }
    // An array of two, what is said about the page and the items: its elements are no list.
    if Set(kinds) == [.object, .array], kinds.count == 2,
      let index = kinds.firstIndex(of: .array)
    {
      throw WalkError(
        .ambiguous,
        "the page is an array of an object and an array, so its elements are hardly the items. Say "
          + "which are: --items-key '$[\(index)]' or --items-key '$'")
    }
    return Self(
      key: DetectionOutline.path([]), node: document.root,
      count: document.childCount(of: document.root), reason: "the page is an array", others: [])
  }

  // MARK: - Arrays in objects

  private static func candidates(in outline: DetectionOutline) -> [Candidate] {
    var candidates: [Candidate] = []
    for (index, member) in outline.members.enumerated() where member.kind == .array {
      let path = outline.plainPath(index)
      guard !path.contains(where: DetectionNames.isNeverItems) else { continue }
      let into = path.dropLast().filter { DetectionNames.lookedInto.contains($0) }
      candidates.append(
        Candidate(
          key: outline.key(index), node: member.node,
          count: outline.document.childCount(of: member.node),
          holdsObjects: outline.holdsObjects(member.node),
          rank: DetectionNames.items.firstIndex(of: member.plain),
          depth: path.count - into.count,
          isLookedInto: into.count == path.count - 1 && !into.isEmpty,
          isAside: path.dropLast().contains { DetectionNames.aboutThePage.contains($0) }))
    }
    return candidates
  }

  /// The best known name, the shallowest first; an empty array only where no other name is known at
  /// that depth.
  private static func known(_ candidates: [Candidate]) throws(WalkError) -> Candidate? {
    let known = candidates.filter { $0.rank != nil }
    guard let depth = known.map(\.depth).min() else { return nil }
    let shallowest = known.filter { $0.depth == depth }
    let filled = shallowest.filter { $0.count > 0 }
    let choice = filled.isEmpty ? shallowest : filled
    let rank = choice.compactMap(\.rank).min()
    return try only(choice.filter { $0.rank == rank })
  }

  private static func only(_ candidates: [Candidate]) throws(WalkError) -> Candidate? {
    guard candidates.count > 1 else { return candidates.first }
    let list = candidates.prefix(8).map { "'\($0.key)' (\($0.contents))" }
    let options = candidates.prefix(8).map { ShellWords.joined(["--items-key", "\($0.key)"]) }
    throw WalkError(
      .ambiguous,
      "the items can't be told: they may be \(list.joined(separator: ", ")). Say which: "
        + options.joined(separator: " or "))
  }

  private static func nothing(in document: JSONDocument) -> WalkError {
    WalkError(
      .ambiguous,
      "no array is found in the page, which is \(document.kind(document.root).phrase), so the items "
        + "can't be told. Say where they are: --items-key KEY (--items-key '$' is the page itself)")
  }
}

extension DetectionItems.Candidate {
  /// What is in the array, in words: "25 objects".
  var contents: String {
    switch (count, holdsObjects) {
    case (0, _): "empty"
    case (1, true): "1 object"
    case (_, true): "\(count) objects"
    case (1, false): "1 value"
    case (_, false): "\(count) values"
    }
  }
}
