// SPDX-License-Identifier: Apache-2.0

extension Dialect {
  /// Crossref's works: the first cursor is `*`, and every page has a next one, the last too.
  ///
  /// https://www.crossref.org/documentation/retrieve-metadata/rest-api/
  static let crossref = Dialect(
    summary: "Crossref", path: "/crossref", example: "/crossref/works?rows=10",
    words: "--preset crossref"
  ) { exchange in
    let cursor = exchange["cursor"]
    let offset = exchange.number("offset") ?? 0
    guard let start = cursor.map({ $0 == "*" ? 0 : Encoding.position($0) }) ?? offset else {
      return Answer(
        status: 400,
        #"{"status":"failed","message-type":"validation-failure","message":[{"type":"#
          + #""parameter-not-allowed","value":"cursor","message":"The cursor is invalid."}]}"#)
    }
    let size = min(max(exchange.number("rows") ?? 20, 1), 1000)
    let slice = exchange.slice(from: start, size: size)
    let items = exchange.items(slice) { item, output in
      output.append(#"{"DOI":"10.5555\/\#(item.reference)","type":"journal-article","#)
      output.append(#""title":["On \#(item.city)"],"author":[{"name":"\#(item.name)"}],"#)
      output.append(#""is-referenced-by-count":\#(item.index % 300),"#)
      output.append(#""created":{"date-time":"\#(item.created)"}}"#)
    }
    let next = cursor == nil ? "" : #""next-cursor":"\#(Encoding.cursor(slice.end))","#
    return Answer(
      #"{"status":"ok","message-type":"work-list","message-version":"1.0.0","message":{"#
        + #""facets":{},\#(next)"total-results":\#(slice.count),"items":…,"#
        + #""items-per-page":\#(size),"query":{"start-index":0,"search-terms":null}}}"#,
      items: items, of: slice)
  }
}
