// SPDX-License-Identifier: Apache-2.0

extension Dialect {
  /// Pages have numbers.
  static let page = Dialect(
    summary: "page numbers", path: "/page", example: "/page?per_page=10",
    words: "--items-key items --page-param page --pages-key pages"
  ) { exchange in
    let slice = exchange.numberedPage(size: "per_page")
    return Answer(
      #"{"items":…,"page":\#(slice.page),"pages":\#(slice.pages),"total":\#(slice.count)}"#,
      items: exchange.items(slice), of: slice)
  }

  /// Items have numbers.
  static let offset = Dialect(
    summary: "offsets", path: "/offset", example: "/offset?limit=10",
    words: "--items-key items --offset-param offset --total-key total"
  ) { exchange in
    let slice = exchange.slice(
      from: exchange.number("offset") ?? 0, size: exchange.size(exchange.number("limit")))
    return Answer(
      #"{"items":…,"offset":\#(slice.range.lowerBound),"limit":\#(slice.size),"#
        + #""total":\#(slice.count)}"#,
      items: exchange.items(slice), of: slice)
  }
}
