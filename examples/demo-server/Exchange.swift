// SPDX-License-Identifier: Apache-2.0

import LoopbackServer
import PageWalkCore

/// A request to the demo server, with what it takes to answer it.
struct Exchange {
  /// The most items that a page may have; who asks for more gets so many.
  static let maximumPageSize = 10_000

  let request: LoopbackRequest

  /// The items that the request is about.
  let data: DataSet

  /// The size of a page where the request does not say.
  let pageSize: Int

  private let query: [(String, String)]

  init(_ request: LoopbackRequest, data: DataSet, pageSize: Int) {
    self.request = request
    self.pageSize = pageSize
    query = request.query
    var data = data
    if let count = query.first(where: { $0.0 == "items" }).flatMap({ Int($0.1) }) {
      data.count = min(max(count, 0), data.count)
    }
    self.data = data
  }

  /// The path that is asked for.
  var path: String { request.path }

  /// The first header field of a name.
  func header(_ name: String) -> String? { request.header(name) }

  /// The first query parameter of a name, decoded.
  subscript(name: String) -> String? {
    query.first { $0.0 == name }?.1
  }

  /// A query parameter as a number that is not negative.
  func number(_ name: String) -> Int? {
    self[name].flatMap { Int($0) }.map { max($0, 0) }
  }

  /// The size of a page, from a number of the request.
  func size(_ wanted: Int?) -> Int {
    min(max(wanted ?? pageSize, 1), Self.maximumPageSize)
  }

  /// The page that begins at a position and has so many items at most.
  func slice(from start: Int, size: Int) -> Slice {
    // Whoever asks for what lies far behind the end gets nothing, from where they asked.
    let start = min(max(start, 0), data.count + Self.maximumPageSize)
    let end = max(start, min(start + size, data.count))
    return Slice(range: start..<end, size: size, count: data.count)
  }

  /// The value at a key of the request's JSON body, as spelled; nil where it is missing or null.
  func body(_ key: String) -> String? {
    guard let document = try? JSONDocument(request.body) else { return nil }
    var node = document.root
    for name in key.split(separator: ".") {
      guard let next = document.member(String(name), of: node) else { return nil }
      node = next
    }
    switch document.kind(node) {
    case .null: return nil
    case .string: return document.string(node)
    default: return document.text(node)
    }
  }

  /// Whether the request's body is a JSON object.
  var hasJSONBody: Bool {
    (try? JSONDocument(request.body)).map { $0.kind($0.root) == .object } ?? false
  }

  /// The request's own URL with some parameters set and others, where nil is given, taken out;
  /// the rest stays as it was spelled.
  func url(_ changes: KeyValuePairs<String, String?>) -> String {
    changed("http://\(header("Host") ?? "localhost")\(request.target)", changes)
  }

  /// The same as a reference relative to the request's URL: nothing but the query.
  func reference(_ changes: KeyValuePairs<String, String?>) -> String {
    changed("?\(request.rawQuery)", changes)
  }

  private func changed(_ url: String, _ changes: KeyValuePairs<String, String?>) -> String {
    changes.reduce(url) { url, change in
      guard let value = change.value else { return URLQuery.removing(change.key, from: url) }
      return URLQuery.setting(change.key, to: URLQuery.percentEncoded(value), in: url)
    }
  }

  /// A JSON array of the items of a page, as they are, or as `write` writes each.
  func items(
    _ slice: Slice, write: ((Item, inout [UInt8]) -> Void)? = nil
  ) -> [UInt8] {
    var output: [UInt8] = [UInt8(ascii: "[")]
    output.reserveCapacity(slice.range.count * max(data.itemSize, 260))
    for position in slice.range {
      if position > slice.range.lowerBound { output.append(UInt8(ascii: ",")) }
      let item = data[position]
      if let write { write(item, &output) } else { item.write(to: &output, size: data.itemSize) }
    }
    output.append(UInt8(ascii: "]"))
    return output
  }
}

/// A page: some of the items, one after the other.
struct Slice {
  /// The positions of its items.
  let range: Range<Int>

  /// How many items a full page has.
  let size: Int

  /// How many items there are in all pages.
  let count: Int

  /// Whether there are more items behind it.
  var hasMore: Bool { range.upperBound < count }

  /// Where the next page begins.
  var end: Int { range.upperBound }

  /// The page's number, from 1, where all pages have the same size.
  var page: Int { range.lowerBound / size + 1 }

  /// How many pages there are.
  var pages: Int { (count + size - 1) / size }
}
