// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// The JSON object of `--summary`.
struct SummaryReport {
  var outcome: Outcome
  var exit: Int32
  var tally: SummaryTally
  var seconds: Double
  var retries: Int
  /// The start URL, without its secrets.
  var url: String
  /// Where to go on; empty at the beginning, and where nothing is left.
  var startAt: [Cursor?]
  var skipItems: Int
  /// What the reason must not show.
  var secrets = SecretTexts([])

  /// The object on one line, which may show on a terminal.
  var json: [UInt8] {
    var builder = JSONBuilder()
    builder.object { object in
      object.member("outcome", string: outcome.word)
      object.member("reason", string: secrets.masked(outcome.reason))
      object.member("exit", int: Int(exit))
      object.member("pages", int: tally.pages)
      object.member("items", int: tally.items)
      object.member("duplicates", int: tally.duplicates)
      object.member("bytes", int: tally.bytes)
      object.member("seconds", raw: Self.thousandths(seconds).utf8)
      object.member("retries", int: retries)
      object.member("total", int: tally.total)
      object.member("url", string: url)
      object.name("start_at")
      switch startAt.count {
      case 0: object.null()
      case 1: object.raw(Self.json(startAt[0]))
      default: object.array { array in for cursor in startAt { array.raw(Self.json(cursor)) } }
      }
      object.member("skip_items", int: skipItems)
    }
    return Printable.escapedJSON(builder.bytes) + [UInt8(ascii: "\n")]
  }

  /// Writes the object into a file; `-` is standard error.
  func write(to path: String) throws(SystemError) {
    if path == "-" { return try FileDescriptor.standardError.writeAll(json) }
    let file = try FileDescriptor.open(path, .create)
    do throws(SystemError) {
      try file.writeAll(json)
    } catch {
      try? file.close()
      throw error
    }
    try file.close()
  }

  private static func json(_ cursor: Cursor?) -> [UInt8] {
    Array((cursor?.json ?? "null").utf8)
  }

  /// Seconds with three digits behind the point.
  static func thousandths(_ seconds: Double) -> String {
    let all = Int((min(max(seconds, 0), 1e12) * 1000).rounded())
    let digits = String(all % 1000)
    return "\(all / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
