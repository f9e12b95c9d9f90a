// SPDX-License-Identifier: Apache-2.0

/// A way from page one to the next page, as it could be told in options.
struct DetectionWay {
  let way: WalkPlan.Way
  /// The options that say so.
  let words: [String]
  /// Where it was seen, for people: "links.next", "the Link header".
  let place: String
  /// Why it is a way, as the end of a sentence: "a member of this name holds the next page's URL".
  let reason: String
  /// What page one has there; nil where that is nothing to show.
  let value: Cursor?
  /// Where the page says whether there is more, where that belongs to the way.
  var moreKey: Source?
  /// The signs of the end that belong to the way.
  var stops: Set<WalkPlan.StopRule> = []

  /// The way that one cursor makes.
  static func cursor(
    _ source: Source, to place: Place, reason: String, value: Cursor?
  ) -> Self {
    Self(
      way: .cursors([.init(source: source, place: place)]), words: words(source, place),
      place: "\(source)", reason: reason, value: value)
  }

  private static func words(_ source: Source, _ place: Place) -> [String] {
    switch (source.linkRelation, place.kind) {
    case ("next", .url): ["--link-header"]
    case (_, .url): ["--next-key", "\(source)"]
    case (_, .query(let name)): ["--cursor-key", "\(source)", "--cursor-param", name]
    default: ["--cursor-key", "\(source)", "--cursor-to", "\(place)"]
    }
  }
}

/// The ways that page one offers.
struct DetectionWays {
  /// Those that lead on, the best first.
  private(set) var found: [DetectionWay] = []
  /// Those that page one says are at their end: a next URL that is null.
  private(set) var ended: [DetectionWay] = []
  /// Whether one that is at its end is a URL, which is a server's plain word for "no more".
  private(set) var endedByURL = false
  /// A page number or an offset.
  private(set) var counting: DetectionWay?
  /// What speaks of more pages but is not understood.
  private(set) var riddles: [String] = []
  /// What may speak of more pages, or of something else.
  private(set) var hints: [String] = []

  private let outline: DetectionOutline
  private let request: DetectionRequest
  private let response: HTTPResponse
  private let items: JSONDocument.Node?

  init(
    _ outline: DetectionOutline, request: DetectionRequest, response: HTTPResponse,
    items: JSONDocument.Node?, itemsArray: JSONDocument.Node?, signs: DetectionSigns,
    count: Int
  ) {
    self.outline = outline
    self.request = request
    self.response = response
    self.items = items
    lookAtHeaders()
    if let query = request.graphQL {
      lookAtConnections(DetectionGraphQL(query))
    } else {
      lookAtURLs(except: itemsArray)
      lookAtTokens()
      counting =
        DetectionCounting.inRequest(request)
        ?? DetectionCounting.inAnswer(outline, request, items: items, signs: signs, count: count)
    }
    if found.isEmpty { lookForRiddles() }
  }

  // MARK: - Headers

  private mutating func lookAtHeaders() {
    let fields = response.headers.values(of: "Link")
    let links = LinkHeader.links(in: fields, base: response.url)
    let source = Self.source("link:next")
    if let next = LinkHeader.link("next", in: links, base: response.url),
      next["results"] != "false"
    {
      found.append(
        .cursor(
          source, to: .url, reason: "a Link header holds the next page's URL",
          value: Cursor(next.uri)))
    } else if fields.contains(""), links.isEmpty {
      end(.cursor(source, to: .url, reason: "the Link header is empty", value: nil), byURL: true)
    } else if links.contains(where: { !$0.rels.allSatisfy { !Self.isOfPages($0) } }) {
      end(
        .cursor(source, to: .url, reason: "the Link header has no next page", value: nil),
        byURL: true)
    }
    if let value = response.headers["Next-Page"], Self.isURL(value, lenient: false) {
      found.append(
        .cursor(
          Self.source("header:Next-Page"), to: .url,
          reason: "this header holds the next page's URL", value: Cursor(value)))
    }
    if let value = response.headers["X-Next-Page"] {
      let way = DetectionWay.cursor(
        Self.source("header:X-Next-Page"), to: request.place(for: "page"),
        reason: "this header holds the next page's number", value: Cursor(value))
      if value.isEmpty { end(way, byURL: true) } else if Int(value) != nil { found.append(way) }
    }
  }

  private static func isOfPages(_ relation: String) -> Bool {
    ["next", "prev", "previous", "first", "last"].contains(relation)
  }

  private mutating func end(_ way: DetectionWay, byURL: Bool) {
    ended.append(way)
    if byURL { endedByURL = true }
  }

  // MARK: - URLs

  private struct Ranked {
    let way: DetectionWay
    let closeness: Int
    let rank: Int
    let depth: Int

    /// Whether this goes before another: closer to the items, then the better name, then shallower.
    func precedes(_ other: Self) -> Bool {
      (other.closeness, rank, depth) < (closeness, other.rank, other.depth)
    }
  }

  private mutating func lookAtURLs(except itemsArray: JSONDocument.Node?) {
    var ranked: [Ranked] = []
    for (index, member) in outline.members.enumerated() where member.node != itemsArray {
      guard let closeness = outline.closeness(index, to: items) else { continue }
      func add(_ way: DetectionWay, _ rank: Int) {
        ranked.append(Ranked(way: way, closeness: closeness, rank: rank, depth: member.depth))
      }
      if let rank = Self.rank(of: outline.plainPath(index)) {
        if let way = url(index) {
          add(way, rank)
        } else if Cursor(member.node, of: outline.document).isFalse() {
          end(
            .cursor(
              Self.source(outline.key(index)), to: .url,
              reason: "it says that there is no next page",
              value: Cursor(member.node, of: outline.document)), byURL: true)
        }
      }
      if member.kind == .array, let way = link(in: index) {
        add(way, DetectionNames.nextURLs.count)
      }
    }
    found += ranked.sorted { $0.precedes($1) }.map(\.way)
  }

  private static func rank(of path: [String]) -> Int? {
    if path == ["next"] { return -1 }
    return DetectionNames.nextURLs.firstIndex { path.suffix($0.count).elementsEqual($0) }
  }

  /// The way that a member makes whose name says that it is the next page's URL.
  private func url(_ index: Int) -> DetectionWay? {
    let member = outline.members[index]
    let document = outline.document
    var node = member.node
    var steps: [JSONEdit.Step] = []
    if member.kind == .array, let first = document.elements(of: node).first(where: { _ in true }) {
      node = first
      steps.append(.index(0))
    }
    var isLenient = DetectionNames.saysURL(member.plain)
    if document.kind(node) == .object {
      let leaves = DetectionNames.urlLeaves.compactMap { name in
        document.member(name, of: node).map { (name, $0) }
      }
      guard let (name, leaf) = leaves.first(where: { document.kind($0.1) == .string }) else {
        return nil
      }
      // Where the values go into a body, the token beside the URL is the better one.
      if request.hasJSONBody, document.member("after", of: node) != nil { return nil }
      node = leaf
      steps.append(.name(name))
      isLenient = true
    }
    guard document.kind(node) == .string,
      Self.isURL(document.string(node), lenient: isLenient)
    else { return nil }
    var source = outline.key(index, steps, at: node).description
    // In JSON:API a link may be an object on one page and a string on the next.
    if steps == [.name("href")], member.parent.map({ outline.members[$0].name }) == "links" {
      source += " // \(outline.key(index))"
    }
    return .cursor(
      Self.source(source), to: .url, reason: "a member of this name holds the next page's URL",
      value: Cursor(node, of: document))
  }

  /// The way that an array of links makes.
  private func link(in index: Int) -> DetectionWay? {
    let document = outline.document
    for element in document.elements(of: outline.members[index].node)
    where document.kind(element) == .object {
      for name in ["rel", "relation"] {
        guard let relation = document.member(name, of: element),
          let test = Self.test(of: relation, name, in: document)
        else { continue }
        let key = "\(DetectionOutline.path(outline.steps(index)))[?\(test)]"
        if document.member("method", of: element) != nil
          || document.member("body", of: element) != nil
        {
          return .cursor(
            Self.source(key), to: Self.request,
            reason: "a link of the relation 'next' says how the next page is asked for",
            value: Cursor(element, of: document))
        }
        for leaf in DetectionNames.urlLeaves {
          guard let url = document.member(leaf, of: element), document.kind(url) == .string else {
            continue
          }
          return .cursor(
            Self.source("\(key).\(leaf)"), to: .url,
            reason: "a link of the relation 'next' holds the next page's URL",
            value: Cursor(url, of: document))
        }
      }
    }
    return nil
  }

  /// The test that picks the link whose relation is or holds `next`; nil where this one's does not.
  private static func test(
    of relation: JSONDocument.Node, _ name: String, in document: JSONDocument
  ) -> String? {
    switch document.kind(relation) {
    case .string:
      let text = document.string(relation)
      if text == "next" { return "@.\(name)==\"next\"" }
      let words = text.split { $0 == " " }
      return words.contains("next") ? "match(@.\(name), \"(.* )?next( .*)?\")" : nil
    case .array:
      let holdsNext = document.elements(of: relation).contains { document.equals($0, "next") }
      return holdsNext ? "@.\(name)[?@==\"next\"]" : nil
    default:
      return nil
    }
  }

  /// Whether a text is a URL, absolute or relative.
  ///
  /// - Parameter lenient: whether its name says that it is one, so that hardly anything else is.
  static func isURL(_ text: String, lenient: Bool) -> Bool {
    guard !text.isEmpty, !text.contains(where: { $0 == "\n" || $0 == " " && !text.contains("?") })
    else { return false }
    if lenient { return true }
    return isWholeURL(text) || text.hasPrefix("/") || text.hasPrefix("?") || text.hasPrefix("./")
      || text.hasPrefix("../") || (text.contains("?") && text.contains("="))
  }

  /// Whether a text is a URL that names its host, or a query alone.
  private static func isWholeURL(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
      || (start.hasPrefix("?") && text.contains("="))
  }

  // MARK: - Tokens

  private mutating func lookAtTokens() {
    var ranked: [Ranked] = []
    for (index, member) in outline.members.enumerated() {
      let holder = member.parent.map { outline.members[$0].plain } ?? ""
      guard let token = DetectionToken(member, in: holder, of: outline.document),
        let closeness = outline.closeness(index, to: items)
      else { continue }
      let value = Cursor(member.node, of: outline.document)
      let source = Self.source(outline.key(index))
      // A server whose parameter has the member's own name has it in the request already.
      let name = request[member.name] == nil ? token.parameter : member.name
      let place = token.takesMembers ? members : request.place(for: name)
      if value.isFalse() {
        if token.endsWalks {
          end(
            .cursor(source, to: place, reason: "it says that there is no next page", value: value),
            byURL: false)
        }
        continue
      }
      // What was just sent comes back: it tells of this page, not of the next.
      if let sent = request[name], sent.value == value.text { continue }
      var way: DetectionWay
      if value.kind == .string, Self.isWholeURL(value.text) {
        way = .cursor(
          source, to: .url, reason: "a member of this name holds the next page's URL", value: value)
      } else {
        guard token.takes(value.kind, inBody: place.isInBody) else { continue }
        way = .cursor(source, to: place, reason: token.reason(place), value: value)
      }
      if token.endsByRepeat { way.stops = [.repeatedCursor] }
      ranked.append(
        Ranked(way: way, closeness: closeness, rank: token.rank, depth: member.depth))
    }
    found += ranked.sorted { $0.precedes($1) }.map(\.way)
  }

  /// The place of an object whose members are parameters.
  private var members: Place { request.hasJSONBody ? Self.bodyMembers : Self.queryMembers }

  // MARK: - GraphQL

  /// https://relay.dev/graphql/connections.htm#sec-undefined.PageInfo
  private mutating func lookAtConnections(_ query: DetectionGraphQL) {
    let infos = outline.members.indices.filter {
      outline.members[$0].plain == "pageinfo" && outline.members[$0].kind == .object
    }
    let beside = infos.filter { isBesideItems($0) }
    guard let index = beside.count == 1 ? beside[0] : infos.count == 1 ? infos[0] : nil else {
      return
    }
    let field = outline.members[index].parent.map { outline.members[$0].name }
    for (argument, cursor, flag) in [
      ("after", "endCursor", "hasNextPage"), ("before", "startCursor", "hasPreviousPage"),
    ] {
      let document = outline.document
      let info = outline.members[index].node
      guard let node = document.member(cursor, of: info),
        let variable = query.variable(for: argument, of: field)
      else { continue }
      var way = DetectionWay.cursor(
        Self.source(outline.key(index, [.name(cursor)], at: node)),
        to: request.place(ofVariable: variable),
        reason: "the query's '$\(variable)' is what '\(argument)' takes",
        value: Cursor(node, of: document))
      if let more = document.member(flag, of: info) {
        way.moreKey = Self.source(outline.key(index, [.name(flag)], at: more))
        if Cursor(more, of: document).isFalse() {
          end(way, byURL: true)
          continue
        }
      }
      if Cursor(node, of: document).isFalse() { end(way, byURL: true) } else { found.append(way) }
    }
  }

  private func isBesideItems(_ index: Int) -> Bool {
    guard let items else { return false }
    let holder = outline.members[index].holder
    return outline.document.members(of: holder).contains { $0.value == items }
      || outline.document.members(of: holder).contains {
        outline.document.kind($0.value) == .array && outline.holds($0.value, items)
      }
  }

  // MARK: - What is not understood

  private mutating func lookForRiddles() {
    for (index, member) in outline.members.enumerated() where member.kind != .array {
      let isOfQuery = member.plain == "hasnextpage" || member.plain == "haspreviouspage"
      let isRiddle =
        DetectionNames.speaksOfNext(member.plain) || (isOfQuery && goesThatWay(member.plain))
      guard isRiddle || DetectionNames.mayBeNext(member.plain),
        outline.closeness(index, to: items) != nil
      else { continue }
      let value = Cursor(member.node, of: outline.document)
      guard !value.isFalse() else { continue }
      let place = "'\(outline.key(index))'"
      if isRiddle { riddles.append("\(place) is \(value.excerpt)") } else { hints.append(place) }
    }
    if let part = LinkHeader.unreadable("next", in: response.headers.values(of: "Link")) {
      riddles.append("'header:Link' can't be read: \(Cursor(part).excerpt)")
    }
    for field in response.headers.fields where !field.value.isEmpty {
      let name = DetectionNames.plain(field.name)
      guard name.contains("continuation") || (name.contains("next") && name != "xnextpage") else {
        continue
      }
      riddles.append("'header:\(field.name)' is \(Cursor(field.value).excerpt)")
    }
  }

  /// Whether a query goes in the direction that a flag tells of.
  private func goesThatWay(_ flag: String) -> Bool {
    guard let query = request.graphQL else { return flag == "hasnextpage" }
    let isBackward = DetectionGraphQL(query).uses.contains {
      $0.argument == "before" || $0.argument == "last"
    }
    return isBackward == (flag == "haspreviouspage")
  }

  // MARK: - Parts

  private static let request = place("request")
  private static let queryMembers = place("query:*")
  private static let bodyMembers = place("body:*")

  private static func place(_ text: String) -> Place {
    do {
      return try Place(text)
    } catch {
      preconditionFailure("a place of its own words: \(error)")
    }
  }

  private static func source(_ key: Key) -> Source { source(key.description) }

  private static func source(_ text: String) -> Source {
    do {
      return try Source(text)
    } catch {
      preconditionFailure("a source made of a key: \(error)")
    }
  }
}

extension Place {
  /// Whether a value here goes into a JSON body, which takes values of any kind.
  fileprivate var isInBody: Bool {
    switch kind {
    case .body, .bodyMembers, .queryMembers: true
    case .url, .query, .header, .form, .path, .request: false
    }
  }
}

extension Cursor {
  /// The value in short, fit for a terminal.
  var excerpt: String {
    Printable.escaped(Printable.shortened(json, to: 60))
  }
}
