// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

/// Numbers are what their digits say, however many there are.
@Suite(.timeLimit(.minutes(1)))
struct JSONNumberTests {
  @Test func numbersOfTheSuiteAreReadAndKept() throws {
    try forEachCase("json-numbers", "cases.json") { test in
      let text = try #require(test.string("text"))
      let isValid = try #require(test.bool("valid") as Bool?)
      // Some of the texts have white space round the number, which is no part of it.
      let document = scanError(text.utf8) == nil ? try JSONDocument(text) : nil
      #expect((document != nil) == isValid, "\(test)")
      guard let document else {
        #expect(JSONNumber(text) == nil, "\(test)")
        return
      }
      let spelled = document.text(document.root)
      let number = try #require(document.number(document.root))
      #expect(number == JSONNumber(spelled))
      #expect(compacted(document) == Spelling(spelled))
      if let bits = test.string("double").flatMap({ UInt64($0, radix: 16) }) {
        // The canonical spelling is another text for the same double, but for the sign of zero.
        let double = try #require(Double("\(canonical(document))"))
        #expect(double == Double(bitPattern: bits), "\(test)")
      }
      if test.bool("int64") == true {
        #expect(number.int.map { "\($0)" } == "\(number)", "\(test)")
      }
      if test.bool("int64") == false { #expect(number.int == nil, "\(test)") }
    }
  }

  @Test func canonicalSpellingHasTheSameDouble() throws {
    var count = 0
    for file in try files("json-numbers/parse-number-fxx") where file.pathExtension == "txt" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let fields = line.split(separator: " ")
        let text = String(fields[3])
        guard let number = JSONNumber(text) else {
          #expect(scanError(text.utf8) != nil, "\(text)")
          continue
        }
        #expect(scanError(text.utf8) == nil, "\(text)")
        let bits = try #require(UInt64(fields[2], radix: 16))
        // `Double` refuses what is too large for it, where the suite has infinity.
        let double = Double("\(number)") ?? .infinity
        #expect(double.magnitude == Double(bitPattern: bits).magnitude, "\(text)")
        count += 1
      }
    }
    #expect(count > 3000 || Conformance.folder("json-numbers") == nil)
  }

  /// Each line: spellings of one value, the first being the canonical one.
  static let spellings: [[String]] = [
    ["0", "-0", "0.0", "-0.00", "0e5", "0E-99999999999999999999999", "0.000e1"],
    ["1", "1.0", "10e-1", "0.1e1", "1e0", "1E+0", "1e-0", "100e-2", "0.0001e4"],
    ["-1", "-1.0", "-10e-1"], ["100", "1e2", "1E2", "1e+2", "100.00", "0.1e3", "1e000002"],
    ["9007199254740993", "9007199254740993.0", "9007199254740.993e3"],
    ["12345678901234567890", "1234567890123456789e1", "12345678901234567890.000"],
    ["0.1", "1e-1", "0.10", "10e-2"], ["0.10000000000000001", "1.0000000000000001e-1"],
    ["1.5", "15e-1", "0.15e1"], ["0.000001", "1e-6", "0.001e-3"], ["1e-7", "0.0000001", "10e-8"],
    ["100000000000000000000", "1e20"], ["1e+21", "1000000000000000000000", "10e20"],
    ["1.5e+300", "15e299"], ["123456789012345678901.5", "1234567890123456789015e-1"],
    ["-1.25e-10", "-0.000000000125"],
    ["1e+999999999999999999999999", "10e999999999999999999999998"],
    ["1e-999999999999999999999999", "0.1e-999999999999999999999998"],
    ["1e+9223372036854775807", "1e9223372036854775807", "0.1e9223372036854775808"],
    ["1e-9223372036854775809", "10e-9223372036854775810"],
    ["0.5", "0.50", "5e-1"], ["-0.00001", "-0.0000100", "-1e-5"], ["0.000001", "0.0000010"],
    ["1e-7", "0.00000010"], ["-1.2e-7", "-0.00000012"], ["10.01", "10.0100"], ["-7", "-7.000"],
    ["123456789012345678901", "123456789012345678901.0"],
    ["1.234567890123456789012e+21", "1234567890123456789012", "1234567890123456789012.0"],
  ]

  @Test(arguments: spellings)
  func spellingsOfOneValueAreEqual(_ texts: [String]) throws {
    for text in texts {
      let number = try #require(JSONNumber(text))
      #expect(number == JSONNumber(texts[0]))
      #expect(number.hashValue == JSONNumber(texts[0])?.hashValue)
      #expect(number.description == texts[0])
      #expect(try canonical(text: text) == Spelling(texts[0]))
    }
  }

  @Test func valuesAreOrdered() throws {
    let ordered = [
      "-1e99999999999999999999", "-1e400", "-12345678901234567891", "-12345678901234567890", "-10",
      "-9.99", "-1.5", "-1", "-0.5", "-1e-5", "-1e-99999999999999999999", "0",
      "1e-99999999999999999999", "1e-400", "0.09", "0.1", "0.10000000000000001", "0.5", "1",
      "1.000000000000000000000000001", "2", "9", "10", "99", "9007199254740992",
      "9007199254740993", "12345678901234567890", "12345678901234567891", "1e400",
      "1e9223372036854775807", "1e99999999999999999998", "1e99999999999999999999",
      "2e99999999999999999999",
    ]
    let numbers = try ordered.map { try #require(JSONNumber($0)) }
    for (i, a) in numbers.enumerated() {
      for (j, b) in numbers.enumerated() {
        #expect((a < b) == (i < j), "\(a) \(b)")
        #expect((a == b) == (i == j), "\(a) \(b)")
      }
    }
  }

  @Test(arguments: [
    "", "-", "+1", "01", "-01", ".5", "1.", "1.e5", "1e", "1e+", "0x1", "1 ", " 1", "1,", "NaN",
    "Infinity", "1e5.5", "--1", "1_000", "１", "1.2.3", "e5",
  ])
  func whatIsNoNumberIsRefused(_ text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test(arguments: [
    ("0", true), ("-0.0", true), ("1.0", true), ("1e2", true), ("100e-2", true), ("1.5", false),
    ("1e-1", false), ("15e-1", false), ("1e99999999999999999999", true),
    ("1e-99999999999999999999", false), ("1.25e2", true), ("1.25e1", false),
  ])
  func integersAreKnownHoweverTheyAreSpelled(_ text: String, _ isInteger: Bool) {
    #expect(JSONNumber(text)?.isInteger == isInteger)
  }

  @Test(arguments: [
    ("0", 1, "1"), ("1", -1, "0"), ("9", 1, "10"), ("-1", 1, "0"), ("-1", 2, "1"), ("5", -7, "-2"),
    ("9223372036854775807", 1, "9223372036854775808"),
    ("99999999999999999999", 1, "100000000000000000000"),
    ("100000000000000000000", -1, "99999999999999999999"),
    ("-100000000000000000000", 1, "-99999999999999999999"),
    ("1e3", 1, "1001"), ("1.0", 1, "2"), ("12345678901234567890", -90, "12345678901234567800"),
    ("0", Int.min, "-9223372036854775808"), ("0", Int.max, "9223372036854775807"), ("7", 0, "7"),
  ])
  func integersOfAnyLengthCanBeAddedTo(_ text: String, _ amount: Int, _ sum: String) {
    #expect(JSONNumber(text)?.adding(amount) == sum)
  }

  @Test(arguments: ["1.5", "1e-1", "1e1002", "1e99999999999999999999"])
  func otherNumbersCannotBeAddedTo(_ text: String) {
    #expect(JSONNumber(text)?.adding(1) == nil)
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("1e3", 1000), ("1.5", nil), ("9223372036854775807", Int.max),
    ("-9223372036854775808", Int.min), ("9223372036854775808", nil), ("1e99999999999", nil),
  ])
  func machineIntegersAreGivenWhereTheyFit(_ text: String, _ value: Int?) {
    #expect(JSONNumber(text)?.int == value)
  }

  @Test(arguments: [
    ("007", "7"), ("0", "0"), ("000", "0"), ("20240501120000000123", "20240501120000000123"),
  ])
  func textsOfDigitsAreNumbersToo(_ text: String, _ number: String) {
    #expect(JSONNumber(digits: text) == JSONNumber(number))
    #expect(JSONNumber(digits: text) != nil)
  }

  @Test(arguments: ["", "-1", "1.0", "1e5", " 1", "a", "١"])
  func otherTextsAreNotDigits(_ text: String) {
    #expect(JSONNumber(digits: text) == nil)
  }

  @Test func longNumbersCostWhatTheirDigitsCost() throws {
    let digits = String(repeating: "1234567890", count: 20_000)
    let number = try #require(JSONNumber("1." + digits))
    #expect(number.description == "1." + digits.dropLast())
    #expect(JSONNumber("1e" + digits) != JSONNumber("1e1" + digits))
    #expect(JSONNumber("1e" + digits)?.isInteger == true)
  }
}
