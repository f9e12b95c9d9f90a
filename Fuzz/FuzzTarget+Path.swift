// SPDX-License-Identifier: Apache-2.0

@testable import PageWalkCore

extension FuzzTarget {
  /// A path, a zero byte, and a document.
  ///
  /// The canonical spelling of a path is the same path; keys, sources and places are kept by their
  /// descriptions; nodes and their normalized paths agree, and each path leads to its node,
  /// or to the last of its name.
  static func select(_ bytes: [UInt8]) {
    let parts = parts(of: bytes, atMost: 2)
    let text = String(decoding: parts[0], as: UTF8.self)
    let body = parts.count > 1 ? parts[1] : Array(#"{"a":[1,{"b":"x"},null],"é":-0.5e3}"#.utf8)
    let document = try? JSONDocument(body)
    if let key = try? Key(text) {
      expect((try? Key(key.description)) == key, "the key is described as another")
      if let document { checkNodes(of: key, in: document) }
    }
    if let source = try? Source(text) {
      expect((try? Source(source.description)) == source, "the source is another")
    }
    if let place = try? Place(text) {
      expect((try? Place(place.description)) == place, "the place is another")
    }
    guard let path = try? JSONPath(text) else { return }
    guard let again = try? JSONPath(path.canonical) else {
      fatalError("'\(path.canonical)' is not read again")
    }
    expect(path == again, "'\(text)' and '\(path.canonical)' differ")
    expect(path.canonical == again.canonical, "the canonical spelling is not stable")
    if let document {
      let nodes = try? path.nodes(in: document)
      expect(nodes == (try? again.nodes(in: document)), "two spellings select differently")
    }
  }

  private static func checkNodes(of key: Key, in document: JSONDocument) {
    guard let nodes = try? key.nodes(in: document), let paths = try? key.paths(in: document) else {
      return
    }
    expect(nodes == paths.map(\.node), "paths and nodes differ")
    expect((try? key.first(in: document)) == nodes.first, "the first node is another")
    expect(!key.isSingular || nodes.count <= 1, "a singular key selects several")
    expect(
      nodes.isEmpty || key.beginningExists(in: document), "the beginning of what is there is not")
    for (node, text) in paths.prefix(100) {
      let found = (try? JSONPath(text).paths(in: document)) ?? []
      expect(found.map(\.path) == [text], "'\(text)' leads elsewhere")
      // Of members of one name a path means the last.
      expect(found[0].node >= node, "'\(text)' leads to what stands before")
    }
  }
}
