// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import PageWalkCore
import Testing

@testable import demo_server

@Suite(.timeLimit(.minutes(1)))
struct DemoServerTests {
  private func body(_ request: LoopbackRequest, items: Int = 95) -> String {
    answer(request, items: items).text
  }

  private func answer(
    _ request: LoopbackRequest, items: Int = 95
  ) -> (status: Int, text: String, headers: [(String, String)], response: LoopbackResponse) {
    let response = DemoServer(data: DataSet(count: items)).respond(request)
    return (
      response.status, String(decoding: response.body, as: UTF8.self), response.headers, response
    )
  }

  // MARK: The data set

  @Test func `items are the same each time, and others for another seed`() {
    #expect(Demo.lines(20) == Demo.lines(20))
    #expect(Set(Demo.lines(95)).count == 95)
    let names = { (seed: UInt64) in (0..<20).map { DataSet(seed: seed)[$0].name } }
    #expect(names(1) != names(2))
    #expect(
      Demo.lines(1) == [
        #"{"id":9007199254740993,"name":"지우 山本","city":"Łódź","amount":3936.26,"active":true,"#
          + #""tags":["\u00e9t\u00e9","a\/b","0"],"created_at":"2024-01-01T00:00:00Z"}"#
      ])
  }

  @Test func `items are JSON whose numbers no Double holds`() throws {
    for (index, line) in Demo.lines(2000).enumerated() {
      let document = try JSONDocument(line)
      let identity = try #require(document.member("id", of: document.root))
      #expect(document.text(identity) == String(9_007_199_254_740_993 + 2 * index))
      #expect(Double(document.text(identity)).map { Int($0) } != DataSet.firstIdentity + 2 * index)
    }
  }

  @Test(arguments: [0, 1, 120, 5000])
  func `an item can be filled up to a size`(size: Int) throws {
    var bytes: [UInt8] = []
    DataSet()[3].write(to: &bytes, size: size)
    #expect(bytes.count >= size)
    #expect(bytes.count == size || !String(decoding: bytes, as: UTF8.self).contains("note"))
    _ = try JSONDocument(bytes)
  }

  @Test(arguments: [false, true])
  func `the position after an item is known from its identity`(hasDuplicates: Bool) {
    let data = DataSet(hasDuplicates: hasDuplicates)
    for position in 0..<data.count {
      let after = data.position(after: data[position].identity)
      #expect(after > position)
      #expect(data[after - 1].identity == data[position].identity)
      #expect(after == data.count || data[after].identity > data[position].identity)
    }
    #expect(data.position(after: 0) == 0)
    #expect(data.position(after: .max) == data.count)
  }

  @Test func `every tenth item is a duplicate on request`() {
    let identities = (0..<95).map { DataSet(hasDuplicates: true)[$0].identity }
    #expect(Set(identities).count == 95 - 9)
    #expect(identities == identities.sorted())
    #expect(identities[9] == identities[8])
  }

  @Test func `dates follow the calendar`() {
    let day = 86_400 / 61 + 1
    #expect(Item(index: 0, random: 0).created == "2024-01-01T00:00:00Z")
    #expect(Item(index: 59 * 86_400 / 61 + 1, random: 0).created.hasPrefix("2024-02-29T"))
    #expect(Item(index: 366 * 86_400 / 61 + day / 2, random: 0).created.hasPrefix("2025-01-01T"))
    #expect(Item(index: 22_000_000, random: 0).created.hasPrefix("2066-07-"))
  }

  @Test(arguments: [0, 1, 9, 10, 95, 123_456_789])
  func `a cursor stands for its position`(position: Int) {
    #expect(Encoding.position(Encoding.cursor(position)) == position)
  }

  @Test(arguments: ["", "abc", "abcd", "!!!!", "fj8", "fj8+-TA="])
  func `other texts are no cursors`(text: String) {
    #expect(Encoding.position(text) == nil)
  }

  // MARK: Answers

  @Test(arguments: Dialect.all.map(\.example))
  func `every example is answered with JSON, or with what is missing`(target: String) throws {
    let dialect = try #require(Dialect.all.first { $0.example == target })
    let (_, text, headers, _) = answer(
      LoopbackRequest(method: dialect.method, target: target, body: Array("{}".utf8)))
    _ = try JSONDocument(text)
    #expect(headers.first?.1 == "application/json")
  }

  @Test(arguments: [
    ("GET", "/nowhere", 404), ("POST", "/cursor", 405), ("GET", "/post", 405),
    ("GET", "/cursor?cursor=bad", 400), ("POST", "/post", 400),
    ("GET", "/stripe/v1/customers", 401), ("POST", "/notion/v1/search", 401),
    ("GET", "/kubernetes/api/v1/pods?continue=old", 410),
    ("GET", "/crossref/works?cursor=bad", 400), ("POST", "/elasticsearch/x/_search", 200),
    ("GET", "/slack/api/conversations.list", 200),
    ("GET", "/wikipedia/w/api.php?action=query&list=nothing", 200),
  ])
  func `a request that is wrong is told so in the API's words`(
    method: String, target: String, status: Int
  ) throws {
    let (found, text, _, _) = answer(LoopbackRequest(method: method, target: target))
    #expect(found == status)
    _ = try JSONDocument(text)
    if status != 200 {
      #expect(text.contains("rror") || text.contains("failed") || text.contains("Failure"))
    }
  }

  @Test func `no items are an empty page everywhere`() throws {
    for dialect in Dialect.all {
      let request = LoopbackRequest(
        method: dialect.method, target: dialect.example,
        headers: [("Authorization", "x"), ("Notion-Version", "x")],
        body: Array(#"{"query":"q"}"#.utf8))
      let (status, text, headers, _) = answer(request, items: 0)
      #expect(status == 200)
      #expect(text.contains("[]"), "\(dialect.path): \(text)")
      #expect(!headers.contains { $0.1.contains("rel=\"next\"") })
    }
  }

  @Test func `the number of items, and of those on a page, can be asked for`() {
    #expect(body(LoopbackRequest(target: "/cursor?items=2")).hasSuffix("],\"next_cursor\":null}"))
    #expect(body(LoopbackRequest(target: "/link?per_page=1")) == "[\(Demo.lines(1)[0])]")
    #expect(body(LoopbackRequest(target: "/link?per_page=0")) == "[\(Demo.lines(1)[0])]")
  }

  @Test func `white space can be asked for, and changes nothing else`() throws {
    let target = "/next?limit=3"
    let pretty = body(LoopbackRequest(target: target + "&pretty=1"))
    #expect(pretty.contains("\n        \"a\\/b\",\n"))
    let document = try JSONDocument(pretty)
    var compact: [UInt8] = []
    document.appendCompact(document.root, to: &compact)
    #expect(
      String(decoding: compact, as: UTF8.self).replacing("&pretty=1", with: "")
        == body(LoopbackRequest(target: target)))
  }

  // MARK: Trouble

  @Test func `a page fails as often as asked, then succeeds, then fails again`() {
    let demo = DemoServer()
    let statuses = { (target: String) in
      (0..<6).map { _ in demo.respond(LoopbackRequest(target: target)).status }
    }
    let failing = "/page?fail=503&fail_page=2&fail_times=2"
    #expect(statuses(failing) == [200, 200, 200, 200, 200, 200])
    #expect(statuses(failing + "&page=2") == [503, 503, 200, 503, 503, 200])
    #expect(statuses("/page?fail=500") == [500, 500, 500, 500, 500, 500])
  }

  @Test func `a failure names itself and says when to come back`() {
    let (status, text, headers, _) = answer(
      LoopbackRequest(target: "/cursor?fail=429&retry_after=7"))
    #expect(status == 429)
    #expect(text == #"{"error":{"status":429,"message":"This failure was asked for."}}"#)
    #expect(headers.contains { $0 == ("Retry-After", "7") })
  }

  @Test(arguments: [
    "cut", "reset", "slow&rate=5", "slow", "close", "chunked", "chunked-cut", "stall",
    "stall-body", "nonsense",
  ])
  func `a fault is the one that was asked for`(name: String) {
    let response = answer(LoopbackRequest(target: "/cursor?limit=1&fault=\(name)")).response
    let middle = response.body.count / 2
    let faults: [String: LoopbackResponse.Fault] = [
      "cut": .cutBody(after: middle), "reset": .resetBody(after: middle),
      "slow&rate=5": .slow(bytesPerSecond: 5), "slow": .slow(bytesPerSecond: 2000),
      "close": .closeBeforeHeaders, "chunked": .chunked, "chunked-cut": .chunkedCut,
      "stall": .stall(seconds: 3600), "stall-body": .stallBody(after: middle),
    ]
    #expect(response.fault == faults[name, default: .none])
  }

  @Test(arguments: ["broken", "latin1", "html"])
  func `a broken body is none of JSON`(fault: String) {
    let response = answer(LoopbackRequest(target: "/cursor?fault=\(fault)")).response
    #expect(throws: ScanError.self) { try JSONDocument(response.body) }
  }

  @Test(arguments: [("50ms", 0.05), ("2s", 2), ("0.5", 0.5), ("soon", 0)])
  func `a delay has a unit`(text: String, seconds: Double) {
    #expect(answer(LoopbackRequest(target: "/cursor?delay=\(text)")).response.delay == seconds)
  }

  // MARK: The command line

  @Test func `options are read`() throws {
    let options = try DemoOptions([
      "--port=80", "--items", "7", "--duplicates", "--seed=3", "--ipv6", "--port-file", "f",
      "--page-size", "5", "--item-size", "300",
    ])
    #expect(options.port == 80)
    #expect(options.portFile == "f")
    #expect(options.address == .ipv6)
    #expect(options.pageSize == 5)
    #expect(
      options.data == DataSet(count: 7, seed: 3, hasDuplicates: true, itemSize: 300))
  }

  @Test(arguments: [
    (["--what"], "There is no option '--what'; see --help."),
    (["--port"], "'--port' needs a value."),
    (["--port", "70000"], "'--port' takes a number from 0 to 65535, not '70000'."),
  ])
  func `what can't be read is told`(words: [String], sentence: String) {
    let error = #expect(throws: DemoOptions.Mistake.self) { try DemoOptions(words) }
    #expect(error?.description == sentence)
  }
}
