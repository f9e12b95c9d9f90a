// SPDX-License-Identifier: Apache-2.0

extension Dialect {
  /// MediaWiki's action API: all members of the object `continue` go into the next query; an
  /// error has status 200.
  ///
  /// https://www.mediawiki.org/wiki/API:Continue
  static let wikipedia = Dialect(
    summary: "Wikipedia", path: "/wikipedia",
    example: "/wikipedia/w/api.php?action=query&list=allpages&aplimit=10&format=json",
    words: "--preset mediawiki"
  ) { exchange in
    let prefixes = ["allpages": "ap", "categorymembers": "cm"]
    guard let list = exchange["list"], let prefix = prefixes[list] else {
      return wikipediaError("badvalue", "Unrecognized value for parameter \\\"list\\\".")
    }
    let cursor = exchange[prefix + "continue"]
    guard let start = cursor.map(position) ?? 0 else {
      return wikipediaError("badcontinue", "Invalid continue param.")
    }
    let size = min(max(exchange.number(prefix + "limit") ?? 10, 1), 500)
    let slice = exchange.slice(from: start, size: size)
    let items = exchange.items(slice) { item, output in
      output.append(#"{"pageid":\#(item.index + 1),"ns":0,"title":"\#(item.city) "#)
      output.append("(\(item.index))\"}")
    }
    let next = #""\#(prefix)continue":"page|\#(exchange.data.seed)|\#(slice.end)""#
    let more = slice.hasMore ? #","continue":{\#(next),"continue":"-||"}"# : ""
    return Answer(
      #"{"batchcomplete":""\#(more),"query":{"\#(list)":…}}"#, items: items, of: slice)
  }

  private static func wikipediaError(_ code: String, _ info: String) -> Answer {
    Answer(
      status: 200, #"{"error":{"code":"\#(code)","info":"\#(info)"},"servedby":"mw1357"}"#,
      headers: [("MediaWiki-API-Error", code)])
  }

  private static func position(_ cursor: String) -> Int? {
    let parts = cursor.split(separator: "|")
    return parts.count == 3 && parts[0] == "page" ? Int(parts[2]) : nil
  }
}
