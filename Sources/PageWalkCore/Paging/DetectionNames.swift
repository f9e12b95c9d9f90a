// SPDX-License-Identifier: Apache-2.0

/// The names that APIs give to the parts of a page, and what they stand for.
///
/// Names are compared plain: lower case, letters and digits only, so that `totalCount`,
/// `total_count` and `Total-Count` are one name.
enum DetectionNames {
  /// A name without case and without all that is neither letter nor digit.
  static func plain(_ name: some StringProtocol) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar {
      case "A"..."Z": scalars.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
      case "a"..."z", "0"..."9": scalars.append(scalar)
      case _ where !scalar.isASCII: scalars.append(scalar)
      default: break
      }
    }
    return String(scalars)
  }

  // MARK: - Items

  /// Names of arrays that hold the items, the best first.
  static let items: [String] = [
    "data", "items", "results", "records", "value", "values", "entries", "features", "rows",
    "elements", "objects", "content", "hits", "nodes", "edges", "resources", "result", "docs",
    "documents", "list", "collection", "entry", "matches",
  ]

  /// Objects in which an array of any name is as good as a known one.
  static let lookedInto: Set<String> = ["embedded", "data"]

  /// Names of arrays, and of objects with arrays in them, that are never the items.
  static let neverItems: Set<String> = [
    "links", "link", "errors", "error", "warnings", "warning", "notices", "notice", "included",
    "includes", "facets", "facet", "facetcounts", "facetfields", "searchfacets", "aggregations",
    "aggs", "buckets", "groupby", "filters", "filter", "sort", "sorts", "sorting", "orderby",
    "schema", "schemas", "context", "suggestions", "suggest", "deprecations", "breadcrumbs",
    "expand", "highlighting", "spellcheck", "debug", "extensions",
  ]

  /// Names of objects that tell about the page; arrays in them are items only where nothing else is.
  static let aboutThePage: Set<String> = [
    "meta", "metadata", "pagination", "paging", "page", "pages", "pageinfo", "pageable", "info",
    "responsemetadata", "responseheader", "resultinfo", "searchinfo", "request", "query", "params",
    "parameters", "header", "headers", "stats", "cursors", "listinfo", "additionaldata",
  ]

  /// Whether arrays of this name are never the items: `links`, `servers_links`, `included`.
  static func isNeverItems(_ plain: String) -> Bool {
    neverItems.contains(plain) || plain.hasSuffix("links") || plain.hasSuffix("facets")
  }

  // MARK: - The next page

  /// Where the next page's URL stands, as the ends of paths, the first choice first. The member may
  /// be an object with one of ``urlLeaves`` in it.
  static let nextURLs: [[String]] = [
    ["links", "next"], ["odatanextlink"], ["nextlink"], ["nextpageurl"], ["nextpageuri"],
    ["nextpage"], ["nextrecordsurl"], ["nexturi"], ["nexturl"], ["nexthref"], ["nextpagelink"],
    ["metadata", "next"], ["paging", "next"], ["links", "pages", "next"], ["next"],
  ]

  /// Members of a link object that hold its URL.
  static let urlLeaves = ["href", "url", "link", "uri"]

  /// Whether a name says by itself that its value is a URL.
  static func saysURL(_ plain: String) -> Bool {
    ["url", "uri", "link", "href"].contains { plain.hasSuffix($0) }
  }

  /// Query parameters and body members that count pages.
  static let pageParameters = [
    "page", "pagenumber", "pagenum", "pageno", "currentpage", "pageindex", "pg",
  ]

  /// Query parameters and body members that count items.
  static let offsetParameters = [
    "offset", "start", "skip", "startat", "startindex", "startrow", "pageoffset", "pgoffset",
    "resultoffset", "sysparmoffset",
  ]

  /// Whether a parameter asks for a number of items.
  static func asksForCount(_ plain: String) -> Bool {
    ["n", "per", "num", "top", "rows", "take", "first", "last", "count", "size"].contains(plain)
      || ["limit", "perpage", "pagesize", "pagelen", "maxresults", "maxkeys", "maxitems"]
        .contains { plain.hasSuffix($0) }
      || ["hitsperpage", "itemsperpage", "resultrecordcount", "limittofirst"].contains(plain)
  }

  /// Whether a parameter says where a page begins, in a way that need not be a count.
  static func beginsPages(_ plain: String) -> Bool {
    pageParameters.contains(plain) || offsetParameters.contains(plain)
      || ["cursor", "after", "before", "marker", "from", "since"].contains(plain)
  }

  /// Whether a name speaks of the next page without being one of those that are understood.
  static func speaksOfNext(_ plain: String) -> Bool {
    if [
      "next", "marker", "bookmark", "continuation", "continuationtoken", "scrollid",
      "lastevaluatedkey", "lastevaluatedtablename",
    ].contains(plain) {
      return true
    }
    guard plain.hasPrefix("next"), !plain.contains("sync") else { return false }
    return nextWords.contains { plain.dropFirst(4).contains($0) }
  }

  /// Whether a name may speak of the next page, or of a next something else.
  static func mayBeNext(_ plain: String) -> Bool {
    plain.hasPrefix("next")
      && !["sync", "update", "run", "date", "time"].contains { plain.contains($0) }
  }

  private static let nextWords = [
    "cursor", "token", "marker", "offset", "page", "start", "key", "position", "continuation",
    "bookmark", "link", "url", "uri", "href", "index", "record", "skip", "after",
  ]

  // MARK: - More, totals

  /// Flags that are true where there are more pages.
  static let moreFlags: Set<String> = [
    "hasmore", "hasnext", "hasnextpage", "more", "moreitems", "moreresults", "morerecords",
    "hasmoreitems", "hasmoreresults", "hasmorepages", "hasmoredata", "havemoreresults",
    "moreresultsavailable", "moredataavailable", "istruncated", "truncated", "nextpageresults",
    "exceededtransferlimit", "hasadditionalresults", "hasmoreshards", "hasmorerecords",
    "morepages", "morechanges", "hasmoreentries", "hasnextpages", "moreavailable", "moredata",
    "nextpageexists", "hasanotherpage",
  ]

  /// Flags that are true on the last page.
  static let endFlags: Set<String> = [
    "islast", "islastpage", "lastpage", "last", "endofrecords", "endofstream", "endofdata",
    "endofresults", "done", "isdone", "finished", "isfinished", "nomore", "nomorepages",
    "lastpagereached", "isend", "end", "iseof", "eof", "endoflist", "endofitems", "isfinalpage",
  ]

  /// Names of the number of items in all.
  static let totals: [String] = [
    "total", "totalcount", "totalresults", "totalitems", "totalelements", "totalhits",
    "totalrecords", "totalsize", "totalrows", "totalentries", "totalobjects", "totaldocs",
    "totalmatches", "totalrecordcount", "totalnumberofresults", "numfound", "nbhits",
    "odatacount", "recordsetcount", "recordcount", "rowcount", "recordsfiltered", "recordstotal",
    "itemstotal", "resultstotal", "totalnumber", "totalnumberofitems", "totalnumberofrecords",
  ]

  /// Names that are totals only where their number is more than what page one holds.
  static let counts: [String] = [
    "count", "found", "hits", "matches", "numresults", "objectcount", "itemcount", "resultcount",
  ]

  /// Header fields with the number of items in all.
  static let totalHeaders = [
    "X-Total-Count", "X-Total", "Total-Count", "X-WP-Total", "X-Total-Results", "X-Total-Items",
    "X-Pagination-Total-Count", "X-Pagination-Count", "X-Pagination-Total", "Pagination-Count",
    "Total",
  ]

  /// Objects whose totals are of something else.
  static let otherTotals: Set<String> = [
    "pages", "shards", "ratelimit", "ratelimits", "quota", "usage", "timing", "cost", "price",
  ]

  /// Names of the number of pages in all.
  static let pageTotals: Set<String> = clearPageTotals.union([
    "pages", "pagecount", "numpages", "pagescount",
  ])

  /// Those that can't be the pages of a book.
  static let clearPageTotals: Set<String> = ["totalpages", "pagetotal", "nbpages", "lastpage"]

  /// Objects that tell of nothing but the paging.
  static let aboutPaging: Set<String> = ["pagination", "paging", "pageinfo", "pageable"]

  /// Names of the number of the page itself.
  static let pageNumbers: Set<String> = [
    "page", "currentpage", "pagenumber", "pageno", "pagenum", "pageindex",
  ]

  /// Names that are such beside a number of pages, and many other things elsewhere.
  static let vaguePageNumbers: Set<String> = ["number", "current"]
}
