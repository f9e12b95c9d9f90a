// SPDX-License-Identifier: Apache-2.0

/// The header fields of one request, put together from the user's `-H` options and the walk's own.
enum RequestHeaders {
  /// The fields in the order in which they go out, each as `-H` would take it.
  ///
  /// A field that the walk places takes the place of the user's of that name; a Content-Type or
  /// Accept of the walk's is but a default and gives way to the user's.
  ///
  /// What the walk places may come from a page, so it is looked at: a name is a name, and neither
  /// the host nor the length of the body is for a page to say.
  ///
  /// - Throws: a ``TransportError`` where a file of headers can't be read or a field can't be sent.
  static func fields(
    of request: HTTPRequest, options: [HeaderOption], credentials: Bool
  ) throws(TransportError) -> [String] {
    var fields: [String] = []
    for option in options {
      for field in try option.fields() {
        let name = HeaderOption.name(of: field)
        guard credentials || !HeaderOption.isCredential(name) else { continue }
        guard isDefault(name) || request.headers[name] == nil else { continue }
        fields.append(field)
      }
    }
    let given = fields.map { HeaderOption.name(of: $0) }
    for field in request.headers.fields {
      if let refusal = refusal(of: field.name) { throw TransportError(.request, refusal) }
      let isGiven = isDefault(field.name) && given.contains { HTTPHeaders.same($0, field.name) }
      guard !isGiven, !isLibcurlsOwn(field, request) else { continue }
      let value = field.value.trimmingSpaces
      fields.append(value.isEmpty ? "\(field.name);" : "\(field.name): \(value)")
    }
    for field in fields where field.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) {
      throw TransportError(
        .request, "a line break can't stand in the header '\(HeaderOption.name(of: field))'")
    }
    return fields
  }

  /// Why a header of that name can't be placed by a walk, as the end of a sentence; nil where it can.
  static func refusal(of name: String) -> String? {
    guard isToken(name) else { return "'\(Printable.escaped(name))' is no name of a header" }
    return reserved.contains { HTTPHeaders.same($0, name) }
      ? "the header '\(name)' can't be placed" : nil
  }

  /// Whether a text can be the name of a header, or of a method.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  private static let reserved = [
    "Host", "Content-Length", "Transfer-Encoding", "Connection", "Expect", "TE", "Trailer",
    "Upgrade",
  ]

  /// https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  private static func isDefault(_ name: String) -> Bool {
    HTTPHeaders.same(name, "Content-Type") || HTTPHeaders.same(name, "Accept")
  }

  /// Whether libcurl writes the same field by itself; it then stands where curl puts it.
  private static func isLibcurlsOwn(_ field: HTTPHeaders.Field, _ request: HTTPRequest) -> Bool {
    request.body != nil && HTTPHeaders.same(field.name, "Content-Type")
      && field.value == "application/x-www-form-urlencoded"
  }
}
