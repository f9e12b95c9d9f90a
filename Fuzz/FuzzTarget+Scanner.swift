// SPDX-License-Identifier: Apache-2.0

@testable import PageWalkCore

extension FuzzTarget {
  /// A text has one index or one fault however it is cut into pieces, whatever texts were read before,
  /// and the same fault or spelling where the index is left out from some depth on; what is written compactly or
  /// canonically is read again and stays as it is; replaced bytes are those that the standard
  /// library replaces; a string is what its spelling says.
  static func scan(_ bytes: [UInt8]) {
    let cut = Int(bytes.first ?? 0) * bytes.count / 256
    let size = Int(bytes.last ?? 0) % 7 + 1
    for format in [JSONDocument.Format.json, .lines] {
      for repair in [JSONDocument.InvalidUTF8.fail, .replace] {
        let whole = reading(bytes, format, repair, into: used) { _ in Int.max }
        let shallow = reading(bytes, format, repair, to: 1 + size % 3) { _ in Int.max }
        expect(whole.withoutNodes == shallow.withoutNodes, "with less of an index, it is another")
        let inTwo = reading(bytes, format, repair) { $0 == 0 ? max(cut, 1) : Int.max }
        let inMany = reading(bytes, format, repair) { _ in size }
        expect(whole == inTwo, "cut at \(cut), the text is another")
        expect(whole == inMany, "in pieces of \(size) bytes, the text is another")
        if repair == .replace {
          let replaced = Array(String(decoding: bytes, as: UTF8.self).utf8)
          let strict = reading(replaced, format, .fail) { _ in Int.max }
          expect(whole.text == strict.text, "bytes are replaced in another way")
        }
        if repair == .fail, let text = whole.text { checkCompact(text, format) }
      }
    }
    guard let document = try? JSONDocument(bytes) else { return }
    checkCanonical(document)
    for node in 0..<document.nodeCount where document.kind(node) == .string {
      checkString(node, of: document)
    }
  }

  /// A document that has read all texts before.
  private nonisolated(unsafe) static let used = JSONDocument()

  /// What a reading of a text comes to.
  private struct Reading: Equatable {
    var text: [UInt8]?
    var error: ScanError?
    var nodeCount = 0
    var isCompact = false
    var replacements = 0

    /// What does not hang on how deep the index goes.
    var withoutNodes: Reading {
      var copy = self
      copy.nodeCount = 0
      return copy
    }
  }

  private static func reading(
    _ bytes: [UInt8], _ format: JSONDocument.Format, _ repair: JSONDocument.InvalidUTF8,
    to depth: Int = .max, into document: JSONDocument = JSONDocument(),
    piece: (_ offset: Int) -> Int
  ) -> Reading {
    document.reset(format: format, invalidUTF8: repair, indexedDepth: depth)
    do throws(ScanError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let size = piece(rest.startIndex)
        try document.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      try document.finish()
    } catch {
      return Reading(error: error)
    }
    return Reading(
      text: compact(document.root, of: document), nodeCount: document.nodeCount,
      isCompact: document.isCompact, replacements: document.replacements)
  }

  /// Compact text is JSON without white space. Lines are written as an array.
  private static func checkCompact(_ text: [UInt8], _ format: JSONDocument.Format) {
    guard let again = try? JSONDocument(text) else {
      fatalError("compact text is no JSON")
    }
    expect(again.isCompact, "compact text has white space")
    expect(compact(again.root, of: again) == text, "compact text is not stable")
  }

  private static func checkCanonical(_ document: JSONDocument) {
    let canonical = canonical(document)
    guard let again = try? JSONDocument(canonical) else {
      fatalError("the canonical form is no JSON")
    }
    expect(Self.canonical(again) == canonical, "the canonical form is not stable")
  }

  private static func canonical(_ document: JSONDocument) -> [UInt8] {
    var form = CanonicalForm()
    var writer = CanonicalWriter()
    writer.write(document.root, of: document, to: &form)
    return form.bytes
  }

  private static func checkString(_ node: JSONDocument.Node, of document: JSONDocument) {
    let string = document.string(node)
    expect(document.equals(node, string), "a string is not equal to itself")
    guard let again = try? JSONDocument(JSONText.quoted(string)) else {
      fatalError("a quoted string is no JSON")
    }
    expect(again.string(again.root) == string, "a quoted string is another one")
  }
}

/// A canonical form that can be looked at.
private struct CanonicalForm: CanonicalSink {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(_ text: PaddedBytes, _ range: Range<Int>) {
    for p in range { bytes.append(text[p]) }
  }
}
