// SPDX-License-Identifier: Apache-2.0

/// The members of a page that are reached through objects, the shallowest first: all that detection
/// looks at.
///
/// Arrays are not entered, so that what belongs to an item is never taken for the page's own; but
/// for those that hold the items somewhere below, where the user said so.
struct DetectionOutline {
  /// One member.
  struct Member {
    /// The name as it is spelled; empty for an element of an array.
    let name: String
    /// The name as it is compared.
    let plain: String
    /// How the member is reached from what holds it.
    let step: JSONEdit.Step
    let node: JSONDocument.Node
    let kind: JSONKind
    /// What holds the member.
    let holder: JSONDocument.Node
    /// The place of the holder in the outline; nil for the root.
    let parent: Int?
    /// How many names lead here.
    let depth: Int
  }

  /// How many members are looked at; what lies behind them is no page's own.
  private static let bound = 50_000

  let document: JSONDocument
  private let names: NameIndex
  private(set) var members: [Member] = []
  /// The objects that have a list in them, other than one of links and the like.
  private var listHolders: Set<JSONDocument.Node> = []

  /// - Parameters:
  ///   - document: the page.
  ///   - items: the array that holds the items, or the first item, where that is known.
  ///   - skipped: items that are members of objects; what is in them is their own.
  /// - Complexity: O(*n*) in the members that are reached.
  init(
    _ document: JSONDocument, items: JSONDocument.Node? = nil,
    skipping skipped: Set<JSONDocument.Node> = []
  ) {
    self.document = document
    names = NameIndex(document)
    var next = 0
    enter(document.root, parent: nil, depth: 0, items: items)
    while next < members.count, members.count < Self.bound {
      let member = members[next]
      if !skipped.contains(member.node) {
        enter(member.node, parent: next, depth: member.depth, items: items)
      }
      next += 1
    }
  }

  private mutating func enter(
    _ node: JSONDocument.Node, parent: Int?, depth: Int, items: JSONDocument.Node?
  ) {
    switch document.kind(node) {
    case .object:
      for (key, value) in document.members(of: node) {
        let name = document.string(key)
        add(value, name, .name(name), of: node, parent, depth)
        if document.kind(value) == .array, holdsObjects(value),
          let plain = members.last?.plain, !DetectionNames.isNeverItems(plain)
        {
          listHolders.insert(node)
        }
      }
    case .array:
      // An array on the way to the items: beside them may stand what is said about the page.
      guard let items, node < items, items < document.after(node) else { return }
      for (index, element) in document.elements(of: node).enumerated()
      where index < 8 || holds(element, items) {
        guard parent == nil || holds(element, items) else { continue }
        add(element, "", .index(index), of: node, parent, depth)
      }
    default:
      break
    }
  }

  private mutating func add(
    _ value: JSONDocument.Node, _ name: String, _ step: JSONEdit.Step,
    of holder: JSONDocument.Node, _ parent: Int?, _ depth: Int
  ) {
    // No name of that length is known.
    let plain = name.utf8.count > 200 ? name : DetectionNames.plain(name)
    members.append(
      Member(
        name: name, plain: plain, step: step, node: value,
        kind: document.kind(value), holder: holder, parent: parent, depth: depth + 1))
  }

  /// Whether a value is, or holds, another.
  func holds(_ value: JSONDocument.Node, _ other: JSONDocument.Node) -> Bool {
    value <= other && other < document.after(value)
  }

  // MARK: - Paths

  /// The plain names from the root to a member.
  func plainPath(_ index: Int) -> [String] {
    var path: [String] = []
    var next: Int? = index
    while let index = next {
      path.append(members[index].plain)
      next = members[index].parent
    }
    return path.reversed()
  }

  /// The names and indexes from the root to a member.
  func steps(_ index: Int) -> [JSONEdit.Step] {
    var steps: [JSONEdit.Step] = []
    var next: Int? = index
    while let index = next {
      steps.append(members[index].step)
      next = members[index].parent
    }
    return steps.reversed()
  }

  /// The key that selects a member: the short form where that does, else a JSONPath.
  func key(_ index: Int, _ more: [JSONEdit.Step] = [], at node: JSONDocument.Node? = nil) -> Key {
    Self.key(steps(index) + more, at: node ?? members[index].node, in: names)
  }

  /// The key of a place in a document.
  static func key(
    _ steps: [JSONEdit.Step], at node: JSONDocument.Node, in index: NameIndex
  ) -> Key {
    let names = steps.compactMap {
      if case .name(let name) = $0 { name } else { nil }
    }
    let short = names.joined(separator: ".")
    // The short form is good where it says this place and could be read as nothing else.
    if names.count == steps.count, !short.isEmpty, let key = try? Key(short),
      index.node(at: short) == node, (try? Source(short))?.locations == [.body(key)]
    {
      return key
    }
    return path(steps)
  }

  /// The JSONPath of a place.
  static func path(_ steps: [JSONEdit.Step]) -> Key {
    var text = "$"
    for step in steps {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .name(let name) where isPlainName(name): text += ".\(name)"
      case .name(let name): text += "[\(quoted(name))]"
      }
    }
    do {
      return try Key(text)
    } catch {
      preconditionFailure("names and indexes make a JSONPath: \(error)")
    }
  }

  private static func isPlainName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || $0 == 0x5F
    }
  }

  /// A name in double quotes, which stand in a shell's single ones without more ado.
  private static func quoted(_ name: String) -> String {
    var text = "\""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  // MARK: - Arrays

  /// Whether an array holds objects, all of its first elements being such.
  func holdsObjects(_ array: JSONDocument.Node) -> Bool {
    var count = 0
    for element in document.elements(of: array).prefix(8) {
      guard document.kind(element) == .object else { return false }
      count += 1
    }
    return count > 0
  }

  /// How many of the objects round the items hold a member too, or tell about the page beside
  /// them; nil where the member belongs to another list.
  ///
  /// - Parameter items: the array of the items, or the first item.
  func closeness(_ index: Int, to items: JSONDocument.Node?) -> Int? {
    guard let items else { return 0 }
    var holder: (node: JSONDocument.Node, parent: Int?) = (
      members[index].holder, members[index].parent
    )
    while !holds(holder.node, items) {
      guard let parent = holder.parent else { return nil }
      let plain = members[parent].plain
      guard DetectionNames.isNeverItems(plain) || !listHolders.contains(holder.node) else {
        return nil
      }
      holder = (members[parent].holder, members[parent].parent)
    }
    return holder.parent.map { members[$0].depth } ?? 0
  }
}
