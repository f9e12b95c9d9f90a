// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

/// A transport without a network: answers come from a script, in order, and requests are kept.
final class ScriptedTransport: Transport {
  /// One answer of the script.
  enum Answer {
    case response(status: Int, headers: HTTPHeaders, body: String)
    case failure(TransportError)

    static func json(_ body: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Answer {
      var all = headers
      if all["Content-Type"] == nil { all.append(name: "Content-Type", value: "application/json") }
      return .response(status: status, headers: all, body: body)
    }
  }

  private var answers: [Answer]

  /// The requests that were sent, and whether credentials went with them.
  private(set) var requests: [(request: HTTPRequest, credentials: Bool)] = []

  init(_ answers: [Answer]) {
    self.answers = answers
  }

  /// The URLs that were asked.
  var urls: [String] { requests.map(\.request.url) }

  func send(
    _ request: HTTPRequest, credentials: Bool, to body: any ResponseBody,
    meanwhile: () throws -> Void
  ) throws -> HTTPResponse {
    requests.append((request, credentials))
    try meanwhile()
    guard !answers.isEmpty else {
      throw TransportError(.connect, "the script has no answer for '\(request.url)'")
    }
    switch answers.removeFirst() {
    case .failure(let error):
      throw error
    case .response(let status, let headers, let text):
      let head = HTTPResponse(status: status, headers: headers, url: request.url)
      try body.begin(head)
      var text = text
      try text.withUTF8 { bytes in
        try unsafe body.receive(UnsafeRawBufferPointer(bytes))
      }
      return head
    }
  }

  func cancel() {}
}

/// A walk over a script: what came out, what was asked, and how it ended.
struct ScriptedWalk {
  let items: [String]
  let urls: [String]
  let requests: [HTTPRequest]
  let outcome: Outcome?
  let error: WalkError?
  let progress: WalkProgress

  /// Walks until the end or the first failure.
  ///
  /// It does so twice, since nothing may hang on whether anybody looks into the items.
  init(
    _ plan: WalkPlan, dedup: Deduplicator.Rule? = nil, allowing allowed: Set<Origin> = [],
    _ answers: [ScriptedTransport.Answer]
  ) throws {
    try self.init(plan, dedup, allowed, answers, looksIntoItems: true)
    let other = try ScriptedWalk(plan, dedup, allowed, answers, looksIntoItems: false)
    #expect(other.items == items)
    #expect(other.requests == requests)
    #expect(other.outcome == outcome)
    #expect(other.error == error)
    #expect(other.progress.written == progress.written)
  }

  private init(
    _ plan: WalkPlan, _ dedup: Deduplicator.Rule?, _ allowed: Set<Origin>,
    _ answers: [ScriptedTransport.Answer], looksIntoItems: Bool
  ) throws {
    let transport = ScriptedTransport(answers)
    let start = try #require(Origin(plan.request.url))
    let origins = OriginPolicy(start: start, allowed: allowed, trusted: [])
    let client = HTTPClient(transport: transport, options: RequestOptions(), origins: origins)
    let engine = try WalkEngine(plan: plan, client: client, origins: origins, deduplicating: dedup)
    engine.looksIntoItems = looksIntoItems
    var items: [String] = []
    var failure: WalkError?
    do {
      while var page = try engine.page(meanwhile: {}) {
        engine.choose(&page)
        items += page.items
      }
    } catch let error as WalkError {
      failure = error
    }
    self.items = items
    error = failure
    urls = transport.urls
    requests = transport.requests.map(\.request)
    outcome = engine.outcome
    progress = engine.progress
  }
}
