// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import pagewalk

@Suite(.timeLimit(.minutes(1)))
struct ConfigFileTests {
  @Test(
    arguments: [
      ("", []),
      ("  # a comment", []),
      ("url = https://api.test/items", ["https://api.test/items"]),
      ("--url https://api.test/a # behind", ["https://api.test/a"]),
      ("items-key=data", ["--items-key", "data"]),
      ("items-key: data", ["--items-key", "data"]),
      ("-H \"Accept: text/x\"\r", ["--header", "Accept: text/x"]),
      (#"user = "a \"b\" \\ \t""#, ["--user", "a \"b\" \\ \t"]),
      ("dedup", ["--dedup"]),
      ("link-header", ["--link-header"]),
      ("link-header = prev", ["--link-header=prev"]),
      ("proxy = \"\"", ["--proxy", ""]),
    ] as [(String, [String])])
  func `a line gives words`(line: String, words: [String]) throws {
    #expect(try ConfigFile.words(ofLine: line) == words)
  }

  @Test(
    arguments: [
      ("itemskey = x", "there is no option 'itemskey'; did you mean 'items-key'"),
      ("items-key", "'items-key' needs a value"),
      ("dedup = yes", "'dedup' takes no value"),
      ("user = \"a", "a closing quote is missing"),
    ] as [(String, String)])
  func `a line that can't be read says why`(line: String, message: String) {
    let error = #expect(throws: UsageError.self) { try ConfigFile.words(ofLine: line) }
    #expect(error?.description == message)
  }

  @Test func `a file stands where its option does, and does not read itself`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("options")
    try "url = https://api.test/items\nmax-pages = 3\n".write(
      to: file, atomically: true, encoding: .utf8)
    let parsed = try ParsedWords(["--max-pages", "2", "-K", file.path, "--max-items", "1"])
    #expect(parsed.operands == ["https://api.test/items"])
    #expect(parsed.options.map(\.value) == ["2", "3", "1"])
    try "config = \(file.path)\n".write(to: file, atomically: true, encoding: .utf8)
    let error = #expect(throws: UsageError.self) { try ParsedWords(["-K", file.path]) }
    #expect(error?.description == "The file of options '\(file.path)' reads itself.")
  }

  @Test func `a fault names the file and the line`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("options")
    try "dedup\n\nno-such = 1\n".write(to: file, atomically: true, encoding: .utf8)
    let error = #expect(throws: UsageError.self) { try ConfigFile.words(of: file.path) }
    #expect(
      error?.description
        == "Line 3 of '\(file.path)' can't be read: there is no option 'no-such'.")
  }
}
