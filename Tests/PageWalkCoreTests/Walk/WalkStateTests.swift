// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct WalkStateTests {
  /// A plan in which every field says something.
  static func fullPlan() throws -> WalkPlan {
    var plan = WalkPlan(url: "https://api.example.com/items?b=2&a=1")
    plan.request.method = "POST"
    plan.request.headers = ["Content-Type": "application/json"]
    plan.request.body = Array(#"{"query":"ä","after":null}"#.utf8)
    plan.itemsKeys = [try Key("data.items"), try Key("$.more[*]")]
    plan.itemsOptional = true
    plan.entries = true
    plan.limitPlace = try Place("body:first")
    plan.pageSize = 50
    plan.then.url = "/scroll/{id}"
    plan.then.method = "PUT"
    plan.then.data = [0xFF, 0x00, 0x7F]
    plan.nextBase = .source(try Source("header:X-Base"))
    plan.encoding = .json
    plan.dropParameters = ["b"]
    plan.keepParameters = ["a"]
    plan.startAt = ["one", "two"]
    plan.skipItems = 3
    plan.rebaseNext = true
    plan.moreKey = try Source("has_more")
    plan.endKey = try Source("done")
    plan.totalKey = try Source("meta.total // total")
    plan.pagesKey = try Source("header:X-Pages")
    plan.stops = [.empty, .short, .repeatedCursor, .status(404)]
    plan.maxPages = 7
    plan.maxItems = 700
    plan.onRepeat = .end
    plan.okStatuses = [404, 410]
    plan.errorKey = try Source("error")
    plan.okKey = try Source("ok")
    plan.replacesInvalidUTF8 = true
    plan.jsonLines = true
    return plan
  }

  static let ways: [@Sendable () throws -> WalkPlan.Way] = [
    { .detect }, { .single },
    {
      .cursors([
        .init(source: try Source("next // last:id +1"), place: try Place("body:$['a.b'][0]")),
        .init(source: try Source("link:next"), place: .url),
      ])
    },
    { .pages(.init(place: try Place("page"), first: 0, step: 2)) },
    { .offsets(.init(place: try Place("form:start"), stepsByLimit: true)) },
  ]

  static func state(_ plan: WalkPlan) throws -> WalkState {
    var progress = WalkProgress(waitingFor: plan.request)
    progress.request.url = "https://api.example.com/items?cursor=x%2By&a=1"
    progress.request.headers.append(name: "X-Cursor", value: "abc")
    progress.startAt = [Cursor("plain \"text\""), nil, Cursor(typed: #"{"a":[1.50,"ü"]}"#)]
    progress.cursors = [
      Cursor(typed: "12345678901234567890123"), Cursor(typed: #""\u0041\/b""#), nil,
    ]
    progress.pageNumber = -3
    progress.offset = 1_000_000_000_000
    progress.skip = 4
    progress.isCut = true
    progress.pages = 12
    progress.received = 340
    progress.written = 333
    progress.duplicates = 7
    progress.bytes = 1 << 40
    progress.total = 5000
    progress.pagesInAll = 100
    progress.firstPageCount = 30
    progress.firstPageNumber = 0
    progress.firstOffset = 11
    progress.itemsMark = SipHash.Mark(low: 1, high: .max)
    progress.firstItemsMark = SipHash.Mark(low: 2, high: 0)
    var resolved = plan
    resolved.way = .pages(.init(place: try Place("p")))
    resolved.detected.items = true
    resolved.detected.way = true
    resolved.detected.total = try Source("meta.total")
    resolved.detected.pages = try Source("header:X-Total-Pages")
    resolved.detected.position = try Source("meta.page")
    resolved.detected.deadEnd = "'has_more' is true"
    var settings = WalkState.Settings()
    settings.format = .json
    settings.dedup = .key(try Key("id"))
    settings.allowedOrigins = ["https://a.example"]
    settings.trustedOrigins = ["https://b.example:8443"]
    settings.verifiesTotal = true
    settings.presets = ["github"]
    return WalkState(
      plan: plan, settings: settings, needs: StateNeeds(names: ["-H X-Api-Key", "-u"]),
      memory: WalkEngine.Memory(
        plan: resolved, progress: progress, hash: .random(),
        reader: PageReader.Memory(
          pageOne: [try Key("a.b"): Cursor(7)], selectsArray: [true, nil, false],
          itemMembers: ["id", "ä\n"]),
        replacements: 2, ended: "no 'next'"),
      output: WalkState.Output(
        path: "/tmp/ü \"x\".jsonl", length: 98765, tail: SipHash.Mark(low: 5, high: 6)),
      marks: WalkState.Marks(count: 352, sum: SipHash.Mark(low: .max, high: 0)),
      end: WalkState.End(word: "failed", reason: "Page 13 failed."))
  }

  private static func read(
    _ bytes: [UInt8], _ secrets: StateSecrets = StateSecrets()
  ) throws -> WalkState {
    try WalkState(WalkState.document(bytes), revealing: secrets)
  }

  @Test(arguments: ways.indices)
  func everythingComesBack(way: Int) throws {
    var plan = try Self.fullPlan()
    plan.way = try Self.ways[way]()
    let state = try Self.state(plan)
    #expect(try Self.read(state.bytes(hiding: StateSecrets())) == state)
  }

  @Test func nothingIsForgotten() throws {
    // Whoever adds a field here has to keep it in the state, and to set it in this test.
    let plan = try Self.fullPlan()
    #expect(Mirror(reflecting: plan).children.count == 29)
    #expect(Mirror(reflecting: plan.detected).children.count == 6)
    #expect(Mirror(reflecting: plan.then).children.count == 3)
    let state = try Self.state(plan)
    #expect(Mirror(reflecting: state.memory.progress).children.count == 19)
    #expect(Mirror(reflecting: state.memory).children.count == 6)
    #expect(Mirror(reflecting: state.memory.reader).children.count == 3)
  }

  @Test func theFuzzersSeedsAreStates() throws {
    var secrets = StateSecrets()
    secrets.add("--url-query api_key", "s3cret99")
    let folder = Binary.packageRoot.appendingPathComponent("Fuzz/Seeds/state")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 5)
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      #expect(try Self.read(bytes, secrets).bytes(hiding: secrets) == bytes, "\(file)")
    }
  }

  @Test func thePoorestStateComesBack() throws {
    let plan = WalkPlan(url: "http://127.0.0.1:1/")
    let state = WalkState(
      plan: plan, settings: WalkState.Settings(), needs: StateNeeds(names: []),
      memory: WalkEngine.Memory(
        plan: plan, progress: WalkProgress(waitingFor: plan.request), hash: .random(),
        reader: PageReader.Memory(), replacements: 0, ended: nil),
      output: nil, marks: WalkState.Marks(), end: nil)
    #expect(try Self.read(state.bytes(hiding: StateSecrets())) == state)
  }

  @Test func itIsOneJSONObjectOnALine() throws {
    let bytes = try Self.state(Self.fullPlan()).bytes(hiding: StateSecrets())
    let document = try JSONDocument(bytes)
    #expect(document.kind(document.root) == .object)
    #expect(bytes.count { $0 == 0x0A } == 1)
    #expect(bytes.last == 0x0A)
  }

  @Test func aStateOfEveryLesserLengthIsRefused() throws {
    let bytes = try Self.state(Self.fullPlan()).bytes(hiding: StateSecrets())
    for length in 0..<bytes.count {
      #expect(throws: StateError.self, "\(length) bytes") {
        try Self.read(Array(bytes.prefix(length)))
      }
    }
  }

  @Test func aStateWithAnyByteChangedIsRefused() throws {
    let bytes = try Self.state(Self.fullPlan()).bytes(hiding: StateSecrets())
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        #expect(throws: StateError.self, "byte \(index), bit \(bit)") { try Self.read(changed) }
      }
    }
  }

  @Test(arguments: [
    "", "{}", "null", "{\"pagewalk_state\":1}", "{\"pagewalk_state\":1,\"checksum\":\"\"}\n",
  ])
  func whatIsNoStateIsRefused(text: String) {
    let error = #expect(throws: StateError.self) { try Self.read(Array(text.utf8)) }
    #expect(error?.kind == .fault)
  }

  // MARK: - Which walk it is

  @Test func aPlanDiffersByEachOfItsFields() throws {
    let full = try Self.fullPlan()
    var plain = WalkPlan(url: "https://api.example.com/other")
    plain.request.method = "GET"
    for field in WalkPlan.fields where field.name != "way" && !field.isFree {
      var other = full
      // What a plain plan does not say can't be set from it, but it differs.
      let value = field.get(full)
      #expect(value != field.get(plain), "\(field.name)")
      var copy = plain
      try field.set(&copy, value)
      #expect(field.get(copy) == value, "\(field.name)")
      other = copy
      #expect(other.difference(to: plain)?.contains(field.option) == true, "\(field.name)")
    }
    #expect(full.difference(to: full) == nil)
  }

  @Test func moreOrLessOfAWalkIsTheSameWalk() throws {
    var other = try Self.fullPlan()
    other.maxItems = nil
    other.maxPages = 1
    #expect(try Self.fullPlan().difference(to: other) == nil)
  }

  @Test func aDifferenceHidesSecrets() {
    let one = WalkPlan(url: "https://a.example/?api_key=hidden1")
    let two = WalkPlan(url: "https://a.example/?api_key=hidden2&x=1")
    #expect(one.difference(to: two)?.contains("hidden") == false)
  }
}
