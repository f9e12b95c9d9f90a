// SPDX-License-Identifier: Apache-2.0

extension Dialect {
  /// Slack's Web API: every answer has status 200 and says whether it is one; an empty cursor is
  /// the end.
  ///
  /// https://docs.slack.dev/apis/web-api/pagination
  static let slack = Dialect(
    summary: "Slack", path: "/slack", example: "/slack/api/conversations.list?limit=10",
    words: "--preset slack -H 'Authorization: Bearer xoxb-demo'"
  ) { exchange in
    guard exchange.header("Authorization") != nil else {
      return Answer(status: 200, #"{"ok":false,"error":"not_authed"}"#)
    }
    // An empty cursor is the same as none.
    let cursor = exchange["cursor"].flatMap { $0.isEmpty ? nil : $0 }
    guard let start = cursor.map(Encoding.position) ?? 0 else {
      return Answer(status: 200, #"{"ok":false,"error":"invalid_cursor"}"#)
    }
    let size = min(max(exchange.number("limit") ?? 100, 1), 1000)
    let slice = exchange.slice(from: start, size: size)
    let items = exchange.items(slice) { item, output in
      output.append(#"{"id":"C\#(item.reference.uppercased())","name":"\#(item.reference)","#)
      output.append(#""is_channel":true,"is_archived":\#(!item.isActive),"#)
      output.append(#""created":\#(1_704_067_200 + item.index),"#)
      output.append(#""topic":{"value":"\#(item.city)"},"num_members":\#(item.index % 50)}"#)
    }
    let next = slice.hasMore ? Encoding.cursor(slice.end) : ""
    return Answer(
      #"{"ok":true,"channels":…,"response_metadata":{"next_cursor":"\#(next)"}}"#,
      items: items, of: slice)
  }
}
