// SPDX-License-Identifier: Apache-2.0

/// What makes pages doubtful that are good by all that was said: it is told, and no failure.
package struct PageDoubts: Sendable {
  /// The first page that says that there is an error, where nobody said by what key errors are known;
  /// and how it says it.
  package private(set) var unheededError: (page: Int, member: ErrorMember)?

  /// What the last page is, where it has no items key and looks like no page before: it may be anything
  /// but an end.
  package private(set) var oddEnd: String?

  /// Whether page two has the items of page one, though the walk goes by cursors: the server may take
  /// no notice of them.
  package private(set) var repeatsPageOne = false

  /// The names of the members of page one's root; nil where the walk went on behind it.
  private var rootNames: Set<String>?

  /// Looks at a page that was judged to be good.
  ///
  /// - Parameter progress: how far the walk has come with the page before.
  mutating func look(at page: Page, plan: WalkPlan, before progress: WalkProgress) {
    if page.number == 1 { rootNames = Self.names(of: page.document) }
    if page.number > 1, page.signs.lacksItems, !looksLikePageOne(page.document) {
      oddEnd = Cursor(page.document.root, of: page.document).excerpt
    }
    if page.number == 2, page.count > 0, !plan.isCounted {
      repeatsPageOne =
        page.signs.itemsMark == progress.itemsMark && page.count == progress.firstPageCount
    }
    if unheededError == nil, plan.errorKey == nil, plan.okKey == nil {
      unheededError = page.signs.errorMembers.first(where: \.isError).map { (page.number, $0) }
    }
  }

  /// Whether a page without items says nothing that page one did not.
  private func looksLikePageOne(_ document: JSONDocument) -> Bool {
    switch document.kind(document.root) {
    case .object: rootNames.map { Self.names(of: document).isSubset(of: $0) } ?? true
    case .array: document.childCount(of: document.root) == 0
    case let kind: kind == .null
    }
  }

  private static func names(of document: JSONDocument) -> Set<String> {
    Set(document.members(of: document.root).map { document.string($0.key) })
  }
}
