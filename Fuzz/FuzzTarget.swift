// SPDX-License-Identifier: Apache-2.0

@testable import PageWalkCore

/// What libFuzzer is let loose on; `FUZZ_TARGET` names the target of a run.
///
/// A target must neither crash nor hang whatever the bytes are, and some check what they get against
/// itself: a fault ends the process by `precondition`.
enum FuzzTarget: String, CaseIterable {
  case scanner, path, link, retry, url, edit, state

  /// Tries one input.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .scanner: Self.scan(bytes)
    case .path: Self.select(bytes)
    case .link: Self.readLinks(bytes)
    case .retry: Self.readWaits(bytes)
    case .url: Self.editURL(bytes)
    case .edit: Self.editBody(bytes)
    case .state: Self.readState(bytes)
    }
  }

  /// A text read whole and in pieces has one index or one fault; what is written compactly is read
  /// again and stays as it is.
  private static func scan(_ bytes: [UInt8]) {
    let whole = result(bytes, pieces: Int.max)
    let size = Int(bytes.first ?? 1) % 7 + 1
    precondition(whole == result(bytes, pieces: size), "pieces of \(size) bytes differ")
    guard case .success(let compact) = whole else { return }
    precondition(result(compact, pieces: Int.max) == whole, "compact text is not stable")
    if let document = try? JSONDocument(bytes) {
      var canonical: [UInt8] = []
      document.appendCanonical(document.root, to: &canonical)
      guard let again = try? JSONDocument(canonical) else {
        preconditionFailure("the canonical form is no JSON")
      }
      var twice: [UInt8] = []
      again.appendCanonical(again.root, to: &twice)
      precondition(canonical == twice, "the canonical form is not stable")
    }
    // JSON Lines, and bytes that are replaced.
    let lines = JSONDocument()
    lines.reset(format: .lines, invalidUTF8: .replace)
    if (try? lines.append(bytes)) != nil { try? lines.finish() }
  }

  private static func result(_ bytes: [UInt8], pieces: Int) -> Result<[UInt8], ScanError> {
    let document = JSONDocument()
    do throws(ScanError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        try document.append(Array(rest.prefix(pieces)))
        rest = rest.dropFirst(pieces)
      }
      try document.finish()
    } catch {
      return .failure(error)
    }
    var compact: [UInt8] = []
    document.appendCompact(document.root, to: &compact)
    return .success(compact)
  }

  /// A path up to the first zero byte, then a document.
  private static func select(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let text = String(decoding: parts[0], as: UTF8.self)
    _ = try? Key(text)
    _ = try? Source(text)
    _ = try? Place(text)
    guard let path = try? JSONPath(text) else { return }
    guard let again = try? JSONPath(path.canonical) else {
      preconditionFailure("'\(path.canonical)' is not read again")
    }
    precondition(path == again, "'\(text)' and '\(path.canonical)' differ")
    let body =
      parts.count > 1 ? Array(parts[1]) : Array(#"{"a":[1,{"b":"x"},null],"é":-0.5e3}"#.utf8)
    guard let document = try? JSONDocument(body), let nodes = try? path.nodes(in: document),
      let paths = try? path.paths(in: document)
    else { return }
    precondition(nodes == paths.map(\.node), "paths and nodes differ")
    for (node, text) in paths.prefix(100) {
      let found = try? JSONPath(text).nodes(in: document)
      precondition(found == [node], "'\(text)' leads elsewhere")
    }
  }

  private static func readLinks(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let base = "https://api.test/a/b?c=d"
    let links = LinkHeader.links(in: [text], base: base)
    _ = LinkHeader.link("next", in: links, base: base)
  }

  private static func readWaits(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let names = [
      "Retry-After", "RateLimit", "RateLimit-Reset", "X-RateLimit-Reset", "X-RateLimit-Remaining",
      "X-Rate-Limit-Reset", "Date",
    ]
    let headers = HTTPHeaders(
      zip(names, lines).map { HTTPHeaders.Field(name: $0, value: $1) })
    for status in [403, 429, 503] {
      let wait = RetryAdvice.wait(status: status, headers: headers, now: 1_714_564_800)
      precondition(wait.map { $0 >= 0 && $0.isFinite } ?? true, "a wait of \(wait ?? 0)")
    }
    _ = RetryAdvice.isExhausted(headers)
    for line in lines { _ = HTTPDate.epoch(line, now: 1_714_564_800) }
  }

  private static func editURL(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let url = parts[0]
    let name = parts.count > 1 ? parts[1] : "cursor"
    let value = parts.count > 2 ? parts[2] : "a b&c=%+é"
    _ = Origin(url)
    _ = URLMask.masked(url)
    _ = URLReference.resolve(url, against: "https://api.test/a/b;c?d#e")
    _ = URLReference.resolve("../x?y", against: url)
    let escaped = URLReference.escaped(url)
    precondition(URLReference.escaped(escaped) == escaped, "escaping is not stable")
    let set = URLQuery.setting(name, to: URLQuery.percentEncoded(value), in: url)
    precondition(URLQuery.value(of: name, in: set) == value, "the value does not come back")
    precondition(
      !URLQuery.contains(name, in: URLQuery.removing(name, from: set)), "the name is still there")
  }

  /// A path, a value and a body, each up to a zero byte.
  private static func editBody(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      .map { Array($0) }
    guard parts.count == 3, let key = try? Key(String(decoding: parts[0], as: UTF8.self)),
      let steps = key.steps, (try? JSONDocument(parts[1])) != nil
    else { return }
    if let edited = try? JSONEdit.setting(steps, to: parts[1], in: parts[2]) {
      guard let document = try? JSONDocument(edited),
        let node = JSONEdit.node(at: steps, in: document)
      else { preconditionFailure("the value is not where it was put") }
      var there: [UInt8] = []
      document.appendCompact(node, to: &there)
      precondition(result(parts[1], pieces: Int.max) == .success(there), "the value has changed")
    }
    _ = try? JSONEdit.removing(steps, from: parts[2])
    _ = try? JSONEdit.merging(parts[1], into: parts[2], removing: [])
  }

  private static func readState(_ bytes: [UInt8]) {
    guard let document = try? WalkState.document(bytes) else { return }
    _ = try? WalkState.head(of: document)
  }
}
