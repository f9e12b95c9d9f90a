// SPDX-License-Identifier: Apache-2.0

/// Reads the short form of a ``Key``: names with dots between.
struct ShortKeyParser {
  private let text: String
  private let bytes: [UInt8]

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// The names, none for the empty key.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func names() throws(PathError) -> [PathName] {
    guard let first = bytes.first, let last = bytes.last else { return [] }
    guard !isBlank(first) else { throw fault("expected no white space at the beginning", at: 0) }
    guard !isBlank(last) else {
      throw fault("expected no white space at the end", at: bytes.count - 1)
    }
    if first == UInt8(ascii: "/") || bytes.starts(with: "#/".utf8) {
      throw fault("expected names with dots between, not slashes", at: 0)
    }

    var names: [PathName] = []
    var start = 0
    for index in 0...bytes.count {
      if index < bytes.count, bytes[index] != UInt8(ascii: ".") {
        if bytes[index] == UInt8(ascii: "[") || bytes[index] == UInt8(ascii: "]") {
          throw fault(
            "expected a name without brackets, or a JSONPath beginning with '$'", at: index)
        }
        continue
      }
      guard index > start else {
        let isFirst = index == 0
        throw fault(
          isFirst ? "expected a name before the dot" : "expected a name after the dot",
          at: index)
      }
      let name = bytes[start..<index]
      if name.elementsEqual([UInt8(ascii: "*")]) {
        throw fault("expected a name; '*' needs a JSONPath", at: start)
      }
      if start == 0, name.elementsEqual([UInt8(ascii: "@")]) {
        throw fault("expected a name; '@' alone is none", at: 0)
      }
      names.append(PathName(Array(name)))
      start = index + 1
    }
    return names
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func fault(_ message: String, at offset: Int) -> PathError {
    let hint = suggestion.map { "; did you mean \($0)?" } ?? ""
    return PathError(text: text, offset: offset, message: message + hint)
  }

  // MARK: What was meant

  /// A JSONPath that the text may have been meant as; nil where none comes to mind.
  ///
  /// It knows the habits of other notations: `.a` and `.a[]` (jq), `a[0]` (JavaScript), `@.a`
  /// (a JSONPath's filter), `/a/0` (JSON Pointer), blanks at the ends (copied text).
  private var suggestion: String? {
    guard bytes.count <= 80 else { return nil }
    var rest = bytes[...]
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    if rest.first == UInt8(ascii: "$") { return checked(rest) }
    if rest.starts(with: "@.".utf8) || rest.starts(with: "@[".utf8) { rest.removeFirst() }
    if rest.starts(with: "#/".utf8) { rest.removeFirst() }
    let isPointer = rest.first == UInt8(ascii: "/")
    let separator = UInt8(ascii: isPointer ? "/" : ".")

    var path = Array("$".utf8)
    while let next = rest.first {
      switch next {
      case separator where rest.dropFirst().first == separator && !isPointer:
        path += Array("..".utf8)
        rest.removeFirst(2)
        appendName(upTo: separator, of: &rest, to: &path, withDot: false)
      case separator:
        rest.removeFirst()
        appendName(upTo: separator, of: &rest, to: &path, withDot: true)
      case UInt8(ascii: "["):
        guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let inside = rest[(rest.startIndex + 1)..<end]
        path += Array("[".utf8) + (inside.isEmpty ? Array("*".utf8) : Array(inside))
        path += Array("]".utf8)
        rest = rest[(end + 1)...]
      default:
        appendName(upTo: separator, of: &rest, to: &path, withDot: true)
      }
    }
    return path.count > 1 || bytes.count == 1 && !isPointer ? checked(path) : nil
  }

  private func checked(_ path: some Collection<UInt8>) -> String? {
    let path = String(decoding: path, as: UTF8.self)
    return (try? JSONPath(path)) == nil ? nil : path
  }

  /// Moves a name from the text to the path, quoted where it must be.
  private func appendName(
    upTo separator: UInt8, of rest: inout ArraySlice<UInt8>, to path: inout [UInt8], withDot: Bool
  ) {
    let name = rest.prefix { $0 != separator && $0 != UInt8(ascii: "[") }
    rest = rest.dropFirst(name.count)
    guard !name.isEmpty else { return }
    let plain = String(decoding: name, as: UTF8.self)
    if (try? JSONPath("$.\(plain)")) != nil {
      path += Array((withDot ? ".\(plain)" : plain).utf8)
    } else if !name.isEmpty, name.allSatisfy({ (0x30...0x39).contains($0) }) {
      path += Array("[\(plain)]".utf8)
    } else {
      var printer = PathPrinter()
      printer.write("[")
      printer.writeQuoted(name)
      printer.write("]")
      path += printer.utf8
    }
  }
}
