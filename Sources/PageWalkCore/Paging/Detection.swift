// SPDX-License-Identifier: Apache-2.0

/// What page one shows of the items and the way to the next page.
package struct Detection: Sendable {
  /// The plan, with what was found.
  package let plan: WalkPlan

  package init(
    plan: WalkPlan, request: HTTPRequest, response: HTTPResponse, document: JSONDocument
  ) throws(WalkError) {
    var plan = plan
    if plan.itemsKeys.isEmpty {
      guard document.kind(document.root) == .array, let root = try? Key("$") else {
        throw WalkError(.ambiguous, "the items can't be told from the rest: say '--items-key'")
      }
      plan.itemsKeys = [root]
    }
    if plan.way == .detect { plan.way = .single }
    self.plan = plan
  }
}
