// SPDX-License-Identifier: Apache-2.0

/// The words of the progress line: how far the walk has come, and what it waits for.
struct ProgressLine: Hashable, Sendable {
  /// What the walk is at.
  enum Activity: Hashable, Sendable {
    /// Nothing that takes time.
    case none
    /// The answer to a request is awaited, for so many seconds by now.
    case request(seconds: Double)
    /// A failed page is asked for again in so many seconds.
    case retry(secondsLeft: Double)
    /// The next request is held back for so many seconds (`--rate`).
    case pace(secondsLeft: Double)
    /// The retry command runs, for so many seconds by now.
    case command(seconds: Double)
  }

  /// Pages accepted.
  var pages = 0
  /// Items written.
  var items = 0
  /// Items that came, duplicates included: what is compared with the total.
  var received = 0
  /// How many items there are in all; nil where it is not known.
  var total: Int?
  /// Items dropped as duplicates.
  var duplicates = 0
  /// Decoded bytes of the accepted pages.
  var bytes = 0
  /// Items that came in a second, of late; nil where there is nothing to go by yet.
  var rate: Double?
  /// What the walk is at.
  var activity = Activity.none

  /// The line, no longer than `width` characters. Where it does not fit, the parts that tell least
  /// are left out first.
  func text(width: Int) -> String {
    let begin = "pagewalk: "
    var parts = self.parts
    while true {
      let text = begin + parts.map(\.text).joined(separator: "  ")
      if text.count <= width { return text }
      guard parts.count > 1, let least = parts.indices.max(by: { parts[$0].rank < parts[$1].rank })
      else { return String(text.prefix(max(width, 0))) }
      parts.remove(at: least)
    }
  }

  /// The parts in their order, each with its rank: the greatest goes first.
  private var parts: [(text: String, rank: Int)] {
    var parts: [(String, Int)] = [("page \(pages)", 1), (itemsText, 0)]
    if duplicates > 0 { parts.append((Quantity.count(duplicates, "duplicate"), 5)) }
    if let rate { parts.append(("\(Quantity.rate(rate)) items/s", 4)) }
    parts.append((Quantity.bytes(bytes), 6))
    if let secondsLeft {
      parts.append(("\(Quantity.duration(secondsLeft.rounded(.up))) left", 3))
    }
    if let waiting { parts.append((waiting, 2)) }
    return parts
  }

  private var itemsText: String {
    guard let total else { return Quantity.count(items, "item") }
    let percent = total > 0 ? " (\(min(received, total) * 100 / total) %)" : ""
    return "\(Quantity.grouped(items)) of \(Quantity.count(total, "item"))\(percent)"
  }

  /// How long the rest will take at the present rate; nil where that can't be known.
  private var secondsLeft: Double? {
    guard let total, let rate, rate > 0, received < total, received > 0 else { return nil }
    return Double(total - received) / rate
  }

  private var waiting: String? {
    switch activity {
    case .none: return nil
    case .request(let seconds):
      // An ordinary request is no news.
      guard seconds >= 1 else { return nil }
      return "waiting for page \(pages + 1) (\(Quantity.duration(seconds.rounded(.down))))"
    case .retry(let seconds):
      return "page \(pages + 1) failed, retry in \(Quantity.duration(seconds.rounded(.up)))"
    case .pace(let seconds):
      guard seconds >= 1 else { return nil }
      return "next request in \(Quantity.duration(seconds.rounded(.up))) (--rate)"
    case .command(let seconds):
      return "running the retry command (\(Quantity.duration(seconds.rounded(.down))))"
    }
  }
}

/// Numbers as people read them.
enum Quantity {
  /// With a comma between groups of three digits.
  static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }

  /// A number of things: "1 item", "1,200 items".
  static func count(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A number of things as scripts read it: "1 item", "1200 items".
  static func plain(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Bytes in the unit that leaves one to three digits before the point.
  static func bytes(_ number: Int) -> String {
    var value = Double(number)
    for unit in ["bytes", "kB", "MB", "GB", "TB"] {
      if value < 999.5 || unit == "TB" {
        return unit == "bytes" ? plain(number, "byte") : "\(digits(value)) \(unit)"
      }
      value /= 1000
    }
    return plain(number, "byte")
  }

  /// Something a second: a decimal below ten, a whole number above.
  static func rate(_ number: Double) -> String {
    number < 9.95 ? tenths(number) : grouped(whole(number))
  }

  /// A length of time: "0.4 s", "12 s", "3 min 20 s", "2 h 5 min", "3 d 4 h".
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "ages" }
    if seconds < 9.95 {
      let text = tenths(max(seconds, 0))
      return text.hasSuffix(".0") ? "\(text.dropLast(2)) s" : "\(text) s"
    }
    let all = whole(seconds)
    if all < 60 { return "\(all) s" }
    if all < 3600 { return pair(all / 60, "min", all % 60, "s") }
    if all < 86400 { return pair(all / 3600, "h", all % 3600 / 60, "min") }
    return pair(all / 86400, "d", all % 86400 / 3600, "h")
  }

  private static func pair(_ first: Int, _ unit: String, _ second: Int, _ small: String) -> String {
    second == 0 ? "\(first) \(unit)" : "\(first) \(unit) \(second) \(small)"
  }

  private static func digits(_ value: Double) -> String {
    value < 99.95 ? tenths(value) : String(whole(value))
  }

  private static func tenths(_ value: Double) -> String {
    let all = Int((value * 10).rounded())
    return "\(all / 10).\(all % 10)"
  }

  private static func whole(_ value: Double) -> Int {
    Int(min(max(value.rounded(), 0), 9e18))
  }
}
