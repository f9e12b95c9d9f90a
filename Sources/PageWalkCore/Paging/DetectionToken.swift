// SPDX-License-Identifier: Apache-2.0

/// A member whose name says that it holds a token, and the parameter that takes it by convention.
struct DetectionToken {
  /// The place among the conventions; the first is the best.
  let rank: Int
  /// The name of the parameter.
  let parameter: String
  /// Whether the value is an object whose members are parameters.
  var takesMembers = false
  /// Whether the last page gives back the token that was sent.
  var endsByRepeat = false
  /// Whether the token, where it is null, says that there is no more.
  var endsWalks = true
  /// Whether the value may be an object.
  var takesObjects = false
  /// Whether the parameter follows from the token's name alone.
  var isGuess = false

  /// The convention that a member follows; nil where it follows none.
  ///
  /// - Parameters:
  ///   - member: the member.
  ///   - holder: the plain name of what holds it; empty where that is the root.
  ///   - document: the page.
  init?(_ member: DetectionOutline.Member, in holder: String, of document: JSONDocument) {
    switch member.plain {
    case "nextpagetoken":
      self.init(0, Self.withoutNext(member.name))
    case "nexttoken" where holder == "meta" && member.name == "next_token":
      self.init(1, "pagination_token")
    case "nexttoken":
      self.init(2, member.name)
    case "nextcursor":
      self.init(3, "cursor")
    case "cursor":
      self.init(4, "cursor")
    case "nextcursormark":
      self.init(5, "cursorMark")
      endsByRepeat = true
    case "continue" where member.kind == .object:
      self.init(6, "*")
      takesMembers = true
      takesObjects = true
    case "continue":
      self.init(7, "continue")
    case "after":
      self.init(holder == "next" ? 8 : 9, "after")
    case "nextpage":
      self.init(10, "page")
    case "nextcontinuationtoken":
      self.init(11, "continuation-token")
    case "lastevaluatedkey":
      self.init(11, "ExclusiveStartKey")
      takesObjects = true
    case "continuation", "continuationtoken", "bookmark", "pagetoken", "marker":
      self.init(12, member.name)
      takesObjects = member.plain == "marker"
      endsWalks = false
      isGuess = true
    case "next" where holder == "cursor" || holder == "cursors":
      self.init(12, "cursor")
      isGuess = true
    case "offset" where member.kind == .string && Int(document.string(member.node)) == nil:
      // A number would be the place of this page; any other text can only lead to the next.
      self.init(12, member.name)
      endsWalks = false
      isGuess = true
    case let name where name.hasSuffix("continue"):
      self.init(13, "continue")
      endsWalks = false
      isGuess = true
    case let name where name.hasPrefix("next") && name != "next":
      guard DetectionNames.speaksOfNext(name), !DetectionNames.saysURL(name) else { return nil }
      self.init(13, Self.withoutNext(member.name))
      endsWalks = false
      isGuess = true
    default:
      return nil
    }
  }

  private init(_ rank: Int, _ parameter: String) {
    self.rank = rank
    self.parameter = parameter
  }

  /// Whether a value of this kind is such a token.
  func takes(_ kind: JSONKind, inBody: Bool) -> Bool {
    switch kind {
    case .string, .number: !takesMembers
    case .object, .array: takesObjects && inBody
    case .true, .false, .null: false
    }
  }

  /// Why the token goes where it goes, as the end of a sentence.
  func reason(_ place: Place) -> String {
    isGuess
      ? "its name speaks of the next page and of '\(place)'"
      : "a token of this name goes into '\(place)' by convention"
  }

  /// A name without the word "next": `nextPageToken` is `pageToken`, `next_page_token` is
  /// `page_token`, `NextMarker` is `Marker`.
  private static func withoutNext(_ name: String) -> String {
    guard let range = name.firstRange(ofASCII: "next") else { return name }
    let rest = name[range.upperBound...].drop { $0 == "_" || $0 == "-" || $0 == "." }
    guard name[range.lowerBound] == "n", let first = rest.first, first.isASCII else {
      return String(rest)
    }
    return first.lowercased() + rest.dropFirst()
  }
}

extension String {
  /// Where a word stands, case aside.
  fileprivate func firstRange(ofASCII word: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].prefix(word.count).lowercased() == word {
        return start..<index(start, offsetBy: word.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
