// SPDX-License-Identifier: Apache-2.0

/// What page one says about how much there is: a total, a flag, a number of pages.
struct DetectionSigns {
  /// A number of items in all.
  struct Total {
    /// Where it is read; nil where no source can read it as a number.
    let source: Source?
    /// Where it stands, for people.
    let place: String
    let value: Int
    /// Whether the server says that there may be more than that.
    let isLowerBound: Bool
  }

  /// A flag that says whether there is more.
  struct Flag {
    let source: Source
    /// Whether it is true where there is no more.
    let isEnd: Bool
    /// Whether page one's flag says that there is more.
    let saysMore: Bool
    let shown: String
    let closeness: Int
  }

  let total: Total?
  let flag: Flag?
  /// A number of pages that fits the total.
  let pages: Source?
  /// A number of pages above the page's own one.
  let pageTotal: DetectionPageTotal?

  /// - Parameters:
  ///   - outline: the page.
  ///   - response: its head.
  ///   - items: the array of the items, or the first item.
  ///   - itemsName: the name of that array.
  ///   - count: how many items page one holds.
  init(
    _ outline: DetectionOutline, _ response: HTTPResponse, items: JSONDocument.Node?,
    itemsName: String, count: Int
  ) {
    total =
      Self.total(outline, items: items, itemsName: itemsName, count: count)
      ?? Self.total(response, count: count)
    flag = Self.flag(outline, items: items)
    pages = Self.pages(outline, response, total: total, count: count)
    pageTotal = DetectionPageTotal.find(outline, response, items: items, itemsName: itemsName)
  }

  /// The number of pages as a promise of more: it is sure, and nothing else is said about the end.
  var promisedPages: DetectionPageTotal? {
    guard let pageTotal, pageTotal.isSure, total == nil, flag?.saysMore != false else { return nil }
    return pageTotal
  }

  // MARK: - Totals

  private static func total(
    _ outline: DetectionOutline, items: JSONDocument.Node?, itemsName: String, count: Int
  ) -> Total? {
    var best: (total: Total, closeness: Int, rank: Int)?
    for (index, member) in outline.members.enumerated() {
      guard let rank = rank(member.plain, itemsName: itemsName),
        let closeness = outline.closeness(index, to: items),
        !outline.plainPath(index).dropLast().contains(where: DetectionNames.otherTotals.contains)
      else { continue }
      guard let (value, steps, isLowerBound) = number(of: member.node, in: outline.document),
        value > count || (value == count && rank < DetectionNames.totals.count)
      else { continue }
      let key = outline.key(index, steps, at: leaf(member.node, steps, in: outline.document))
      let found = Total(
        source: try? Source(key.description), place: key.description, value: value,
        isLowerBound: isLowerBound)
      if let known = best, (known.closeness, -known.rank) >= (closeness, -rank) { continue }
      best = (found, closeness, rank)
    }
    return best?.total
  }

  /// The rank of a total's name; those that may as well count the page come after the others.
  private static func rank(_ plain: String, itemsName: String) -> Int? {
    if let rank = DetectionNames.totals.firstIndex(of: plain) { return rank }
    let known = DetectionNames.totals.count
    if let rank = DetectionNames.counts.firstIndex(of: plain) { return known + rank }
    // `release-count` beside `releases`.
    guard plain.hasSuffix("count") || plain.hasSuffix("total"), !itemsName.isEmpty else {
      return nil
    }
    let stem = plain.dropLast(5)
    return stem.count > 2 && itemsName.hasPrefix(stem.dropLast())
      ? known + DetectionNames.counts.count : nil
  }

  /// The whole number that a total states: a number, digits in a string, or an object with a value.
  private static func number(
    of node: JSONDocument.Node, in document: JSONDocument
  ) -> (Int, [JSONEdit.Step], isLowerBound: Bool)? {
    switch document.kind(node) {
    case .number, .string:
      return Cursor(node, of: document).count.map { ($0, [], false) }
    case .object:
      guard let value = document.member("value", of: node),
        let count = Cursor(value, of: document).count
      else { return nil }
      let relation = document.member("relation", of: node)
      return (count, [.name("value")], relation.map { !document.equals($0, "eq") } ?? false)
    default:
      return nil
    }
  }

  private static func leaf(
    _ node: JSONDocument.Node, _ steps: [JSONEdit.Step], in document: JSONDocument
  ) -> JSONDocument.Node {
    steps.isEmpty ? node : document.member("value", of: node) ?? node
  }

  private static func total(_ response: HTTPResponse, count: Int) -> Total? {
    for name in DetectionNames.totalHeaders {
      guard let value = response.headers[name].flatMap({ Int($0) }), value >= count else {
        continue
      }
      return Total(
        source: try? Source("header:\(name)"), place: "header:\(name)", value: value,
        isLowerBound: false)
    }
    // https://www.rfc-editor.org/rfc/rfc9110#section-14.4
    if let range = response.headers["Content-Range"], let slash = range.lastIndex(of: "/"),
      let value = Int(range[range.index(after: slash)...]), value >= count
    {
      return Total(source: nil, place: "header:Content-Range", value: value, isLowerBound: false)
    }
    return nil
  }

  // MARK: - Flags

  private static func flag(_ outline: DetectionOutline, items: JSONDocument.Node?) -> Flag? {
    var best: Flag?
    for (index, member) in outline.members.enumerated() {
      let isEnd = DetectionNames.endFlags.contains(member.plain)
      guard isEnd || DetectionNames.moreFlags.contains(member.plain),
        let value = truth(of: member.node, in: outline.document),
        let closeness = outline.closeness(index, to: items),
        let source = try? Source(outline.key(index).description)
      else { continue }
      if let best, best.closeness >= closeness { continue }
      best = Flag(
        source: source, isEnd: isEnd, saysMore: value != isEnd,
        shown: "'\(source)' is \(value)", closeness: closeness)
    }
    return best
  }

  private static func truth(of node: JSONDocument.Node, in document: JSONDocument) -> Bool? {
    switch document.kind(node) {
    case .true: true
    case .false: false
    case .string where document.equals(node, "true"): true
    case .string where document.equals(node, "false"): false
    default: nil
    }
  }

  // MARK: - Pages

  /// A number of pages is believed where it goes with the total: so many pages of so many items.
  private static func pages(
    _ outline: DetectionOutline, _ response: HTTPResponse, total: Total?, count: Int
  ) -> Source? {
    guard let total, !total.isLowerBound, count > 0 else { return nil }
    let expected = (total.value + count - 1) / count
    for (index, member) in outline.members.enumerated()
    where DetectionNames.pageTotals.contains(member.plain) {
      if member.kind == .number || member.kind == .string,
        Cursor(member.node, of: outline.document).count == expected
      {
        return try? Source(outline.key(index).description)
      }
    }
    for field in response.headers.fields
    where DetectionNames.plain(field.name).hasSuffix("totalpages") && Int(field.value) == expected {
      return try? Source("header:\(field.name)")
    }
    return nil
  }
}
