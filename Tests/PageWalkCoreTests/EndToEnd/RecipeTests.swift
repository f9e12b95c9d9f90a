// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

/// The commands in the documents that walk the demo server, run word for word; where a document shows
/// what a command prints, it prints just that.
@Suite(.timeLimit(.minutes(3)))
struct RecipeTests {
  /// Commands that stand together, without an empty line between them: they run in one folder, one
  /// after the other.
  struct Recipe: Sendable, CustomTestStringConvertible {
    struct Step {
      var command: String
      var output: [String] = []
    }

    var document: String
    var steps: [Step] = []

    var testDescription: String { "\(document): \(steps.first?.command ?? "")" }
  }

  private static let server = "localhost:8080"

  /// Programs of others that recipes hand items to.
  private static let guests = ["jq", "sqlite-utils", "duckdb", "curl"]

  private static let recipes = ["README.md", "docs/guide.md"].flatMap { document in
    let path = Binary.packageRoot.appendingPathComponent(document)
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return recipes(in: text, of: document)
  }

  private static func recipes(in text: String, of document: String) -> [Recipe] {
    var recipes: [Recipe] = []
    var recipe = Recipe(document: document)
    for line in text.components(separatedBy: "\n") + [""] {
      guard line.hasPrefix("    ") else {
        recipes.append(recipe)
        recipe.steps = []
        continue
      }
      let line = line.dropFirst(4)
      if line.hasPrefix("$ ") {
        recipe.steps.append(.init(command: String(line.dropFirst(2))))
      } else if !recipe.steps.isEmpty {
        recipe.steps[recipe.steps.count - 1].output.append(String(line))
      }
    }
    return recipes.filter { recipe in
      recipe.steps.contains { $0.command.contains(server) && !$0.command.contains("browse") }
    }
  }

  @Test func `the documents have recipes`() {
    #expect(Self.recipes.count { $0.document == "README.md" } > 10)
    #expect(Self.recipes.count { $0.document == "docs/guide.md" } > 1)
  }

  @Test(arguments: recipes)
  func `a recipe works as it stands`(recipe: Recipe) async throws {
    let demo = try Demo()
    let host = String(demo.server.url.dropFirst("http://".count))
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("pagewalk"), withDestinationPath: Binary.path)
    // The guests may look for their settings at home.
    var environment = ProcessInfo.processInfo.environment.filter { $0.key == "HOME" }
    let path = environment["PATH"] ?? ProcessInfo.processInfo.environment["PATH"] ?? ""
    environment["PATH"] = "\(folder.url.path):\(path)"

    for step in recipe.steps {
      let words = step.command.split(separator: " ").map(String.init)
      for guest in Self.guests where words.contains(guest) && !Self.isThere(guest, on: path) {
        print("the program \(guest) is missing: a recipe of \(recipe.document) is not run")
        return
      }
      let command = step.command.replacing(Self.server, with: host)
      let result = try await Binary.run(
        ["-c", "exec 2>&1\n\(command)"], environment: environment, in: folder,
        executable: "/bin/bash")
      let shown = result.stdout.replacing(host, with: Self.server)
      if step.output.isEmpty {
        #expect(result.status == 0, "\(shown)")
      } else {
        #expect(shown == step.output.map { $0 + "\n" }.joined())
      }
    }
  }

  private static func isThere(_ program: String, on path: String) -> Bool {
    path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
