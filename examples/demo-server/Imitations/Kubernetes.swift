// SPDX-License-Identifier: Apache-2.0

extension Dialect {
  /// Kubernetes' lists: pages only for those who ask for them by `limit`; a token that is no
  /// longer good is answered 410.
  ///
  /// https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
  static let kubernetes = Dialect(
    summary: "Kubernetes", path: "/kubernetes", example: "/kubernetes/api/v1/pods?limit=10",
    words: "--preset kubernetes"
  ) { exchange in
    let cursor = exchange["continue"].flatMap { $0.isEmpty ? nil : $0 }
    guard let start = cursor.map(Encoding.position) ?? 0 else {
      return Answer(
        status: 410,
        #"{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"#
          + #""The provided continue parameter is too old to display a consistent list result.","#
          + #""reason":"Expired","code":410}"#)
    }
    let size = exchange.number("limit").flatMap { $0 > 0 ? $0 : nil } ?? exchange.data.count
    let slice = exchange.slice(from: start, size: max(size, 1))
    let items = exchange.items(slice) { item, output in
      output.append(#"{"metadata":{"name":"web-\#(item.reference)","namespace":"fen","#)
      output.append(#""uid":"\#(item.token)","creationTimestamp":"\#(item.created)","#)
      output.append(#""labels":{"city":"\#(item.city)"}},"spec":{"nodeName":"node-"#)
      output.append(#"\#(item.index % 5)"},"status":{"phase":"Running"}}"#)
    }
    let rest = slice.count - slice.end
    let more =
      slice.hasMore
      ? #","continue":"\#(Encoding.cursor(slice.end))","remainingItemCount":\#(rest)"# : ""
    return Answer(
      #"{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"90071"\#(more)},"#
        + #""items":…}"#,
      items: items, of: slice)
  }
}
