// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The documents: what they repeat is in step with its source, and their links lead somewhere.
@Suite(.timeLimit(.minutes(2)))
struct DocumentTests {
  private func script(
    _ name: String, _ words: [String], in folder: TemporaryFolder? = nil
  ) async throws -> Binary.Result {
    let path = Binary.packageRoot.appendingPathComponent("scripts/\(name)").path
    return try await Binary.run(
      [path] + words, environment: ["PAGEWALK_BIN": Binary.path], in: folder,
      executable: "/bin/bash")
  }

  @Test func `the help in the documents is that of the program`() async throws {
    let result = try await script("doc-blocks", ["--check"])
    #expect(result.status == 0, "\(result.stderr)")
  }

  @Test func `a block out of step is noticed and rewritten, and nothing else is touched`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(
      "before\n<!-- help: Items -->\nold\n<!-- end -->\nbehind\n", to: "page.md")
    let page = folder.path("page.md")
    let stale = try await script("doc-blocks", ["--check", page])
    #expect(stale.status == 1)
    #expect(stale.stderr.contains("+      --items-key KEY"))
    #expect(try await script("doc-blocks", [page]).status == 0)
    #expect(try await script("doc-blocks", ["--check", page]).status == 0)
    let text = try #require(folder.text(of: "page.md"))
    #expect(text.hasPrefix("before\n<!-- help: Items -->\n```text\n      --items-key KEY"))
    #expect(text.hasSuffix("\n```\n<!-- end -->\nbehind\n"))
    #expect(!text.contains("old"))
  }

  @Test(
    arguments: [
      ("<!-- help: Itmes -->\n<!-- end -->\n", "There is no section 'Itmes'"),
      ("<!-- help: Items -->\n", "has no '<!-- end -->'"),
      ("<!-- end -->\n", "has an end without a beginning"),
    ] as [(String, String)])
  func `a block that can't be made is a failure`(text: String, complaint: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "page.md")
    let result = try await script("doc-blocks", ["--check", folder.path("page.md")])
    #expect(result.status == 1)
    #expect(result.stderr.contains(complaint))
  }

  @Test func `links between the documents lead somewhere`() async throws {
    let result = try await script("check-links", ["--offline"])
    #expect(result.status == 0, "\(result.stderr)")
  }

  @Test(
    arguments: [
      ("[a](page.md) [b](#a-heading-of-mine) [c](page.md#a-heading-of-mine)", nil),
      ("`[a](none.md)`", nil),
      ("```\n[a](none.md)\n```", nil),
      ("    [a](none.md)", nil),
      ("[a](none.md)", "'none.md' is not there"),
      ("[a](#none)", "'#none' names a heading that is not there"),
      ("[a](page.md#none)", "'page.md#none' names a heading that is not there"),
    ] as [(String, String?)])
  func `a broken link is noticed`(text: String, complaint: String?) async throws {
    let folder = try TemporaryFolder()
    try folder.write("# A `heading`, of mine\n\n\(text)\n", to: "page.md")
    let result = try await script("check-links", ["--offline", folder.path("page.md")])
    #expect(result.status == (complaint == nil ? 0 : 1), "\(result.stderr)")
    if let complaint { #expect(result.stderr.contains(complaint)) }
  }

  @Test func `the library's first page names every public type`() throws {
    let sources = Binary.packageRoot.appendingPathComponent("Sources/PageWalkCore")
    let page = try String(
      contentsOf: sources.appendingPathComponent("PageWalkCore.docc/PageWalkCore.md"),
      encoding: .utf8)
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var names: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      names += text.matches(of: /(?m)^public (?:final )?(?:struct|class|enum|protocol) (\w+)/)
        .map { String($0.1) }
    }
    #expect(names.count > 10)
    for name in names { #expect(page.contains("- ``\(name)``\n"), "\(name)") }
  }
}
