// SPDX-License-Identifier: Apache-2.0

// A plan as a state keeps it: one table of its fields writes it, reads it, and compares it with
// another walk's.
extension WalkPlan {
  /// A field of a plan: its name in the state, the option that sets it, and its value.
  struct Field: Sendable {
    var name: String
    /// What the user knows the field by.
    var option: String
    /// Whether a walk stays the same walk where this differs.
    var isFree = false
    var get: @Sendable (WalkPlan) -> StateValue
    var set: @Sendable (inout WalkPlan, StateValue) throws(StateError) -> Void
  }

  /// The plan as a value: every field that says something.
  var stateValue: StateValue {
    .object(
      Self.fields.compactMap { field in
        let value = field.get(self)
        return value == .null ? nil : StateValue.Member(name: field.name, value: value)
      })
  }

  /// Reads a plan.
  init(stateValue: StateValue?) throws(StateError) {
    self.init(url: "")
    let reader = try StateReader(stateValue, "plan")
    for field in Self.fields {
      if let value = reader[field.name] { try field.set(&self, value) }
    }
  }

  /// What makes another plan another walk, as words for the user; nil where it is the same walk.
  ///
  /// How much is wanted (`--max-pages`, `--max-items`) does not.
  package func difference(to other: WalkPlan) -> String? {
    for field in Self.fields where !field.isFree {
      let (own, others) = (field.get(self), field.get(other))
      if own != others {
        return "its \(field.option) is \(Self.shown(own)), not \(Self.shown(others))"
      }
    }
    return nil
  }

  private static func shown(_ value: StateValue) -> String {
    switch value {
    case .null: return "not given"
    case .flag: return "given"
    case .number(let number): return String(number)
    case .word(let text), .text(let text), .spelled(let text, _):
      let url = URLMask.masked(text, secretNames: URLMask.secretNames(in: text))
      return "'\(Printable.escaped(url))'"
    case .list(let values): return values.map(shown).joined(separator: ", ")
    case .object(let members):
      return members.map { "\($0.name) \(shown($0.value))" }.joined(separator: ", ")
    }
  }

  // MARK: - The fields

  static let fields: [Field] = requestFields + wayFields + endFields + failureFields

  private static let requestFields: [Field] = [
    Field(name: "method", option: "method", get: { .word($0.request.method) }) {
      plan, value throws(StateError) in plan.request.method = try value.asText("method")
    },
    Field(name: "url", option: "URL", get: { .text($0.request.url) }) {
      plan, value throws(StateError) in plan.request.url = try value.asText("url")
    },
    Field(name: "headers", option: "headers", get: { $0.request.headers.stateValue }) {
      plan, value throws(StateError) in plan.request.headers = try HTTPHeaders(stateValue: value)
    },
    Field(name: "body", option: "data", get: { .bytes($0.request.body) }) {
      plan, value throws(StateError) in plan.request.body = try value.asBytes("body")
    },
    words("items_key", \.itemsKeys) { text throws(PathError) in try Key(text) },
    flag("items_optional", \.itemsOptional),
    flag("entries", \.entries),
  ]

  private static let wayFields: [Field] = [
    Field(name: "way", option: "way to the next page", get: { $0.way.stateValue }) {
      plan, value throws(StateError) in plan.way = try Way(stateValue: value)
    },
    word("limit_param", \.limitPlace) { text throws(PathError) in try Place(text) },
    number("page_size", \.pageSize),
    text("then_url", \.then.url),
    text("then_method", \.then.method),
    Field(name: "then_data", option: "'--then-data'", get: { .bytes($0.then.data) }) {
      plan, value throws(StateError) in plan.then.data = try value.asBytes("then_data")
    },
    Field(name: "next_base", option: "'--next-base'", get: { $0.nextBase.stateValue }) {
      plan, value throws(StateError) in plan.nextBase = try NextBase(stateValue: value)
    },
    choice("cursor_encoding", \.encoding, .percent),
    texts("drop_param", \.dropParameters),
    texts("keep_param", \.keepParameters),
    texts("start_at", \.startAt),
    Field(
      name: "skip_items", option: "'--skip-items'",
      get: { $0.skipItems == 0 ? .null : .number($0.skipItems) }
    ) { plan, value throws(StateError) in
      guard case .number(let count) = value else { throw StateReader.damaged("skip_items") }
      plan.skipItems = count
    },
    flag("rebase_next", \.rebaseNext),
  ]

  private static let endFields: [Field] = [
    source("more_key", \.moreKey),
    source("end_key", \.endKey),
    source("total_key", \.totalKey),
    source("pages_key", \.pagesKey),
    Field(
      name: "stop_on", option: "'--stop-on'",
      get: { plan in .list(plan.stops.map(\.stateWord).sorted()) { .word($0) } }
    ) { plan, value throws(StateError) in
      guard case .list(let words) = value else { throw StateReader.damaged("stop_on") }
      for word in words { plan.stops.insert(try StopRule(stateWord: word.asText("stop_on"))) }
    },
    number("max_pages", \.maxPages, isFree: true),
    number("max_items", \.maxItems, isFree: true),
    choice("on_repeat", \.onRepeat, .fail),
  ]

  private static let failureFields: [Field] = [
    Field(
      name: "ok_status", option: "'--ok-status'",
      get: { plan in .list(plan.okStatuses.sorted()) { .number($0) } }
    ) { plan, value throws(StateError) in
      guard case .list(let numbers) = value else { throw StateReader.damaged("ok_status") }
      for case .number(let number) in numbers { plan.okStatuses.insert(number) }
    },
    source("error_key", \.errorKey),
    source("ok_key", \.okKey),
    flag("invalid_utf8_replace", \.replacesInvalidUTF8),
    flag("page_format_jsonl", \.jsonLines),
    Field(
      name: "detected", option: "detection", isFree: true, get: { $0.detected.stateValue }
    ) { plan, value throws(StateError) in plan.detected = try Detected(stateValue: value) },
  ]

  // MARK: - Kinds of fields

  private typealias Path<V> = any (WritableKeyPath<WalkPlan, V> & Sendable)

  private static func option(_ name: String) -> String {
    "'--\(name.split(separator: "_").joined(separator: "-"))'"
  }

  private static func flag(_ name: String, _ path: Path<Bool>) -> Field {
    Field(name: name, option: option(name), get: { .flag(if: $0[keyPath: path]) }) { plan, value in
      plan[keyPath: path] = value == .flag(true)
    }
  }

  private static func number(_ name: String, _ path: Path<Int?>, isFree: Bool = false) -> Field {
    Field(name: name, option: option(name), isFree: isFree, get: { .number($0[keyPath: path]) }) {
      plan, value throws(StateError) in
      guard case .number(let number) = value else { throw StateReader.damaged(name) }
      plan[keyPath: path] = number
    }
  }

  private static func text(_ name: String, _ path: Path<String?>) -> Field {
    Field(
      name: name, option: option(name),
      get: { plan in plan[keyPath: path].map { .text($0) } ?? .null }
    ) { plan, value throws(StateError) in plan[keyPath: path] = try value.asText(name) }
  }

  private static func texts(_ name: String, _ path: Path<[String]>) -> Field {
    Field(
      name: name, option: option(name),
      get: { plan in .list(plan[keyPath: path]) { .text($0) } }
    ) { plan, value throws(StateError) in
      guard case .list(let texts) = value else { throw StateReader.damaged(name) }
      for text in texts { plan[keyPath: path].append(try text.asText(name)) }
    }
  }

  private static func word<V: CustomStringConvertible & Sendable>(
    _ name: String, _ path: Path<V?>, _ read: @escaping @Sendable (String) throws(PathError) -> V
  ) -> Field {
    Field(name: name, option: option(name), get: { .word($0[keyPath: path]) }) {
      plan, value throws(StateError) in
      plan[keyPath: path] = try StateReader.parsed(value, name, read)
    }
  }

  private static func words<V: CustomStringConvertible & Sendable>(
    _ name: String, _ path: Path<[V]>, _ read: @escaping @Sendable (String) throws(PathError) -> V
  ) -> Field {
    Field(
      name: name, option: option(name),
      get: { plan in .list(plan[keyPath: path]) { .word($0.description) } }
    ) { plan, value throws(StateError) in
      guard case .list(let words) = value else { throw StateReader.damaged(name) }
      for word in words {
        plan[keyPath: path].append(try StateReader.parsed(word, name, read))
      }
    }
  }

  private static func source(_ name: String, _ path: Path<Source?>) -> Field {
    word(name, path) { text throws(PathError) in try Source(text) }
  }

  private static func choice<V: RawRepresentable & Equatable & Sendable>(
    _ name: String, _ path: Path<V>, _ standard: V
  ) -> Field where V.RawValue == String {
    Field(
      name: name, option: option(name),
      get: { plan in
        let value = plan[keyPath: path]
        return value == standard ? .null : .word(value.rawValue)
      }
    ) { plan, value throws(StateError) in
      guard let value = V(rawValue: try value.asText(name)) else {
        throw StateReader.damaged(name)
      }
      plan[keyPath: path] = value
    }
  }
}

extension StateReader {
  /// What a text says, read by a parser of keys, sources or places.
  static func parsed<V>(
    _ value: StateValue?, _ name: String, _ read: (String) throws(PathError) -> V
  ) throws(StateError) -> V {
    guard let text = try value?.asText(name), let parsed = try? read(text) else {
      throw damaged(name)
    }
    return parsed
  }
}

extension HTTPHeaders {
  /// The fields as a value: pairs of name and value.
  var stateValue: StateValue {
    .list(fields) { .list([.word($0.name), .text($0.value)]) }
  }

  init(stateValue: StateValue) throws(StateError) {
    self.init()
    guard case .list(let pairs) = stateValue else { throw StateReader.damaged("headers") }
    for pair in pairs {
      guard case .list(let both) = pair, both.count == 2 else {
        throw StateReader.damaged("headers")
      }
      append(name: try both[0].asText("headers"), value: try both[1].asText("headers"))
    }
  }
}

extension WalkPlan.Way {
  var stateValue: StateValue {
    switch self {
    case .detect: .null
    case .single: .members(("kind", .word("single")))
    case .cursors(let rules):
      .members(
        ("kind", .word("cursors")),
        (
          "rules",
          .list(rules) { .list([.word($0.source.description), .word($0.place.description)]) }
        )
      )
    case .pages(let rule):
      .members(
        ("kind", .word("pages")), ("place", .word(rule.place)), ("first", .number(rule.first)),
        ("step", .number(rule.step)))
    case .offsets(let rule):
      .members(
        ("kind", .word("offsets")), ("place", .word(rule.place)), ("first", .number(rule.first)),
        ("by_limit", .flag(if: rule.stepsByLimit)))
    }
  }

  init(stateValue: StateValue) throws(StateError) {
    let reader = try StateReader(stateValue, "way")
    func place(_ value: StateValue?) throws(StateError) -> Place {
      try StateReader.parsed(value, "place") { text throws(PathError) in try Place(text) }
    }
    switch try reader.text("kind") {
    case "single": self = .single
    case "cursors":
      var rules: [WalkPlan.CursorRule] = []
      for rule in try reader.list("rules") {
        guard case .list(let both) = rule, both.count == 2 else {
          throw StateReader.damaged("rules")
        }
        let source = try StateReader.parsed(both[0], "source") { text throws(PathError) in
          try Source(text)
        }
        rules.append(WalkPlan.CursorRule(source: source, place: try place(both[1])))
      }
      self = .cursors(rules)
    case "pages":
      self = .pages(
        WalkPlan.PageRule(
          place: try place(reader["place"]), first: try reader.number("first"),
          step: try reader.number("step") ?? 1))
    case "offsets":
      self = .offsets(
        WalkPlan.OffsetRule(
          place: try place(reader["place"]), first: try reader.number("first"),
          stepsByLimit: reader.flag("by_limit")))
    default: throw StateReader.damaged("way")
    }
  }
}

extension WalkPlan.Detected {
  fileprivate var stateValue: StateValue {
    guard self != WalkPlan.Detected() else { return .null }
    return .members(
      ("items", .flag(if: items)), ("way", .flag(if: way)), ("total", .word(total)),
      ("pages", .word(pages)), ("position", .word(position)), ("dead_end", .word(deadEnd)))
  }

  fileprivate init(stateValue: StateValue) throws(StateError) {
    self.init()
    let reader = try StateReader(stateValue, "detected")
    items = reader.flag("items")
    way = reader.flag("way")
    total = try Self.source("total", of: reader)
    pages = try Self.source("pages", of: reader)
    position = try Self.source("position", of: reader)
    deadEnd = try reader.text("dead_end")
  }

  private static func source(
    _ name: String, of reader: StateReader
  ) throws(StateError) -> Source? {
    guard let value = reader[name] else { return nil }
    return try StateReader.parsed(value, name) { text throws(PathError) in try Source(text) }
  }
}

extension WalkPlan.NextBase? {
  fileprivate var stateValue: StateValue {
    switch self {
    case nil: .null
    case .source(let source): .members(("source", .word(source)))
    case .url(let url): .members(("url", .text(url)))
    }
  }
}

extension WalkPlan.NextBase {
  fileprivate init(stateValue: StateValue) throws(StateError) {
    let reader = try StateReader(stateValue, "next_base")
    if let url = try reader.text("url") {
      self = .url(url)
    } else {
      self = .source(
        try StateReader.parsed(reader["source"], "next_base") { text throws(PathError) in
          try Source(text)
        })
    }
  }
}

extension WalkPlan.StopRule {
  /// The rule as `--stop-on` has it.
  fileprivate var stateWord: String {
    switch self {
    case .empty: "empty"
    case .short: "short"
    case .repeatedCursor: "repeat"
    case .status(let status): "status:\(status)"
    }
  }

  fileprivate init(stateWord: String) throws(StateError) {
    switch stateWord {
    case "empty": self = .empty
    case "short": self = .short
    case "repeat": self = .repeatedCursor
    default:
      guard stateWord.hasPrefix("status:"), let status = Int(stateWord.dropFirst(7)) else {
        throw StateReader.damaged("stop_on")
      }
      self = .status(status)
    }
  }
}
