// SPDX-License-Identifier: Apache-2.0

/// An answer as it goes over the wire.
///
/// https://www.rfc-editor.org/rfc/rfc9112#section-6
struct ResponseFraming {
  /// Status line, headers and body.
  let bytes: [UInt8]

  /// How many of the bytes stand before the body.
  let headLength: Int

  init(_ response: LoopbackResponse, to request: LoopbackRequest) {
    if response.isRaw {
      bytes = response.body
      headLength = 0
      return
    }
    var head = "HTTP/1.1 \(response.status) \(Self.reason(response.status))\r\n"
    for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
    let given = Set(response.headers.map { $0.0.lowercased() })
    let hasNoBody = response.status == 204 || response.status == 304 || response.status < 200
    var body = hasNoBody ? [] : response.body
    switch response.fault {
    case .chunked, .chunkedCut:
      head += "Transfer-Encoding: chunked\r\n"
      body = Self.chunked(body, isWhole: response.fault == .chunked)
    case .noLength: head += "Connection: close\r\n"
    default:
      if !hasNoBody, !given.contains("content-length") {
        head += "Content-Length: \(body.count)\r\n"
      }
    }
    head += "\r\n"
    var bytes = Array(head.utf8)
    headLength = bytes.count
    if request.method != "HEAD" { bytes += body }
    self.bytes = bytes
  }

  /// A body in many chunks, so that their edges fall anywhere in it.
  private static func chunked(_ body: [UInt8], isWhole: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = body[...]
    let size = max(8, body.count / 50)
    while !rest.isEmpty {
      let chunk = rest.prefix(size)
      bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]
      rest = rest.dropFirst(size)
    }
    return isWhole ? bytes + Array("0\r\n\r\n".utf8) : bytes
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 408: "Request Timeout"
    case 410: "Gone"
    case 413: "Content Too Large"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    default: "Status \(status)"
    }
  }
}
