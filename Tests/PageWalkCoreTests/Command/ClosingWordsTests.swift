// SPDX-License-Identifier: Apache-2.0

import PageWalkCore
import Testing

@testable import pagewalk

@Suite(.timeLimit(.minutes(1)))
struct ClosingWordsTests {
  private let failure = WalkError(
    .status, "Page 3 ('https://a.test/') failed: status 503.", page: 3, status: 503, mayPass: true)

  private func words(
    _ outcome: Outcome, _ goOn: ClosingWords.GoOn = .again(["--start-at", "c-2"]),
    _ change: (inout ClosingWords) -> Void = { _ in }
  ) -> [String] {
    var words = ClosingWords(outcome: outcome, items: 20, pages: 2, goOn: goOn)
    change(&words)
    return words.lines(now: 0)
  }

  @Test(arguments: [Outcome.complete(reason: "no next page"), .closed])
  func `nothing is said where nothing is missing or nobody listens`(_ outcome: Outcome) {
    #expect(words(outcome) == [])
  }

  @Test func `a failure says what, how much and how to go on`() {
    #expect(
      words(.failed(failure)) == [
        failure.description,
        "The walk is incomplete: 20 items of 2 pages came, then page 3 failed.",
        "To go on, repeat the command with: --start-at c-2",
      ])
  }

  @Test func `a good page without a way on has not failed`() {
    let stuck = WalkError(.noWayOn, "Page 2 promises more.", page: 2, isOfPage: false)
    #expect(
      words(.failed(stuck))[1]
        == "The walk is incomplete: 20 items of 2 pages came, then there was no way on behind page 2."
    )
  }

  @Test func `a failure that may pass names the option that waits it out`() {
    let lines = words(.failed(failure)) { $0.reason = .notAsked }
    #expect(lines[1].contains("--retry N"))
    let lasting = WalkError(.status, "Page 3 failed: status 404.", page: 3, status: 404)
    #expect(!words(.failed(lasting)) { $0.reason = .notAsked }.joined().contains("--retry"))
  }

  @Test func `what was said is not said again`() {
    let lines = words(.failed(failure)) {
      $0.isFailureShown = true
      $0.retries = 2
    }
    #expect(
      lines.first
        == "The walk is incomplete: 20 items of 2 pages came, then page 3 failed, also when it was "
        + "asked for 3 times.")
  }

  @Test func `a wait beyond the longest says when it would be time`() throws {
    let lines = words(.failed(failure)) { $0.reason = .tooLong(3600) }
    try #require(lines.count == 4)
    #expect(lines[1].contains("1 h"))
    #expect(lines[1].contains("1970-01-01 "))
    #expect(lines[1].contains("--retry-max-delay"))
  }

  @Test func `a wait that no calendar reaches has no time`() throws {
    let lines = words(.failed(failure)) { $0.reason = .tooLong(1e300) }
    try #require(lines.count == 4)
    #expect(lines[1].hasSuffix("which is more than --retry-max-delay allows."))
  }

  @Test func `a limit is one line`() {
    let lines = words(
      .limited(reason: "20 items"), .again(["--start-at", "a", "--skip-items", "1"]))
    #expect(
      lines == [
        "The walk is incomplete: 20 items of 2 pages, as many as you asked for. "
          + "To go on, repeat the command with: --start-at a --skip-items 1"
      ])
  }

  @Test func `an interruption names its signal`() {
    let lines = words(
      .interrupted(signal: 15), .resume(["walk state", "-H", "Authorization: ***"]))
    #expect(
      lines == [
        "The walk is incomplete: it was interrupted by SIGTERM after 20 items of 2 pages.",
        "To go on: pagewalk resume 'walk state' -H 'Authorization: ***' "
          + "(*** stands for a secret of yours)",
      ])
  }

  @Test func `one is one`() {
    let lines = words(.interrupted(signal: 2), .anew) {
      $0.items = 1
      $0.pages = 1
    }
    #expect(lines[0].contains("after 1 item of 1 page."))
    #expect(lines[1] == "To try again, repeat the command.")
  }

  @Test func `what is typed is quoted, and acts on no terminal`() {
    let line = words(.failed(failure), .again(["--start-at", "it's \u{1B}[2J", "--start-at", ""]))[
      2]
    #expect(line.hasSuffix(#"with: --start-at "it's \u001b[2J" --start-at ''"#))
  }

  @Test func `an output file is not to be written over`() {
    let line = words(.failed(failure)) { $0.output = "out.jsonl" }[2]
    #expect(line.contains("another file for -o"))
    let resumed = words(.failed(failure), .resume(["s"])) { $0.output = "out.jsonl" }[2]
    #expect(resumed == "To go on: pagewalk resume s")
  }

  @Test func `of several URLs it is said where one stands`() {
    let line = words(.failed(failure)) {
      $0.url = "https://a.test/?key=***"
      $0.urlsLeft = 2
    }[2]
    #expect(line.contains("for 'https://a.test/?key=***' with: --start-at c-2"))
    #expect(line.hasSuffix("Then it is the turn of the 2 URLs behind it."))
  }

  @Test(
    arguments: [
      (["-H", "Authorization: Bearer T1"], ["-H", "Authorization: ***"]),
      (["-H", "Accept: a/b"], ["-H", "Accept: a/b"]),
      (["-H", "@headers"], ["-H", "@headers"]),
      (["-H", "X-Empty;"], ["-H", "X-Empty;"]),
      (["-u", "me:secret"], ["-u", "***"]),
      (["--oauth2-bearer", "T1"], ["--oauth2-bearer", "***"]),
      (["-b", "sid=1"], ["-b", "***"]),
      (["-b", "jar.txt"], ["-b", "jar.txt"]),
      (["-E", "me.pem"], ["-E", "me.pem"]),
      (["-E", "me.pem:secret"], ["-E", "me.pem:***"]),
      (["-x", "http://me:secret@proxy.test:1"], ["-x", "http://***@proxy.test:1"]),
      // Secrets of the query are named by the state itself.
      (["--url-query", "api_key=K1"], []),
      (["--url-query", "page=1"], []),
      (["--cacert", "ca.pem", "-k", "-4"], ["--cacert", "ca.pem", "-k", "-4"]),
      (["--json", #"{"token":"T1"}"#, "-X", "PUT", "-L", "--items-key", "x", "-s"], []),
    ] as [([String], [String])])
  func `a later run is given the request's options again, without secrets`(
    _ given: [String], _ words: [String]
  ) throws {
    var settings = Settings()
    try settings.apply(ParsedWords(given).options)
    #expect(settings.requestWords == words)
  }
}

@Suite(.timeLimit(.minutes(1)))
struct SummaryReportTests {
  private func report(_ startAt: [Cursor?], _ outcome: Outcome) -> String {
    let report = SummaryReport(
      outcome: outcome, exit: outcome.exitStatus,
      tally: SummaryTally(
        pages: 2, items: 3, received: 4, duplicates: 1, bytes: 99, total: nil),
      seconds: 1.0625, retries: 5, url: "https://a.test/?key=***", startAt: startAt, skipItems: 1)
    return String(decoding: report.json, as: UTF8.self)
  }

  @Test func `all fields are there, in order`() {
    #expect(
      report([Cursor("a")], .limited(reason: "3 items"))
        == #"{"outcome":"limited","reason":"3 items","exit":0,"pages":2,"items":3,"duplicates":1,"#
        + #""bytes":99,"seconds":1.063,"retries":5,"total":null,"url":"https://a.test/?key=***","#
        + #""start_at":"a","skip_items":1}"# + "\n")
  }

  @Test(
    arguments: [
      ([], "null"), ([Cursor("a\"b")], #""a\"b""#), ([Cursor(7)], "7"),
      ([Cursor(typed: #"{"k":[1]}"#)], #"{"k":[1]}"#),
      ([Cursor("a"), nil], #"["a",null]"#),
    ] as [([Cursor?], String)])
  func `where to go on is a JSON value`(_ startAt: [Cursor?], _ json: String) {
    #expect(report(startAt, .closed).contains("\"start_at\":\(json),"))
  }

  @Test(arguments: [
    (Outcome.complete(reason: "x"), "complete", 0), (.limited(reason: "x"), "limited", 0),
    (.failed(WalkError(.status, "x", mayPass: true)), "failed", 4),
    (.interrupted(signal: 15), "interrupted", 143), (.closed, "closed", 0),
  ])
  func `outcomes have their words`(_ outcome: Outcome, _ word: String, _ exit: Int) {
    let text = report([], outcome)
    #expect(text.hasPrefix("{\"outcome\":\"\(word)\","))
    #expect(text.contains("\"exit\":\(exit),"))
  }
}
