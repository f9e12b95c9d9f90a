// SPDX-License-Identifier: Apache-2.0

/// Changes single places of a JSON text and leaves all else as it is spelled, byte for byte:
/// numbers of any length, escapes, white space, member order and repeated members.
package enum JSONEdit {
  /// One step down into a value.
  package enum Step: Hashable, Sendable {
    /// To the member of that name; of several, the last.
    case name(String)
    /// To the element at that index, from 0; a negative index counts from the end.
    case index(Int)
  }

  /// Puts a JSON value at a place of the text `body`: instead of the one that is there, else as a
  /// new last member. Objects that are missing on the way, or null, are made. An empty text counts
  /// as missing, too. With no steps the whole value is replaced.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  package static func setting(
    _ path: [Step], to value: [UInt8], in body: [UInt8]
  ) throws(EditError) -> [UInt8] {
    if body.isEmpty { return try missing(path, from: 0, value) }
    let document = try read(body)
    var node = document.root
    for depth in path.indices {
      let step = path[depth]
      let kind = document.kind(node)
      if kind == .null {
        return replacing(document.range(node), in: body, by: try missing(path, from: depth, value))
      }
      switch step {
      case .name(let name):
        if kind != .object { throw EditError(.notAnObject, at: path[..<depth]) }
        if let next = document.member(name, of: node) {
          node = next
          continue
        }
        var member: [UInt8] = []
        JSONText.quote(name, into: &member)
        member.append(UInt8(ascii: ":"))
        member += try missing(path, from: depth + 1, value)
        return inserting(member, atEndOf: node, document, body)
      case .index(let index):
        if kind != .array { throw EditError(.notAnArray, at: path[..<depth]) }
        guard let next = element(index, of: node, document) else {
          throw EditError(.noElement, at: path[...depth])
        }
        node = next
      }
    }
    return replacing(document.range(node), in: body, by: value)
  }

  /// Takes away what is at a place, of repeated members all. Where nothing is, nothing changes.
  ///
  /// - Complexity: O(*n*) in the bytes of the text, for each member of that name.
  package static func removing(
    _ path: [Step], from body: [UInt8]
  ) throws(EditError) -> [UInt8] {
    guard let last = path.last, !body.isEmpty else { return body }
    var body = body
    while true {
      let document = try read(body)
      guard let parent = node(at: path.dropLast(), in: document) else { return body }
      let children = children(of: parent, document)
      let position: Int?
      switch last {
      case .name(let name):
        position =
          document.kind(parent) == .object
          ? children.lastIndex { document.equals($0.first, name) } : nil
      case .index(let index):
        let wanted = index < 0 ? index + children.count : index
        position =
          document.kind(parent) == .array && children.indices.contains(wanted) ? wanted : nil
      }
      guard let position else { return body }
      // With the child goes one comma: the one before it, else the one behind it.
      let end = document.range(children[position].value).upperBound
      if position > 0 {
        let start = document.range(children[position - 1].value).upperBound
        body.removeSubrange(start..<end)
      } else {
        let start = document.range(children[0].first).lowerBound
        let next = children.count > 1 ? document.range(children[1].first).lowerBound : end
        body.removeSubrange(start..<next)
      }
      if case .index = last { return body }
    }
  }

  /// Puts each member of an object into the object that the text `body` is: instead of the member
  /// of that name, else behind the others. Their values lose their white space. Members with a name
  /// in `stale` that `object` does not have are taken away.
  ///
  /// - Complexity: O(*n* · *m*) in the bytes of the text and the members of the object.
  package static func merging(
    _ object: [UInt8], into body: [UInt8], removing stale: Set<String>
  ) throws(EditError) -> [UInt8] {
    let source = try read(object)
    if source.kind(source.root) != .object { throw EditError(.notAnObject, at: []) }
    var names: Set<String> = []
    var result = body
    for (key, value) in source.members(of: source.root) {
      let name = source.string(key)
      names.insert(name)
      var spelling: [UInt8] = []
      source.appendCompact(value, to: &spelling)
      result = try setting([.name(name)], to: spelling, in: result)
    }
    for name in stale.subtracting(names).sorted() {
      result = try removing([.name(name)], from: result)
    }
    return result
  }

  private static func read(_ text: [UInt8]) throws(EditError) -> JSONDocument {
    do throws(ScanError) {
      return try JSONDocument(text)
    } catch {
      throw EditError(.notJSON(error), at: [])
    }
  }

  /// The value together with the objects that lead to it from a step on.
  private static func missing(
    _ path: [Step], from start: Int, _ value: [UInt8]
  ) throws(EditError) -> [UInt8] {
    var opening: [UInt8] = []
    var closing: [UInt8] = []
    for depth in path.indices[start...] {
      guard case .name(let name) = path[depth] else {
        throw EditError(.noElement, at: path[...depth])
      }
      opening.append(UInt8(ascii: "{"))
      JSONText.quote(name, into: &opening)
      opening.append(UInt8(ascii: ":"))
      closing.append(UInt8(ascii: "}"))
    }
    return opening + value + closing
  }

  private static func replacing(
    _ range: Range<Int>, in body: [UInt8], by value: [UInt8]
  ) -> [UInt8] {
    var body = body
    body.replaceSubrange(range, with: value)
    return body
  }

  private static func inserting(
    _ member: [UInt8], atEndOf object: Int, _ document: JSONDocument, _ body: [UInt8]
  ) -> [UInt8] {
    guard let last = children(of: object, document).last else {
      let start = document.range(object).lowerBound + 1
      return replacing(start..<start, in: body, by: member)
    }
    let end = document.range(last.value).upperBound
    return replacing(end..<end, in: body, by: [UInt8(ascii: ",")] + member)
  }

  /// The children of an array or object, each with its first node, the name if it has one.
  private static func children(
    of parent: Int, _ document: JSONDocument
  ) -> [(first: Int, value: Int)] {
    document.kind(parent) == .object
      ? document.members(of: parent).map { ($0.key, $0.value) }
      : document.elements(of: parent).map { ($0, $0) }
  }

  private static func element(_ index: Int, of array: Int, _ document: JSONDocument) -> Int? {
    let wanted = index < 0 ? index + document.childCount(of: array) : index
    return wanted < 0 ? nil : document.elements(of: array).dropFirst(wanted).first { _ in true }
  }

  /// The value at a path; nil where there is none.
  ///
  /// - Complexity: O(*n*) in the members and elements passed on the way.
  package static func node(
    at path: some Sequence<Step>, in document: JSONDocument
  ) -> JSONDocument.Node? {
    var node: Int? = document.root
    for step in path {
      guard let parent = node else { return nil }
      switch step {
      case .name(let name): node = document.member(name, of: parent)
      case .index(let index): node = element(index, of: parent, document)
      }
    }
    return node
  }
}
