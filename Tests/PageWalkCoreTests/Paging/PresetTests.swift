// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore
@testable import pagewalk

@Suite("Presets", .timeLimit(.minutes(1)))
struct PresetTests {
  /// The plan that words make, for a request with a JSON body, so that places in one can be.
  private static func plan(_ words: [String]) throws -> WalkPlan {
    var settings = Settings()
    let parsed = try ParsedWords(["--json", "{}"] + words)
    try settings.apply(parsed.options)
    return try settings.plan(for: "https://api.test/things")
  }

  @Test(arguments: Preset.all)
  func `the options of a preset are options`(preset: Preset) throws {
    let typed = try ParsedWords(preset.words)
    #expect(typed.operands.isEmpty)
    var plan = try Self.plan(["--preset", preset.name])
    #expect(plan.way != .detect)
    #expect(!plan.stops.contains(.short))
    // A preset sets a page size only where the API pages only when it is asked for one.
    #expect(plan.pageSize == nil || ["asana", "zendesk"].contains(preset.name))
    // It is its options and nothing else; only the page size may be left open by a preset alone.
    let size = plan.pageSize.map { ["--page-size", "\($0)"] } ?? ["--page-size", "7"]
    plan = try Self.plan(["--preset", preset.name] + size)
    #expect(
      try Self.plan(preset.words.filter { $0 != "--page-size" && $0 != size[1] } + size) == plan)
  }

  @Test func `names are single and of one spelling, and nothing is left empty`() {
    let names = Preset.all.map(\.name)
    #expect(Set(names).count == names.count)
    for preset in Preset.all {
      #expect(preset.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
      #expect(!preset.what.isEmpty)
      #expect(preset.link.hasPrefix("https://") && !preset.link.contains(" "))
      #expect(!preset.note.hasSuffix("."))
    }
  }

  @Test func `every preset that a case names is there`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Cases/apis")
    var named: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    where file.pathExtension == "json" {
      let text = try String(contentsOf: file, encoding: .utf8)
      let document = try JSONDocument(text)
      let key = try Key("$..args[*]")
      let words = try key.nodes(in: document).map { document.string($0) }
      for (option, name) in zip(words, words.dropFirst()) where option == "--preset" {
        named.insert(name)
      }
    }
    #expect(named.count > 30)
    #expect(named.subtracting(Preset.all.map(\.name)) == [])
  }

  /// Words beside a preset, and the words that stand for both.
  static let overrides: [(String, String)] = [
    (
      "--preset stripe --items-key rows",
      "--items-key rows --cursor-key last:id --cursor-param starting_after --more-key has_more --limit-param limit"
    ),
    (
      "--preset stripe --cursor-param after",
      "--items-key data --cursor-key last:id --cursor-param after --more-key has_more --limit-param limit"
    ),
    (
      "--preset notion --cursor-to body:x",
      "--items-key results --cursor-key next_cursor --cursor-to body:x --more-key has_more --limit-param body:page_size -H 'Notion-Version: 2022-06-28'"
    ),
    (
      "--preset notion -H 'notion-version: 2025-09-03' -H 'A: b'",
      "--items-key results --cursor-key next_cursor --cursor-to body:start_cursor --more-key has_more --limit-param body:page_size -H 'notion-version: 2025-09-03' -H 'A: b'"
    ),
    (
      "--preset notion -H 'A: b'",
      "--items-key results --cursor-key next_cursor --cursor-to body:start_cursor --more-key has_more --limit-param body:page_size -H 'Notion-Version: 2022-06-28' -H 'A: b'"
    ),
    (
      "--preset openalex --page-param page",
      "--items-key results --limit-param per-page --total-key meta.count --page-param page"
    ),
    (
      "--preset ckan --no-next",
      "--items-key result.results --limit-param rows --total-key result.count --ok-key success --no-next"
    ),
    ("--link-header --preset drf", "--items-key results --total-key count --link-header"),
    (
      "--preset zendesk --page-size 5",
      "--cursor-key meta.after_cursor --cursor-param 'page[after]' --more-key meta.has_more --limit-param 'page[size]' --page-size 5"
    ),
    (
      "--preset solr --start-at x",
      "--items-key response.docs --cursor-key nextCursorMark --cursor-param cursorMark --stop-on repeat --limit-param rows --total-key response.numFound --start-at x"
    ),
  ]

  @Test(arguments: overrides)
  func `an option beside a preset takes the place of the preset's`(
    beside: String, alone: String
  ) throws {
    let words = try #require(ShellWords.split(beside))
    let same = try #require(ShellWords.split(alone))
    let size = words.contains("--page-size") ? [] : ["--page-size", "9"]
    let plan = try Self.plan(words + size)
    #expect(try plan == Self.plan(same + size))
  }

  @Test func `an unknown preset names the nearest, and one is enough`() throws {
    let error = #expect(throws: UsageError.self) { try ParsedWords(["--preset", "githb"]) }
    #expect(error?.description.contains("Did you mean 'github'?") == true)
    #expect(throws: UsageError.self) {
      try ParsedWords(["--preset", "github", "--preset", "gitlab"])
    }
  }

  @Test func `the list has a line for each preset`() {
    let lines = PresetsCommand.list.split(separator: "\n")
    #expect(lines.count == Preset.all.count + 2)
    #expect(lines.contains { $0.hasPrefix("  github ") && $0.hasSuffix("GitHub REST") })
  }
}
