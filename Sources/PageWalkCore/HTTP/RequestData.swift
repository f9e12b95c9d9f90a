// SPDX-License-Identifier: Apache-2.0

/// The first request of a walk, put together from a URL and the options that give data, as curl
/// would: `-d`, `--data-raw`, `--data-urlencode`, `--json`, `-G`, `--url-query` and `-X`.
package enum RequestData {
  /// Makes the request.
  ///
  /// - Parameters:
  ///   - url: the URL as it was typed.
  ///   - method: `-X`; nil leaves the choice to the data.
  ///   - data: the options that give data, in order.
  ///   - get: `-G`: the data goes into the URL's query.
  /// - Returns: a request whose headers are but defaults: those of `-H` stand before them.
  /// - Throws: a ``TransportError`` where a file can't be read.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func request(
    url: String, method: String? = nil, data: [DataOption] = [], get: Bool = false
  ) throws(TransportError) -> HTTPRequest {
    var request = HTTPRequest(url: url)
    let body = try joined(data.filter { $0.kind != .urlQuery })
    if let body, get {
      request.url = appending(body, to: request.url)
    } else if let body {
      request.method = "POST"
      request.body = body
      request.headers.set("Content-Type", to: "application/x-www-form-urlencoded")
    }
    for option in data where option.kind == .urlQuery {
      request.url = appending(try option.bytes(), to: request.url)
    }
    if data.contains(where: { $0.kind == .json }) {
      request.headers.set("Content-Type", to: "application/json")
      request.headers.set("Accept", to: "application/json")
    }
    if let method { request.method = method }
    return request
  }

  /// All data together: an ampersand stands before each piece but the first, and before none that
  /// is JSON.
  private static func joined(_ options: [DataOption]) throws(TransportError) -> [UInt8]? {
    guard !options.isEmpty else { return nil }
    var bytes: [UInt8] = []
    for option in options {
      if !bytes.isEmpty, option.kind != .json { bytes.append(UInt8(ascii: "&")) }
      bytes += try option.bytes()
    }
    return bytes
  }

  private static func appending(_ bytes: [UInt8], to url: String) -> String {
    bytes.isEmpty ? url : URLQuery.appending(String(decoding: bytes, as: UTF8.self), to: url)
  }
}
