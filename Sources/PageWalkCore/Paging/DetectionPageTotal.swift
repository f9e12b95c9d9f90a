// SPDX-License-Identifier: Apache-2.0

/// A number of pages that page one states, above 1 and above its own number.
struct DetectionPageTotal {
  /// Where it stands, for people.
  let place: String
  let value: Int
  /// Whether it can be nothing else, as the number of a book's pages.
  let isSure: Bool
  /// Where a walk by page numbers may read its end: a number beside the page's own one.
  let end: Source?

  /// Finds it in the page or its head; nil where there is none.
  ///
  /// - Parameters:
  ///   - items: the array of the items, or the first item.
  ///   - itemsName: the name of that array.
  /// - Complexity: O(*n*) in the outline.
  static func find(
    _ outline: DetectionOutline, _ response: HTTPResponse, items: JSONDocument.Node?,
    itemsName: String
  ) -> DetectionPageTotal? {
    // Where the items are pages, it is their number that is told.
    if DetectionNames.plain(itemsName) == "pages" { return nil }
    let own = PageNumbers(outline, response, items: items)
    return inPage(outline, items: items, own) ?? inHead(response, own)
  }

  /// It stands round the items or in an object about the page.
  private static func inPage(
    _ outline: DetectionOutline, items: JSONDocument.Node?, _ own: PageNumbers
  ) -> DetectionPageTotal? {
    for (index, member) in outline.members.enumerated()
    where DetectionNames.pageTotals.contains(member.plain)
      && outline.closeness(index, to: items) != nil
    {
      let holder = member.parent.map { outline.members[$0].plain } ?? ""
      let isRound = items.map { outline.holds(member.holder, $0) } ?? true
      let beside = own.beside(member)
      guard isRound || DetectionNames.aboutThePage.contains(holder),
        let value = Cursor(member.node, of: outline.document).count,
        value > max(beside ?? 1, own.highest)
      else { continue }
      let key = outline.key(index).description
      // The last of pages that are counted from 0 is one less than their number.
      let isCount = member.plain != "lastpage" || beside != 0
      return DetectionPageTotal(
        place: key, value: value,
        isSure: beside != nil || DetectionNames.clearPageTotals.contains(member.plain)
          || DetectionNames.aboutPaging.contains(holder),
        end: beside != nil && isCount ? try? Source(key) : nil)
    }
    return nil
  }

  private static func inHead(
    _ response: HTTPResponse, _ own: PageNumbers
  ) -> DetectionPageTotal? {
    for field in response.headers.fields
    where DetectionNames.plain(field.name).hasSuffix("totalpages") {
      guard let value = Int(field.value), value > own.highest else { continue }
      return DetectionPageTotal(
        place: "header:\(field.name)", value: value, isSure: true, end: nil)
    }
    return nil
  }
}

/// What page one says that its own number is.
private struct PageNumbers {
  /// The highest, at least 1.
  private(set) var highest = 1
  private var byHolder: [JSONDocument.Node: Int] = [:]
  /// Numbers of names that tell of a page only beside `totalPages`.
  private var vague: [JSONDocument.Node: Int] = [:]

  init(_ outline: DetectionOutline, _ response: HTTPResponse, items: JSONDocument.Node?) {
    for (index, member) in outline.members.enumerated() {
      let isClear = DetectionNames.pageNumbers.contains(member.plain)
      guard isClear || DetectionNames.vaguePageNumbers.contains(member.plain),
        outline.closeness(index, to: items) != nil,
        let number = Cursor(member.node, of: outline.document).count
      else { continue }
      if isClear {
        byHolder[member.holder] = number
        highest = max(highest, number)
      } else {
        vague[member.holder] = number
      }
    }
    for field in response.headers.fields {
      let name = DetectionNames.plain(field.name)
      guard name == "xpage" || name.hasSuffix("currentpage") || name.hasSuffix("pagenumber"),
        let number = Int(field.value)
      else { continue }
      highest = max(highest, number)
    }
  }

  /// The number in the object that a number of pages stands in.
  func beside(_ total: DetectionOutline.Member) -> Int? {
    byHolder[total.holder]
      ?? (DetectionNames.clearPageTotals.contains(total.plain) ? vague[total.holder] : nil)
  }
}
