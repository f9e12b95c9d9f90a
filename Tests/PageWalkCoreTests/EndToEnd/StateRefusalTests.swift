// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Synchronization
import Testing

/// States and outputs that can't be gone on with, and what a state does not hold.
@Suite(.timeLimit(.minutes(5)))
struct StateRefusalTests {
  private let folder: TemporaryFolder
  private let demo: Demo

  init() throws {
    folder = try TemporaryFolder()
    demo = try Demo()
  }

  private static let words = StateRunTests.kept

  private func run(_ words: [String]) async throws -> Binary.Result {
    try await Binary.run(words, in: folder)
  }

  /// A walk that fails at page four.
  private func fail(_ more: [String] = [], query: String = "") async throws {
    let result = try await run([failing(query)] + Self.words + more)
    try #require(result.status == 4, "\(result.stderr)")
  }

  private func failing(_ query: String = "") -> String {
    demo.url("/cursor?limit=10&fail=503&fail_page=4&fail_times=1\(query)")
  }

  /// What must hold after a refusal: the output is as it was, and nothing was asked for.
  private func expectRefusal(
    _ words: [String], status: Int32, _ texts: String...,
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let before = folder.text(of: "out")
    let state = try? Data(contentsOf: folder.url.appendingPathComponent("state"))
    let requests = demo.server.requestCount
    let result = try await run(words)
    #expect(result.status == status, "\(result.stderr)", sourceLocation: location)
    for text in texts {
      #expect(
        result.stderr.contains(text), "'\(text)' in: \(result.stderr)", sourceLocation: location)
    }
    #expect(folder.text(of: "out") == before, sourceLocation: location)
    let after = try? Data(contentsOf: folder.url.appendingPathComponent("state"))
    #expect(after == state, sourceLocation: location)
    #expect(demo.server.requestCount == requests, sourceLocation: location)
  }

  // MARK: - Which walk it is

  @Test func `an unfinished walk is neither lost nor gone on with unasked`() async throws {
    try await fail()
    try await expectRefusal(
      [failing()] + Self.words, status: 2,
      "The state 'state' holds a walk that is not complete (30 items of 3 pages).", "--continue",
      "--restart")
    let restarted = try await run([failing()] + Self.words + ["--restart"])
    #expect(restarted.status == 0, "\(restarted.stderr)")
    #expect(folder.text(of: "out") == Demo.lines().map { $0 + "\n" }.joined())
  }

  @Test func `a complete state makes way for the next walk`() async throws {
    for more in [[], ["--continue"], []] {
      let result = try await run([demo.url("/cursor?limit=10")] + Self.words + more)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(folder.text(of: "out")?.split(separator: "\n").count == 95)
    }
    #expect(demo.server.requestCount == 30)
  }

  @Test(arguments: [
    (["--items-key", "dta"], "its '--items-key' is 'data', not 'dta'"),
    (["--cursor-param", "c"], "its way to the next page"),
    (["--total-key", "total"], "its '--total-key' is not given, not 'total'"),
    (["--format", "json"], "its '--format' is jsonl, not json"),
    (["--dedup"], "its '--dedup' or '--dedup-key' is another one"),
    (["--json", "{}"], "its method is 'GET', not 'POST'"),
    (["--url-query", "x=1"], "its URL is"), (["-o", "other"], "its '--output' is"),
  ])
  func `a state of another walk is refused, and the difference named`(
    more: [String], difference: String
  ) async throws {
    try await fail()
    var words = Self.words
    if let name = more.first, let index = words.firstIndex(of: name) {
      words.removeSubrange(index...(index + 1))
    }
    try await expectRefusal(
      [failing()] + words + more + ["--continue"], status: 2,
      "The state 'state' is of another walk: \(difference)")
  }

  @Test func `a file that is no state is not written over`() async throws {
    try folder.write("my notes", to: "state")
    for more in [[], ["--continue"], ["--restart"]] {
      let result = try await run([failing()] + Self.words + more)
      #expect([1, 2].contains(result.status))
      #expect(folder.text(of: "state") == "my notes")
      #expect(folder.text(of: "state.marks") == nil)
    }
    let resumed = try await run(["resume", "state"])
    #expect(resumed.status == 1)
    #expect(resumed.stderr.contains("it is damaged, or no state of a walk at all"))
  }

  /// A device is not to be read for ever, nor to be replaced by a file.
  @Test(.timeLimit(.minutes(1)), arguments: ["/dev/zero", "/dev/full", ".", "pipe"])
  func `what is no file can't be a state`(name: String) async throws {
    try #require(unsafe mkfifo(folder.path("pipe"), 0o600) == 0)
    for words in [[failing()] + StateRunTests.keys + ["--state", name], ["resume", name]] {
      let result = try await run(words)
      #expect(result.status == 2, "\(result.stderr)")
      #expect(result.stderr.contains("'\(name)' can't hold a state"), "\(result.stderr)")
      #expect(result.stdout == "")
    }
    #expect(!FileManager.default.fileExists(atPath: name + ".marks"))
  }

  @Test func `a missing state is named`() async throws {
    try await expectRefusal(["resume", "state"], status: 2, "Can't read the state 'state'")
    #expect(folder.text(of: "state.marks") == nil)
  }

  @Test func `state and output need files of their own`() async throws {
    for output in ["state", "./state", "state.marks"] {
      let words = StateRunTests.keys + ["-o", output, "--state", "state"]
      try await expectRefusal([failing()] + words, status: 2, "need files of their own")
    }
  }

  @Test(arguments: [
    ["-o", "f", "--summary", "f"], ["-o", "f", "-c", "./f"], ["--summary", "f", "--state", "f"],
    ["-c", "f.new", "--state", "f"], ["--summary", "f", "-c", "f"],
  ])
  func `no two options write one file`(words: [String]) async throws {
    try await expectRefusal(
      [failing()] + StateRunTests.keys + words, status: 2, "need files of their own")
  }

  @Test(arguments: [["--summary", "state"], ["-o", "./state"], ["-c", "state.marks"]])
  func `what a resumed walk writes is not its state`(words: [String]) async throws {
    _ = try await run([failing()] + StateRunTests.keys + ["-o", "out", "--state", "state"])
    let before = folder.text(of: "state")
    let refused = try await run(["resume", "state"] + words)
    #expect(refused.status == 2)
    #expect(refused.stderr.contains("need files of their own"), "\(refused.stderr)")
    #expect(folder.text(of: "state") == before)
  }

  @Test func `a state is that of one walk`() async throws {
    try await expectRefusal(
      [failing(), failing()] + Self.words, status: 2, "'--state' was given with 2 URLs")
  }

  @Test(arguments: [
    ["--items-key", "x"], ["--format", "json"], ["--dedup"], ["-X", "PUT"], ["--json", "{}"],
    ["--state", "s"], ["--continue"], ["--more-key", "m"],
  ])
  func `resume takes nothing that makes another walk`(words: [String]) async throws {
    try await fail()
    try await expectRefusal(
      ["resume", "state"] + words, status: 2, "can't be given to 'pagewalk resume'")
  }

  // MARK: - Damage

  @Test func `a state cut short or changed is refused`() async throws {
    try await fail()
    let url = folder.url.appendingPathComponent("state")
    let good = try Data(contentsOf: url)
    for step in 0..<12 {
      let place = step * (good.count - 1) / 11
      try good.prefix(place).write(to: url)
      try await expectRefusal(["resume", "state"], status: 1, "it is damaged")
      var changed = good
      changed[place] ^= 4
      try changed.write(to: url)
      try await expectRefusal(["resume", "state"], status: 1, "it is damaged")
      try await expectRefusal(
        [failing()] + Self.words + ["--continue"], status: 1, "it is damaged")
    }
    try good.write(to: url)
    #expect(try await run(["resume", "state"]).status == 0)
  }

  @Test func `a state that is refused keeps its marks`() async throws {
    try await fail()
    let marks = folder.text(of: "state.marks")
    let good = try #require(folder.text(of: "state"))
    let words = [failing()] + Self.words
    try await expectRefusal(words, status: 2, "is not complete")
    try await expectRefusal(words + ["--dedup", "--continue"], status: 2, "of another walk")
    for bad in [String(good.dropLast(5)), "", "notes"] {
      try folder.write(bad, to: "state")
      try await expectRefusal(words + ["--continue"], status: 1, "it is damaged")
      try await expectRefusal(["resume", "state"], status: 1, "it is damaged")
    }
    #expect(folder.text(of: "state.marks") == marks)
    try folder.write(good, to: "state")
    #expect(try await run(["resume", "state"]).status == 0)
  }

  @Test func `marks that are gone or changed are refused`() async throws {
    try await fail(["--dedup"])
    let url = folder.url.appendingPathComponent("state.marks")
    let good = try Data(contentsOf: url)
    for bad in [
      good.prefix(good.count - 1), good.prefix(16), Data(), good.prefix(16) + good.dropFirst(32),
    ] {
      try bad.write(to: url)
      try await expectRefusal(["resume", "state"], status: 1, "does not hold the marks")
    }
    try good.write(to: url)
    #expect(try await run(["resume", "state"]).status == 0)
  }

  @Test func `an output that is not as it was is refused`() async throws {
    try await fail()
    let url = folder.url.appendingPathComponent("out")
    let good = try Data(contentsOf: url)
    try FileManager.default.removeItem(at: url)
    try await expectRefusal(["resume", "state"], status: 1, "is not there any more")
    #expect(folder.text(of: "out") == nil)
    try good.prefix(good.count - 1).write(to: url)
    try await expectRefusal(
      ["resume", "state"], status: 1, "bytes, but \(good.count) were written")
    var changed = good
    changed[good.count - 3] ^= 1
    try changed.write(to: url)
    try await expectRefusal(["resume", "state"], status: 1, "is not as the walk left it")
    // What was written after the last save is cut off, and a file may have moved.
    try (good + Data("half a line".utf8)).write(to: folder.url.appendingPathComponent("moved"))
    #expect(try await run(["resume", "state", "-o", "moved"]).status == 0)
    #expect(folder.text(of: "moved") == Demo.lines().map { $0 + "\n" }.joined())
  }

  @Test func `an output that can't be written is told`() async throws {
    let words = StateRunTests.keys + ["-o", "no/such/folder/out", "--state", "state"]
    let result = try await run([failing()] + words)
    #expect(result.status == 1)
    #expect(result.stderr.contains("Can't write to no/such/folder/out"), "\(result.stderr)")
    #expect(folder.text(of: "state.marks") == nil)
    let state = try await run(
      [failing()] + StateRunTests.keys + ["-o", "out", "--state", "no/such/state"])
    #expect(state.status == 1)
    #expect(state.stderr.contains("No such file or directory"), "\(state.stderr)")
  }

  @Test func `a full disk ends the walk, and the state goes on from before`() async throws {
    guard let disk = try SmallDisk(in: folder, bytes: 64 << 10) else { return }
    defer { disk.remove() }
    let demo = try Demo(items: 2000, pageSize: 50)
    let words = StateRunTests.keys + ["-o", "disk/out", "--state", "disk/state"]
    let first = try await run([demo.url("/cursor")] + words)
    #expect(first.status == 1, "\(first.stderr)")
    #expect(first.stderr.contains("No space left on device"), "\(first.stderr)")
    try disk.enlarge(to: 16 << 20)
    let second = try await run(["resume", "disk/state"])
    #expect(second.status == 0, "\(second.stderr)")
    #expect(folder.text(of: "disk/out") == Demo.lines(2000).map { $0 + "\n" }.joined())
    #expect(folder.text(of: "disk/state.new") == nil)
  }

  @Test func `a second process is refused`() async throws {
    let slow = demo.url("/cursor?limit=10&fault=stall&fail_page=3")
    let server = demo.server
    let isOver = Atomic(false)
    async let first = Binary.run(
      [slow] + Self.words,
      interruption: .init(signal: SIGTERM) { isOver.load(ordering: .acquiring) }, in: folder)
    while server.requestCount < 3 { try await Task.sleep(for: .milliseconds(5)) }
    for words in [["resume", "state"], [slow] + Self.words + ["--restart"]] {
      let second = try await run(words)
      #expect(second.status == 2)
      #expect(second.stderr.contains("Another process is at work with"), "\(second.stderr)")
    }
    isOver.store(true, ordering: .releasing)
    #expect(try await first.status == 143)
    #expect(folder.text(of: "out") == Demo.lines(20).map { $0 + "\n" }.joined())
  }

  // MARK: - What a state holds

  @Test func `a state holds no secrets, and says which are missing`() async throws {
    let secrets = [
      "-H", "X-Api-Key: header-secret", "-H", "Authorization: Bearer bearer-secret", "-u",
      "me:pass-secret", "-b", "sid=cookie-secret",
    ]
    try await fail(secrets, query: "&api_key=query-secret&echo=header-secret")
    let state = folder.text(of: "state") ?? ""
    #expect(!state.contains("-secret"), "\(state)")
    #expect(state.contains("-H X-Api-Key"))
    try await expectRefusal(
      ["resume", "state"], status: 2, "-H 'X-Api-Key: …' -H 'Authorization: …' -u … -b …",
      "--url-query 'api_key=…'")
    try await expectRefusal(
      ["resume", "state"] + secrets + ["--url-query", "other=1"], status: 2,
      "--url-query 'api_key=…'")
    let result = try await run(
      ["resume", "state"] + secrets + ["--url-query", "api_key=query-secret"])
    #expect(result.status == 0, "\(result.stderr)")
    let last = try #require(demo.server.requests.last)
    #expect(last["api_key"] == "query-secret")
    #expect(last["echo"] == "header-secret")
    #expect(last.header("X-Api-Key") == "header-secret")
    #expect(folder.text(of: "state")?.contains("-secret") == false)
  }

  @Test func `a secret in a next URL is kept by name, and may be a new one`() async throws {
    let words = [
      "--items-key", "results", "--next-key", "next", "-o", "out", "--state", "state",
    ]
    let url = demo.url("/next?limit=10&fail=503&fail_page=4&fail_times=1&access_token=old%2Ftoken")
    #expect(try await run([url] + words).status == 4)
    #expect(folder.text(of: "state")?.contains("old") == false)
    // The server counts its failures by the whole query, which the new token makes another one.
    let result = try await run([
      "resume", "state", "--url-query", "access_token=new token", "--retry", "1", "--retry-delay",
      "0",
    ])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(demo.server.requests.last?["access_token"] == "new token")
    #expect(folder.text(of: "out") == Demo.lines().map { $0 + "\n" }.joined())
  }

  @Test func `only the owner may read a state and its marks`() async throws {
    try await fail()
    for name in ["state", "state.marks"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `a state behind a link is replaced there`() async throws {
    let words = StateRunTests.keys + ["-o", "out", "--state", "real"]
    #expect(try await run([demo.url("/cursor?limit=10")] + words).status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("state"), withDestinationPath: folder.path("real"))
    try await fail()
    #expect(folder.text(of: "real")?.contains("\"failed\"") == true)
    #expect(try await run(["resume", "state"]).status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("state"))
    #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
    #expect(folder.text(of: "real")?.contains("complete") == true)
  }
}
