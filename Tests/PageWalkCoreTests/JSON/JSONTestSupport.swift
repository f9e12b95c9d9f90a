// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

/// The error of a text that is given whole.
func scanError(_ text: some Sequence<UInt8>, _ format: JSONDocument.Format = .json) -> ScanError? {
  do throws(ScanError) {
    _ = try JSONDocument(text, format: format)
    return nil
  } catch {
    return error
  }
}

/// A text whose bytes count: two strings of Swift are equal already if they look the same.
struct Spelling: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  let bytes: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(stringLiteral text: String) {
    self.init(text)
  }

  var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// The root of a document without white space.
func compacted(_ document: JSONDocument) -> Spelling {
  var output: [UInt8] = []
  document.appendCompact(document.root, to: &output)
  return Spelling(output)
}

/// The canonical form of the root of a document.
func canonical(_ document: JSONDocument, _ node: Int = 0) -> Spelling {
  var output: [UInt8] = []
  var writer = CanonicalWriter()
  writer.write(node, of: document, to: &output)
  return Spelling(output)
}

/// The root of a text without white space.
func compacted(text: some Sequence<UInt8>) throws -> Spelling {
  compacted(try JSONDocument(text))
}

/// The root of a text without white space.
func compacted(text: String) throws -> Spelling {
  compacted(try JSONDocument(text))
}

/// The canonical form of the root of a text.
func canonical(text: String) throws -> Spelling {
  canonical(try JSONDocument(text))
}

/// The files of a folder of the conformance suites, in order; none where it is missing.
func files(_ folder: String) throws -> [URL] {
  guard let folder = Conformance.folder(folder) else { return [] }
  return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    .sorted { $0.path < $1.path }
}

/// The list "cases" of a file of the conformance suites, to be read case by case.
func forEachCase(_ folder: String, _ file: String, _ body: (Case) throws -> Void) throws {
  guard let folder = Conformance.folder(folder) else { return }
  let document = try JSONDocument(Data(contentsOf: folder.appendingPathComponent(file)))
  let cases = try #require(document.member("cases", of: document.root))
  for node in document.elements(of: cases) { try body(Case(document: document, node: node)) }
}

/// One case of a conformance suite.
struct Case: CustomStringConvertible {
  let document: JSONDocument
  let node: Int

  subscript(_ name: String) -> Int? { document.member(name, of: node) }

  /// A member that is a string.
  func string(_ name: String) -> String? { self[name].map { document.string($0) } }

  /// A member that is true or false.
  func bool(_ name: String) -> Bool? { self[name].map { document.kind($0) == .true } }

  /// A member that is a whole number.
  func int(_ name: String) -> Int? { self[name].flatMap { document.number($0)?.int } }

  /// Its beginning, for messages.
  var description: String { String(document.text(node).prefix(200)) }
}

/// What a document says of a text: all that must not depend on how the text was cut.
struct Reading: Hashable {
  var error: ScanError?
  var nodes: [[Int]] = []
  var isCompact = false
  var replacements = 0

  /// Reads a text that comes in pieces.
  init(
    _ pieces: [ArraySlice<UInt8>], _ format: JSONDocument.Format = .json,
    invalidUTF8: JSONDocument.InvalidUTF8 = .fail, maximumDepth: Int = 1000
  ) {
    let document = JSONDocument(maximumDepth: maximumDepth)
    document.reset(format: format, invalidUTF8: invalidUTF8)
    do throws(ScanError) {
      for piece in pieces { try document.append(Array(piece)) }
      try document.finish()
      nodes = (0..<document.nodeCount).map { node in
        let range = document.range(node)
        return [
          Int(document.kind(node).rawValue), range.lowerBound, range.upperBound,
          document.after(node), document.isEscaped(node) ? 1 : 0,
        ]
      }
      isCompact = document.isCompact
      replacements = document.replacements
    } catch {
      self.error = error
    }
  }

  /// Reads a text that comes whole.
  init(
    _ text: [UInt8], _ format: JSONDocument.Format = .json,
    invalidUTF8: JSONDocument.InvalidUTF8 = .fail
  ) {
    self.init([text[...]], format, invalidUTF8: invalidUTF8)
  }
}

/// A generator whose numbers follow from its seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A seed to print where a test fails: that of the environment's PAGEWALK_SEED, else a new one.
  static var seed: UInt64 {
    ProcessInfo.processInfo.environment["PAGEWALK_SEED"].flatMap { UInt64($0) }
      ?? UInt64.random(in: 0...UInt64.max)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A canonical form that can be looked at.
extension [UInt8]: CanonicalSink {
  mutating func append(_ bytes: PaddedBytes, _ range: Range<Int>) {
    for p in range { append(bytes[p]) }
  }
}
