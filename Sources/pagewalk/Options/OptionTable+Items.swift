// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

// Where the items are, and where the next page is.
extension OptionTable {
  static let items: [Option] = [
    Option(
      "--items-key", value: .required("KEY"), in: .items,
      "Where the items are; repeatable.",
      """
      A KEY is a JSONPath that begins with $ (RFC 9535), or names with dots between: data.items. The \
      elements of a selected array are the items; a selected null means none; every value that a \
      path with *, a slice, a filter or .. selects is an item. A page without the key has failed, \
      for a misspelt key must not look like an empty export. Without this option the items are \
      detected on page one.
      """
    ) { $0.itemsKeys.append(try Key($1)) },
    Option(
      "--items-optional", in: .items, "A page without the items key has no items.",
      "For servers that leave out an empty list."
    ) { settings, _ in settings.itemsOptional = true },
    Option(
      "--entries", in: .items,
      "The members of a selected object are items: {\"key\":…,\"value\":…}."
    ) { settings, _ in settings.entries = true },
  ]

  static let nextPage: [Option] = [
    Option(
      "--cursor-key", value: .required("SOURCE"), in: .nextPage,
      "Where the next cursor is.",
      """
      A SOURCE is a KEY of the page; header:NAME, a header field; link:REL, the target of a Link \
      header; first:KEY, last:KEY, max:KEY, a value of the page's items; page1:KEY, a value of page \
      one. 'A // B' takes B where A is missing, null or empty; a final ' +1' adds to a number. May be \
      repeated, with a --cursor-to for each, where there are several cursors.
      """
    ) { $0.cursorKeys.append(try Source($1)) },
    Option(
      "--cursor-param", value: .required("NAME"), in: .nextPage,
      "The query parameter that takes the cursor (default: cursor)."
    ) { $0.cursorPlaces.append(Place(query: try OptionValue.name($1))) },
    Option(
      "--cursor-to", value: .required("PLACE"), in: .nextPage,
      "Any other place for the cursor.",
      """
      A PLACE is url, the next URL itself; query:NAME; header:NAME; body:KEY, a place in the JSON \
      body; form:NAME; path:NAME, the text {NAME} in the URL; query:* or body:*, the members of an \
      object; request, an object that spells out the next request.
      """
    ) { $0.cursorPlaces.append(try Place($1)) },
    Option(
      "--next-key", value: .required("SOURCE"), in: .nextPage,
      "Where the next page's URL is."
    ) { $0.nextKeys.append(try Source($1)) },
    Option(
      "--link-header", value: .optional("REL"), in: .nextPage,
      "The next page's URL is in the Link header (REL: next).", "RFC 8288."
    ) { $0.nextKeys.append(try Source("link:\($1.isEmpty ? "next" : $1)")) },
    Option(
      "--page-param", value: .required("PLACE"), in: .nextPage,
      "Count pages: the place of the page number."
    ) { $0.pagePlace = try Place($1) },
    Option(
      "--first-page", value: .required("N"), in: .nextPage,
      "The first page number (default: what the URL says, or 1)."
    ) { $0.firstPage = try OptionValue.integer($1) },
    Option(
      "--page-step", value: .required("N"), in: .nextPage,
      "How much the page number grows (default: 1)."
    ) { $0.pageStep = try OptionValue.positive($1) },
    Option(
      "--offset-param", value: .required("PLACE"), in: .nextPage,
      "Count items: the place of the offset."
    ) { $0.offsetPlace = try Place($1) },
    Option(
      "--first-offset", value: .required("N"), in: .nextPage,
      "The first offset (default: what the URL says, or 0)."
    ) { $0.firstOffset = try OptionValue.integer($1) },
    Option(
      "--offset-step", value: .required("WHAT"), in: .nextPage,
      "What the offset grows by: received (default) or limit.",
      """
      By the items received, a server that gives less than was asked for loses nothing; by limit, \
      the page size (--page-size), for servers that leave items out of their pages.
      """, completion: .words(["received", "limit"])
    ) { settings, text in
      guard text == "received" || text == "limit" else {
        throw UsageError("expected 'received' or 'limit', but got '\(text)'")
      }
      settings.stepsByLimit = text == "limit"
    },
    Option(
      "--limit-param", value: .required("PLACE"), in: .nextPage,
      "The place of the page size; with --page-size."
    ) { $0.limitPlace = try Place($1) },
    Option(
      "--page-size", value: .required("N"), in: .nextPage,
      "Ask for N items a page, at --limit-param.",
      "Alone it only tells --stop-on short and --offset-step limit what the page size is."
    ) { $0.pageSize = try OptionValue.positive($1) },
    Option(
      "--then-url", value: .required("URL"), in: .nextPage,
      "The URL of every request after the first; may hold {NAME}."
    ) { $0.then.url = $1 },
    Option(
      "--then-method", value: .required("METHOD"), in: .nextPage,
      "The method of every request after the first; GET sends no body."
    ) { $0.then.method = try OptionValue.name($1).uppercased() },
    Option(
      "--then-data", value: .required("JSON"), in: .nextPage,
      "The JSON body of every request after the first."
    ) { settings, text in
      guard (try? JSONDocument(text)) != nil else {
        throw UsageError("expected a JSON value, but got '\(text)'")
      }
      settings.then.data = Array(text.utf8)
    },
    Option(
      "--next-base", value: .required("SOURCE|URL"), in: .nextPage,
      "What a relative next URL is joined to (default: the page's URL)."
    ) { settings, text in
      let isURL = text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("/")
      settings.nextBase = isURL ? .url(text) : .source(try Source(text))
    },
    Option(
      "--cursor-encoding", value: .required("HOW"), in: .nextPage,
      "How a cursor is written into a query: percent (default), json or raw.",
      "json writes it as a JSON value, quotes included, and percent-encodes that.",
      completion: .words(["percent", "json", "raw"])
    ) { $0.encoding = try OptionValue.word($1) },
    Option(
      "--drop-param", value: .required("NAME"), in: .nextPage,
      "A query parameter that later requests must not carry; repeatable."
    ) { $0.dropParameters.append(try OptionValue.name($1)) },
    Option(
      "--keep-param", value: .required("NAME"), in: .nextPage,
      "A query parameter that is added to next URLs that lack it; repeatable."
    ) { $0.keepParameters.append(try OptionValue.name($1)) },
    Option(
      "--start-at", value: .required("VALUE"), in: .nextPage,
      "Begin at this cursor, page, offset or URL; repeatable for several cursors."
    ) { $0.startAt.append($1) },
    Option(
      "--skip-items", value: .required("N"), in: .nextPage,
      "Leave out the first N items of the first page."
    ) { $0.skipItems = try OptionValue.count($1) },
    Option(
      "--preset", value: .required("NAME"), in: .nextPage,
      "The options of a known API or convention; see 'pagewalk presets'.",
      """
      An option given beside a preset replaces the preset's of that name; another way to the next \
      page replaces the preset's way.
      """, completion: .preset
    ) { $0.presetNames.append($1) },
    Option(
      "--rebase-next", in: .nextPage,
      "Of a next URL take path and query only; host and port stay the start's."
    ) { settings, _ in settings.rebaseNext = true },
    Option("--no-next", in: .nextPage, "One page only.") { settings, _ in settings.noNext = true },
  ]
}
