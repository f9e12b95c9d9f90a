// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite("Arrays beside the detected items", .timeLimit(.minutes(1)))
struct DetectionSurroundingsTests {
  /// Page one, a later page, and the arrays that are new there.
  static let pages: [(String, String, [String])] = [
    (#"{"added":[{}],"removed":[]}"#, #"{"added":[],"removed":[{}]}"#, ["removed"]),
    (#"{"added":[{}]}"#, #"{"added":[],"removed":[{}],"modified":[1]}"#, ["removed", "modified"]),
    (#"{"r":{"data":[{}]}}"#, #"{"r":{"data":[],"a b":[{}]},"x":[1]}"#, ["r.a b"]),
    (#"{"data":[{}],"tags":["a"]}"#, #"{"data":[],"tags":["b"]}"#, []),
    (#"{"data":[{}],"included":[]}"#, #"{"data":[],"included":[{}],"links":[{}]}"#, []),
    (#"{"data":[{}],"removed":[]}"#, #"{"data":[],"removed":[]}"#, []),
    (#"{"data":[{}],"removed":[]}"#, #"[{}]"#, []),
    (#"[{}]"#, #"[{}]"#, []),
    (
      #"{"r":{"data":[{}]}}"#, #"{"r":{"data":[],"x":{"y":{"z":1}},"x.y.z":[{}]}}"#,
      [#"$.r["x.y.z"]"#]
    ),
  ]

  @Test(arguments: pages)
  func `what is new is told once`(first: String, later: String, keys: [String]) throws {
    let detection = try PageOne("", first).detection()
    var surroundings = detection.surroundings
    let document = JSONDocument()
    document.reset(indexedDepth: detection.plan.pageDepth(deduplicatingBy: nil))
    try document.append(Array(later.utf8))
    try document.finish()
    #expect(surroundings?.strays(in: document).map(\.description) ?? [] == keys)
    #expect(surroundings?.strays(in: document) ?? [] == [])
  }
}
