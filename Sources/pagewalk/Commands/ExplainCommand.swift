// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// `pagewalk explain URL`: fetches one page; says what its items and the next page are taken to be.
struct ExplainCommand {
  private let settings: Settings
  private let plan: WalkPlan
  private let origins: OriginPolicy
  /// What neither a message nor the account may show.
  private let secrets: SecretTexts

  init(_ words: some Collection<String>) throws {
    let parsed = try ParsedWords(words)
    var settings = Settings()
    try settings.apply(parsed.options)
    guard parsed.operands.count == 1 else {
      throw UsageError("'pagewalk explain' takes one URL.")
    }
    var plan = try settings.plan(for: try settings.startURLs(parsed.operands)[0])
    plan.maxPages = 1
    self.settings = settings
    self.plan = plan
    origins = try settings.origins(for: plan)
    secrets = settings.secrets(with: plan.request.url)
  }

  /// Sends one request and writes the account of its answer to standard output.
  func run() throws -> Int32 {
    let diagnostics = Diagnostics(silent: settings.silent)
    diagnostics.secrets = secrets
    let transport = try CurlTransport(options: settings.request)
    defer { transport.close() }
    let client = HTTPClient(transport: transport, options: settings.request, origins: origins)
    client.note = { diagnostics.note($0) }
    let engine = try WalkEngine(plan: plan, client: client, origins: origins, deduplicating: nil)
    let interruption = Interruption { transport.cancel() }
    do {
      guard let page = try engine.page(meanwhile: {}) else {
        diagnostics.say("The answer is no page: \(engine.outcome?.reason ?? "it has no items").")
        return 3
      }
      return write(try account(of: page, engine), diagnostics)
    } catch let error as WalkError {
      if error.code == .cancelled, let signal = interruption.signal { Process.end(by: signal) }
      diagnostics.say(error.description)
      return error.exitStatus
    }
  }

  /// The account; what the user has said is told too.
  private func account(of page: Page, _ engine: WalkEngine) throws(WalkError) -> [String] {
    let detection =
      if let detection = engine.detection { detection } else {
        try Detection(
          plan: plan, request: plan.request, response: page.response, document: page.document)
      }
    let response = page.response
    let type = response.headers["Content-Type"].map { ", \($0)" } ?? ""
    return [
      Printable.escaped(
        "page one:        \(secrets.masked(URLMask.masked(response.url))): status \(response.status)\(type), "
          + "\(page.byteCount) bytes")
    ] + detection.account { secrets.masked($0) }
  }

  private func write(_ lines: [String], _ diagnostics: Diagnostics) -> Int32 {
    let output = OutputStream()
    do {
      for line in lines { try output.append { $0 += "\(line)\n".utf8 } }
      try output.close()
      return 0
    } catch {
      guard error != .closed else { return 0 }
      diagnostics.say(WalkRun.sentence(error))
      return 1
    }
  }
}
