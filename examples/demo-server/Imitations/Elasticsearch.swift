// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

extension Dialect {
  /// Elasticsearch's searches: the sort values of the last hit go into the next body; a point in
  /// time, where there is one, gets a new name with each page.
  ///
  /// https://www.elastic.co/docs/reference/elasticsearch/rest-apis/paginate-search-results
  static let elasticsearch = Dialect(
    summary: "Elasticsearch", method: "POST", path: "/elasticsearch",
    example: "/elasticsearch/people/_search",
    words: "--preset opensearch --json '{\"size\":10,\"sort\":[{\"id\":\"asc\"}]}'"
  ) { exchange in
    if exchange.path.hasSuffix("/_pit") {
      return Answer(status: 200, #"{"id":"\#(Encoding.cursor(0))"}"#)
    }
    let after = exchange.body("search_after")
    if after != nil, exchange.body("sort") == nil {
      return searchError("Sort must contain at least one field.")
    }
    guard let start = after.map({ firstNumber($0).map(exchange.data.position) }) ?? 0 else {
      return searchError("Failed to parse search_after value.")
    }
    let size = exchange.body("size").flatMap { Int($0) } ?? 10
    guard (1...10_000).contains(size) else {
      return searchError("Result window is too large, or there is none.")
    }
    let slice = exchange.slice(from: start, size: size)
    let items = exchange.items(slice) { item, output in
      output.append(#"{"_index":"people","_id":"\#(item.reference)","_score":null,"_source":"#)
      item.write(to: &output, size: exchange.data.itemSize)
      output.append(#","sort":[\#(item.identity),\#(item.index)]}"#)
    }
    let pit = exchange.body("pit.id") == nil ? "" : #""pit_id":"\#(Encoding.cursor(slice.end))","#
    return Answer(
      #"{\#(pit)"took":3,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"#
        + #""failed":0},"hits":{"total":{"value":\#(min(slice.count, 10_000)),"relation":"#
        + #""\#(slice.count > 10_000 ? "gte" : "eq")"},"max_score":null,"hits":…}}"#,
      items: items, of: slice)
  }

  private static func firstNumber(_ array: String) -> Int? {
    guard let document = try? JSONDocument(array), document.kind(document.root) == .array,
      let first = document.elements(of: document.root).first(where: { _ in true })
    else { return nil }
    return Int(document.text(first))
  }

  private static func searchError(_ reason: String) -> Answer {
    let cause = #"{"type":"illegal_argument_exception","reason":"\#(reason)"}"#
    return Answer(
      status: 400,
      #"{"error":{"root_cause":[\#(cause)],"type":"illegal_argument_exception","reason":"#
        + #""\#(reason)"},"status":400}"#)
  }
}
