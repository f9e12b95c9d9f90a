// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

/// One spelling for all texts of the same item, and different ones for different items.
@Suite(.timeLimit(.minutes(1)))
struct JSONCanonicalTests {
  @Test func pairsOfTheSuiteAreEqualOrNot() throws {
    try forEachCase("jcs", "pairs.json") { test in
      let a = try canonical(text: #require(test.string("a")))
      let b = try canonical(text: #require(test.string("b")))
      // A hazard is equal only where numbers become floating-point numbers; so is one more pair,
      // of 0.1 and all the digits of the double nearest to it.
      let isHazard =
        test.bool("hazard") ?? test.string("b")?.contains("0.1000000000000000055") ?? false
      #expect((a == b) == (test.bool("equal") == true && !isHazard), "\(test)")
      if !isHazard {
        #expect(test.string("canonical_a").map { Spelling($0) } == a, "\(test)")
        #expect(test.string("canonical_b").map { Spelling($0) } == b, "\(test)")
      }
    }
  }

  @Test func documentsOfTheSuiteHaveTheirForm() throws {
    guard let folder = Conformance.folder("jcs") else { return }
    for name in ["arrays", "french", "structures", "unicode", "values", "weird"] {
      func text(_ kind: String) throws -> String {
        let file = folder.appendingPathComponent("\(kind)/\(name).json")
        return try String(contentsOf: file, encoding: .utf8)
      }
      let output = try text("output")
      // The only number of these with more digits than a floating-point number holds.
      let exact = output.replacing("333333333.3333333", with: "333333333.33333329")
      #expect(try canonical(text: text("input")) == Spelling(exact), "\(name)")
      #expect(try canonical(text: output) == Spelling(output), "\(name)")
    }
  }

  @Test func numbersOfTheSuiteAreSpelledSo() throws {
    try forEachCase("jcs", "numbers.json") { test in
      guard let spelling = test.string("json") else { return }
      let form = try canonical(text: spelling)
      #expect(form == Spelling(spelling), "\(test)")
    }
  }

  @Test(arguments: [
    (#"{"b":1,"a":2,"b":3}"#, #"{"a":2,"b":1,"b":3}"#), (#"{"":0,"a":1}"#, #"{"":0,"a":1}"#),
    (
      #"{"abcdefgh2":1,"abcdefgh10":2,"abcdefgh":3}"#,
      #"{"abcdefgh":3,"abcdefgh10":2,"abcdefgh2":1}"#
    ),
    (#"{"é":1,"z":2,"e":3}"#, #"{"e":3,"z":2,"é":1}"#),
    // By UTF-16, U+1F600 comes before U+FB33; by UTF-8 or code point it would not.
    ("{\"\u{FB33}\":1,\"😀\":2}", "{\"😀\":2,\"\u{FB33}\":1}"),
    (#"{"\u0062":1,"a":2}"#, #"{"a":2,"b":1}"#), (#"{"a\u0000":1,"a":2}"#, #"{"a":2,"a\u0000":1}"#),
    (#"["\u00E9\/\u001F\u0022\n"]"#, #"["é/\u001f\"\n"]"#), (#"[ 1.0 , -0 ]"#, "[1,0]"),
    (#"["\uD800","\udc00x"]"#, #"["\ud800","\udc00x"]"#), ("[[ ],{ },[{}]]", "[[],{},[{}]]"),
  ])
  func formIsThis(_ text: String, _ form: String) throws {
    #expect(try canonical(text: text) == Spelling(form))
    #expect(try canonical(text: form) == Spelling(form))
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#), (#"{"a":1,"a":1}"#, #"{"a":1}"#), ("1", #""1""#),
    (#""\ud800""#, #""\ufffd""#), (#""\ud800""#, #""\ud801""#), ("[1,[2]]", "[[1],2]"),
    (#"["a,b"]"#, #"["a","b"]"#), ("[]", "{}"), ("null", "[]"), (#"{"é":1}"#, #"{"e\u0301":1}"#),
  ])
  func differentItemsStayDifferent(_ a: String, _ b: String) throws {
    #expect(try canonical(text: a) != canonical(text: b))
  }

  @Test func deepValuesNeedNoDeepStack() throws {
    let depth = 1000
    let text =
      String(repeating: #"{"a":["#, count: depth / 2) + String(repeating: "]}", count: depth / 2)
    #expect(try canonical(text: text) == Spelling(text))
  }

  @Test func partsHaveTheirOwnForm() throws {
    let document = try JSONDocument(#"{"x":[{"b":1,"a":[2,3]},7]}"#)
    let forms = (0..<document.nodeCount).map { canonical(document, $0) }
    #expect(forms[2...4] == [#"[{"a":[2,3],"b":1},7]"#, #"{"a":[2,3],"b":1}"#, #""b""#])
  }
}
