// SPDX-License-Identifier: Apache-2.0

/// A JSON text: its bytes, and a flat index of its structure. There is no tree of objects.
///
/// Bytes are given as they arrive and are checked at once, strictly. After `finish` each value is a
/// `Node`, a number in the index; the root is 0. Strings and numbers are decoded only where asked,
/// so that a value can be handed on as it was spelled.
///
/// Ask for nodes only after `finish` returned without an error.
///
/// https://www.rfc-editor.org/rfc/rfc8259
package final class JSONDocument {
  /// A value or the name of a member, as its number in the index. In an object each name is
  /// followed by its value.
  package typealias Node = Int

  /// What a text is made of.
  package enum Format: Hashable, Sendable {
    /// One JSON value.
    case json
    /// JSON Lines: a value a line, empty lines between or not, read as one array. Its root is
    /// an array that the text itself does not spell.
    ///
    /// https://jsonlines.org
    case lines
  }

  /// What is done about bytes that are no UTF-8.
  package enum InvalidUTF8: Hashable, Sendable {
    /// They are an error.
    case fail
    /// U+FFFD takes the place of each maximal part of a character, as the Unicode standard advises.
    case replace
  }

  /// How many bytes a text may have: offsets have 32 bits. A node takes two bytes at least, but for
  /// the open arrays before the first value, so that the number of a node has 31 bits.
  private let maximumCount: Int
  /// How many bytes are kept of a text that turned out to be no JSON.
  private static let keptAfterError = 65536
  /// So many bytes are copied and read at a time, while the processor's cache holds them.
  private static let blockSize = 32768
  /// A server that promises more bytes than these gets no more memory before they come.
  private static let maximumExpected = 32 << 20

  // Every look at a node reads these, and a check for overlapping access at each look would cost
  // more than the look. No access can overlap: nothing here calls back while it holds one.
  @safe @exclusivity(unchecked) private var buffer = OwnedBuffer<UInt8>(capacity: 4096)
  @safe @exclusivity(unchecked) private var scanner: JSONScanner
  @safe @exclusivity(unchecked) private(set) var index = JSONIndex()
  private var repair: UTF8Repair?

  /// The bytes held. In `replace` mode, after replacing.
  @safe @exclusivity(unchecked) package private(set) var count = 0
  /// The error that `append` or `finish` threw.
  package private(set) var error: ScanError?

  /// Makes an empty document.
  ///
  /// - Parameter maximumDepth: how many arrays and objects may be open at a time.
  package convenience init(maximumDepth: Int = 1000) {
    self.init(maximumDepth: maximumDepth, maximumCount: .max)
  }

  /// Makes an empty document for texts of at most `maximumCount` bytes.
  init(maximumDepth: Int, maximumCount: Int) {
    self.maximumCount = min(
      maximumCount, Int(UInt32.max) - PaddedBytes.padding - maximumDepth)
    scanner = JSONScanner(maximumDepth: maximumDepth)
    pad()
  }

  /// Reads a whole text.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  package convenience init(_ text: some Sequence<UInt8>, format: Format = .json) throws(ScanError) {
    self.init()
    reset(format: format)
    let bytes = Array(text)
    try append(bytes)
    try finish()
  }

  /// Reads a whole text.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  package convenience init(_ text: String, format: Format = .json) throws(ScanError) {
    try self.init(text.utf8, format: format)
  }

  /// Empties the document for another text, and keeps its memory.
  ///
  /// - Parameter indexedDepth: how deep anybody will look. All of the text is read and checked, but
  ///   of a value that stands in so many arrays and objects nothing is known then but where it is,
  ///   and asking for what is in it is a fault of the program. The root stands in none.
  package func reset(
    format: Format = .json, invalidUTF8: InvalidUTF8 = .fail, indexedDepth: Int = .max
  ) {
    count = 0
    error = nil
    repair = invalidUTF8 == .replace ? UTF8Repair() : nil
    scanner.reset(isLines: format == .lines, indexedDepth: indexedDepth)
    index.removeAll()
    pad()
  }

  /// Says how long the text that comes will be, if that is known. It costs nothing to be wrong, but
  /// time to leave it out: memory that is asked for piece by piece is got piece by piece.
  package func expect(byteCount: Int) {
    let expected = min(byteCount, Self.maximumExpected)
    guard expected >= Self.blockSize else { return }
    // The next page may be a little longer.
    buffer.reserve(expected + expected / 16 + PaddedBytes.padding)
    // Texts with more values than that are rare.
    if indexesWhole { index.reserve(expected / 8) }
  }

  /// Adds bytes and checks the text as far as they go.
  ///
  /// Once it has thrown, it throws the same error for whatever else is added; the bytes are kept
  /// all the same up to 64 KiB, for a message to show the beginning of the text.
  ///
  /// - Complexity: O(*n*) in the bytes added, amortized.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(ScanError) {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      let block = unsafe UnsafeRawBufferPointer(rebasing: rest.prefix(Self.blockSize))
      unsafe rest = unsafe rest.dropFirst(block.count)
      if error != nil && count >= Self.keptAfterError { break }
      if repair != nil {
        take(unsafe repair?.append(block) ?? [], isLast: false)
      } else {
        unsafe take(block, isLast: false)
      }
    }
    if let error { throw error }
  }

  /// Adds bytes, as the other `append`.
  ///
  /// - Complexity: O(*n*) in the bytes added, amortized.
  package func append(_ bytes: [UInt8]) throws(ScanError) {
    let error: ScanError? = unsafe bytes.withUnsafeBytes { bytes in
      do throws(ScanError) {
        unsafe try append(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let error { throw error }
  }

  /// Says that the text ends here.
  package func finish() throws(ScanError) {
    take(repair?.finish() ?? [], isLast: true)
    if let error { throw error }
  }

  private func take(_ bytes: [UInt8], isLast: Bool) {
    unsafe bytes.withUnsafeBytes { unsafe take($0, isLast: isLast) }
  }

  /// Holds bytes, as many as there may be, and reads as far as they go.
  private func take(_ bytes: UnsafeRawBufferPointer, isLast: Bool) {
    let held = min(bytes.count, maximumCount - count)
    if let source = bytes.baseAddress {
      buffer.reserve(count + held + PaddedBytes.padding)
      unsafe UnsafeMutableRawPointer(buffer.base + count).copyMemory(
        from: source, byteCount: held)
      count += held
      pad()
    }
    if error == nil { error = scan(isLast: isLast && held == bytes.count) }
    if error == nil && held < bytes.count { error = ScanError(.tooLarge, at: maximumCount) }
  }

  private func pad() {
    unsafe (buffer.base + count).update(repeating: 0, count: PaddedBytes.padding)
  }

  private func scan(isLast: Bool) -> ScanError? {
    do throws(ScanError) {
      if isLast {
        try scanner.finish(bytes, end: count, into: &index)
      } else {
        try scanner.run(bytes, end: count, isLast: false, into: &index)
      }
      return nil
    } catch {
      return error
    }
  }

  /// The bytes held and the zeros behind them. Not to be kept over an `append`.
  var bytes: PaddedBytes {
    unsafe PaddedBytes(buffer.base)
  }

  /// The bytes held, or some of them, for as long as `body` runs.
  ///
  /// - Parameter range: where they are; the first zero behind the last one may be among them.
  package func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count + 1)
    let bytes = unsafe UnsafeRawBufferPointer(
      start: buffer.base + range.lowerBound, count: range.count)
    return try unsafe body(bytes)
  }

  /// Puts another byte in the place of one, or of the first zero behind the last one.
  func setByte(_ byte: UInt8, at offset: Int) {
    precondition(offset >= 0 && offset <= count)
    unsafe buffer.base[offset] = byte
  }

  /// A value with an index of all that is in it: as it stands here, or in a document of its own where
  /// some was left out.
  ///
  /// - Complexity: O(1) where it stands here, else O(*n*) in the bytes of the value.
  package func indexedWhole(_ node: Node) -> (document: JSONDocument, node: Node) {
    let isContainer = kind(node) == .array || kind(node) == .object
    if indexesWhole || !isContainer { return (self, node) }
    let copy = JSONDocument(maximumDepth: scanner.maximumDepth)
    copy.reset(format: node == 0 && isLines ? .lines : .json)
    do throws(ScanError) {
      try copy.append(unsafe withBytes(range(node)) { unsafe Array($0) })
      try copy.finish()
    } catch {
      preconditionFailure("a part of a valid text is valid: \(error)")
    }
    return (copy, copy.root)
  }

  /// Whether nothing is left out of the index.
  var indexesWhole: Bool { scanner.indexesWhole }

  /// Whether the root is that of JSON Lines, which the text does not spell.
  var isLines: Bool { scanner.isLines }

  /// Whether no white space stands between the tokens of a value. Around the root, and between the
  /// lines of JSON Lines, it may.
  package var isCompact: Bool { !scanner.hasInnerSpace }

  /// How many parts of characters `replace` mode has replaced.
  package var replacements: Int { repair?.replacements ?? 0 }
}
