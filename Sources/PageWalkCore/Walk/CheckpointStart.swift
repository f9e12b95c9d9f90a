// SPDX-License-Identifier: Apache-2.0

/// A walk that keeps its state, before its first request: begun anew, or gone on with.
package struct CheckpointStart {
  /// What a run does beside its plan.
  package let settings: WalkState.Settings
  /// The plan to walk by: as given, or as an earlier run left it.
  package private(set) var plan: WalkPlan
  /// How many bytes of the output file are kept; nil where it begins empty.
  package let resumableLength: Int?
  /// Where the output goes; nil for standard output.
  package let outputPath: String?
  /// How far an earlier run came; nil at the beginning.
  package var progress: WalkProgress? { resumed?.state.memory.progress }
  /// What the state does not keep, as words to type.
  package var needs: StateNeeds { needed }

  private let file: StateFile
  private let secrets: StateSecrets
  private let needed: StateNeeds
  private var resumed: Resumed?

  private struct Resumed {
    var state: WalkState
    var sent: MarkSet
    var seen: MarkSet
  }

  // MARK: - Ways to start

  /// What is done with a state that is there.
  package enum Choice: Hashable, Sendable {
    /// It must be complete.
    case refuse
    /// It is gone on with.
    case goOn
    /// It is replaced.
    case restart
  }

  /// Starts a walk of a plan that the user gave in full.
  ///
  /// - Parameters:
  ///   - name: the path of the state's file.
  ///   - choice: what is done where it holds a walk.
  ///   - output: the path of the output; nil for standard output.
  /// - Throws: a ``StateError``.
  package init(
    _ name: String, _ choice: Choice, plan: WalkPlan, settings: WalkState.Settings,
    options: RequestOptions, output: String?
  ) throws(StateError) {
    self.settings = settings
    self.plan = plan
    needed = try StateNeeds(plan: plan, options: options)
    secrets = try StateNeeds.secrets(of: plan, options: options)
    outputPath = output
    file = try StateFile(locking: name)
    guard try Self.mayGoOn(file, choice) else {
      resumableLength = nil
      return
    }
    let state = try file.state(revealing: secrets)
    if let difference = state.plan.difference(to: plan)
      ?? state.settings.difference(to: settings) ?? Self.difference(state.output, output)
    {
      throw StateError(
        .refusal,
        "The state '\(Printable.escaped(name))' is of another walk: \(difference). "
          + "Say '--restart' to begin again, or give another '--state'.")
    }
    resumed = try Self.load(state, file, output: output)
    resumableLength = state.output?.length
    self.plan = state.memory.plan
    setLimits(pages: plan.maxPages, items: plan.maxItems)
  }

  /// Goes on with a walk as its state has it.
  ///
  /// - Parameters:
  ///   - options: how requests are made, given again.
  ///   - urlSecrets: names and values of secrets of the URL's query, given again.
  ///   - bodySecrets: the same for the request's body.
  ///   - output: where the output file is now; nil: where it was.
  /// - Throws: a ``StateError``; of the kind `refusal` where something is missing.
  package init(
    resuming name: String, options: RequestOptions, urlSecrets: [(name: String, value: String)],
    bodySecrets: [(name: String, value: String)], output: String?
  ) throws(StateError) {
    // Without a state, no file of marks is to be left behind.
    _ = try StateFile.head(name)
    file = try StateFile(locking: name)
    let head = try StateFile.head(file.path)
    let names =
      urlSecrets.map { "\(StateNeeds.urlOption) \($0.name)" }
      + bodySecrets.map { "\(StateNeeds.bodyOption) \($0.name)" }
    let given = StateNeeds(names: try StateNeeds.names(of: options) + names)
    let missing = head.needs.missing(from: given)
    guard missing.isEmpty else {
      throw StateError(
        .refusal,
        "The state '\(Printable.escaped(name))' does not keep these options, so give them again: "
          + "\(Printable.escaped(missing.joined(separator: " "))).")
    }
    let known = Set(head.needs.names.map(\.lowercasedASCII))
    if let extra = names.first(where: { !known.contains($0.lowercasedASCII) }) {
      throw StateError(
        .refusal,
        "'\(Printable.escaped(extra))' is no secret of the walk in '\(Printable.escaped(name))'.")
    }
    secrets = try StateNeeds.secrets(url: urlSecrets, body: bodySecrets, options: options)
    let state = try file.state(revealing: secrets)
    needed = StateNeeds(
      names: head.needs.names + given.names.filter { !known.contains($0.lowercasedASCII) })
    settings = state.settings
    if let output, state.output == nil {
      throw StateError(
        .refusal,
        "The walk wrote to standard output, so it can't go on in '\(Printable.escaped(output))'. "
          + "Leave '-o' out, and add what comes to the file by '>>'.")
    }
    outputPath = output ?? state.output?.path
    resumed = try Self.load(state, file, output: output)
    resumableLength = state.output?.length
    plan = state.memory.plan
    if state.end?.word == "limited" { setLimits(pages: nil, items: nil) }
  }

  /// How much is wanted, from the walk's beginning on.
  package mutating func setLimits(pages: Int?, items: Int?) {
    plan.maxPages = pages
    plan.maxItems = items
    resumed?.state.memory.plan.maxPages = pages
    resumed?.state.memory.plan.maxItems = items
    resumed?.state.plan.maxPages = pages
    resumed?.state.plan.maxItems = items
  }

  /// Whether there is a walk to go on with.
  private static func mayGoOn(_ file: StateFile, _ choice: Choice) throws(StateError) -> Bool {
    guard FileSystem.exists(file.path) else { return false }
    let name = Printable.escaped(file.name)
    if choice == .restart {
      if StateFile.looksLikeState(file.path) { return false }
      throw StateError(.refusal, "'\(name)' is no state of a walk, so it is not written over.")
    }
    let head = try StateFile.head(file.path)
    if head.end?.isComplete == true { return false }
    if choice == .goOn { return true }
    throw StateError(
      .refusal,
      "The state '\(name)' holds a walk that is not complete (\(head.items) items of \(head.pages) "
        + "pages). Say '--continue' to go on, or '--restart' to begin again.")
  }

  private static func difference(_ output: WalkState.Output?, _ path: String?) -> String? {
    let given = path.map { FileSystem.absolute($0) }
    guard output?.path != given else { return nil }
    let shown = [output?.path, given].map { path in
      path.map { "'\(Printable.escaped($0))'" } ?? "standard output"
    }
    return "its '--output' is \(shown[0]), not \(shown[1])"
  }

  private static func load(
    _ state: WalkState, _ file: StateFile, output: String?
  ) throws(StateError) -> Resumed {
    if let kept = state.output {
      try Checkpoint.check(kept, at: output ?? kept.path, state.memory.hash)
    }
    var resumed = Resumed(state: state, sent: MarkSet(of: .request), seen: MarkSet(of: .item))
    try file.marks.load(
      count: state.marks.count, sum: state.marks.sum, requests: &resumed.sent,
      items: &resumed.seen)
    resumed.sent.rememberNew()
    resumed.seen.rememberNew()
    return resumed
  }

  // MARK: - The run

  /// Makes the engine of the walk.
  ///
  /// - Throws: a ``WalkError`` of code `usage` where the first request can't be made.
  package mutating func engine(
    _ client: HTTPClient, _ origins: OriginPolicy
  ) throws(WalkError) -> WalkEngine {
    guard let resumed else {
      return try WalkEngine(
        plan: plan, client: client, origins: origins, deduplicating: settings.dedup,
        keepsMarks: true)
    }
    defer {
      // The engine has the marks now; a second holder would make it copy them.
      self.resumed?.sent = MarkSet(of: .request)
      self.resumed?.seen = MarkSet(of: .item)
    }
    return WalkEngine(
      resuming: resumed.state.memory, sent: resumed.sent, seen: resumed.seen, client: client,
      origins: origins, deduplicating: settings.dedup)
  }

  /// Removes the state of an earlier walk. From here on it can't be gone on with.
  package func discardEarlier() throws(StateError) {
    if resumed == nil { try file.discard() }
  }

  /// Begins to keep the walk's state, and saves it.
  ///
  /// - Throws: a ``StateError`` or an ``OutputError``.
  package func checkpoint(
    _ engine: WalkEngine, _ writer: ItemWriter
  ) throws -> Checkpoint {
    let (memory, marks) = engine.takeMemory()
    let state = WalkState(
      plan: resumed?.state.plan ?? plan, settings: settings, needs: needed, memory: memory,
      output: nil, marks: WalkState.Marks(), end: nil)
    let checkpoint = try Checkpoint(
      file, state, marks: marks, hiding: secrets, output: writer.output,
      length: writer.resumableLength)
    try checkpoint.save(durably: true)
    return checkpoint
  }
}
