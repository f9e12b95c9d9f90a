// SPDX-License-Identifier: Apache-2.0

/// The flat index of a document's structure: one entry of 12 bytes for each value and member name,
/// in the order of the text.
///
///     { "id" : 7 , "tags" : [ "a" , "b\n" ] }
///
///     node   0        1       2     3         4           5       6
///            {        "id"    7     "tags"    [           "a"     "b\n"
///     start  0        2       9     13        22          24      30
///     end    39       6       10    19        37          27      35
///     link   7        2       3     4         7           6       7, escaped
///
/// `link` is the node behind the whole value, so that walking over siblings costs as much as there
/// are siblings. Its top bit marks a string that holds an escape, and an array or object whose inside
/// was left out. While an array or object is open its `link` is the node that it stands in.
struct JSONIndex: ~Copyable {
  struct Entry: BitwiseCopyable {
    var start: UInt32
    var end: UInt32
    var link: UInt32
  }

  /// Marks, in `link`, a string that holds an escape.
  static let escapedBit: UInt32 = 1 << 31
  /// Marks, in `link`, an array or object whose inside was left out.
  static let opaqueBit = escapedBit
  /// Instead of the node that an open array or object stands in: it stands in none.
  static let none = UInt32.max

  private var entries = OwnedBuffer<Entry>(capacity: 1024)
  /// How many entries there are.
  private(set) var count = 0

  /// Makes an empty index.
  init() {}

  /// Empties the index, keeping its memory.
  mutating func removeAll() {
    count = 0
  }

  /// Makes room for so many entries.
  mutating func reserve(_ count: Int) {
    entries.reserve(count)
  }

  /// The first entry. Valid until the index grows.
  var base: UnsafePointer<Entry> { unsafe UnsafePointer(entries.base) }

  /// An entry that was written before.
  @inline(always)
  subscript(node: Int) -> Entry {
    unsafe entries.base[node]
  }

  /// Makes room for at most so many more entries, and lets them be written.
  ///
  /// - Complexity: amortized O(1) for each entry written; room that is not used costs nothing.
  mutating func startWriting(room: Int) -> Writer {
    entries.reserve(count + room)
    return unsafe Writer(entries: entries.base, count: count)
  }

  /// Takes over what a writer wrote.
  mutating func endWriting(_ writer: Writer) {
    count = writer.count
  }

  /// Writes entries where room was made for them, without looking again whether there is room. It
  /// lives in registers while the text is read.
  @safe
  struct Writer {
    private let entries: UnsafeMutablePointer<Entry>
    /// How many entries there are.
    private(set) var count: Int
    /// Whether what is added stays, or is left out.
    var keeps = true

    @unsafe
    init(entries: UnsafeMutablePointer<Entry>, count: Int) {
      unsafe self.entries = entries
      self.count = count
    }

    /// Adds a string, a number or a word.
    @inline(always)
    mutating func append(start: Int, end: Int, isEscaped: Bool) {
      if !keeps { return }
      unsafe entries[count] = Entry(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        link: UInt32(truncatingIfNeeded: count &+ 1) | (isEscaped ? JSONIndex.escapedBit : 0))
      count &+= 1
    }

    /// Gives the last string or number its true end.
    func closeLast(end: Int, isEscaped: Bool) {
      if !keeps { return }
      unsafe entries[count - 1].end = UInt32(truncatingIfNeeded: end)
      if isEscaped { unsafe entries[count - 1].link |= JSONIndex.escapedBit }
    }

    /// Adds an array or object that stands in the open one `parent`. Returns its node, or where it
    /// is left out, the parent's.
    @inline(always)
    mutating func appendOpen(start: Int, within parent: UInt32) -> UInt32 {
      if !keeps { return parent }
      unsafe entries[count] = Entry(
        start: UInt32(truncatingIfNeeded: start), end: 0, link: parent)
      count &+= 1
      return UInt32(truncatingIfNeeded: count &- 1)
    }

    /// Closes the innermost open array or object that is not left out. Returns the one that it
    /// stands in.
    @inline(always)
    func closeOpen(_ node: UInt32, end: Int, isOpaque: Bool) -> UInt32 {
      let parent = unsafe entries[Int(node)].link
      unsafe entries[Int(node)].end = UInt32(truncatingIfNeeded: end)
      unsafe entries[Int(node)].link =
        UInt32(truncatingIfNeeded: count) | (isOpaque ? JSONIndex.opaqueBit : 0)
      return parent
    }
  }
}
