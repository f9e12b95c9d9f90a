// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The scripts of `examples/scripts`, each against the demo server's imitation of its API.
@Suite(.timeLimit(.minutes(2)))
struct ExampleScriptTests {
  private static let folder = Binary.packageRoot.appendingPathComponent("examples/scripts")

  /// The words that a script is given, by its name; none for the others.
  private static let words = [
    "github": ["oak/fen"], "notion": ["d41"], "crossref": ["fen"], "wikipedia": ["P"],
    "elasticsearch": ["people"],
  ]

  private static let names: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { !$0.contains(".") }.sorted() ?? []

  @Test func `there are ten scripts`() {
    #expect(Self.names.count == 10)
  }

  @Test(arguments: names)
  func `a script walks its API to the end`(name: String) async throws {
    let demo = try Demo(items: 47)
    let result = try await Binary.run(
      [Self.folder.appendingPathComponent(name).path] + (Self.words[name] ?? []),
      environment: [
        "PAGEWALK": Binary.path, "BASE": demo.url("/\(name)"), "STRIPE_KEY": "sk_test",
        "NOTION_TOKEN": "secret", "SLACK_TOKEN": "xoxb-test",
      ], executable: "/bin/bash")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.lines.count == 47)
  }
}
