// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import pagewalk

@Suite(.timeLimit(.minutes(1)))
struct CommandLineParserTests {
  @Test func `options stand before and after the URL, in any form`() throws {
    let parsed = try ParsedWords([
      "--items-key=data", "https://a.test/", "-svo", "f", "-HA: b", "--link-header", "--", "-x",
    ])
    #expect(parsed.operands == ["https://a.test/", "-x"])
    #expect(
      parsed.options.map { [$0.option.name, $0.value] } == [
        ["--items-key", "data"], ["--silent", ""], ["--verbose", ""], ["--output", "f"],
        ["--header", "A: b"], ["--link-header", ""],
      ])
  }

  @Test(
    arguments: [
      (
        ["--itemskey", "x"],
        "There is no option '--itemskey'. Did you mean '--items-key'? See 'pagewalk -h'."
      ),
      (["-Z"], "There is no option '-Z'. See 'pagewalk -h'."),
      (["--output"], "'--output' needs a value: --output FILE."),
      (["-o"], "'-o' needs a value: -o FILE."),
      (["--dedup=yes"], "'--dedup' takes no value."),
    ] as [([String], String)])
  func `a word that can't be read says why`(words: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try ParsedWords(words) }
    #expect(error?.description == message)
  }

  @Test(
    arguments: [
      ("https://api.test/a b?q=\"x\"", "https://api.test/a%20b?q=%22x%22"),
      ("api.test/x", "https://api.test/x"),
      ("localhost:8080/x", "https://localhost:8080/x"),
      ("HTTP://api.test/", "HTTP://api.test/"),
      ("http://[::1]:80/a?b[]=1", "http://[::1]:80/a?b[]=1"),
    ] as [(String, String)])
  func `a URL is taken as it is`(word: String, url: String) throws {
    #expect(try StartURL.read(word) == url)
  }

  @Test(
    arguments: [
      ("ftp://a.test/x", "only http and https are spoken"), ("items", "is no URL"),
      ("resme", "Did you mean 'pagewalk resume'?"), ("https://", "is no URL"),
      ("https://a.test:99999/", "host or port can't be read"), ("", "is no URL"),
    ] as [(String, String)])
  func `a word that is no URL is refused`(word: String, message: String) {
    let error = #expect(throws: UsageError.self) { try StartURL.read(word) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test(
    arguments: [
      (["--cursor-param", "c"], "'--cursor-key'"), (["--first-page", "1"], "'--page-param'"),
      (["--page-param", "p", "--offset-param", "o"], "one way"),
      (["--offset-param", "o", "--offset-step", "limit"], "'--page-size'"),
      (["--page-param", "body:p"], "needs a JSON body"),
      (["--page-param", "url"], "can't take a number"),
      (
        ["--cursor-key", "a", "--cursor-key", "b", "--cursor-to", "c"],
        "there are 2 of the one and 1 of the other"
      ),
      (["--continue"], "'--state FILE'"), (["--items-key", "$.a["], "caret"),
    ] as [([String], String)])
  func `options that contradict each other are refused`(words: [String], message: String) throws {
    let error = #expect(throws: UsageError.self) {
      var settings = Settings()
      try settings.apply(try ParsedWords(words).options)
      _ = try settings.plan(for: "https://api.test/")
    }
    let text = try #require(error?.description)
    #expect(
      message == "caret" ? text.contains("\n") && text.contains("^") : text.contains(message),
      "\(text)")
  }
}
