// SPDX-License-Identifier: Apache-2.0

extension Dialect {
  /// Mastodon's timelines: newest first, identities are texts of digits, the Link header leads on
  /// as long as a page is full.
  ///
  /// https://docs.joinmastodon.org/api/guidelines/#pagination
  static let mastodon = Dialect(
    summary: "Mastodon", path: "/mastodon",
    example: "/mastodon/api/v1/timelines/public?limit=10", words: "--preset mastodon"
  ) { exchange in
    let size = min(max(exchange.number("limit") ?? 20, 1), 40)
    let count = exchange.data.count
    // Positions count from the newest; the data set begins with the oldest.
    let older = exchange.number("max_id").map { count - exchange.data.position(after: $0 - 1) }
    let slice = exchange.slice(from: older ?? 0, size: size)
    var output: [UInt8] = [UInt8(ascii: "[")]
    for position in slice.range {
      let item = exchange.data[count - 1 - position]
      if position > slice.range.lowerBound { output.append(",") }
      output.append(#"{"id":"\#(item.identity)","created_at":"\#(item.created)","#)
      output.append(#""content":"<p>\#(item.city)</p>","reblogs_count":\#(item.index % 9),"#)
      output.append(#""account":{"acct":"\#(item.reference)","display_name":"\#(item.name)"}}"#)
    }
    output.append("]")
    return Answer("…", items: output, of: slice, headers: mastodonLinks(exchange, slice))
  }

  private static func mastodonLinks(_ exchange: Exchange, _ slice: Slice) -> [(String, String)] {
    guard let first = slice.range.first, let last = slice.range.last else { return [] }
    let identity = { (position: Int) in
      String(exchange.data[exchange.data.count - 1 - position].identity)
    }
    var links = [
      "<\(exchange.url(["min_id": identity(first), "max_id": nil]))>; rel=\"prev\""
    ]
    if slice.range.count == slice.size {
      links.insert(
        "<\(exchange.url(["max_id": identity(last), "min_id": nil]))>; rel=\"next\"", at: 0)
    }
    return [("Link", links.joined(separator: ", "))]
  }
}
