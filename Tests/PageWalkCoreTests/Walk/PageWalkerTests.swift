// SPDX-License-Identifier: Apache-2.0

import LoopbackServer
import PageWalkCore
import Testing

/// The library's front door, used as a program of somebody else would: by what is public alone.
@Suite(.timeLimit(.minutes(1)))
struct PageWalkerTests {
  private static func server(failing: Bool = false) throws -> LoopbackServer {
    try LoopbackServer { request in
      let cursor = request.query.first { $0.0 == "cursor" }?.1
      switch cursor {
      case nil: return .json(#"{"data":[{"id": 1},{"id":2}],"next_cursor":"a"}"#)
      case "a" where failing: return LoopbackResponse(status: 503)
      default: return .json(#"{"data":[{"id":3}]}"#)
      }
    }
  }

  @Test func `pages come as a sequence, detected, with the given headers`() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let walker = try PageWalker(
      WalkPlan(url: server.url + "/items"), headers: ["X-Key: k"], bearer: "t")
    var items: [String] = []
    for try await page in walker { items += page.items }
    #expect(items == [#"{"id":1}"#, #"{"id":2}"#, #"{"id":3}"#])
    #expect(await walker.outcome?.word == "complete")
    for request in server.requests {
      #expect(request.headers.contains { $0.0 == "X-Key" && $0.1 == "k" })
      #expect(request.headers.contains { $0.0 == "Authorization" && $0.1 == "Bearer t" })
    }
  }

  @Test func `after a failure nothing is sent until someone says so`() async throws {
    let server = try Self.server(failing: true)
    defer { server.stop() }
    let walker = try PageWalker(WalkPlan(url: server.url + "/items"))
    #expect(try await walker.nextPage()?.count == 2)
    for _ in 0..<2 {
      let error = await #expect(throws: WalkError.self) { try await walker.nextPage() }
      #expect(error?.status == 503)
    }
    #expect(server.requests.count == 2)
    await walker.retry()
    await #expect(throws: WalkError.self) { try await walker.nextPage() }
    #expect(server.requests.count == 3)
  }

  @Test func `a plan without a web server's URL is refused`() {
    let error = #expect(throws: WalkError.self) { try PageWalker(WalkPlan(url: "items")) }
    #expect(error?.code == .usage)
  }

  @Test func `a page gives what a key selects in each of its items`() async throws {
    let server = try LoopbackServer { _ in
      .json(
        #"{"data":[{"a":"x\u0041","b":{"c": [1, 2]}},{"a":1.50,"b":{"c":true}},"#
          + #"{"a":null,"b.c":"whole","b":{"c":0}},7,{"a":"x\u0041","b":{"c":[1,2]}}]}"#)
    }
    defer { server.stop() }
    let walker = try PageWalker(WalkPlan(url: server.url), dropsDuplicates: true)
    let page = try #require(try await walker.nextPage())
    // One value for each item that is kept: the last one came before.
    #expect(page.items.count == 4)
    #expect(try page.values(at: Key("a")) == ["xA", "1.50", nil, nil])
    #expect(try page.values(at: Key("b.c")) == ["[1,2]", "true", "whole", nil])
    #expect(try page.values(at: Key("$.b.c[*]")) == ["1", nil, nil, nil])
    #expect(throws: PathError.self) { try page.values(at: Key("b.c.0")) }
  }
}
