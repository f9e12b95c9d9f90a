// SPDX-License-Identifier: Apache-2.0

extension Dialect {
  /// GitHub's REST API: lists are bare arrays, searches have an envelope, and the Link header
  /// leads on, by the repository's number instead of its name.
  ///
  /// https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
  static let gitHub = Dialect(
    summary: "GitHub", path: "/github", example: "/github/repos/oak/fen/issues?state=all",
    words: "--preset github"
  ) { exchange in
    let size = min(exchange.number("per_page") ?? 30, 100)
    let page = max(exchange.number("page") ?? 1, 1)
    let slice = exchange.slice(from: (page - 1) * max(size, 1), size: max(size, 1))
    let isSearch = exchange.path.hasPrefix("/github/search/")
    let items = exchange.items(slice) { item, output in
      output.append(#"{"id":\#(item.identity),"number":\#(item.index + 1),"#)
      output.append(#""title":"\#(item.name)","user":{"login":"\#(item.reference)"},"#)
      output.append(#""labels":[{"id":\#(item.index % 7),"name":"bug"}],"#)
      output.append(#""state":"\#(item.isActive ? "open" : "closed")","#)
      output.append(#""created_at":"\#(item.created)"}"#)
    }
    let envelope =
      isSearch ? #"{"total_count":\#(slice.count),"incomplete_results":false,"items":…}"# : "…"
    return Answer(
      envelope, items: items, of: slice,
      headers: gitHubLinks(exchange, slice) + [
        ("X-RateLimit-Limit", "5000"), ("X-RateLimit-Remaining", "4987"),
      ])
  }

  private static func gitHubLinks(_ exchange: Exchange, _ slice: Slice) -> [(String, String)] {
    exchange.links(around: slice).map { name, value in
      // A repository's pages after the first are linked by its number.
      let parts = exchange.path.split(separator: "/")
      guard parts.count > 4, parts[1] == "repos" else { return (name, value) }
      let named = "/github/repos/\(parts[2])/\(parts[3])/"
      return (
        name,
        value.split(separator: named, omittingEmptySubsequences: false)
          .joined(separator: "/github/repositories/1300192/")
      )
    }
  }
}
