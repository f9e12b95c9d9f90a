// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import pagewalk

@Suite(.timeLimit(.minutes(1)))
struct ProgressLineTests {
  private func line(_ change: (inout ProgressLine) -> Void) -> ProgressLine {
    var line = ProgressLine()
    change(&line)
    return line
  }

  private func full() -> ProgressLine {
    line {
      $0.pages = 12
      $0.items = 1200
      $0.received = 1250
      $0.total = 5000
      $0.duplicates = 50
      $0.bytes = 900_000
      $0.rate = 250
      $0.activity = .request(seconds: 4)
    }
  }

  @Test func `a walk that has just begun`() {
    #expect(ProgressLine().text(width: 200) == "pagewalk: page 0  0 items  0 bytes")
  }

  @Test func `all that is known is said`() {
    let text =
      "pagewalk: page 12  1,200 of 5,000 items (25 %)  50 duplicates  250 items/s  900 kB  "
      + "15 s left  waiting for page 13 (4 s)"
    #expect(full().text(width: 200) == text)
  }

  @Test func `without a total there is no time left`() {
    let text = line {
      $0.pages = 1
      $0.items = 1
      $0.received = 1
      $0.bytes = 1
      $0.rate = 0.25
    }.text(width: 200)
    #expect(text == "pagewalk: page 1  1 item  0.3 items/s  1 byte")
  }

  @Test func `a narrow terminal is told what matters most`() {
    let width = [
      117: "pagewalk: page 12  1,200 of 5,000 items (25 %)  50 duplicates  250 items/s  "
        + "15 s left  waiting for page 13 (4 s)",
      100: "pagewalk: page 12  1,200 of 5,000 items (25 %)  250 items/s  15 s left  "
        + "waiting for page 13 (4 s)",
      80: "pagewalk: page 12  1,200 of 5,000 items (25 %)  waiting for page 13 (4 s)",
      60: "pagewalk: page 12  1,200 of 5,000 items (25 %)",
      40: "pagewalk: 1,200 of 5,000 items (25 %)",
      20: "pagewalk: 1,200 of 5",
      0: "",
    ]
    for (columns, text) in width { #expect(full().text(width: columns) == text) }
  }

  @Test(arguments: 0...140)
  func `the line is never wider than it may be`(_ width: Int) {
    #expect(full().text(width: width).count <= width)
  }

  @Test(
    arguments: [
      (ProgressLine.Activity.none, nil),
      (.request(seconds: 0.9), nil),
      (.request(seconds: 75), "waiting for page 1 (1 min 15 s)"),
      (.retry(secondsLeft: 1.2), "page 1 failed, retry in 2 s"),
      (.retry(secondsLeft: 3661), "page 1 failed, retry in 1 h 1 min"),
      (.pace(secondsLeft: 0.5), nil),
      (.pace(secondsLeft: 3599.2), "next request in 1 h (--rate)"),
      (.command(seconds: 0), "running the retry command (0 s)"),
    ] as [(ProgressLine.Activity, String?)])
  func `what the walk waits for is said`(_ activity: ProgressLine.Activity, _ words: String?) {
    let text = line { $0.activity = activity }.text(width: 200)
    #expect(text == "pagewalk: page 0  0 items  0 bytes" + (words.map { "  \($0)" } ?? ""))
  }

  @Test func `more than the total is not more than all`() {
    let text = line {
      $0.pages = 2
      $0.items = 7
      $0.received = 7
      $0.total = 5
      $0.rate = 1
    }.text(width: 200)
    #expect(text == "pagewalk: page 2  7 of 5 items (100 %)  1.0 items/s  0 bytes")
    let empty = line { $0.total = 0 }.text(width: 200)
    #expect(empty == "pagewalk: page 0  0 of 0 items  0 bytes")
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"),
    (Int.max, "9,223,372,036,854,775,807"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `digits stand in groups of three`(_ number: Int, _ text: String) {
    #expect(Quantity.grouped(number) == text)
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (99_949, "99.9 kB"),
    (99_950, "100 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (1_500_000_000, "1.5 GB"),
    (7_000_000_000_000_000, "7000 TB"),
  ])
  func `bytes have a unit that fits`(_ number: Int, _ text: String) {
    #expect(Quantity.bytes(number) == text)
  }

  @Test(arguments: [
    (0, "0 s"), (0.04, "0 s"), (0.25, "0.3 s"), (9.94, "9.9 s"), (9.96, "10 s"), (59.4, "59 s"),
    (59.5, "1 min"), (200, "3 min 20 s"), (3600, "1 h"), (3725, "1 h 2 min"), (86400, "1 d"),
    (200_000, "2 d 7 h"), (-3, "0 s"), (Double.infinity, "ages"), (Double.nan, "ages"),
  ])
  func `a length of time has two units at most`(_ seconds: Double, _ text: String) {
    #expect(Quantity.duration(seconds) == text)
  }
}

@Suite(.timeLimit(.minutes(1)))
struct ProgressRateTests {
  @Test func `nothing is known at the beginning`() {
    var rate = ProgressRate()
    #expect(rate.rate(at: 1) == nil)
    rate.note(items: 0, at: 1)
    #expect(rate.rate(at: 2) == nil)
  }

  @Test func `a steady walk has a steady rate`() throws {
    var rate = ProgressRate()
    for page in 1...1000 {
      let seconds = Double(page) * 0.05
      rate.note(items: page * 100, at: seconds)
      if page > 10 { #expect(abs(try #require(rate.rate(at: seconds)) - 2000) < 200) }
    }
  }

  @Test func `a walk that slows down is seen to do so, and one that stands still`() throws {
    var rate = ProgressRate()
    for page in 1...100 { rate.note(items: page * 100, at: Double(page) * 0.1) }
    for page in 1...20 { rate.note(items: 10_000 + page, at: 10 + Double(page)) }
    #expect(try #require(rate.rate(at: 30)) < 2)
    #expect(try #require(rate.rate(at: 3000)) < 0.1)
  }

  @Test func `slow pages are counted over the last of them`() throws {
    var rate = ProgressRate()
    for page in 1...10 { rate.note(items: page * 60, at: Double(page) * 60) }
    #expect(abs(try #require(rate.rate(at: 600)) - 1) < 0.01)
  }
}
