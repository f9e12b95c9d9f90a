// SPDX-License-Identifier: Apache-2.0

extension Dialect {
  /// The page holds the next page's URL.
  static let nextURL = Dialect(
    summary: "the next page's URL in the page (relative=1: a relative one)", path: "/next",
    example: "/next?limit=10", words: "--items-key results --next-key next"
  ) { exchange in
    let slice = exchange.numberedPage(size: "limit")
    func link(_ page: Int, exists: Bool) -> String {
      guard exists else { return "null" }
      let changes: KeyValuePairs<String, String?> = ["page": String(page)]
      return exchange["relative"] == "1"
        ? "\"\(exchange.reference(changes))\"" : "\"\(exchange.url(changes))\""
    }
    return Answer(
      #"{"count":\#(slice.count),"next":\#(link(slice.page + 1, exists: slice.hasMore)),"#
        + #""previous":\#(link(slice.page - 1, exists: slice.page > 1)),"results":…}"#,
      items: exchange.items(slice), of: slice)
  }

  /// The Link header holds it, and the page is nothing but the items.
  ///
  /// https://www.rfc-editor.org/rfc/rfc8288
  static let linkHeader = Dialect(
    summary: "the next page's URL in the Link header", path: "/link", example: "/link?per_page=10",
    words: "--link-header"
  ) { exchange in
    let slice = exchange.numberedPage(size: "per_page")
    return Answer(
      "…", items: exchange.items(slice), of: slice,
      headers: exchange.links(around: slice) + [("X-Total-Count", String(slice.count))])
  }
}

extension Exchange {
  /// The page that the parameter `page` numbers, counted from 1.
  func numberedPage(size parameter: String) -> Slice {
    let size = size(number(parameter))
    let page = min(max(number("page") ?? 1, 1), data.count / size + 2)
    return slice(from: (page - 1) * size, size: size)
  }

  /// A Link header field to the pages around one that is numbered, where there are any.
  func links(around slice: Slice) -> [(String, String)] {
    var links: [String] = []
    func add(_ page: Int, _ relation: String) {
      links.append("<\(url(["page": String(page)]))>; rel=\"\(relation)\"")
    }
    if slice.page > 1 { add(slice.page - 1, "prev") }
    if slice.hasMore {
      add(slice.page + 1, "next")
      add(slice.pages, "last")
    }
    if slice.page > 1 { add(1, "first") }
    return links.isEmpty ? [] : [("Link", links.joined(separator: ", "))]
  }
}
