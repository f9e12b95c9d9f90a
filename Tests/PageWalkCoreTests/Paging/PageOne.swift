// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

/// A first page, and the request that it answers: what detection is shown.
struct PageOne: Sendable, CustomTestStringConvertible {
  var name: String
  var url = "https://api.test/v1/things"
  var body: String?
  var contentType: String?
  var headers: HTTPHeaders = [:]
  var status = 200
  var json: String
  /// Options of the user: what has to be detected is the rest.
  var itemsKeys: [String] = []
  var way = WalkPlan.Way.detect

  var testDescription: String { name }

  init(_ name: String, _ json: String, url: String? = nil) {
    self.name = name
    self.json = json
    if let url { self.url = url }
  }

  /// The same page as the answer to a request with a body.
  func posting(_ body: String, as type: String? = nil) -> Self {
    var page = self
    page.body = body
    page.contentType = type
    return page
  }

  /// The same page with header fields.
  func with(_ headers: HTTPHeaders) -> Self {
    var page = self
    page.headers = headers
    return page
  }

  /// The same page where the user has said where the items are.
  func taking(_ keys: String...) -> Self {
    var page = self
    page.itemsKeys = keys
    return page
  }

  func detection() throws -> Detection {
    var request = HTTPRequest(url: url)
    if let body {
      request.method = "POST"
      request.body = Array(body.utf8)
    }
    if let contentType { request.headers.set("Content-Type", to: contentType) }
    var plan = WalkPlan(request: request)
    plan.itemsKeys = try itemsKeys.map { try Key($0) }
    plan.way = way
    return try Detection(
      plan: plan, request: request,
      response: HTTPResponse(status: status, headers: headers, url: url),
      document: try JSONDocument(json))
  }

  /// The options that detection finds, as one line.
  func options() throws -> String { ShellWords.joined(try detection().options) }
}
