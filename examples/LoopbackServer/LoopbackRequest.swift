// SPDX-License-Identifier: Apache-2.0

/// A request as it came to a ``LoopbackServer``.
public struct LoopbackRequest: Sendable {
  /// The method, as in the request line.
  public var method: String

  /// The target, as in the request line: path and query, undecoded.
  public var target: String

  /// The header fields, in order, as they were spelled.
  public var headers: [(String, String)]

  /// The request line and the header fields, byte for byte, without the empty line behind them.
  public var head = ""

  /// The bytes of the body.
  public var body: [UInt8]

  /// Which connection of the server it came by, counted from 1.
  public var connection: Int

  /// Creates a request, as for a test of what answers it.
  public init(
    method: String = "GET", target: String, headers: [(String, String)] = [], body: [UInt8] = [],
    connection: Int = 1
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.connection = connection
  }

  /// The path, undecoded.
  public var path: String {
    String(target[..<(target.firstIndex(of: "?") ?? target.endIndex)])
  }

  /// The text behind the question mark, undecoded; empty where there is none.
  public var rawQuery: String {
    guard let mark = target.firstIndex(of: "?") else { return "" }
    return String(target[target.index(after: mark)...])
  }

  /// The parameters of the query, decoded, in order.
  public var query: [(String, String)] { FormDecoding.pairs(of: rawQuery) }

  /// The parameters of a form body, decoded, in order.
  public var form: [(String, String)] { FormDecoding.pairs(of: text) }

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The first query parameter of a name, decoded; nil where there is none.
  public subscript(name: String) -> String? {
    query.first { $0.0 == name }?.1
  }

  /// The first header field of a name, case aside; nil where there is none.
  public func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.0.lowercased() == wanted }?.1
  }
}

/// The encoding of queries and of `application/x-www-form-urlencoded` bodies.
enum FormDecoding {
  static func pairs(of text: String) -> [(String, String)] {
    text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (decoded(pair[..<equals]), decoded(pair[equals...].dropFirst()))
    }
  }

  static func decoded(_ text: some Collection<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%") where digits.count == 2:
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
