// SPDX-License-Identifier: Apache-2.0

extension Dialect {
  /// A token of the page goes into a parameter of the next request.
  static let cursor = Dialect(
    summary: "a cursor, put into the query", path: "/cursor", example: "/cursor?limit=10",
    words: "--items-key data --cursor-key next_cursor --cursor-param cursor"
  ) { exchange in
    cursorPage(exchange, size: exchange.number("limit"), cursor: exchange["cursor"])
  }

  /// The same in a JSON body.
  static let postCursor = Dialect(
    summary: "a cursor, put into the body of a POST", method: "POST", path: "/post",
    example: "/post",
    words:
      "--json '{\"limit\":10}' --items-key data --cursor-key next_cursor --cursor-to body:cursor"
  ) { exchange in
    guard exchange.hasJSONBody else {
      return Answer(status: 400, #"{"error":"The body must be a JSON object."}"#)
    }
    return cursorPage(
      exchange, size: exchange.body("limit").flatMap { Int($0) }, cursor: exchange.body("cursor"))
  }

  private static func cursorPage(_ exchange: Exchange, size: Int?, cursor: String?) -> Answer {
    guard let start = cursor.map(Encoding.position) ?? 0 else {
      return Answer(status: 400, #"{"error":"The cursor is none of this server's."}"#)
    }
    let slice = exchange.slice(from: start, size: exchange.size(size))
    let next = slice.hasMore ? "\"\(Encoding.cursor(slice.end))\"" : "null"
    return Answer(#"{"data":…,"next_cursor":\#(next)}"#, items: exchange.items(slice), of: slice)
  }

  /// The identity of the last item is the cursor.
  static let lastItem = Dialect(
    summary: "the last item's id is the cursor", path: "/last", example: "/last?limit=10",
    words:
      "--items-key data --cursor-key last:id --cursor-param starting_after --more-key has_more"
  ) { exchange in
    let start = exchange.number("starting_after").map(exchange.data.position) ?? 0
    let slice = exchange.slice(from: start, size: exchange.size(exchange.number("limit")))
    return Answer(
      #"{"data":…,"has_more":\#(slice.hasMore)}"#, items: exchange.items(slice), of: slice)
  }

  /// GraphQL with Relay's connections.
  ///
  /// https://relay.dev/graphql/connections.htm
  static let graphQL = Dialect(
    summary: "GraphQL, by Relay's connections", method: "POST", path: "/graphql",
    example: "/graphql",
    words: """
      --json '{"query":"query($first:Int,$after:String){items(first:$first,after:$after)\
      {totalCount nodes{id name} pageInfo{endCursor hasNextPage}}}","variables":{"first":10}}' \
      --items-key data.items.nodes --cursor-key data.items.pageInfo.endCursor \
      --cursor-to body:variables.after --more-key data.items.pageInfo.hasNextPage
      """
  ) { exchange in
    guard exchange.body("query") != nil else {
      return Answer(
        status: 200, #"{"errors":[{"message":"Must provide query string."}],"data":null}"#)
    }
    let after = exchange.body("variables.after")
    guard let start = after.map(Encoding.position) ?? 0 else {
      return Answer(
        status: 200,
        #"{"errors":[{"message":"The cursor is invalid.","path":["items"]}],"data":null}"#)
    }
    let size = exchange.size(exchange.body("variables.first").flatMap { Int($0) })
    let slice = exchange.slice(from: start, size: size)
    let cursor = slice.range.isEmpty ? "null" : "\"\(Encoding.cursor(slice.end))\""
    return Answer(
      #"{"data":{"items":{"totalCount":\#(slice.count),"nodes":…,"#
        + #""pageInfo":{"endCursor":\#(cursor),"hasNextPage":\#(slice.hasMore)}}}}"#,
      items: exchange.items(slice), of: slice)
  }
}
