// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

/// Requests made of random values: what is put in comes out as it was, and nothing else changes. A
/// failure prints the seed: `PAGEWALK_SEED=… swift test` repeats it.
@Suite(.timeLimit(.minutes(1)))
struct RequestPropertyTests {
  private static let start =
    "https://api.test:8443/v1/{id}/x%2Fy?a=1&b=%c3%a9&a=2&&cursor=old&page%5Bafter%5D=z+z"
  private static let body = #"{"query": "q", "n": 1.50, "v": {"after": null, "n": [1, 2]}}"#

  private static let places = [
    "query:cursor", "query:page[after]", "query:new", "path:id", "form:c", "body:v.after",
    "body:new",
  ]

  @Test func `a cursor comes back from wherever it was put`() throws {
    let seed = SeededGenerator.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let text = Self.text(&generator)
      for place in Self.places {
        let built = try Self.build(Cursor(text), at: place, form: place.hasPrefix("form"))
        let context = Comment(rawValue: "seed \(seed): \(text.debugDescription) at \(place)")
        #expect(try Self.value(at: place, in: built) == text, context)
        try expectRestUnchanged(built, place, context)
      }
    }
  }

  @Test func `JSON goes into a body as it is spelled`() throws {
    for json in [
      "12345678901234567890123", "1.50", "1e400", #"{"a" : [1,  2]}"#, "[]", "true", #""\u00e9\/""#,
    ] {
      let cursor = Cursor(typed: json)
      let built = try Self.build(cursor, at: "body:v.after", form: false)
      let document = try JSONDocument(built.body ?? [])
      let node = try #require(JSONEdit.node(at: [.name("v"), .name("after")], in: document))
      #expect(Cursor(node, of: document) == cursor)
    }
  }

  /// A text of everything that has a meaning somewhere.
  private static func text(_ generator: inout SeededGenerator) -> String {
    let pieces = [
      "a", "Z", "0", "~", "é", "😀", " ", "+", "%", "%41", "&", "=", "#", "?", "/", "..", "\\", "\"",
      "'", "{", "}", "{id}", "[", "]", "@", ":", ";", ",", "\n", "\r", "\t", "\u{0}", "\u{7F}",
      "\u{202E}", "e\u{301}",
    ]
    let count = Int.random(in: 1...8, using: &generator)
    return (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  private static func build(_ cursor: Cursor, at place: String, form: Bool) throws -> HTTPRequest {
    var plan = WalkPlan(url: URLReference.escaped(start))
    plan.request.method = "POST"
    plan.request.body = Array((form ? "x=1&c=old&y" : body).utf8)
    let policy = OriginPolicy(start: try #require(Origin(plan.request.url)))
    let builder = RequestBuilder(plan: plan, origins: policy)
    return try builder.next(
      [.init(place: try Place(place), value: cursor)], pageURL: plan.request.url, base: nil)
  }

  private static func value(at place: String, in request: HTTPRequest) throws -> String? {
    let name = String(place.drop { $0 != ":" }.dropFirst())
    switch place.prefix(4) {
    case "quer":
      #expect(URLQuery.names(in: request.url).count { $0 == name } == 1)
      return URLQuery.value(of: name, in: request.url)
    case "path":
      let path = URLParts(request.url).path.split(separator: "/", omittingEmptySubsequences: false)
      return URLQuery.decoded(path[2], plusIsBlank: false)
    case "form":
      let text = "?" + String(decoding: request.body ?? [], as: UTF8.self)
      #expect(text.hasPrefix("?x=1&c=") && text.hasSuffix("&y"))
      return URLQuery.value(of: name, in: text)
    default:
      let document = try JSONDocument(request.body ?? [])
      let steps = try #require(try Key(name).steps)
      return JSONEdit.node(at: steps, in: document).map { document.string($0) }
    }
  }

  private func expectRestUnchanged(
    _ request: HTTPRequest, _ place: String, _ context: Comment
  ) throws {
    let others = URLQuery.parameters(of: request.url).map { String($0.text) }
    for parameter in ["a=1", "b=%c3%a9", "a=2"] { #expect(others.contains(parameter), context) }
    #expect(request.url.hasPrefix("https://api.test:8443/v1/"), context)
    #expect(request.url.contains("/x%2Fy?"), context)
    #expect(request.method == "POST", context)
    guard place.hasPrefix("body") else { return }
    let text = String(decoding: request.body ?? [], as: UTF8.self)
    #expect(text.hasPrefix(#"{"query": "q", "n": 1.50, "v": {"after": "#), context)
  }
}
