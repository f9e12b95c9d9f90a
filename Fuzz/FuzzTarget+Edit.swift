// SPDX-License-Identifier: Apache-2.0

@testable import PageWalkCore

extension FuzzTarget {
  /// A key, a value and a body, each up to a zero byte.
  ///
  /// A value is where it was put, and what stands round it stays as it was, byte for byte; what is
  /// removed is gone; what is merged in is there; and each result is JSON.
  static func editBody(_ bytes: [UInt8]) {
    let parts = parts(of: bytes, atMost: 3)
    guard parts.count == 3, let key = try? Key(String(decoding: parts[0], as: UTF8.self)),
      let steps = key.steps, let value = try? JSONDocument(parts[1])
    else { return }
    checkSetting(steps, to: parts[1], value, in: parts[2])
    checkRemoving(steps, from: parts[2])
    checkMerging(parts[1], value, into: parts[2])
  }

  private static func checkSetting(
    _ steps: [JSONEdit.Step], to text: [UInt8], _ value: JSONDocument, in body: [UInt8]
  ) {
    guard let edited = try? JSONEdit.setting(steps, to: text, in: body) else { return }
    guard let document = try? JSONDocument(edited),
      let node = JSONEdit.node(at: steps, in: document)
    else { fatalError("the value is not where it was put") }
    expect(
      compact(value.root, of: value) == compact(node, of: document), "the value has changed")
    guard let before = try? JSONDocument(body), let old = JSONEdit.node(at: steps, in: before)
    else {
      return
    }
    let (was, now) = (before.range(old), document.range(node))
    expect(
      edited[..<now.lowerBound].starts(with: body[..<was.lowerBound]), "the text before changed")
    expect(
      edited.reversed().starts(with: body[was.upperBound...].reversed()), "the text behind changed")
  }

  private static func checkRemoving(_ steps: [JSONEdit.Step], from body: [UInt8]) {
    guard let removed = try? JSONEdit.removing(steps, from: body), !body.isEmpty else { return }
    guard let before = try? JSONDocument(body) else { return }
    guard let after = try? JSONDocument(removed) else {
      fatalError("what is left is no JSON")
    }
    guard let last = steps.last, JSONEdit.node(at: steps, in: before) != nil else {
      return expect(removed == body, "something is gone that was not there")
    }
    let path = steps.dropLast()
    guard let old = JSONEdit.node(at: path, in: before),
      let new = JSONEdit.node(at: path, in: after)
    else { fatalError("the place is gone") }
    switch last {
    case .name(let name): expect(after.member(name, of: new) == nil, "the member is there")
    case .index:
      expect(after.childCount(of: new) == before.childCount(of: old) - 1, "elements differ")
    }
  }

  private static func checkMerging(_ text: [UInt8], _ object: JSONDocument, into body: [UInt8]) {
    guard let merged = try? JSONEdit.merging(text, into: body, removing: ["a", "stale"]) else {
      return
    }
    // An empty object says nothing about what it is merged into.
    guard object.childCount(of: object.root) > 0 else { return }
    guard let document = try? JSONDocument(merged) else {
      fatalError("what is merged is no JSON")
    }
    for (key, _) in object.members(of: object.root) {
      let name = object.string(key)
      guard let wanted = object.member(name, of: object.root),
        let found = document.member(name, of: document.root)
      else { fatalError("a member is missing") }
      expect(
        compact(wanted, of: object) == compact(found, of: document), "a member has changed")
    }
  }
}
