// SPDX-License-Identifier: Apache-2.0

@testable import PageWalkCore

extension FuzzTarget {
  /// Links that are written out again, well formed, are read as the same links; fields one by one
  /// have the links of all fields together.
  static func readLinks(_ bytes: [UInt8]) {
    let base = "https://api.test/a/b?c=d"
    let fields = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    let links = LinkHeader.links(in: fields, base: base)
    expect(links == fields.flatMap { LinkHeader.links(in: [$0], base: base) }, "fields differ")
    if let next = LinkHeader.link("NEXT", in: links, base: base) {
      expect(next.rels.contains("next"), "the link has another relation")
    }
    for link in links where isWritable(link) {
      let field = spelled(link)
      expect(
        LinkHeader.links(in: [field], base: base) == [link], "'\(field)' is another link")
    }
  }

  /// Whether a link can be written plainly: no name in it has a meaning of its own.
  private static func isWritable(_ link: Link) -> Bool {
    link.rels.allSatisfy { $0.utf8.first != UInt8(ascii: "'") }
      && link.attributes.allSatisfy {
        $0.name.utf8.last != UInt8(ascii: "*") && !["rel", "anchor"].contains($0.name)
      }
  }

  private static func spelled(_ link: Link) -> String {
    var field = "<\(link.target)>"
    func add(_ name: String, _ value: String) {
      let escaped = value.unicodeScalars.map {
        "\"\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)"
      }
      field += "; \(name)=\"\(escaped.joined())\""
    }
    add("rel", link.rels.joined(separator: " "))
    if let anchor = link.anchor { add("anchor", anchor) }
    for attribute in link.attributes { add(attribute.name, attribute.value) }
    return field
  }

  /// A line for each field. A wait is a number of seconds that a clock can count; plain seconds are
  /// what they say; a date that is written in the standard form is read as the same time.
  static func readWaits(_ bytes: [UInt8]) {
    let now = 1_714_564_800.0
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let names = [
      "Retry-After", "RateLimit", "RateLimit-Reset", "X-RateLimit-Reset", "X-RateLimit-Remaining",
      "X-Rate-Limit-Reset", "Date",
    ]
    let headers = HTTPHeaders(zip(names, lines).map { HTTPHeaders.Field(name: $0, value: $1) })
    for status in [403, 429, 503] {
      let wait = RetryAdvice.wait(status: status, headers: headers, now: now)
      expect(wait.map { $0 >= 0 && $0.isFinite } ?? true, "a wait of \(wait ?? 0)")
      if let seconds = Int(lines[0]), (0..<1_000_000_000).contains(seconds),
        lines[0].utf8.allSatisfy(\.isASCIIDigit)
      {
        expect(wait == Double(seconds), "\(seconds) seconds are \(wait ?? -1)")
      }
    }
    _ = RetryAdvice.isExhausted(headers)
    for line in lines {
      let times = [HTTPDate.epoch(line, now: now), HTTPDate.timestamp(line)]
      for case let time? in times where time >= 0 {
        let whole = time.rounded(.down)
        let date = spelled(Int(whole))
        expect(HTTPDate.epoch(date, now: now) == whole, "'\(date)' is another time")
      }
    }
  }

  /// A time since 1970 as an HTTP-date. The day of the week is not looked at when it is read.
  private static func spelled(_ time: Int) -> String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    var days = time / 86400
    var year = 1970
    func isLeap() -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    while days >= (isLeap() ? 366 : 365) {
      days -= isLeap() ? 366 : 365
      year += 1
    }
    let lengths = [31, isLeap() ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var month = 0
    while days >= lengths[month] {
      days -= lengths[month]
      month += 1
    }
    let clock = [time / 3600 % 24, time / 60 % 60, time % 60].map { padded($0, 2) }
    return "Thu, \(padded(days + 1, 2)) \(months[month]) \(padded(year, 4)) "
      + "\(clock.joined(separator: ":")) GMT"
  }
}
