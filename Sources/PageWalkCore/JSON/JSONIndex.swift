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
/// are siblings. Its top bit marks a string that holds an escape. While an array or object is open
/// its `link` is the node that it stands in, and its `end` says whether it is an object, and which
/// whole one before it may look like: the open ones form a stack that needs no memory of its own.
struct JSONIndex: ~Copyable {
  struct Entry: BitwiseCopyable {
    var start: UInt32
    var end: UInt32
    var link: UInt32
  }

  /// Marks, in `link`, a string that holds an escape.
  static let escapedBit: UInt32 = 1 << 31
  /// Instead of the node that an open array or object stands in: it stands in none.
  static let none = UInt32.max
  /// Instead of a node that something may look like: there is none. The root is like nothing.
  static let noModel: UInt32 = 0

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

  /// Lets `body` write at most `room` more entries.
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

    @unsafe
    init(entries: UnsafeMutablePointer<Entry>, count: Int) {
      unsafe self.entries = entries
      self.count = count
    }

    @inline(always)
    private mutating func append(_ start: Int, end: UInt32, link: UInt32) {
      unsafe entries[count] = Entry(
        start: UInt32(truncatingIfNeeded: start), end: end, link: link)
      count &+= 1
    }

    /// Adds a string, a number or a word.
    @inline(always)
    mutating func append(start: Int, end: Int, isEscaped: Bool) {
      let link = UInt32(truncatingIfNeeded: count &+ 1) | (isEscaped ? JSONIndex.escapedBit : 0)
      append(start, end: UInt32(truncatingIfNeeded: end), link: link)
    }

    /// Gives the last string or number its true end.
    func closeLast(end: Int, isEscaped: Bool) {
      unsafe entries[count - 1].end = UInt32(truncatingIfNeeded: end)
      if isEscaped { unsafe entries[count - 1].link |= JSONIndex.escapedBit }
    }

    /// Adds an array or object that stands in the open one `parent`, and may look like `model`.
    /// Returns its node.
    @inline(always)
    mutating func appendOpen(
      start: Int, isObject: Bool, within parent: UInt32, like model: UInt32 = noModel
    ) -> UInt32 {
      append(start, end: model << 1 | (isObject ? 1 : 0), link: parent)
      return UInt32(truncatingIfNeeded: count &- 1)
    }

    /// Closes the innermost open array or object. Returns the one that it stands in, and what it
    /// was said to look like.
    @inline(always)
    func closeOpen(_ node: UInt32, end: Int) -> (parent: UInt32, model: UInt32) {
      let entry = unsafe entries[Int(node)]
      unsafe entries[Int(node)].end = UInt32(truncatingIfNeeded: end)
      unsafe entries[Int(node)].link = UInt32(truncatingIfNeeded: count)
      return (entry.link, entry.end >> 1)
    }

    /// Whether an array or object that is still open is an object.
    @inline(always)
    func isOpenObject(_ node: UInt32) -> Bool {
      unsafe node != JSONIndex.none && entries[Int(node)].end & 1 != 0
    }

    /// Where a string stands that was written before, if the node is one.
    @inline(always)
    func string(at node: UInt32) -> (start: Int, count: Int, isEscaped: Bool) {
      let entry = unsafe entries[Int(node)]
      return (
        Int(entry.start), Int(entry.end) &- Int(entry.start),
        entry.link & JSONIndex.escapedBit != 0
      )
    }

    /// The node behind a whole value, or none behind none.
    @inline(always)
    func following(_ node: UInt32) -> UInt32 {
      unsafe node == noModel ? noModel : entries[Int(node)].link & ~JSONIndex.escapedBit
    }
  }
}
