// SPDX-License-Identifier: Apache-2.0

/// What the first request says of paging: its parameters, wherever they stand, and the kind of body
/// that it has.
struct DetectionRequest {
  /// A parameter of the request: in its query, its form or its JSON body.
  struct Parameter {
    let name: String
    /// The name as it is compared.
    let plain: String
    /// The value as text.
    let value: String
    let place: Place

    /// The value as a count that a page or an offset may have; no point in time is one.
    var count: Int? {
      guard let count = Int(value), (0..<100_000_000).contains(count) else { return nil }
      return count
    }
  }

  /// How values are put into the body.
  private enum Body {
    case none, json, form
  }

  /// All parameters, those of the query first.
  let parameters: [Parameter]

  /// A `{NAME}` in the URL's path that nothing was put in the place of; nil where there is none.
  let placeholder: String?

  /// The text of a GraphQL query; nil where the request is none.
  let graphQL: String?

  private let body: Body

  /// - Complexity: O(*n*) in the length of the URL and the body.
  init(_ request: HTTPRequest) {
    var parameters = URLQuery.names(in: request.url).map { name in
      Parameter(
        name: name, plain: DetectionNames.plainParameter(name),
        value: URLQuery.value(of: name, in: request.url) ?? "", place: Place(query: name))
    }
    var graphQL: String?
    var kind = Body.none
    if let body = request.body, let document = try? JSONDocument(body) {
      if document.kind(document.root) == .object {
        kind = .json
        if let query = document.member("query", of: document.root),
          document.kind(query) == .string, document.string(query).contains("{")
        {
          graphQL = document.string(query)
        }
        parameters += Self.parameters(of: document)
      }
    } else if let body = request.body, Self.isForm(request) {
      kind = .form
      let form = "?" + String(decoding: body, as: UTF8.self)
      parameters += URLQuery.names(in: form).compactMap { name in
        guard let place = try? Place("form:\(name)") else { return nil }
        return Parameter(
          name: name, plain: DetectionNames.plainParameter(name),
          value: URLQuery.value(of: name, in: form) ?? "", place: place)
      }
    }
    self.parameters = parameters
    self.graphQL = graphQL
    body = kind
    placeholder = Self.placeholder(in: request.url)
  }

  /// Whether the request has a JSON object as its body.
  var hasJSONBody: Bool { body == .json }

  /// The parameter of a name, spelled just so.
  subscript(name: String) -> Parameter? { parameters.first { $0.name == name } }

  /// Where a value of this name goes: where the request has it already, else into the body where
  /// there is one to put values into, else into the query.
  func place(for name: String) -> Place {
    if let parameter = self[name] { return parameter.place }
    switch body {
    case .json: return Self.bodyPlace([.name(name)])
    case .form: return (try? Place("form:\(name)")) ?? Place(query: name)
    case .none: return Place(query: name)
    }
  }

  /// The place of a variable of the GraphQL query.
  func place(ofVariable name: String) -> Place {
    Self.bodyPlace([.name("variables"), .name(name)])
  }

  /// A place in the JSON body.
  private static func bodyPlace(_ steps: [JSONEdit.Step]) -> Place {
    let names = steps.compactMap {
      if case .name(let name) = $0 { name } else { nil }
    }
    if names.count == steps.count, let place = try? Place("body:\(names.joined(separator: "."))"),
      case .body(let read) = place.kind, read == steps
    {
      return place
    }
    do {
      return try Place("body:\(DetectionOutline.path(steps))")
    } catch {
      preconditionFailure("names make a place: \(error)")
    }
  }

  private static func parameters(of document: JSONDocument) -> [Parameter] {
    let outline = DetectionOutline(document)
    return outline.members.indices.compactMap { index in
      let member = outline.members[index]
      guard [.string, .number].contains(member.kind) else { return nil }
      return Parameter(
        name: member.name, plain: member.plain, value: document.string(member.node),
        place: bodyPlace(outline.steps(index)))
    }
  }

  private static func placeholder(in url: String) -> String? {
    let path = URLQuery.decoded(url.prefix { $0 != "?" && $0 != "#" }, plusIsBlank: false)
    guard let open = path.firstIndex(of: "{"), let close = path[open...].firstIndex(of: "}") else {
      return nil
    }
    return String(path[open...close])
  }

  private static func isForm(_ request: HTTPRequest) -> Bool {
    guard let type = request.headers["Content-Type"] else { return true }
    return type.lowercased().hasPrefix("application/x-www-form-urlencoded")
  }
}

extension DetectionNames {
  /// The name of a parameter as it is compared: of `filter[page]` only what it is in the end,
  /// `page[number]` and the like being names of their own.
  static func plainParameter(_ name: String) -> String {
    let whole = plain(name)
    guard name.hasSuffix("]"), let bracket = name.lastIndex(of: "[") else { return whole }
    let last = plain(name[bracket...])
    let first = plain(name[..<(name.firstIndex(of: "[") ?? bracket)])
    return first == "page" || first == "pg" ? whole : last
  }
}
