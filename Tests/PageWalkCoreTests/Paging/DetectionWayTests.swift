// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite("Detection of the next page", .timeLimit(.minutes(1)))
struct DetectionWayTests {
  /// A page of two items with members beside them.
  static func page(_ members: String, _ url: String = "https://api.test/v1/things") -> PageOne {
    PageOne(members, #"{"items":[{"id":1},{"id":2}],\#(members)}"#, url: url)
  }

  /// Members that hold the next page's URL, and the key that is found.
  static let urls: [(String, String)] = [
    (#""next":"https://api.test/v1/things?page=2""#, "next"),
    (#""next":"/v1/things?page=2""#, "next"),
    (#""next":"?page=2""#, "next"),
    (#""next":"things?page=2""#, "next"),
    (#""links":{"next":"/2"}"#, "links.next"),
    (#""links":{"next":{"href":"/2","meta":{}}}"#, "links.next.href // links.next"),
    (#""_links":{"next":{"href":"orders?page=2"}}"#, "_links.next.href"),
    (#""_links":{"next":{"href":"/orders{?page}","templated":true}}"#, "_links.next.href"),
    (#""_links":{"next":[{"href":"/2"}]}"#, "$._links.next[0].href"),
    (#""_links":{"next":"/2","base":"https://api.test/wiki"}"#, "_links.next"),
    (#""next":{"url":"/2"}"#, "next.url"),
    (#""paging":{"next":{"link":"https://api.test/2","after":"x"}}"#, "paging.next.link"),
    (#""@odata.nextLink":"https://api.test/2""#, "@odata.nextLink"),
    (#""@nextLink":"https://api.test/2""#, "@nextLink"),
    (#""nextLink":"https://api.test/2""#, "nextLink"),
    (#""next_page_url":"https://api.test/2""#, "next_page_url"),
    (#""next_page_uri":"/2""#, "next_page_uri"),
    (#""next_page":"https://api.test/2""#, "next_page"),
    (#""next_page":{"offset":"x","path":"/p","uri":"https://api.test/2"}"#, "next_page.uri"),
    (#""nextPageUrl":"https://api.test/2""#, "nextPageUrl"),
    (#""nextRecordsUrl":"/services/data/2""#, "nextRecordsUrl"),
    (#""pagination":{"next_uri":"/2?&a=1"}"#, "pagination.next_uri"),
    (#""_metadata":{"next":"/2"}"#, "_metadata.next"),
    (#""paging":{"next":"/2","cursors":{"after":"x"}}"#, "paging.next"),
    (#""pagination":{"links":{"next":"/2"}}"#, "pagination.links.next"),
    (#""links":{"pages":{"next":"/2","last":"/9"}}"#, "links.pages.next"),
    (#""meta":{"pagination":{"links":{"next":"?page=2"}}}"#, "meta.pagination.links.next"),
    (
      #""links":[{"rel":"self","href":"/1"},{"rel":"next","href":"/2"}]"#,
      #"$.links[?@.rel=="next"].href"#
    ),
    (#""link":[{"relation":"next","url":"/2"}]"#, #"$.link[?@.relation=="next"].url"#),
    (#""links":[{"rel":["collection","next"],"href":"/2"}]"#, #"$.links[?@.rel[?@=="next"]].href"#),
    (
      #""links":[{"rel":"collection next","href":"/2"}]"#,
      #"$.links[?match(@.rel, "(.* )?next( .*)?")].href"#
    ),
    (#""things_links":[{"rel":"next","href":"/2"}]"#, #"$.things_links[?@.rel=="next"].href"#),
    (#""nextCursor":"?limit=2&soIndex=5""#, "nextCursor"),
    // The deeper of two, where it stands beside the items; the order of the names else.
    (#""nextLink":"/a","links":{"next":"/b"}"#, "links.next"),
    (#""cursor":"x","next":"/2""#, "next"),
  ]

  @Test(arguments: urls)
  func `a member with a URL is followed`(members: String, key: String) throws {
    let page = Self.page(members)
    let detection = try page.detection()
    #expect(detection.options == ["--items-key", "items", "--next-key", key])
    #expect(detection.plan.way == .cursors([.init(source: try Source(key), place: .url)]))
    #expect(detection.plan.detected.way)
    if case .body(let first) = try Source(key).locations[0] {
      #expect(try first.first(in: JSONDocument(page.json)) != nil)
    }
  }

  /// Members that hold a token, the URL, and the options that are found.
  static let tokens: [(String, String, String)] = [
    (#""nextPageToken":"t""#, "", "--cursor-key nextPageToken --cursor-param pageToken"),
    (#""next_page_token":"t""#, "", "--cursor-key next_page_token --cursor-param page_token"),
    (
      #""nextPageToken":"t""#, "?nextPageToken=s",
      "--cursor-key nextPageToken --cursor-param nextPageToken"
    ),
    (#""next_token":"t""#, "", "--cursor-key next_token --cursor-param next_token"),
    (
      #""meta":{"next_token":"t"}"#, "",
      "--cursor-key meta.next_token --cursor-param pagination_token"
    ),
    (#""NextToken":"t""#, "", "--cursor-key NextToken --cursor-param NextToken"),
    (#""nextToken":"t""#, "", "--cursor-key nextToken --cursor-param nextToken"),
    (#""next_cursor":"t""#, "", "--cursor-key next_cursor --cursor-param cursor"),
    (
      #""response_metadata":{"next_cursor":"t="}"#, "",
      "--cursor-key response_metadata.next_cursor --cursor-param cursor"
    ),
    (#""meta":{"nextCursor":"t"}"#, "", "--cursor-key meta.nextCursor --cursor-param cursor"),
    (#""next-cursor":"t""#, "?cursor=*", "--cursor-key next-cursor --cursor-param cursor"),
    (#""cursor":"t""#, "", "--cursor-key cursor --cursor-param cursor"),
    (#""cursor":7"#, "", "--cursor-key cursor --cursor-param cursor"),
    (
      #""nextCursorMark":"t""#, "?cursorMark=*",
      "--cursor-key nextCursorMark --cursor-param cursorMark --stop-on repeat"
    ),
    (
      #""metadata":{"continue":"t"}"#, "", "--cursor-key metadata.continue --cursor-param continue"
    ),
    (#""continue":{"a":"b","continue":"-||"}"#, "", "--cursor-key continue --cursor-to 'query:*'"),
    (
      #""paging":{"next":{"after":"t"}}"#, "", "--cursor-key paging.next.after --cursor-param after"
    ),
    (#""after":"t""#, "", "--cursor-key after --cursor-param after"),
    (#""next_page":2"#, "", "--cursor-key next_page --cursor-param page"),
    (#""cursors":{"next":"t","prev":null}"#, "", "--cursor-key cursors.next --cursor-param cursor"),
    (#""search-continue":2"#, "", "--cursor-key search-continue --cursor-param continue"),
    (#""offset":"itrX7/recA""#, "", "--cursor-key offset --cursor-param offset"),
    (#""next_marker":"t""#, "", "--cursor-key next_marker --cursor-param marker"),
    (#""next_offset":"[1,2]""#, "", "--cursor-key next_offset --cursor-param offset"),
    (#""NextMarker":"t""#, "", "--cursor-key NextMarker --cursor-param Marker"),
    (
      #""pagination":{"continuation":"t"}"#, "",
      "--cursor-key pagination.continuation --cursor-param continuation"
    ),
    // The convention before the guess; what stands with the items before what stands elsewhere.
    (
      #""nextPageToken":"t","nextSyncToken":"s""#, "",
      "--cursor-key nextPageToken --cursor-param pageToken"
    ),
  ]

  @Test(arguments: tokens)
  func `a token goes where it goes by convention`(
    members: String, query: String, options: String
  ) throws {
    let page = Self.page(members, "https://api.test/v1/things\(query)")
    #expect(try page.options() == "--items-key items \(options)")
  }

  /// Bodies of requests, members of the page, and the options that are found.
  static let bodies: [(String, String, String)] = [
    (
      #"{"MaxResults":2}"#, #""NextToken":"t""#, "--cursor-key NextToken --cursor-to body:NextToken"
    ),
    (
      #"{"limit":2}"#, #""paging":{"next":{"after":"t","link":"?after=t"}}"#,
      "--cursor-key paging.next.after --cursor-to body:after"
    ),
    (#"{"limit":2}"#, #""cursor":"t""#, "--cursor-key cursor --cursor-to body:cursor"),
    (
      #"{"page":{"cursor":""}}"#, #""cursor":"t""#,
      "--cursor-key cursor --cursor-to body:page.cursor"
    ),
    (
      #"{"TableName":"a"}"#, #""LastEvaluatedKey":{"id":{"S":"x"}}"#,
      "--cursor-key LastEvaluatedKey --cursor-to body:ExclusiveStartKey"
    ),
    ("a=b&limit=2", #""cursor":"t""#, "--cursor-key cursor --cursor-to form:cursor"),
    (#"{"page":1}"#, #""x":1"#, "--page-param body:page"),
    (#"{"q":{"offset":0}}"#, #""total":9"#, "--offset-param body:q.offset"),
    ("q=a&page=0", #""x":1"#, "--page-param form:page"),
    (
      #"{"limit":2}"#,
      #""links":[{"rel":"next","href":"/2","method":"POST","body":{"t":1},"merge":true}]"#,
      #"--cursor-key '$.links[?@.rel=="next"]' --cursor-to request"#
    ),
  ]

  @Test(arguments: bodies)
  func `what goes into a body goes there`(
    body: String, members: String, options: String
  ) throws {
    let found = ShellWords.joined(try Self.page(members).posting(body).detection().options)
    let expected = try #require(ShellWords.split("--items-key items \(options)"))
    #expect(found == ShellWords.joined(expected))
  }

  /// Header fields and the options that are found.
  static let headers: [(HTTPHeaders, String)] = [
    (["Link": #"<https://api.test/2>; rel="next", </9>; rel="last""#], "--link-header"),
    (["link": "</2>;rel=next"], "--link-header"),
    (["Next-Page": "https://api.test/2"], "--next-key header:Next-Page"),
    (["X-Next-Page": "2"], "--cursor-key header:X-Next-Page --cursor-param page"),
    (["Link": #"</1>; rel="prev""#], "--link-header"),
    (["Link": ""], "--link-header"),
    (["Link": #"</2>; rel="next"; results="false""#], "--link-header"),
  ]

  @Test(arguments: headers)
  func `header fields are looked at`(headers: HTTPHeaders, options: String) throws {
    let page = PageOne("headers", #"[{"id":1}]"#).with(headers)
    #expect(try page.options() == "--items-key '$' \(options)")
  }

  /// Queries, members of the page, and the options that are found.
  static let counts: [(String, String, String)] = [
    ("?page=1&per_page=2", #""x":1"#, "--page-param page"),
    ("?page=0", #""x":1"#, "--page-param page"),
    ("?limit=2&offset=0", #""x":1"#, "--offset-param offset"),
    ("?start=0", #""x":1"#, "--offset-param start"),
    ("?skip=0", #""x":1"#, "--offset-param skip"),
    ("?page%5Bnumber%5D=1", #""x":1"#, "--page-param 'page[number]'"),
    ("?q[currentPage]=1", #""x":1"#, "--page-param 'q[currentPage]'"),
    ("?$offset=0", #""x":1"#, "--offset-param '$offset'"),
    ("?startIndex=1", #""x":1"#, "--offset-param startIndex"),
    ("?page=1&offset=2", #""x":1"#, "--page-param page"),
    ("", #""page":1,"total":5"#, "--page-param page --first-page 1"),
    ("", #""meta":{"current_page":1,"total":5}"#, "--page-param page --first-page 1"),
    (
      "", #""page":1,"total_pages":7"#,
      "--page-param page --first-page 1 --pages-key total_pages"
    ),
    (
      "", #""meta":{"current_page":1,"last_page":7}"#,
      "--page-param page --first-page 1 --pages-key meta.last_page"
    ),
    (
      "", #""pagination":{"page":0,"pages":"7"}"#,
      "--page-param page --first-page 0 --pages-key pagination.pages"
    ),
    (
      "", #""next_cursor":null,"page":1,"total_pages":3"#,
      "--page-param page --first-page 1 --pages-key total_pages"
    ),
    ("", #""page":0,"last_page":6"#, "--page-param page --first-page 0"),
    ("?page=1", #""page":1,"total_pages":7"#, "--page-param page --pages-key total_pages"),
    ("", #""offset":0,"total":5"#, "--offset-param offset --first-offset 0"),
    ("", #""response":{"start":0,"numFound":5}"#, "--offset-param start --first-offset 0"),
    ("", #""skip":0,"total":"5""#, "--offset-param skip --first-offset 0"),
    // Not beside a total that is more than what came; not a point in time; no number.
    ("", #""page":1,"total":2"#, "--no-next"),
    ("", #""page":1"#, "--no-next"),
    ("?start=1700000000", #""x":1"#, "--no-next"),
    ("?page=first", #""x":1"#, "--no-next"),
    // What the server says of the end.
    ("?offset=0", #""more":true"#, "--offset-param offset --more-key more"),
    ("?page=0", #""last":false"#, "--page-param page --end-key last"),
    ("?page=1", #""info":{"total":5,"pages":3}"#, "--page-param page --pages-key info.pages"),
    ("?page=1", #""nbHits":5000,"nbPages":3"#, "--page-param page"),
    // A server that says that there is no next page is believed.
    ("?page=1", #""next":null,"count":2"#, "--next-key next"),
    ("?page=1", #""next_cursor":null"#, "--cursor-key next_cursor --cursor-param cursor"),
    ("?page=1", #""next_cursor":null,"total":9"#, "--page-param page"),
    ("?page=1", #""next":null,"has_more":true"#, "--page-param page --more-key has_more"),
  ]

  @Test(arguments: counts)
  func `pages and items are counted`(query: String, members: String, options: String) throws {
    let page = Self.page(members, "https://api.test/v1/things\(query)")
    #expect(try page.options() == "--items-key items \(options)")
  }

  /// GraphQL queries, data, and the options for the way.
  static let graphQL: [(String, String, String)] = [
    (
      "query($n:Int,$c:ID){friends(first:$n,after:$c){nodes{id}pageInfo{endCursor hasNextPage}}}",
      #"{"friends":{"nodes":[{"id":1}],"pageInfo":{"endCursor":"e","hasNextPage":true}}}"#,
      "--cursor-key data.friends.pageInfo.endCursor --cursor-to body:variables.c "
        + "--more-key data.friends.pageInfo.hasNextPage"
    ),
    (
      "query($c:ID){all:friends(after : $c # $x\n){edges{node{id}}pageInfo{endCursor}}}",
      #"{"all":{"edges":[{"node":{"id":1}}],"pageInfo":{"endCursor":"e"}}}"#,
      "--cursor-key data.all.pageInfo.endCursor --cursor-to body:variables.c"
    ),
    (
      "query($a:ID,$b:ID){x:f(after:$a){nodes{id}pageInfo{endCursor hasNextPage}}"
        + "y:f(after:$b){pageInfo{endCursor hasNextPage}}}",
      #"{"x":{"nodes":[{"id":1}],"pageInfo":{"endCursor":"e","hasNextPage":true}},"#
        + #""y":{"pageInfo":{"endCursor":"f","hasNextPage":false}}}"#,
      "--cursor-key data.x.pageInfo.endCursor --cursor-to body:variables.a "
        + "--more-key data.x.pageInfo.hasNextPage"
    ),
    (
      "query($after:ID){f(after:$after){nodes{id}pageInfo{endCursor hasNextPage}}}",
      #"{"f":{"nodes":[{"id":1}],"pageInfo":{"endCursor":"e","hasNextPage":false}}}"#,
      "--cursor-key data.f.pageInfo.endCursor --cursor-to body:variables.after "
        + "--more-key data.f.pageInfo.hasNextPage"
    ),
    (
      "query($n:Int,$c:ID){f(last:$n,before:$c){nodes{id}pageInfo{startCursor hasPreviousPage}}}",
      #"{"f":{"nodes":[{"id":1}],"pageInfo":{"startCursor":"s","hasPreviousPage":true}}}"#,
      "--cursor-key data.f.pageInfo.startCursor --cursor-to body:variables.c "
        + "--more-key data.f.pageInfo.hasPreviousPage"
    ),
  ]

  @Test(arguments: graphQL)
  func `a connection's cursor goes into the query's variable`(
    query: String, data: String, options: String
  ) throws {
    let body = #"{"query":\#(JSONText.quoted(query)),"variables":{}}"#
    let page = PageOne("GraphQL", #"{"data":\#(data)}"#).posting(body)
    let words = try page.detection().options
    #expect(ShellWords.joined(words.dropFirst(2)) == options)
  }

  /// Pages that promise more without a way to it, and what the message must name.
  static let deadEnds: [(PageOne, String)] = [
    (page(#""has_more":true"#), "'has_more' is true"),
    (page(#""isLast":false"#), "'isLast' is false"),
    (page(#""total":5"#), "'total' is 5, and 2 came"),
    (page(#""count":5"#), "'count' is 5"),
    (page(#""IsTruncated":"true""#), "'IsTruncated' is true"),
    (page(#""total_pages":7"#), "'total_pages' is 7"),
    (page(#""paging":{"pageCount":"7"}"#), "'paging.pageCount' is 7"),
    (page(#""pageNumber":2,"pages":7"#), "'pages' is 7"),
    (page(#""x":1"#).with(["X-WP-TotalPages": "7"]), "header:X-WP-TotalPages' is 7"),
    (page(#""x":1"#).with(["X-Total-Pages": "7", "X-Page": "6"]), "header:X-Total-Pages"),
    (page(#""next":"Fe26.2**a*b=""#), "'next'"),
    (page(#""pagination":{"next":1555072968396}"#), "'pagination.next'"),
    (page(#""has_more":true,"next":null"#), "'has_more' is true"),
    (page(#""total":5,"next_cursor":null"#), "'total' is 5"),
    (page(#""x":1"#).with(["X-Nomad-NextToken": "default.c"]), "header:X-Nomad-NextToken"),
    (page(#""x":1"#).with(["Next-Page": "2"]), "header:Next-Page"),
    (page(#""x":1"#).with(["X-Total-Count": "5"]), "header:X-Total-Count"),
    (page(#""x":1"#).with(["Content-Range": "items 0-1/5"]), "header:Content-Range"),
    (page(#""x":1"#).with(["x-ms-continuation": "{}"]), "x-ms-continuation"),
    (
      PageOne("hits", #"{"hits":{"total":{"value":10000,"relation":"gte"},"hits":[{}]}}"#),
      "'hits.total.value' is 10000"
    ),
    (
      PageOne(
        "a query without a variable",
        #"{"data":{"f":{"nodes":[{}],"pageInfo":{"endCursor":"e","hasNextPage":true}}}}"#
      ).posting(#"{"query":"{f(first:2){nodes{id}pageInfo{endCursor hasNextPage}}}"}"#),
      "hasNextPage' is true"
    ),
  ]

  @Test(arguments: deadEnds)
  func `more that no way leads to is no single page`(page: PageOne, words: String) throws {
    let detection = try page.detection()
    #expect(detection.plan.way == .single)
    #expect(detection.plan.detected.deadEnd?.contains(words) == true)
    #expect(!detection.options.contains("--no-next"))
  }

  /// Pages that look like a single one, and whether there is doubt.
  static let singles: [(PageOne, String?)] = [
    (page(#""x":1"#), nil),
    (page(#""total":2,"has_more":false"#), nil),
    (page(#""total_pages":1"#), nil),
    (page(#""page":7,"total_pages":7"#), nil),
    (page(#""pages":320"#), "'pages' is 320"),
    (page(#""page_count":320"#), "'page_count' is 320"),
    (page(#""page_count":1"#), nil),
    (page(#""book":{"page_count":320,"chapters":[]}"#), nil),
    (page(#""total":2,"total_pages":7"#), "'total_pages' is 7"),
    (page(#""total":2,"page":1,"total_pages":2"#), "'total_pages' is 2"),
    (page(#""has_more":false,"page":1,"total_pages":2"#), "'total_pages' is 2"),
    (page(#""number":7,"page_count":52"#), "'page_count' is 52"),
    (page(#""metadata":{"pages":12}"#), "'metadata.pages' is 12"),
    (page(#""page":3,"meta":{"total_pages":3}"#), nil),
    (page(#""paging":{"current":3,"total_pages":3}"#), nil),
    (page(#""pageNum":3,"pages":3,"isLastPage":true"#), nil),
    (page(#""x":1"#).with(["X-Total-Pages": "3", "X-Current-Page": "3"]), nil),
    (
      page(#""x":1"#).with(["X-Pagination-Total-Pages": "3", "X-Pagination-Current-Page": "3"]),
      nil
    ),
    (PageOne("pages of a text", #"{"total_pages":2,"pages":[{"text":"a"},{"text":"b"}]}"#), nil),
    (page(#""x":1"#).with(["X-Total-Pages": "7", "X-Page": "7"]), nil),
    (page(#""newStartPageToken":"104","nextSyncToken":"s""#), nil),
    (page(#""x":1"#, "https://api.test/v1/things?limit=2"), "'limit=2'"),
    (page(#""x":1"#, "https://api.test/v1/things?limit=3"), nil),
    (page(#""totalResults":2"#, "https://api.test/v1/things?limit=2"), "'limit=2'"),
    (page(#""x":1"#).posting(#"{"limit":2}"#), "'limit=2'"),
    (page(#""next_id":7"#), "'next_id'"),
    (page(#""nextUpdate":"tomorrow""#), nil),
    (page(#""x":1"#, "https://api.test/v1/{cursor}/json"), "'{cursor}'"),
    (page(#""x":1"#, "https://api.test/v1/things?start=1700000000"), "'start'"),
    (
      PageOne(
        "100 items", "[\(Array(repeating: "{}", count: 100).joined(separator: ","))]"),
      "usual page size"
    ),
    (
      PageOne("a page within", #"{"boards":[{"page":{"cursor":"c","items":[{}]}}]}"#),
      "within the items"
    ),
  ]

  @Test(arguments: singles)
  func `a single page is said to be one, with any doubt`(page: PageOne, doubt: String?) throws {
    let detection = try page.detection()
    #expect(detection.plan.way == .single)
    #expect(detection.plan.detected.deadEnd == nil)
    let lines = detection.lines.joined(separator: "\n")
    #expect(lines.contains("looks like a single page"))
    #expect(lines.contains("Warning: ") == (doubt != nil))
    if let doubt { #expect(lines.contains(doubt)) }
  }

  @Test func `a way that the user gave is kept, and the total is still found`() throws {
    var page = Self.page(#""next":"/2","total":5"#)
    page.way = .cursors([.init(source: try Source("cursor"), place: Place(query: "c"))])
    let detection = try page.detection()
    #expect(detection.plan.way == page.way)
    #expect(!detection.plan.detected.way)
    #expect(detection.plan.detected.total == (try Source("total")))
    #expect(detection.options == ["--items-key", "items"])
  }

  @Test func `the cursor that was just sent is not the next one`() throws {
    let page = Self.page(#""cursor":"a""#, "https://api.test/v1/things?cursor=a")
    #expect(try page.options() == "--items-key items --no-next")
  }

  @Test func `what belongs to the items is not the page's`() throws {
    let page = PageOne(
      "links of items",
      #"{"value":[{"id":1,"memberOf@odata.nextLink":"https://api.test/m","next":"/x"}]}"#)
    #expect(try page.detection().plan.way == .single)
    let children = PageOne(
      "objects as items", #"{"a":{"at":1,"next":"/x"},"b":{"at":2,"cursor":"c"}}"#)
    #expect(try children.taking("$.*").detection().plan.way == .single)
  }

  @Test func `the list beside another list has its own next page`() throws {
    let page = PageOne(
      "two lists",
      #"{"albums":{"items":[{}],"next":"/a"},"tracks":{"items":[{}],"next":"/t","total":7}}"#)
    #expect(try page.taking("tracks.items").options() == "--next-key tracks.next")
    #expect(
      try page.taking("tracks.items").detection().plan.detected.total == Source("tracks.total"))
  }

  @Test func `what stands beside the items in an array is seen`() throws {
    let page = PageOne(
      "a head and its items", #"[{"page":1,"pages":3,"total":5},[{"id":1},{"id":2}]]"#)
    let detection = try page.taking("$[1]").detection()
    #expect(
      detection.options == [
        "--page-param", "page", "--first-page", "1", "--pages-key", "$[0].pages",
      ])
    #expect(detection.plan.detected.total == (try Source("$[0].total")))
  }
}
