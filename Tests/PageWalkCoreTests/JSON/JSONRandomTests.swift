// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

/// Texts made at random. A failure prints the seed: `PAGEWALK_SEED=… swift test` repeats it.
@Suite(.timeLimit(.minutes(1)))
struct JSONRandomTests {
  @Test func textsAreReadHoweverTheyAreCut() throws {
    let seed = SeededGenerator.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var maker = TextMaker(spaces: [0, 0, 1, 5].randomElement(using: &generator) ?? 0)
      maker.value(depth: 0, &generator)
      let text = maker.spelled
      let whole = Reading(text)
      #expect(whole.error == nil, "seed \(seed): \(String(decoding: text, as: UTF8.self))")
      #expect(whole.isCompact == (maker.spelled == maker.compact), "seed \(seed)")
      let document = try JSONDocument(text)
      #expect(compacted(document) == Spelling(maker.compact), "seed \(seed)")
      let form = canonical(document)
      #expect(canonical(try JSONDocument(form.bytes)) == form, "seed \(seed)")
      #expect(Reading(pieces(text, &generator)) == whole, "seed \(seed)")
    }
  }

  @Test func damagedTextsAreJudgedAsByASecondReader() throws {
    let seed = SeededGenerator.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3000 {
      var maker = TextMaker(spaces: 1)
      maker.value(depth: 3, &generator)
      let text = damaged(maker.spelled, &generator)
      expectTheSameJudgement(on: text, seed: seed, &generator)
    }
  }

  /// The objects of a list look alike, but for a name that is longer, shorter, missing, doubled, no
  /// string at all or in another place: what was learnt from one object must not be believed of the
  /// next.
  @Test func objectsThatLookAlikeAreJudgedAsByASecondReader() throws {
    let seed = SeededGenerator.seed
    var generator = SeededGenerator(seed: seed)
    let members = [
      #""id":12"#, #""i":1"#, #""identifier":"x""#, #""a_name_of_16_b":{"id":1,"x":[]}"#,
      #""a_name_of_17_by":[{"id":1},{"id":2,"i":null}]"#, #""a name that is longer":{}"#,
      #""é\n\"":{"é\n\"":"id"}"#, #""":-0.5"#, #""12":12"#, #""tags":["id","i"]"#,
    ]
    for _ in 0..<1000 {
      let model = (0..<4).map { _ in members.randomElement(using: &generator) ?? "" }
      let objects = (0..<3).map { _ in
        var object = model
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
          let place = object.indices.randomElement(using: &generator) ?? 0
          object[place] = members.randomElement(using: &generator) ?? ""
        }
        return "{\(object.joined(separator: ","))}"
      }
      let text = Array("[\(objects.joined(separator: ","))]".utf8)
      expectTheSameJudgement(on: text, seed: seed, &generator)
      expectTheSameJudgement(on: damaged(text, &generator), seed: seed, &generator)
    }
  }

  /// Some of its bytes are lost, others, or more.
  private func damaged(_ text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    let odd =
      Array("{}[]:,\"\\0123456789.eE+-truefalsn \n\u{0}\u{1}é\u{FFFF}".utf8) + [0xFF, 0xC0, 0xED]
    var text = text
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !text.isEmpty {
      let place = text.indices.randomElement(using: &generator) ?? 0
      let byte = odd.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0...3, using: &generator) {
      case 0: text.remove(at: place)
      case 1: text[place] = byte
      case 2: text.insert(byte, at: place)
      default: text.removeSubrange(place...)
      }
    }
    return text
  }

  private func expectTheSameJudgement(
    on text: [UInt8], seed: UInt64, _ generator: inout SeededGenerator
  ) {
    let reading = Reading(text)
    let shown = String(decoding: text, as: UTF8.self)
    #expect((reading.error == nil) == SecondReader.isJSON(text), "seed \(seed): \(shown)")
    #expect(Reading(pieces(text, &generator)) == reading, "seed \(seed): \(shown)")
    let bytes = text.indices.map { text[$0...$0] }
    #expect(Reading(bytes) == reading, "seed \(seed), byte by byte: \(shown)")
    let depth = Int.random(in: 0...3, using: &generator)
    expectTheSameOutline(of: text, pieces(text, &generator), to: depth, "seed \(seed): \(shown)")
  }

  /// An index that goes only so deep knows the same of what it knows, and finds the same faults.
  private func expectTheSameOutline(
    of text: [UInt8], _ pieces: [ArraySlice<UInt8>], to depth: Int, _ comment: Comment
  ) {
    let whole = JSONDocument()
    let shallow = JSONDocument()
    let error = read([text[...]], into: whole)
    shallow.reset(indexedDepth: depth)
    #expect(read(pieces, into: shallow) == error, comment)
    guard error == nil else { return }
    let outline = outline(of: shallow, to: depth)
    #expect(outline == self.outline(of: whole, to: depth), comment)
    #expect(outline.count == shallow.nodeCount, comment)
    #expect(shallow.isCompact == whole.isCompact, comment)
    #expect(compacted(shallow) == compacted(whole), comment)
    let (copy, node) = shallow.indexedWhole(shallow.root)
    #expect(canonical(copy, node) == canonical(whole), comment)
  }

  private func read(_ pieces: [ArraySlice<UInt8>], into document: JSONDocument) -> ScanError? {
    do throws(ScanError) {
      for piece in pieces { try document.append(Array(piece)) }
      try document.finish()
      return nil
    } catch {
      return error
    }
  }

  /// Kind and place of all names and values that stand in so many arrays and objects or fewer.
  private func outline(of document: JSONDocument, to depth: Int) -> [[Int]] {
    var lines: [[Int]] = []
    func add(_ node: Int, _ level: Int) {
      let range = document.range(node)
      lines.append([
        level, Int(document.kind(node).rawValue), range.lowerBound, range.upperBound,
        document.isString(node) && document.isEscaped(node) ? 1 : 0,
      ])
      guard level < depth else { return }
      for element in document.elements(of: node) { add(element, level + 1) }
      for (key, value) in document.members(of: node) {
        add(key, depth)
        add(value, level + 1)
      }
    }
    add(document.root, 0)
    return lines
  }

  private func pieces(_ text: [UInt8], _ generator: inout SeededGenerator) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = text[...]
    let longest = Int.random(in: 1...40, using: &generator)
    while !rest.isEmpty {
      pieces.append(rest.prefix(Int.random(in: 0...longest, using: &generator)))
      rest = rest.dropFirst(pieces.last?.count ?? 0)
    }
    return pieces
  }
}

/// Makes a JSON text at random, together with the same text without white space.
private struct TextMaker {
  let spaces: Int
  var spelled: [UInt8] = []
  var compact: [UInt8] = []

  init(spaces: Int) {
    self.spaces = spaces
  }

  private mutating func token(_ text: String) {
    spelled += text.utf8
    compact += text.utf8
  }

  private mutating func space(_ generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0...spaces, using: &generator) {
      let space = [" ", "\n", "\t", "\r", "           "].randomElement(using: &generator) ?? " "
      spelled += space.utf8
    }
  }

  mutating func value(depth: Int, _ generator: inout SeededGenerator) {
    let kind = Int.random(in: 0...(depth > 5 ? 4 : 7), using: &generator)
    switch kind {
    case 0: token(["true", "false", "null"].randomElement(using: &generator) ?? "")
    case 1, 2: number(&generator)
    case 3, 4: string(&generator)
    default:
      let isObject = kind == 5
      token(isObject ? "{" : "[")
      space(&generator)
      for index in 0..<Int.random(in: 0...5, using: &generator) {
        if index > 0 {
          token(",")
          space(&generator)
        }
        if isObject {
          string(&generator)
          space(&generator)
          token(":")
          space(&generator)
        }
        value(depth: depth + 1, &generator)
        space(&generator)
      }
      token(isObject ? "}" : "]")
    }
  }

  private mutating func number(_ generator: inout SeededGenerator) {
    var text = Bool.random(using: &generator) ? "-" : ""
    text += "\(generator.next() >> UInt64.random(in: 0...63, using: &generator))"
    if Bool.random(using: &generator) {
      text += ".0\(UInt32.random(in: 0...UInt32.max, using: &generator))"
    }
    if Int.random(in: 0...3, using: &generator) == 0 {
      text += ["e5", "E-07", "e+300"].randomElement(using: &generator) ?? ""
    }
    token(text)
  }

  private mutating func string(_ generator: inout SeededGenerator) {
    let parts = [
      "a", "name", "é", "中文", "😀", " ", "  {}[],: ", #"\""#, #"\\"#, #"\/"#, #"\n"#, #"\u00e9"#,
      #"\ud83d\ude00"#, #"\ud800"#, #"\u0000"#, "\u{7F}", "0123456789abcdef0123456789",
    ]
    token("\"")
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      token(parts.randomElement(using: &generator) ?? "")
    }
    token("\"")
  }
}

/// A second reader of JSON: slow, recursive, and written after the grammar of RFC 8259 alone.
private struct SecondReader {
  private var rest: ArraySlice<UInt8>

  static func isJSON(_ text: [UInt8]) -> Bool {
    guard String(validating: text, as: UTF8.self) != nil else { return false }
    var reader = SecondReader(rest: text[...])
    return reader.space() && reader.value() && reader.space() && reader.rest.isEmpty
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func takeAny(of bytes: String) -> Bool {
    guard let first = rest.first, bytes.utf8.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func space() -> Bool {
    while takeAny(of: " \t\n\r") {}
    return true
  }

  private mutating func digits() -> Bool {
    guard takeAny(of: "0123456789") else { return false }
    while takeAny(of: "0123456789") {}
    return true
  }

  private mutating func value() -> Bool {
    if take("true") || take("false") || take("null") { return true }
    if take("[") { return list(end: "]") { $0.value() } }
    if take("{") {
      return list(end: "}") {
        $0.take("\"") && $0.string() && $0.space() && $0.take(":") && $0.space() && $0.value()
      }
    }
    return take("\"") ? string() : number()
  }

  private mutating func list(end: String, _ element: (inout SecondReader) -> Bool) -> Bool {
    _ = space()
    if take(end) { return true }
    while space() && element(&self) && space() {
      if take(end) { return true }
      if !take(",") { return false }
    }
    return false
  }

  private mutating func string() -> Bool {
    while let first = rest.popFirst() {
      switch first {
      case UInt8(ascii: "\""): return true
      case 0..<0x20: return false
      case UInt8(ascii: "\\"):
        if take("u") {
          for _ in 0..<4 where !takeAny(of: "0123456789abcdefABCDEF") { return false }
        } else if !takeAny(of: #""\/bfnrt"#) {
          return false
        }
      default: break
      }
    }
    return false
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") && !digits() { return false }
    if take(".") && !digits() { return false }
    if takeAny(of: "eE") {
      _ = takeAny(of: "+-")
      return digits()
    }
    return true
  }
}
