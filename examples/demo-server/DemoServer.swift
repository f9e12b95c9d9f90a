// SPDX-License-Identifier: Apache-2.0

import LoopbackServer

/// Answers requests in the dialect that their path names.
struct DemoServer: Sendable {
  /// The items.
  let data: DataSet

  /// The size of a page where a request does not say.
  let pageSize: Int

  private let trouble = Trouble()

  init(data: DataSet = DataSet(), pageSize: Int = 10) {
    self.data = data
    self.pageSize = pageSize
  }

  /// Answers one request.
  func respond(_ request: LoopbackRequest) -> LoopbackResponse {
    let exchange = Exchange(request, data: data, pageSize: pageSize)
    if request.path == "/" {
      return .text(welcome(at: "http://\(request.header("Host") ?? "localhost")") + "\n")
    }
    guard let dialect = Dialect.all.first(where: { $0.owns(request.path) }) else {
      return trouble.response(
        for: exchange,
        Answer(status: 404, #"{"error":"Nothing is at this path; / lists what is."}"#))
    }
    guard request.method == dialect.method else {
      return trouble.response(
        for: exchange,
        Answer(
          status: 405, #"{"error":"This dialect is asked by \#(dialect.method)."}"#,
          headers: [("Allow", dialect.method)]))
    }
    return trouble.response(for: exchange, dialect.answer(exchange))
  }

  /// The list of all dialects, each with the command that walks it.
  func welcome(at url: String) -> String {
    let dialects = Dialect.all.map { dialect in
      "# \(dialect.summary)\n$ pagewalk '\(url)\(dialect.example)' \(dialect.words)"
    }
    return (["\(data.count) items at \(url)"] + dialects).joined(separator: "\n\n")
  }
}
