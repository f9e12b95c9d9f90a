// SPDX-License-Identifier: Apache-2.0

/// Reads a page: its items, and what the walk's sources say, from the body's index and the head.
package struct PageReader: Sendable {
  private let plan: WalkPlan
  private let hash: SipHash

  /// What page one gave for sources of the form `page1:KEY`.
  var pageOne: [Key: Cursor] = [:]

  /// Whether each items key has selected an array so far, or something else; nil: not known yet.
  var selectsArray: [Bool?]

  /// The names of the members of the first item that was an object: how an item looks.
  var itemMembers: Set<String>?

  /// The items keys that name one place at which nothing stood so far, or null.
  var silentItemsKeys: [Key] {
    zip(plan.itemsKeys, selectsArray).filter { $0.isSingular && $1 == nil }.map(\.0)
  }

  package init(plan: WalkPlan, hash: SipHash) {
    self.plan = plan
    self.hash = hash
    selectsArray = Array(repeating: nil, count: plan.itemsKeys.count)
  }

  /// Reads a page whose text has been scanned whole.
  ///
  /// - Throws: a ``WalkError`` where the page has failed.
  package mutating func page(
    _ number: Int, _ response: HTTPResponse, _ document: JSONDocument
  ) throws(WalkError) -> Page {
    if number == 1 { rememberPageOne(document) }
    let (itemsDocument, nodes, found) = try items(of: document)
    let context = Context(
      response: response, document: document, itemsDocument: itemsDocument, nodes: nodes)

    var signs = Page.Signs()
    signs.errorMembers = ErrorMember.all(of: document)
    if plan.detected.items, let error = signs.errorMembers.first(where: \.isError) {
      throw error.failure
    }
    if let key = plan.errorKey, let value = try self.value(of: key, in: context), !value.isFalse() {
      throw WalkError(
        .errorPage, "the page says that it is an error: '\(key)' is \(Self.shown(value))")
    }
    if let key = plan.okKey {
      let value = try self.value(of: key, in: context)
      guard let value, !value.isFalse() else {
        throw WalkError(
          .errorPage,
          "the page says that it is no success: '\(key)' is \(value.map(Self.shown) ?? "missing")")
      }
    }

    signs.lacksItems = !found && !plan.itemsOptional && response.status != 204
    if case .cursors(let rules) = plan.way {
      for rule in rules { signs.cursors.append(try value(of: rule.source, in: context)) }
    }
    signs.more = try value(of: plan.moreKey, in: context)
    signs.end = try value(of: plan.endKey, in: context)
    signs.total = try value(of: plan.totalKey ?? plan.detected.total, in: context)
    signs.pages = try value(of: plan.pagesKey ?? plan.detected.pages, in: context)
    signs.position = try value(of: plan.detected.position, in: context)
    if case .source(let source) = plan.nextBase {
      signs.nextBase = try value(of: source, in: context)
    }
    if plan.isCounted || (plan.detected.way && number <= 2) {
      signs.itemsMark = mark(of: nodes, in: itemsDocument)
    } else if number <= 2 {
      signs.itemsMark = mark(of: [nodes.first, nodes.last].compactMap { $0 }, in: itemsDocument)
    }
    return Page(
      number: number, response: response, document: document, itemsDocument: itemsDocument,
      nodes: nodes, signs: signs, kept: nil)
  }

  // MARK: - Items

  private mutating func items(
    of document: JSONDocument
  ) throws(WalkError) -> (JSONDocument, [JSONDocument.Node], found: Bool) {
    var nodes: [JSONDocument.Node] = []
    var found = false
    for (index, key) in plan.itemsKeys.enumerated() {
      do {
        if key.isSingular {
          guard let node = try key.first(in: document) else { continue }
          found = true
          try take(node, of: document, key: index, into: &nodes)
        } else {
          let selected = try key.nodes(in: document)
          nodes += selected
          found = found || !selected.isEmpty || key.beginningExists(in: document)
        }
      } catch let error as WalkError {
        throw error
      } catch {
        throw WalkError(.missingItems, "the items key '\(key)' can't be followed: \(error)")
      }
    }
    guard plan.entries else { return (document, nodes, found) }
    let entries = Self.entries(of: nodes, in: document)
    return (entries, Array(entries.elements(of: entries.root)), found)
  }

  private mutating func take(
    _ node: JSONDocument.Node, of document: JSONDocument, key index: Int,
    into nodes: inout [JSONDocument.Node]
  ) throws(WalkError) {
    let kind = document.kind(node)
    guard kind != .null else { return }
    let isArray = kind == .array
    if selectsArray[index] == true && !isArray && !looksLikeItem(node, of: document) {
      throw WalkError(
        .missingItems,
        "the items key '\(plan.itemsKeys[index])' selected an array before, "
          + "but selects \(kind.phrase) here")
    }
    if selectsArray[index] == nil { selectsArray[index] = isArray }
    if isArray {
      nodes.append(contentsOf: document.elements(of: node))
    } else {
      nodes.append(node)
    }
    if itemMembers == nil, let first = nodes.first { itemMembers = names(of: first, in: document) }
  }

  /// Whether a value that stands where an array stood before is an item without its array, as some
  /// servers send a single one. Anything else there is more likely a message.
  private func looksLikeItem(_ node: JSONDocument.Node, of document: JSONDocument) -> Bool {
    guard let itemMembers, let names = names(of: node, in: document), !names.isEmpty else {
      return false
    }
    return names.isSubset(of: itemMembers)
  }

  private func names(of node: JSONDocument.Node, in document: JSONDocument) -> Set<String>? {
    guard document.kind(node) == .object else { return nil }
    let (document, node) = document.indexedWhole(node)
    return Set(document.members(of: node).map { document.string($0.key) })
  }

  /// The members of objects as `{"key":…,"value":…}`, in a text of their own.
  private static func entries(
    of nodes: [JSONDocument.Node], in document: JSONDocument
  ) -> JSONDocument {
    var text: [UInt8] = [0x5B]
    func append(_ element: () -> Void) {
      if text.count > 1 { text.append(0x2C) }
      element()
    }
    for node in nodes {
      guard document.kind(node) == .object else {
        append { document.appendCompact(node, to: &text) }
        continue
      }
      for (key, value) in document.members(of: node) {
        append {
          text += #"{"key":"#.utf8
          document.appendCompact(key, to: &text)
          text += #","value":"#.utf8
          document.appendCompact(value, to: &text)
          text.append(0x7D)
        }
      }
    }
    text.append(0x5D)
    do {
      return try JSONDocument(text)
    } catch {
      preconditionFailure("parts of a valid document make a valid document: \(error)")
    }
  }

  private func mark(of nodes: [JSONDocument.Node], in document: JSONDocument) -> SipHash.Mark {
    var marks: [UInt8] = []
    marks.reserveCapacity(nodes.count * 16)
    for node in nodes {
      let mark = hash.mark(of: document.bytes, document.range(node))
      for word in [mark.low, mark.high] {
        unsafe withUnsafeBytes(of: word) { unsafe marks.append(contentsOf: $0) }
      }
    }
    return hash.mark(of: marks)
  }

  // MARK: - Sources

  private struct Context {
    var response: HTTPResponse
    var document: JSONDocument
    var itemsDocument: JSONDocument
    var nodes: [JSONDocument.Node]
  }

  private func value(of source: Source?, in context: Context) throws(WalkError) -> Cursor? {
    guard let source else { return nil }
    return try value(of: source, in: context)
  }

  private func value(of source: Source, in context: Context) throws(WalkError) -> Cursor? {
    var value: Cursor?
    for location in source.locations {
      do {
        value = try self.value(at: location, in: context)
      } catch let error as WalkError {
        throw error
      } catch {
        throw WalkError(.unusableCursor, "'\(source)' can't be followed: \(error)")
      }
      if let value, value.kind != .null, value.json != "\"\"" { break }
    }
    guard source.addend != 0, let value, value.kind != .null, value.json != "\"\"" else {
      return value
    }
    guard let sum = value.adding(source.addend) else {
      throw WalkError(
        .unusableCursor, "'\(source)' is \(Self.shown(value)), to which nothing can be added")
    }
    return sum
  }

  private func value(at location: Source.Location, in context: Context) throws -> Cursor? {
    switch location {
    case .body(let key):
      return try key.first(in: context.document).map { Cursor($0, of: context.document) }
    case .header(let name):
      return context.response.headers[name].map { Cursor($0) }
    case .link(let relation):
      let fields = context.response.headers.values(of: "Link")
      let links = LinkHeader.links(in: fields, base: context.response.url)
      let link = LinkHeader.link(relation, in: links, base: context.response.url)
      if link == nil, let part = LinkHeader.unreadable(relation, in: fields) {
        throw WalkError(
          .unusableCursor,
          "the Link header can't be read where it speaks of '\(relation)': "
            + Self.shown(Cursor(part)))
      }
      // A link with results="false" is one to a page that will be empty.
      return link.flatMap { $0["results"] == "false" ? nil : Cursor($0.uri) }
    case .first(let key):
      guard let node = context.nodes.first else { return nil }
      return try value(of: key, in: node, context)
    case .last(let key):
      guard let node = context.nodes.last else { return nil }
      return try value(of: key, in: node, context)
    case .max(let key):
      return try greatest(key, in: context)
    case .pageOne(let key):
      return pageOne[key]
    }
  }

  private func value(
    of key: Key, in item: JSONDocument.Node, _ context: Context
  ) throws -> Cursor? {
    try key.first(in: context.itemsDocument, root: item)
      .map { Cursor($0, of: context.itemsDocument) }
  }

  /// The greatest value of the items: numbers and texts of digits by value, other texts by code
  /// point; a mixture has no greatest.
  private func greatest(_ key: Key, in context: Context) throws -> Cursor? {
    var greatest: (cursor: Cursor, number: JSONNumber?)?
    for node in context.nodes {
      guard let cursor = try value(of: key, in: node, context), cursor.kind != .null else {
        continue
      }
      let number = Self.number(cursor)
      guard number != nil || cursor.kind == .string else {
        throw WalkError(
          .unusableCursor, "'max:\(key)' meets \(Self.shown(cursor)), which has no order")
      }
      guard let best = greatest else {
        greatest = (cursor, number)
        continue
      }
      switch (best.number, number) {
      case (let old?, let new?):
        if old < new { greatest = (cursor, number) }
      case (nil, nil):
        if best.cursor.text.unicodeScalars.lexicographicallyPrecedes(cursor.text.unicodeScalars) {
          greatest = (cursor, number)
        }
      default:
        throw WalkError(
          .unusableCursor,
          "'max:\(key)' meets both numbers and texts: \(Self.shown(best.cursor)) "
            + "and \(Self.shown(cursor))")
      }
    }
    return greatest?.cursor
  }

  private static func number(_ cursor: Cursor) -> JSONNumber? {
    switch cursor.kind {
    case .number: JSONNumber(cursor.text)
    case .string: JSONNumber(digits: cursor.text)
    default: nil
    }
  }

  private mutating func rememberPageOne(_ document: JSONDocument) {
    for source in plan.sources {
      for case .pageOne(let key) in source.locations {
        pageOne[key] = (try? key.first(in: document)).map { Cursor($0, of: document) }
      }
    }
  }

  private static func shown(_ value: Cursor) -> String {
    let text = value.json.count > 200 ? value.json.prefix(200) + "…" : value.json[...]
    return Printable.escaped(text)
  }
}

extension WalkPlan {
  /// All sources of the plan.
  package var sources: [Source] {
    var sources = [
      moreKey, endKey, totalKey, pagesKey, errorKey, okKey, detected.total, detected.pages,
      detected.position,
    ].compactMap { $0 }
    if case .cursors(let rules) = way { sources += rules.map(\.source) }
    if case .source(let source) = nextBase { sources.append(source) }
    return sources
  }
}

extension JSONKind {
  /// The kind with its article: "an object", "null".
  package var phrase: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .true: "true"
    case .false: "false"
    case .null: "null"
    }
  }
}

extension PageReader {
  /// What a reader remembers of the pages that it has read.
  package struct Memory: Hashable, Sendable {
    var pageOne: [Key: Cursor] = [:]
    var selectsArray: [Bool?] = []
    var itemMembers: Set<String>?
  }

  /// What the reader remembers.
  var memory: Memory {
    get { Memory(pageOne: pageOne, selectsArray: selectsArray, itemMembers: itemMembers) }
    set {
      pageOne = newValue.pageOne
      selectsArray = newValue.selectsArray
      itemMembers = newValue.itemMembers
    }
  }
}
