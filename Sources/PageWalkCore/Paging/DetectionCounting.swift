// SPDX-License-Identifier: Apache-2.0

/// Page numbers and offsets, as the request has them or the page answers them.
enum DetectionCounting {
  /// The way that a page number or an offset in the request makes.
  ///
  /// - Complexity: O(*n*) in the number of parameters.
  static func inRequest(_ request: DetectionRequest) -> DetectionWay? {
    if let page = first(of: DetectionNames.pageParameters, in: request) {
      return pages(at: page.place, named: page.name, "the request has this page number", from: nil)
    }
    if let offset = first(of: DetectionNames.offsetParameters, in: request) {
      return offsets(at: offset.place, named: offset.name, "the request has this offset", from: nil)
    }
    return nil
  }

  /// The way that a page number or an offset makes that the page answers beside a total which is
  /// more than what came, or a page number beside a number of pages above it.
  ///
  /// - Complexity: O(*n*) in the outline.
  static func inAnswer(
    _ outline: DetectionOutline, _ request: DetectionRequest, items: JSONDocument.Node?,
    signs: DetectionSigns, count: Int
  ) -> DetectionWay? {
    guard count > 0 else { return nil }
    let totalIsMore = signs.total.map { $0.value > count } ?? false
    guard totalIsMore || signs.promisedPages != nil else { return nil }
    for name in [
      "page", "currentpage", "pagenumber", "offset", "start", "skip", "startat", "startindex",
    ] {
      for (index, member) in outline.members.enumerated() where member.plain == name {
        // Spring Data answers both, and takes the page.
        let isOfSpring = member.parent.map { outline.members[$0].plain } == "pageable"
        guard isOfSpring ? name == "pagenumber" : name != "pagenumber" else { continue }
        guard member.kind == .number, outline.closeness(index, to: items) != nil,
          let number = Cursor(member.node, of: outline.document).count, number <= 1
        else { continue }
        let isPage = ["page", "currentpage", "pagenumber"].contains(name)
        guard isPage || totalIsMore else { continue }
        let parameter = isPage ? "page" : offsetParameter(answeredAs: member, outline)
        let place = request.place(for: parameter)
        let name = "\(outline.key(index))"
        guard isPage else {
          return offsets(at: place, named: name, answered("offset", totalIsMore), from: number)
        }
        return pages(at: place, named: name, answered("page number", totalIsMore), from: number)
      }
    }
    return nil
  }

  /// The parameter that takes an offset which a page answers: the one of that name, but in CouchDB.
  private static func offsetParameter(
    answeredAs member: DetectionOutline.Member, _ outline: DetectionOutline
  ) -> String {
    let isOfCouch =
      member.plain == "offset"
      && outline.members.contains { $0.holder == member.holder && $0.name == "total_rows" }
    return isOfCouch ? "skip" : member.name
  }

  private static func first(
    of names: [String], in request: DetectionRequest
  ) -> DetectionRequest.Parameter? {
    for name in names {
      if let parameter = request.parameters.first(where: { $0.plain == name && $0.count != nil }) {
        return parameter
      }
    }
    return nil
  }

  private static func pages(
    at place: Place, named name: String, _ reason: String, from first: Int?
  ) -> DetectionWay {
    DetectionWay(
      way: .pages(.init(place: place, first: first)),
      words: ["--page-param", words(place)] + (first.map { ["--first-page", "\($0)"] } ?? []),
      place: name, reason: reason, value: nil)
  }

  private static func offsets(
    at place: Place, named name: String, _ reason: String, from first: Int?
  ) -> DetectionWay {
    DetectionWay(
      way: .offsets(.init(place: place, first: first)),
      words: ["--offset-param", words(place)] + (first.map { ["--first-offset", "\($0)"] } ?? []),
      place: name, reason: reason, value: nil)
  }

  private static func answered(_ what: String, _ totalIsMore: Bool) -> String {
    "the page answers this \(what) beside "
      + (totalIsMore ? "a total that is more than what came" : "a number of pages above it")
  }

  /// A place as a value of an option: a query parameter by its name alone.
  private static func words(_ place: Place) -> String {
    guard case .query(let name) = place.kind, (try? Place(name))?.kind == place.kind else {
      return place.description
    }
    return name
  }
}
