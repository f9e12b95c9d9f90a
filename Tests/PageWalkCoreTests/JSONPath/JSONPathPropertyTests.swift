// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

/// Random paths and documents; each test prints the seed with which it can be run again
/// (PAGEWALK_SEED).
@Suite(.timeLimit(.minutes(1)))
struct JSONPathPropertyTests {
  @Test func `reading what was printed gives the same path`() throws {
    let seed = SeededGenerator.seed
    var random = PathGenerator(seed: seed)
    for _ in 0..<2_000 {
      let text = random.path()
      let path = try #require(try? JSONPath(text), "seed \(seed): \(text)")
      let again = try #require(try? JSONPath(path.canonical), "seed \(seed): \(path.canonical)")
      #expect(again == path, "seed \(seed): \(text) printed as \(path.canonical)")
      #expect(again.canonical == path.canonical, "seed \(seed): \(text)")
    }
  }

  @Test func `a cut or changed path is taken or refused, with the fault within it`() throws {
    let seed = SeededGenerator.seed
    var random = PathGenerator(seed: seed)
    for _ in 0..<2_000 {
      var scalars = Array(random.path().unicodeScalars)
      let place = Int.random(in: 0..<scalars.count, using: &random.generator)
      switch Int.random(in: 0..<3, using: &random.generator) {
      case 0: scalars.removeSubrange(place...)
      case 1: scalars.remove(at: place)
      default: scalars[place] = "[]()?@$.,:'\"\\*!=<>&|-10ea é\n".unicodeScalars.randomElement()!
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      do throws(PathError) {
        _ = try Key(text)
      } catch {
        #expect((0...text.utf8.count).contains(error.offset), "seed \(seed): \(text)")
        #expect(error.description.hasPrefix("expected "), "seed \(seed): \(text)")
      }
    }
  }

  @Test func `nodes are those that a plain evaluation of a tree finds`() throws {
    let seed = SeededGenerator.seed
    var random = PathGenerator(seed: seed)
    for _ in 0..<1_500 {
      let text = random.document(depth: 4)
      let document = try JSONDocument(text)
      let path = try JSONPath(random.path(withFilters: false))
      let expected = Self.evaluate(path.query.segments[...], document.root, document)
      let found = try path.nodes(in: document)
      #expect(found == expected, "seed \(seed): \(path) on \(text)")
      #expect(try path.first(in: document) == expected.first, "seed \(seed): \(path) on \(text)")
    }
  }

  @Test func `each normalized path selects its node and no other`() throws {
    let seed = SeededGenerator.seed
    var random = PathGenerator(seed: seed)
    for _ in 0..<200 {
      let text = random.document(depth: 4)
      let document = try JSONDocument(text)
      for (node, path) in try JSONPath("$..*").paths(in: document) {
        #expect(
          try JSONPath(path).nodes(in: document) == [node], "seed \(seed): \(path) in \(text)")
        #expect(try JSONPath(path).canonical == path, "seed \(seed): \(path)")
      }
    }
  }

  /// RFC 9535 as it is written: each segment makes a list of nodes of a list of nodes.
  private static func evaluate(
    _ segments: ArraySlice<PathSegment>, _ node: Int, _ document: JSONDocument
  ) -> [Int] {
    guard let segment = segments.first else { return [node] }
    let inputs = segment.isDescendant ? withDescendants(node, document) : [node]
    let children = inputs.flatMap { input in
      segment.selectors.flatMap { select($0, input, document) }
    }
    return children.flatMap { evaluate(segments.dropFirst(), $0, document) }
  }

  private static func withDescendants(_ node: Int, _ document: JSONDocument) -> [Int] {
    [node] + select(.wildcard, node, document).flatMap { withDescendants($0, document) }
  }

  private static func select(
    _ selector: PathSelector, _ node: Int, _ document: JSONDocument
  ) -> [Int] {
    let elements = Array(document.elements(of: node))
    switch selector {
    case .name(let name): return document.member(name.string, of: node).map { [$0] } ?? []
    case .wildcard: return elements + document.members(of: node).map(\.value)
    case .index(let index):
      let place = index < 0 ? elements.count + index : index
      return elements.indices.contains(place) ? [elements[place]] : []
    case .slice(let slice):
      let (count, step) = (elements.count, slice.step)
      guard step != 0 else { return [] }
      // https://www.rfc-editor.org/rfc/rfc9535#section-2.3.4.2.2
      func normalize(_ i: Int) -> Int { i >= 0 ? i : count + i }
      let start = normalize(slice.start ?? (step > 0 ? 0 : count - 1))
      let end = slice.end.map(normalize) ?? (step > 0 ? count : -1)
      let lower = step > 0 ? min(max(start, 0), count) : min(max(end, -1), count - 1)
      let upper = step > 0 ? min(max(end, 0), count) : min(max(start, -1), count - 1)
      return step > 0
        ? stride(from: lower, to: upper, by: step).map { elements[$0] }
        : stride(from: upper, to: lower, by: step).map { elements[$0] }
    case .filter: return []
    }
  }
}
