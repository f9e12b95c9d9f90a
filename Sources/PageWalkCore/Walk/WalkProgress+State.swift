// SPDX-License-Identifier: Apache-2.0

// How far a walk has come, as a state keeps it.
extension WalkProgress {
  /// The progress as a value.
  var stateValue: StateValue {
    .members(
      ("method", .word(request.method)), ("url", .text(request.url)),
      ("headers", request.headers.stateValue), ("body", .bytes(request.body)),
      ("start_at", .list(startAt) { $0?.stateValue ?? .null }),
      ("cursors", .list(cursors) { $0?.stateValue ?? .null }),
      ("page_number", .number(pageNumber)), ("offset", .number(offset)),
      ("skip", .number(skip)), ("is_cut", .flag(if: isCut)), ("pages", .number(pages)),
      ("received", .number(received)), ("written", .number(written)),
      ("duplicates", .number(duplicates)), ("bytes", .number(bytes)), ("total", .number(total)),
      ("pages_in_all", .number(pagesInAll)), ("first_page_count", .number(firstPageCount)),
      ("first_page_number", .number(firstPageNumber)), ("first_offset", .number(firstOffset)),
      ("items_mark", Self.value(of: itemsMark)),
      ("first_items_mark", Self.value(of: firstItemsMark)))
  }

  /// Reads the progress of a walk.
  init(stateValue: StateValue?) throws(StateError) {
    let reader = try StateReader(stateValue, "progress")
    guard let method = try reader.text("method"), let url = try reader.text("url") else {
      throw StateReader.damaged("progress")
    }
    let request = HTTPRequest(
      method: method, url: url,
      headers: try reader["headers"].map { value throws(StateError) in
        try HTTPHeaders(stateValue: value)
      } ?? [:],
      body: try reader["body"].map { value throws(StateError) in try value.asBytes("body") })
    self.init(waitingFor: request)
    startAt = try Self.cursors(reader.list("start_at"))
    cursors = try Self.cursors(reader.list("cursors"))
    pageNumber = try reader.number("page_number")
    offset = try reader.number("offset")
    skip = try reader.count("skip")
    isCut = reader.flag("is_cut")
    pages = try reader.count("pages")
    received = try reader.count("received")
    written = try reader.count("written")
    duplicates = try reader.count("duplicates")
    bytes = try reader.count("bytes")
    total = try reader.number("total")
    pagesInAll = try reader.number("pages_in_all")
    firstPageCount = try reader.number("first_page_count")
    firstPageNumber = try reader.number("first_page_number")
    firstOffset = try reader.number("first_offset")
    itemsMark = try Self.mark(reader, "items_mark")
    firstItemsMark = try Self.mark(reader, "first_items_mark")
  }

  private static func value(of mark: SipHash.Mark?) -> StateValue {
    mark.map { .word(Hexadecimal.text($0)) } ?? .null
  }

  private static func mark(
    _ reader: StateReader, _ name: String
  ) throws(StateError) -> SipHash.Mark? {
    guard let text = try reader.text(name) else { return nil }
    guard let mark = Hexadecimal.mark(text) else { throw StateReader.damaged(name) }
    return mark
  }

  private static func cursors(_ values: [StateValue]) throws(StateError) -> [Cursor?] {
    var cursors: [Cursor?] = []
    for value in values {
      cursors.append(value == .null ? nil : try Cursor(stateValue: value))
    }
    return cursors
  }
}

extension Cursor {
  /// The cursor as it was spelled.
  var stateValue: StateValue {
    guard kind == .string else { return .members(("json", .text(json))) }
    return json == JSONText.quoted(text)
      ? .members(("text", .text(text))) : .spelled(text, json: json)
  }

  /// Reads a cursor.
  init(stateValue: StateValue) throws(StateError) {
    let reader = try StateReader(stateValue, "cursor")
    if let text = try reader.text("text") {
      self.init(text)
      return
    }
    guard let json = try reader.text("json"), let document = try? JSONDocument(json) else {
      throw StateReader.damaged("cursor")
    }
    self.init(document.root, of: document)
  }
}
