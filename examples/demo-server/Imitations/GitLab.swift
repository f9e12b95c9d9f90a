// SPDX-License-Identifier: Apache-2.0

extension Dialect {
  /// GitLab's REST API: bare arrays; page numbers stand in headers of their own and in the Link
  /// header, which keyset paging has alone.
  ///
  /// https://docs.gitlab.com/api/rest/#pagination
  static let gitLab = Dialect(
    summary: "GitLab", path: "/gitlab",
    example: "/gitlab/api/v4/projects?pagination=keyset&order_by=id&sort=asc&per_page=10",
    words: "--preset gitlab"
  ) { exchange in
    let size = min(max(exchange.number("per_page") ?? 20, 1), 100)
    let isKeyset = exchange["pagination"] == "keyset"
    let page = max(exchange.number("page") ?? 1, 1)
    let start = exchange.number("id_after").map(exchange.data.position) ?? 0
    let slice = exchange.slice(from: isKeyset ? start : (page - 1) * size, size: size)
    let items = exchange.items(slice) { item, output in
      output.append(#"{"id":\#(item.identity),"name":"\#(item.name)","#)
      output.append(#""path_with_namespace":"fen/\#(item.reference)","#)
      output.append(#""created_at":"\#(item.created)","star_count":\#(item.index % 100)}"#)
    }
    return Answer(
      "…", items: items, of: slice,
      headers: isKeyset ? keysetHeaders(exchange, slice) : offsetHeaders(exchange, slice))
  }

  private static func keysetHeaders(_ exchange: Exchange, _ slice: Slice) -> [(String, String)] {
    guard slice.hasMore, let last = slice.range.last else { return [] }
    let next = exchange.url(["id_after": String(exchange.data[last].identity)])
    return [("Link", "<\(next)>; rel=\"next\"")]
  }

  private static func offsetHeaders(_ exchange: Exchange, _ slice: Slice) -> [(String, String)] {
    exchange.links(around: slice) + [
      ("X-Next-Page", slice.hasMore ? String(slice.page + 1) : ""),
      ("X-Page", String(slice.page)),
      ("X-Per-Page", String(slice.size)),
      ("X-Prev-Page", slice.page > 1 ? String(slice.page - 1) : ""),
      ("X-Total", String(slice.count)),
      ("X-Total-Pages", String(slice.pages)),
    ]
  }
}
