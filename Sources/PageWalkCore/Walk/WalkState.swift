// SPDX-License-Identifier: Apache-2.0

/// All that a later run needs to go on with a walk, but for secrets and marks.
///
/// In its file it is one JSON object on one line, which ends with a checksum of what stands before:
///
///     {"pagewalk_state":1,"pages":12,"items":345,…,"checksum":"0123456789abcdef…"}
package struct WalkState: Hashable, Sendable {
  /// How a run is done beside its plan.
  package struct Settings: Hashable, Sendable {
    package var format = ItemWriter.Format.jsonl
    package var dedup: Deduplicator.Rule?
    package var allowedOrigins: [String] = []
    package var trustedOrigins: [String] = []
    package var verifiesTotal = false
    /// The presets that were given, by name: what they say of request headers is not kept.
    package var presets: [String] = []

    package init() {}
  }

  /// The file with the items.
  package struct Output: Hashable, Sendable {
    package var path: String
    /// How many bytes are valid, without what closes the output; nil for a device or a pipe.
    package var length: Int?
    /// The mark of the last bytes before that length, by which another file is found out.
    package var tail: SipHash.Mark?
  }

  /// The marks that are valid.
  package struct Marks: Hashable, Sendable {
    package var count = 0
    package var sum = SipHash.Mark(low: 0, high: 0)
  }

  /// How the run ended that wrote the state; the word is one of ``Outcome/word``.
  package struct End: Hashable, Sendable {
    package var word: String
    package var reason: String

    /// An end, with secrets hidden.
    init(_ outcome: Outcome, hiding secrets: StateSecrets, and others: SecretTexts) {
      word = outcome.word
      reason = others.masked(secrets.masked(outcome.reason))
    }

    init(word: String, reason: String) {
      self.word = word
      self.reason = reason
    }

    /// Whether nothing is left to do.
    package var isComplete: Bool { word == "complete" }
  }

  /// The plan as the user gave it.
  package var plan: WalkPlan
  package var settings: Settings
  /// What a later run must be given again.
  package var needs: StateNeeds
  /// What the engine remembers.
  package var memory: WalkEngine.Memory
  /// The output file; nil where items went to standard output.
  package var output: Output?
  package var marks: Marks
  /// How the walk ended; nil while a run is under way, or where one was killed.
  package var end: End?
}

extension WalkState {
  /// What can be read of a state without its secrets.
  package struct Head: Hashable, Sendable {
    package var end: End?
    package var needs: StateNeeds
    package var pages: Int
    package var items: Int
    package var settings: Settings
    package var output: Output?
  }
}

// MARK: - JSON

extension WalkState {
  private static let versionName = "pagewalk_state"
  private static let version = 1
  private static let checksumName = #","checksum":""#
  private static let checksumEnd = "\"}\n"
  private static let beginning = Array(#"{"pagewalk_state":"#.utf8)

  /// Whether a file's first bytes are those of a state.
  static func isState(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: beginning)
  }

  /// The bytes of the file.
  ///
  /// - Complexity: O(*n*) in the length of cursors and bodies.
  func bytes(hiding secrets: StateSecrets) -> [UInt8] {
    var builder = JSONBuilder()
    let members: StateValue = .members(
      (Self.versionName, .number(Self.version)),
      (
        "outcome",
        end.map { .members(("word", .word($0.word)), ("reason", .word($0.reason))) } ?? .null
      ),
      ("pages", .number(memory.progress.pages)),
      ("items", .number(memory.progress.written)),
      ("needs", .list(needs.names) { .word($0) }),
      ("settings", settings.stateValue),
      ("output", output.stateValue),
      (
        "marks",
        .members(
          ("count", .number(marks.count)), ("sum", .word(Hexadecimal.text(marks.sum))))
      ),
      ("plan", plan.stateValue),
      ("resolved", memory.plan == plan ? .null : memory.plan.stateValue),
      ("hash_key", .word(Hexadecimal.text(memory.hash.key))),
      ("progress", memory.progress.stateValue),
      ("reader", memory.reader.stateValue),
      ("replacements", .number(memory.replacements)), ("ended", .word(memory.ended))
    )
    members.write(to: &builder, hiding: secrets)
    var bytes = builder.bytes
    // The closing brace comes behind the checksum.
    bytes.removeLast()
    return Self.sealed(bytes)
  }

  /// A state's text, which lacks its closing brace, with its checksum and its end.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func sealed(_ text: [UInt8]) -> [UInt8] {
    text + (checksumName + checksum(text) + checksumEnd).utf8
  }

  /// The checksum of what stands before it.
  private static func checksum(_ text: some Collection<UInt8>) -> String {
    let key = SipHash.Mark(low: 0x7061_6765_7761_6c6b, high: 0x7374_6174_6520_6669)
    return Hexadecimal.text(SipHash(key: key).mark(of: Array(text)))
  }

  /// A state's text, found whole.
  ///
  /// - Throws: a ``StateError`` where a byte is missing or changed.
  static func document(_ bytes: [UInt8]) throws(StateError) -> JSONDocument {
    let tail = checksumName.utf8.count + 32 + checksumEnd.utf8.count
    let text = bytes.dropLast(tail)
    let expected = checksumName + checksum(text) + checksumEnd
    guard isState(bytes), bytes.count > tail, bytes.suffix(tail).elementsEqual(expected.utf8),
      let document = try? JSONDocument(bytes)
    else {
      throw StateError(.fault, "it is damaged, or no state of a walk at all")
    }
    let version = document.member(versionName, of: document.root).map { document.text($0) }
    guard version == String(Self.version) else {
      throw StateError(.fault, "it is of another version of pagewalk ('\(version ?? "")')")
    }
    return document
  }

  /// Reads what can be read without secrets.
  static func head(of document: JSONDocument) throws(StateError) -> Head {
    let reader = try rootReader(
      of: document, ["outcome", "pages", "items", "needs", "settings", "output"],
      revealing: StateSecrets())
    var end: End?
    if reader["outcome"] != nil {
      let outcome = try reader.object("outcome")
      end = End(word: try outcome.text("word") ?? "", reason: try outcome.text("reason") ?? "")
    }
    var names: [String] = []
    for name in try reader.list("needs") { names.append(try name.asText("needs")) }
    return Head(
      end: end, needs: StateNeeds(names: names), pages: try reader.count("pages"),
      items: try reader.count("items"),
      settings: try Settings(stateValue: reader["settings"]),
      output: reader["output"] == nil ? nil : try Output(stateValue: reader["output"]))
  }

  /// Reads a state.
  init(_ document: JSONDocument, revealing secrets: StateSecrets) throws(StateError) {
    let head = try Self.head(of: document)
    end = head.end
    needs = head.needs
    settings = head.settings
    output = head.output
    let reader = try Self.rootReader(
      of: document,
      [
        "marks", "plan", "resolved", "hash_key", "progress", "reader", "replacements", "ended",
      ],
      revealing: secrets)
    plan = try WalkPlan(stateValue: reader["plan"])
    guard let key = Hexadecimal.mark(try reader.text("hash_key") ?? "") else {
      throw StateReader.damaged("hash_key")
    }
    memory = WalkEngine.Memory(
      plan: reader["resolved"] == nil ? plan : try WalkPlan(stateValue: reader["resolved"]),
      progress: try WalkProgress(stateValue: reader["progress"]),
      hash: SipHash(key: key),
      reader: try PageReader.Memory(stateValue: reader["reader"]),
      replacements: try reader.count("replacements"), ended: try reader.text("ended"))
    let marks = try reader.object("marks")
    guard let sum = Hexadecimal.mark(try marks.text("sum") ?? "") else {
      throw StateReader.damaged("marks")
    }
    self.marks = Marks(count: try marks.count("count"), sum: sum)
  }

  private static func rootReader(
    of document: JSONDocument, _ names: [String], revealing secrets: StateSecrets
  ) throws(StateError) -> StateReader {
    var members: [StateValue.Member] = []
    for name in names {
      guard let node = document.member(name, of: document.root) else { continue }
      let value = try StateValue(node, of: document, revealing: secrets)
      members.append(StateValue.Member(name: name, value: value))
    }
    return try StateReader(.object(members), "state")
  }
}

extension WalkState.Settings {
  fileprivate var stateValue: StateValue {
    let rule: StateValue =
      switch dedup {
      case nil: .null
      case .whole: .flag(true)
      case .key(let key): .word(key.description)
      }
    return .members(
      ("format", .word(format.rawValue)), ("dedup", rule),
      ("allow_origin", .list(allowedOrigins) { .word($0) }),
      ("trust_origin", .list(trustedOrigins) { .word($0) }),
      ("verify_total", .flag(if: verifiesTotal)), ("presets", .list(presets) { .word($0) }))
  }

  fileprivate init(stateValue: StateValue?) throws(StateError) {
    self.init()
    let reader = try StateReader(stateValue, "settings")
    guard let format = ItemWriter.Format(rawValue: try reader.text("format") ?? "") else {
      throw StateReader.damaged("format")
    }
    self.format = format
    switch reader["dedup"] {
    case nil: break
    case .flag: dedup = .whole
    case let value:
      dedup = .key(
        try StateReader.parsed(value, "dedup") { text throws(PathError) in try Key(text) })
    }
    for origin in try reader.list("allow_origin") {
      allowedOrigins.append(try origin.asText("allow_origin"))
    }
    for origin in try reader.list("trust_origin") {
      trustedOrigins.append(try origin.asText("trust_origin"))
    }
    verifiesTotal = reader.flag("verify_total")
    for preset in try reader.list("presets") { presets.append(try preset.asText("presets")) }
  }

  /// What makes other settings another walk, as words for the user; nil where they do not.
  package func difference(to other: WalkState.Settings) -> String? {
    if format != other.format {
      return "its '--format' is \(format.rawValue), not \(other.format.rawValue)"
    }
    if dedup != other.dedup { return "its '--dedup' or '--dedup-key' is another one" }
    return nil
  }
}

extension WalkState.Output? {
  fileprivate var stateValue: StateValue {
    guard let self else { return .null }
    return .members(
      ("path", .word(self.path)), ("length", .number(self.length)),
      ("tail", self.tail.map { .word(Hexadecimal.text($0)) } ?? .null))
  }
}

extension WalkState.Output {
  fileprivate init(stateValue: StateValue?) throws(StateError) {
    let reader = try StateReader(stateValue, "output")
    guard let path = try reader.text("path") else { throw StateReader.damaged("output") }
    self.init(path: path)
    guard let length = try reader.number("length") else { return }
    guard length >= 0, let tail = Hexadecimal.mark(try reader.text("tail") ?? "") else {
      throw StateReader.damaged("output")
    }
    self.length = length
    self.tail = tail
  }
}

extension PageReader.Memory {
  fileprivate var stateValue: StateValue {
    let pages = pageOne.sorted { $0.key.description < $1.key.description }
    return .members(
      ("page_one", .list(pages) { .list([.word($0.key.description), $0.value.stateValue]) }),
      ("arrays", .list(selectsArray) { $0.map { .flag($0) } ?? .null }),
      ("item_members", itemMembers.map { .list($0.sorted().map { .word($0) }) } ?? .null))
  }

  fileprivate init(stateValue: StateValue?) throws(StateError) {
    let reader = try StateReader(stateValue, "reader")
    for pair in try reader.list("page_one") {
      guard case .list(let both) = pair, both.count == 2 else {
        throw StateReader.damaged("page_one")
      }
      let key = try StateReader.parsed(both[0], "page_one") { text throws(PathError) in
        try Key(text)
      }
      pageOne[key] = try Cursor(stateValue: both[1])
    }
    for value in try reader.list("arrays") {
      if case .flag(let flag) = value {
        selectsArray.append(flag)
      } else {
        selectsArray.append(nil)
      }
    }
    guard reader["item_members"] != nil else { return }
    itemMembers = []
    for name in try reader.list("item_members") {
      itemMembers?.insert(try name.asText("item_members"))
    }
  }
}
