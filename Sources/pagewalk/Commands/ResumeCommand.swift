// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// `pagewalk resume FILE`: goes on with the walk that a state describes.
struct ResumeCommand {
  private let path: String
  private let given: [ParsedWords.Given]

  init(_ words: some Collection<String>) throws {
    let parsed = try ParsedWords(words)
    guard parsed.operands.count == 1 else {
      throw UsageError(
        "'pagewalk resume' takes the FILE of a walk's state, and the options of its requests "
          + "again ('-H', '-u', '--cacert' …).")
    }
    path = parsed.operands[0]
    given = parsed.options
    for one in given where !Self.mayBeGiven(one) {
      throw UsageError(
        "'\(one.option.name)' can't be given to 'pagewalk resume': the state has what the walk is.")
    }
  }

  /// Whether a later run may say this: how requests are made, how much is wanted, what is shown.
  private static func mayBeGiven(_ given: ParsedWords.Given) -> Bool {
    switch given.option.name {
    case "--request", "--data-raw", "--data-binary", "--json", "--get": return false
    case "--output", "--summary", "--max-pages", "--max-items", "--verify-total": return true
    default: break
    }
    switch given.option.section {
    case .request, .retry, .safety, .display: return true
    case .items, .nextPage, .ends, .failures, .output: return false
    }
  }

  func run() throws -> Int32 {
    var settings = Settings()
    let head: WalkState.Head
    do {
      head = try StateFile.head(path)
    } catch {
      Diagnostics(silent: false).say(error.description)
      return error.exitStatus
    }
    try settings.apply(presetOptions(head) + given)
    try settings.checkRequestFiles()
    settings.state = path
    try settings.checkFiles()
    settings.presetNames = head.settings.presets
    let diagnostics = Diagnostics(silent: settings.silent)
    if head.end?.isComplete == true {
      // No harm comes of marks that stay; the next walk that is kept here removes them.
      try? StateFile.removeMarksLeft(beside: path)
      diagnostics.note(
        "The walk is complete: \(Quantity.plain(head.items, "item")) of "
          + "\(Quantity.plain(head.pages, "page")) came. Nothing is left to do.")
      if let output = head.output, output.length != nil, !FileSystem.exists(output.path) {
        diagnostics.note(
          "Warning: Its output '\(output.path)' is not there any more. To walk again, give the walk's "
            + "own command.")
      }
      return 0
    }
    return try goOn(settings, diagnostics)
  }

  private func goOn(_ settings: Settings, _ diagnostics: Diagnostics) throws -> Int32 {
    var settings = settings
    let url = try secrets(settings, [.urlQuery])
    let body = try secrets(settings, [.data, .urlencode])
    var start: CheckpointStart
    do throws(StateError) {
      start = try CheckpointStart(
        resuming: path, options: settings.request, urlSecrets: url, bodySecrets: body,
        output: settings.output)
    } catch {
      diagnostics.say(error.description)
      return error.exitStatus
    }
    if settings.maxPages != nil || settings.maxItems != nil {
      start.setLimits(
        pages: settings.maxPages ?? start.plan.maxPages,
        items: settings.maxItems ?? start.plan.maxItems)
    }
    settings.allowedOrigins += start.settings.allowedOrigins
    settings.trustedOrigins += start.settings.trustedOrigins
    settings.verifyTotal = settings.verifyTotal || start.settings.verifiesTotal
    let origins = try settings.origins(for: start.plan)
    return try StateRun(settings, diagnostics).run(origins: origins) { start }
  }

  /// The request headers of the walk's presets, which the state does not keep.
  private func presetOptions(_ head: WalkState.Head) throws -> [ParsedWords.Given] {
    var options: [ParsedWords.Given] = []
    for name in head.settings.presets {
      options += try ParsedWords(["--preset", name]).options.filter { one in
        one.option.name == "--header"
          && !given.contains {
            $0.option.name == "--header"
              && HTTPHeaders.same(HeaderOption.name(of: $0.value), HeaderOption.name(of: one.value))
          }
      }
    }
    return options
  }

  /// The names and values that options give as `NAME=VALUE`.
  private func secrets(
    _ settings: Settings, _ kinds: [DataOption.Kind]
  ) throws -> [(name: String, value: String)] {
    var secrets: [(name: String, value: String)] = []
    for option in settings.data where kinds.contains(option.kind) {
      guard let equals = option.text.firstIndex(of: "="), equals != option.text.startIndex else {
        throw UsageError(
          "'pagewalk resume' takes secrets of the URL and of the data as NAME=VALUE, by "
            + "'--url-query' and '--data-urlencode'.")
      }
      secrets.append(
        (
          String(option.text[..<equals]),
          String(option.text[option.text.index(after: equals)...])
        ))
    }
    return secrets
  }
}
