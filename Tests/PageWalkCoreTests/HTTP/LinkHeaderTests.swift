// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct LinkHeaderTests {
  @Test func `the suite's links are read, and the next page is found`() throws {
    for row in try ConformanceCase.all("link-header", "cases.json") {
      let name = row.text("name") ?? ""
      let base = try #require(row.text("base"))
      let links = LinkHeader.links(in: row["headers"] as? [String] ?? [], base: base)
      if let expected = row["links"] as? [[String: Any]] {
        #expect(links.count == expected.count, "\(name)")
        for (link, expected) in zip(links, expected) { expect(link, expected, name) }
      }
      let next = LinkHeader.link("next", in: links, base: base)?.uri
      if let choices = row["next_one_of"] as? [Any] {
        #expect(choices.contains { ($0 as? String) == next }, "\(name)")
      } else {
        #expect(next == row.text("next"), "\(name)")
      }
    }
  }

  private func expect(_ link: Link, _ expected: [String: Any], _ name: String) {
    #expect(link.target == expected["target"] as? String, "\(name)")
    #expect(link.uri == expected["uri"] as? String, "\(name)")
    #expect(link.rels == expected["rels"] as? [String], "\(name)")
    #expect(link.anchor == expected["anchor"] as? String, "\(name)")
    if let attributes = expected["attributes"] as? [[String]] {
      #expect(link.attributes.map { [$0.name, $0.value] } == attributes, "\(name)")
    }
  }

  @Test func `the links of link-header-parser-ruby are read`() throws {
    guard let folder = Conformance.folder("link-header") else { return }
    let base = "https://example.com"
    for file in ["example_link_headers", "example_link_headers_with_anchors"] {
      let path = folder.appendingPathComponent("link-header-parser-ruby/\(file).json")
      let rows = try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [[Any]] ?? []
      for row in rows {
        let value = try #require(row[0] as? String)
        let expected = try #require(row[1] as? [String: Any])
        let links = LinkHeader.links(in: [value], base: base)
        let link = try #require(links.first)
        #expect(links.count == 1)
        if let target = expected["target_string"] as? String { #expect(link.target == target) }
        if let uri = expected["target_uri"] as? String { #expect(normalized(link.uri) == uri) }
        if let rels = expected["relation_types"] as? [String] { #expect(link.rels == rels) }
        if let anchor = expected["context_string"] as? String,
          anchor.hasPrefix("#") || link.anchor != nil
        {
          #expect(link.anchor == anchor)
          // That parser resolves an anchor against the target; the RFC against the page.
          let context = URLReference.resolve(anchor, against: link.uri)
          #expect(normalized(context) == expected["context_uri"] as? String)
        }
      }
    }
  }

  /// With a slash behind a bare host.
  private func normalized(_ uri: String) -> String {
    var parts = URLParts(uri)
    if parts.path.isEmpty { parts.path = "/" }
    return parts.text
  }

  @Test func `what stands between two links does not hide the second`() {
    let base = "https://a.test/"
    for junk in ["foo", "x; title=\"<https://evil.test/>; rel=next, \"", "=,;", "\"", "a \"b\" c"] {
      let value = "<?p=9>; rel=last, \(junk), <?p=2>; rel=next"
      let links = LinkHeader.links(in: [value], base: base)
      let expected = junk == "\"" ? nil : "https://a.test/?p=2"
      #expect(LinkHeader.link("next", in: links, base: base)?.uri == expected)
    }
  }

  @Test func `a semicolon between two links is as good as a comma`() {
    let base = "https://a.test/"
    let links = LinkHeader.links(in: ["<?p=9>; rel=last; <?p=2>; rel=\"next\""], base: base)
    #expect(links.map(\.rels) == [["last"], ["next"]])
    #expect(LinkHeader.link("next", in: links, base: base)?.uri == "https://a.test/?p=2")
  }

  /// A field in which a next page may be named is not one that names none.
  @Test(arguments: [
    "https://a.test/?p=2; rel=\"next\"", "<?p=2; rel=next", "<?p=1>; rel=prev, ?p=2; REL=\"Next\"",
    "?a=1,2 ; rel = 'last next'", "<?p=1>; rel=prev, x; rel=next",
  ])
  func `what can't be read and names a relation is told`(value: String) {
    let base = "https://a.test/"
    let links = LinkHeader.links(in: [value], base: base)
    #expect(LinkHeader.link("next", in: links, base: base) == nil)
    #expect(LinkHeader.unreadable("next", in: ["", value]) != nil)
    #expect(LinkHeader.unreadable("first", in: ["", value]) == nil)
  }

  @Test(arguments: [
    "", "<?p=1>; rel=prev", "<?next>; title=next", "next", "rel=nextish", ",;",
    "title=\"rel=next\"",
  ])
  func `what names no relation is none`(value: String) {
    #expect(LinkHeader.unreadable("next", in: [value]) == nil)
  }

  @Test func `a link that starts at another page is somebody else's`() {
    let base = "https://a.test/items?page=1"
    let links = LinkHeader.links(
      in: ["<?page=7>; rel=next; anchor=\"/other\", <?page=2>; rel=next"], base: base)
    #expect(LinkHeader.link("NEXT", in: links, base: base)?.uri == "https://a.test/items?page=2")
  }

  @Test func `hostile values cost no more than their length`() {
    let base = "https://a.test/"
    for piece in ["<", "<>", "<>;", "\"", ";", ",", "<>;a=\"", "\\"] {
      let value = String(repeating: piece, count: 20_000)
      #expect(LinkHeader.links(in: [value], base: base).count <= 20_000)
      #expect(LinkHeader.unreadable("next", in: [value]) == nil)
    }
  }
}
