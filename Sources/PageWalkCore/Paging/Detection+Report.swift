// SPDX-License-Identifier: Apache-2.0

extension Detection {
  /// The options that say what was detected, to be copied; none where the user said all.
  package var options: [String] {
    var words = findings.items?.words ?? []
    if findings.seeksWay {
      // Where more is promised, one page alone is for the user to choose, not to copy.
      words += findings.way?.words ?? (plan.detected.deadEnd == nil ? ["--no-next"] : [])
    }
    return words + findings.more
  }

  /// What was detected, in a line or two for standard error. Values of the page are not in it.
  package var lines: [String] {
    guard findings.items != nil || findings.seeksWay else { return [] }
    var parts: [String] = []
    if let items = findings.items {
      parts.append("items: \(Self.quoted(items.place)) (\(findings.count) on page one)")
    }
    if findings.seeksWay { parts.append("next page: \(nextPage)") }
    var lines = [
      "Detected \(parts.joined(separator: ", ")); options to copy: "
        + Printable.escaped(ShellWords.joined(options))
    ]
    if findings.seeksWay, findings.way == nil, plan.detected.deadEnd == nil {
      let doubts = findings.doubts
      lines.append(
        doubts.isEmpty
          ? "The answer looks like a single page."
          : "Warning: the answer looks like a single page, but \(doubts.joined(separator: ", and "))."
      )
    }
    return lines
  }

  private var nextPage: String {
    guard let way = findings.way else {
      return plan.detected.deadEnd == nil ? "none" : "not found"
    }
    return findings.isLastPage
      ? "\(Self.quoted(way.place)), which says that there is none" : Self.quoted(way.place)
  }

  /// A place in quotes, fit for a terminal.
  private static func quoted(_ place: String) -> String { "'\(Printable.escaped(place))'" }
}

extension Detection {
  /// What page one is taken to be and why, for `pagewalk explain`: a readable account, line by line,
  /// with the options to copy at its end.
  ///
  /// - Parameter mask: hides what is secret in a text that may hold a URL.
  package func account(masking mask: @escaping (String) -> String = { $0 }) -> [String] {
    var account = Account(mask: mask)
    account.tell("items", itemsStory)
    account.tell("first item", [findings.firstItem ?? "none"])
    if let inner = findings.wrapped {
      account.tell("or", ["\(Self.quoted(inner.place)): \(inner.reason)"])
    }
    for other in findings.otherItems {
      account.tell("also there", ["\(Self.quoted(other.place)): \(other.value ?? "")"])
    }
    if findings.seeksWay { account.tell("next page", wayStory) }
    for other in findings.otherWays {
      account.tell("also there", [Self.story(of: other)])
    }
    account.tell("total", [totalStory])
    if let flag = findings.flag { account.tell("more", ["\(flag.value ?? ""): \(flag.reason)"]) }
    account.tell("page size", [sizeStory])
    if let deadEnd = plan.detected.deadEnd { account.tell("problem", [deadEnd]) }
    account.tell(
      "options to copy", [options.isEmpty ? "none are needed" : ShellWords.joined(options)])
    return account.lines
  }

  private var itemsStory: [String] {
    guard let items = findings.items else {
      let keys = plan.itemsKeys.map { Self.quoted("\($0)") }.joined(separator: ", ")
      return ["\(keys): \(findings.count) on page one, as you said"]
    }
    return ["\(Self.quoted(items.place)): \(findings.count) on page one, \(items.reason)"]
  }

  private var wayStory: [String] {
    guard let way = findings.way else {
      let doubts = findings.doubts
      if doubts.isEmpty { return ["none is found: the answer looks like a single page"] }
      return ["none is found, but \(doubts.joined(separator: ", and "))"]
    }
    return [Self.story(of: way)] + (findings.isLastPage ? ["this page is the last"] : [])
  }

  private static func story(of way: Findings.Finding) -> String {
    let value = way.value.map { " = \($0)" } ?? ""
    return "\(quoted(way.place))\(value): \(way.reason) (\(ShellWords.joined(way.words)))"
  }

  private var totalStory: String {
    guard let total = findings.total else { return "none is stated" }
    let bound = total.reason.isEmpty ? "" : "\(total.reason) "
    let check = plan.detected.total == nil ? "" : "; the end is checked against it"
    return "\(bound)\(total.value ?? "") in \(Self.quoted(total.place))\(check)"
  }

  private var sizeStory: String {
    let asked = findings.askedFor.map { ", \(Self.quoted($0)) asks for it" } ?? ""
    return "\(findings.count) items came\(asked)"
  }

  /// Lines with a label in front, all texts beginning at one column.
  private struct Account {
    let mask: (String) -> String
    var lines: [String] = []

    mutating func tell(_ label: String, _ texts: [String]) {
      for (index, text) in texts.enumerated() {
        let begin = index == 0 ? "\(label):" : ""
        let blanks = String(repeating: " ", count: max(1, 17 - begin.count))
        lines.append(begin + blanks + Printable.escaped(mask(text)))
      }
    }
  }
}
