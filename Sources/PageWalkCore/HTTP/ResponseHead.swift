// SPDX-License-Identifier: Apache-2.0

/// The head of a response, put together from its lines as they come.
///
/// Real servers write odd heads, and all that can be understood is: no blank after a colon, no
/// reason phrase, bytes that are no UTF-8 (read as Latin-1), a field that goes on on the next line.
/// Heads of interim responses (1xx) are dropped, and so are the trailers behind a body.
///
/// https://www.rfc-editor.org/rfc/rfc9112#section-4
struct ResponseHead {
  /// The status code of the head under way.
  private(set) var status = 0

  /// The fields of the head under way.
  private(set) var headers: HTTPHeaders = [:]

  /// Whether the head has ended and the body follows.
  private(set) var isComplete = false

  /// How many bytes all lines had, interim heads and trailers included.
  private(set) var size = 0

  /// Takes one line, its end of line included.
  ///
  /// - Returns: whether the head ended with this line.
  /// - Complexity: O(*n*) in the length of the line.
  mutating func receive(_ line: UnsafeRawBufferPointer) -> Bool {
    size += line.count
    let line = unsafe Self.trimming(line[...]) { $0 == 0x0A || $0 == 0x0D }
    if unsafe line.starts(with: "HTTP/".utf8) {
      status = Self.status(of: unsafe Self.text(line))
      headers = [:]
      isComplete = false
      return false
    }
    guard !isComplete, status != 0 else { return false }
    guard unsafe !line.isEmpty else {
      isComplete = status >= 200 || status == 101
      return isComplete
    }
    unsafe addField(line)
    return false
  }

  private mutating func addField(_ line: Slice<UnsafeRawBufferPointer>) {
    if unsafe line.first?.isBlank == true {
      headers.extendLast(by: unsafe Self.text(Self.trimming(line, \.isBlank)))
    } else if let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")) {
      headers.append(
        name: unsafe Self.text(Self.trimming(line[..<colon], \.isBlank)),
        value: unsafe Self.text(Self.trimming(line[(colon + 1)...], \.isBlank)))
    }
  }

  private static func status(of line: String) -> Int {
    let words = line.utf8.split(separator: 0x20, maxSplits: 2)
    return words.count < 2 ? 0 : Int(String(Substring(words[1]))) ?? 0
  }

  /// What is left without certain bytes at both ends.
  private static func trimming(
    _ bytes: Slice<UnsafeRawBufferPointer>, _ isLeftOut: (UInt8) -> Bool
  ) -> Slice<UnsafeRawBufferPointer> {
    var bytes = unsafe bytes
    while let last = unsafe bytes.last, isLeftOut(last) { unsafe bytes.removeLast() }
    while let first = unsafe bytes.first, isLeftOut(first) { unsafe bytes.removeFirst() }
    return unsafe bytes
  }

  /// The bytes as UTF-8 where they are that, else as Latin-1.
  private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    // Of a slice, each byte would be asked for by itself.
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes)
    if let text = unsafe String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    text.unicodeScalars.append(contentsOf: unsafe bytes.map { Unicode.Scalar($0) })
    return text
  }
}
