// SPDX-License-Identifier: Apache-2.0

/// What a dialect answers, before trouble comes to it.
struct Answer {
  /// The status code.
  var status = 200

  /// Header fields beside Content-Type.
  var headers: [(String, String)] = []

  /// The JSON of the body.
  var body: [UInt8]

  /// The number of the page, from 1.
  var page = 1

  /// A page: an envelope, with the items where `…` stands.
  init(
    _ envelope: String, items: [UInt8], of slice: Slice, headers: [(String, String)] = []
  ) {
    let parts = envelope.split(separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
    body = Array(parts[0].utf8) + items + (parts.count > 1 ? Array(parts[1].utf8) : [])
    page = slice.page
    self.headers = headers
  }

  /// An answer that is no page, such as an error in the words of an API.
  init(status: Int, _ text: String, headers: [(String, String)] = []) {
    self.status = status
    self.headers = headers
    body = Array(text.utf8)
  }
}
