// SPDX-License-Identifier: Apache-2.0

extension Dialect {
  /// Notion's queries: the cursor goes into the JSON body; a token and a version are wanted.
  ///
  /// https://developers.notion.com/reference/intro#pagination
  static let notion = Dialect(
    summary: "Notion", method: "POST", path: "/notion",
    example: "/notion/v1/databases/d41/query",
    words: "--preset notion --json '{\"page_size\":10}' -H 'Authorization: Bearer demo'"
  ) { exchange in
    if exchange.header("Authorization") == nil {
      return notionError(401, "unauthorized", "API token is invalid.")
    }
    if exchange.header("Notion-Version") == nil {
      return notionError(400, "missing_version", "Notion-Version header failed validation.")
    }
    let cursor = exchange.body("start_cursor")
    guard let start = cursor.map(position) ?? 0 else {
      return notionError(400, "validation_error", "The start_cursor provided is invalid.")
    }
    let size = min(max(exchange.body("page_size").flatMap { Int($0) } ?? 100, 1), 100)
    let slice = exchange.slice(from: start, size: size)
    let items = exchange.items(slice) { item, output in
      output.append(#"{"object":"page","id":"\#(cursorText(item.index))","#)
      output.append(#""created_time":"\#(item.created)","archived":false,"#)
      output.append(#""properties":{"Name":{"id":"title","type":"title","#)
      output.append(#""title":[{"type":"text","plain_text":"\#(item.name)"}]}}}"#)
    }
    let next = slice.hasMore ? "\"\(cursorText(slice.end))\"" : "null"
    return Answer(
      #"{"object":"list","results":…,"next_cursor":\#(next),"has_more":\#(slice.hasMore),"#
        + #""type":"page_or_database","page_or_database":{}}"#,
      items: items, of: slice)
  }

  private static func notionError(_ status: Int, _ code: String, _ message: String) -> Answer {
    Answer(
      status: status,
      #"{"object":"error","status":\#(status),"code":"\#(code)","message":"\#(message)"}"#)
  }

  /// A position in the form of a UUID.
  private static func cursorText(_ position: Int) -> String {
    let digits = String(position, radix: 16)
    return "5f3a1c00-0000-4000-8000-\(String(repeating: "0", count: 12 - digits.count))\(digits)"
  }

  private static func position(_ cursor: String) -> Int? {
    cursor.hasPrefix("5f3a1c00-0000-4000-8000-") ? Int(cursor.suffix(12), radix: 16) : nil
  }
}
