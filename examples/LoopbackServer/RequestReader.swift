// SPDX-License-Identifier: Apache-2.0

/// Reads the requests of one connection, one after the other.
///
/// https://www.rfc-editor.org/rfc/rfc9112
struct RequestReader {
  /// What ends a connection at the reader's side.
  enum Failure: Error {
    /// The other side is gone, or the server ends.
    case gone
    /// What came is not HTTP.
    case malformed
  }

  /// A head longer than this is taken for no HTTP.
  private static let maximumHead = 1 << 20

  let socket: Socket
  let number: Int
  let end: EndSignal

  /// Tells a client that waits for leave to send its body to go on.
  let goOn: () throws(Failure) -> Void

  private var buffer: [UInt8] = []

  init(
    socket: Socket, number: Int, end: EndSignal, goOn: @escaping () throws(Failure) -> Void
  ) {
    self.socket = socket
    self.number = number
    self.end = end
    self.goOn = goOn
  }

  /// The next request; nil where the client has closed the connection between two.
  mutating func next() throws(Failure) -> LoopbackRequest? {
    guard let head = try head() else { return nil }
    var lines = head.split(separator: "\r\n")[...]
    let start = lines.popFirst()?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard start.count == 3, start[2].hasPrefix("HTTP/1.") else { throw .malformed }
    var request = LoopbackRequest(
      method: String(start[0]), target: String(start[1]), connection: number)
    request.head = String(head)
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { throw .malformed }
      request.headers.append(
        (String(line[..<colon]), Self.trimmed(line[line.index(after: colon)...])))
    }
    if request.header("Expect")?.lowercased() == "100-continue" { try goOn() }
    if request.header("Transfer-Encoding")?.lowercased() == "chunked" {
      request.body = try chunkedBody()
    } else if let length = request.header("Content-Length") {
      guard let count = Int(length), count >= 0 else { throw .malformed }
      request.body = try take(count)
    }
    return request
  }

  /// The bytes up to the empty line; nil at the end of the stream.
  private mutating func head() throws(Failure) -> Substring? {
    while buffer.starts(with: [13, 10]) { buffer.removeFirst(2) }
    var searched = 0
    while true {
      let from = max(searched - 3, 0)
      if let length = Self.endOfHead(in: buffer[from...]) {
        let head = String(decoding: buffer[..<length], as: UTF8.self)
        buffer.removeFirst(length + 4)
        return head[...]
      }
      // A client that speaks TLS waits for an answer; no method begins like that.
      if let first = buffer.first, first < UInt8(ascii: " ") { throw .malformed }
      searched = buffer.count
      guard searched < Self.maximumHead else { throw .malformed }
      guard try fill() else {
        if buffer.isEmpty { return nil }
        throw .gone
      }
    }
  }

  private mutating func chunkedBody() throws(Failure) -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let size = try line().prefix { $0 != ";" }
      guard let count = Int(size, radix: 16) else { throw .malformed }
      if count == 0 { break }
      body += try take(count)
      guard try take(2) == [13, 10] else { throw .malformed }
    }
    while try !line().isEmpty {}
    return body
  }

  private mutating func line() throws(Failure) -> String {
    while true {
      if let feed = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[..<feed], as: UTF8.self)
        buffer.removeFirst(feed + 1)
        return Self.trimmed(line[...])
      }
      guard buffer.count < Self.maximumHead, try fill() else { throw .malformed }
    }
  }

  private mutating func take(_ count: Int) throws(Failure) -> [UInt8] {
    while buffer.count < count {
      guard try fill() else { throw .gone }
    }
    let bytes = Array(buffer[..<count])
    buffer.removeFirst(count)
    return bytes
  }

  /// Reads more; false at the end of the stream.
  private mutating func fill() throws(Failure) -> Bool {
    while true {
      guard end.wait(reading: socket.descriptor) == .ready else { throw .gone }
      do {
        guard let bytes = try socket.read(atMost: 1 << 16) else { continue }
        buffer += bytes
        return !bytes.isEmpty
      } catch {
        throw .gone
      }
    }
  }

  private static func endOfHead(in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (bytes.startIndex...(bytes.endIndex - 4)).first {
      bytes[$0] == 13 && bytes[$0 + 1] == 10 && bytes[$0 + 2] == 13 && bytes[$0 + 3] == 10
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var rest = text.utf8
    let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 13 }
    rest = rest.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return String(Substring(rest))
  }
}
