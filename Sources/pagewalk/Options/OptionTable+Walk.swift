// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

// When a walk ends, when a page has failed, and who may ask again.
extension OptionTable {
  static let ends: [Option] = [
    Option(
      "--more-key", value: .required("SOURCE"), in: .ends,
      "The walk is complete when this is false.",
      """
      False is: missing, false, null, 0, "", "false", "0", [] and {}. A page that says true and has \
      no cursor is a failure, not an end.
      """
    ) { $0.moreKey = try Source($1) },
    Option(
      "--end-key", value: .required("SOURCE"), in: .ends,
      "The walk is complete when this is not false."
    ) { $0.endKey = try Source($1) },
    Option(
      "--total-key", value: .required("SOURCE"), in: .ends,
      "The number of items in all.",
      """
      Page and offset walks are complete when so many items have come. In every walk the end is \
      checked against it: a difference is a warning, or with --verify-total exit status 6.
      """
    ) { $0.totalKey = try Source($1) },
    Option(
      "--pages-key", value: .required("SOURCE"), in: .ends,
      "The number of pages in all; the walk is complete when so many have come."
    ) { $0.pagesKey = try Source($1) },
    Option(
      "--stop-on", value: .required("RULE[,RULE]"), in: .ends,
      "More signs of the end: empty, short, repeat, status:404.",
      """
      empty: a page without items. short: a page with fewer items than the page size, or than page \
      one. repeat: the cursor just sent comes back. status:404: this status instead of a page. Page \
      and offset walks end at an empty page by themselves.
      """, completion: .words(["empty", "short", "repeat", "status:404"])
    ) { $0.stops.formUnion(try OptionValue.stops($1)) },
    Option("--max-pages", value: .required("N"), in: .ends, "Enough after N pages.") {
      $0.maxPages = try OptionValue.positive($1)
    },
    Option(
      "--max-items", value: .required("N"), in: .ends,
      "Enough after N items; nothing is asked for beyond the need."
    ) { $0.maxItems = try OptionValue.positive($1) },
    Option(
      "--on-repeat", value: .required("WHAT"), in: .ends,
      "What a request that was sent already means: fail (default), end or allow.",
      """
      In page and offset walks also a page with the items of the page before, or of the first one. \
      fail: exit status 5. end: the walk is complete, and the repeated page's items are not written.
      """, completion: .words(["fail", "end", "allow"])
    ) { $0.onRepeat = try OptionValue.word($1) },
    Option(
      "--verify-total", in: .ends,
      "Exit status 6 where the server's total, or its number of pages, is not what came."
    ) { settings, _ in settings.verifyTotal = true },
  ]

  static let failures: [Option] = [
    Option(
      "--ok-status", value: .required("LIST"), in: .failures,
      "Statuses besides 2xx that are pages, as in 404,410."
    ) { $0.okStatuses.formUnion(try OptionValue.statuses($1)) },
    Option(
      "--error-key", value: .required("SOURCE"), in: .failures,
      "The page has failed when this is not false."
    ) { $0.errorKey = try Source($1) },
    Option(
      "--ok-key", value: .required("SOURCE"), in: .failures,
      "The page has failed when this is false."
    ) { $0.okKey = try Source($1) },
    Option(
      "--invalid-utf8", value: .required("WHAT"), in: .failures,
      "What to do about bytes that are not UTF-8: fail (default) or replace.",
      "replace writes U+FFFD in their place, and counts them.",
      completion: .words(["fail", "replace"])
    ) { settings, text in
      guard text == "fail" || text == "replace" else {
        throw UsageError("expected 'fail' or 'replace', but got '\(text)'")
      }
      settings.replacesInvalidUTF8 = text == "replace"
    },
    Option(
      "--page-format", value: .required("FORMAT"), in: .failures,
      "How pages are read: auto (default) or jsonl, JSON Lines.",
      "Pages with a content type of JSON Lines are read so by themselves.",
      completion: .words(["auto", "jsonl"])
    ) { settings, text in
      guard text == "auto" || text == "jsonl" else {
        throw UsageError("expected 'auto' or 'jsonl', but got '\(text)'")
      }
      settings.jsonLines = text == "jsonl"
    },
  ]

  static let retry: [Option] = [
    Option(
      "--retry", value: .required("N"), in: .retry,
      "Ask for a failed page again, up to N times, where that may help.",
      """
      After timeouts, broken connections, 408, 429, 500, 502, 503 and 504, waiting 1, 2, 4 … seconds \
      or as long as the server says. Without it nothing is asked for again until you say so. Where \
      it gives up, --retry-command is asked, or, without one, the person at the terminal.
      """
    ) { $0.retry.retries = try OptionValue.count($1) },
    Option(
      "--retry-all-errors", in: .retry, "With --retry: after any failure of a page.",
      "Also TLS, 4xx, a body that is no JSON, and what --error-key, --ok-key or the items key refuse."
    ) { settings, _ in settings.retry.allErrors = true },
    Option(
      "--retry-delay", value: .required("SECONDS"), in: .retry,
      "Wait so long instead of 1, 2, 4 … seconds."
    ) { $0.retry.delay = try OptionValue.seconds($1) },
    Option(
      "--retry-max-delay", value: .required("SECONDS"), in: .retry,
      "The longest wait (default: 300); a longer one fails at once.",
      "Where the server asks for a longer one, the failure says when it would be time."
    ) { $0.retry.maxDelay = try OptionValue.seconds($1) },
    Option(
      "--retry-max-time", value: .required("SECONDS"), in: .retry,
      "Begin no retry of a page after so many seconds from its first request."
    ) { $0.retry.maxTime = try OptionValue.seconds($1) },
    Option(
      "--retry-command", value: .required("CMD"), in: .retry,
      "After a failure run CMD; exit status 0 asks for the page again, any other ends the walk.",
      """
      CMD is run by sh -c, with PAGEWALK_ATTEMPT (how many times the page has failed), PAGEWALK_PAGE, \
      PAGEWALK_STATUS, PAGEWALK_ERROR, PAGEWALK_RETRY_AFTER (seconds; empty where the server says \
      nothing) and PAGEWALK_URL (secrets masked) in its environment. Header files (-H @FILE) are read \
      again for each request, so that CMD can renew a token. What CMD writes goes to standard error.
      """
    ) { $0.retry.command = try OptionValue.name($1) },
    Option(
      "--no-ask", in: .retry, "Do not ask at the terminal after a failure.",
      "It is asked only where standard input and standard error are a terminal."
    ) { settings, _ in settings.retry.asks = false },
    Option(
      "--rate", value: .required("N/s|m|h"), in: .retry,
      "Send no more than N requests a second, minute or hour.",
      "Requests begin at least so far apart; retries count, redirects do not."
    ) { $0.retry.pace = try OptionValue.pace($1) },
  ]

  static let output: [Option] = [
    Option(
      "-o", "--output", value: .required("FILE"), in: .output,
      "Write to FILE instead of standard output, which '-' is.",
      """
      A file that is there is emptied when page one has come: a walk that fails before leaves it as it \
      was.
      """, completion: .file
    ) { $0.output = $1 == "-" ? nil : try OptionValue.name($1) },
    Option(
      "--state", value: .required("FILE"), in: .output,
      "Keep in FILE all that is needed to go on; see 'pagewalk resume'.",
      """
      With -o, a walk that is killed at any moment and resumed gives the same bytes as one that was \
      not. The file holds no secrets; 'resume' takes the options that do again.
      """, completion: .file
    ) { $0.state = try OptionValue.name($1) },
    Option(
      "--continue", in: .output,
      "Go on with the walk that --state describes; begin if there is none."
    ) { settings, _ in settings.continues = true },
    Option(
      "--restart", in: .output, "Begin again, whatever --state describes."
    ) { settings, _ in settings.restarts = true },
    Option(
      "--format", value: .required("FORMAT"), in: .output,
      "jsonl, a line per item (default); json, one array; pages, a line per page.",
      completion: .words(["jsonl", "json", "pages"])
    ) { $0.format = try OptionValue.word($1) },
    Option(
      "--dedup", in: .output, "Leave out items that came before, member order aside."
    ) { settings, _ in settings.dedup = .whole },
    Option(
      "--dedup-key", value: .required("KEY"), in: .output,
      "Leave out items whose value at KEY came before; those without one, or with null, stay."
    ) { $0.dedup = .key(try Key($1)) },
    Option(
      "--summary", value: .required("FILE"), in: .output,
      "At the end write one JSON object about the walk; - is standard error.", completion: .file
    ) { $0.summary = try OptionValue.name($1) },
  ]

  static let safety: [Option] = [
    Option(
      "--allow-origin", value: .required("ORIGIN"), in: .safety,
      "Follow next URLs to this origin, without credentials; repeatable."
    ) { $0.allowedOrigins.append($1) },
    Option(
      "--trust-origin", value: .required("ORIGIN"), in: .safety,
      "Follow next URLs to this origin, with credentials; repeatable."
    ) { $0.trustedOrigins.append($1) },
    Option(
      "--max-page-size", value: .required("BYTES"), in: .safety,
      "The largest page that is taken, decoded (default: 1G)."
    ) { $0.request.maximumBodySize = try OptionValue.bytes($1) },
  ]

  static let display: [Option] = [
    Option(
      "-s", "--silent", in: .display, "Say nothing but failures."
    ) { settings, _ in settings.silent = true },
    Option(
      "-v", "--verbose", in: .display, "A line per request."
    ) { settings, _ in settings.verbose = true },
    Option(
      "--progress", value: .required("WHEN"), in: .display,
      "Show progress: auto (default, at a terminal), always or never.",
      completion: .words(["auto", "always", "never"])
    ) { $0.progress = try OptionValue.word($1) },
    Option(
      "--columns", value: .required("KEY,…"), in: .display,
      "For browse: the members to show as columns."
    ) { settings, text in
      settings.columns += try text.split(separator: ",").map { try Key(String($0)) }
    },
  ]
}
