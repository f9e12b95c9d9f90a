// SPDX-License-Identifier: Apache-2.0

import Dispatch
import PageWalkCore

/// `pagewalk browse URL`: scrolls through the items in the terminal.
struct BrowseCommand {
  private let settings: Settings
  private let plan: WalkPlan
  private let terminal: TerminalDevice

  /// Reads the words behind `browse`, and looks for a terminal.
  ///
  /// - Throws: a ``UsageError`` where the words can't be understood, or there is no terminal.
  init(_ words: some Collection<String>) throws {
    let parsed = try ParsedWords(words)
    var settings = Settings()
    try settings.apply(parsed.options)
    guard let url = parsed.operands.first else { throw UsageError(Help.usageHint) }
    guard parsed.operands.count == 1 else {
      throw UsageError("'pagewalk browse' lists one URL, but \(parsed.operands.count) were given.")
    }
    try Self.check(settings)
    plan = try settings.plan(for: try settings.startURLs([url])[0])
    self.settings = settings
    _ = try settings.origins(for: plan)
    terminal = try TerminalDevice()
  }

  private static func check(_ settings: Settings) throws(UsageError) {
    let unfit: [(String, Bool)] = [
      ("--output", settings.output != nil), ("--state", settings.state != nil),
      ("--summary", settings.summary != nil), ("--format", settings.format != .jsonl),
    ]
    for (name, isGiven) in unfit where isGiven {
      throw UsageError("'\(name)' does not go with 'browse'; there, s saves what is loaded.")
    }
    if settings.retry.command != nil {
      throw UsageError("'--retry-command' does not go with 'browse'; there, r tries again.")
    }
  }

  /// Runs until the person leaves. The main actor needs this thread, so that it does not return.
  func run() -> Never {
    Task { @MainActor in
      do {
        var current = plan
        let session = BrowseSession(
          terminal: terminal, search: try Self.search(plan, settings), columns: settings.columns,
          makeSearch: { query in
            var next = current
            next.request.url = QueryText(url: current.request.url).url(withQuery: query)
            next.startAt = []
            next.skipItems = 0
            let search = try Self.search(next, settings)
            current = next
            return search
          })
        let status = await session.run()
        if status > 128, status != 130 { Process.end(by: status - 128) }
        Process.exit(status)
      } catch {
        Diagnostics(silent: false).say("\(error)")
        Process.exit(2)
      }
    }
    dispatchMain()
  }

  @MainActor
  private static func search(
    _ plan: WalkPlan, _ settings: Settings
  ) throws -> BrowseSession.Search {
    let origins = try settings.origins(for: plan)
    // What can't be walked is found out here, where there is somebody to tell.
    _ = try walker(plan, settings, origins)
    let text = QueryText(url: plan.request.url)
    return BrowseSession.Search(url: text.shownURL, query: text.shown) {
      do {
        return WalkerPages(try walker(plan, settings, origins), retry: settings.retry)
      } catch {
        return NoPages(error: error)
      }
    }
  }

  private static func walker(
    _ plan: WalkPlan, _ settings: Settings, _ origins: OriginPolicy
  ) throws -> PageWalker {
    try PageWalker(
      plan, transport: CurlTransport(options: settings.request), options: settings.request,
      origins: origins, deduplicating: settings.dedup)
  }

  /// A walk that can't begin.
  private struct NoPages: BrowsePages {
    let error: any Error

    func nextPage() async throws -> BrowsePage? { throw error }
  }
}
