// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageWalkCore

/// Writes some keys of every item of an API as CSV (RFC 4180), one row an item:
///
///     swift run export-csv https://api.example.com/items id owner.name >items.csv
///
/// A bearer token is taken from the variable `API_TOKEN`.
@main
struct ExportCSV {
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    guard let url = words.first, words.count > 1 else {
      quit("Usage: export-csv URL KEY…", status: 2)
    }
    do {
      try await export(url, keys: words.dropFirst().map { try Key($0) })
    } catch let error as WalkError {
      quit(error.description, status: error.exitStatus)
    } catch {
      quit("\(error)", status: 2)
    }
  }

  private static func export(_ url: String, keys: [Key]) async throws {
    let walker = try PageWalker(
      WalkPlan(url: url), bearer: ProcessInfo.processInfo.environment["API_TOKEN"])
    printRow(keys.map(\.description))
    while let page = try await nextPage(of: walker) {
      let columns = try keys.map { try page.values(at: $0) }
      for row in columns[0].indices {
        printRow(columns.map { $0[row] ?? "" })
      }
    }
  }

  /// The next page. Nothing is sent again until someone says so: here that is this loop, which asks
  /// three times more for a page whose failure may pass.
  private static func nextPage(of walker: PageWalker) async throws -> Page? {
    for _ in 1...3 {
      do {
        return try await walker.nextPage()
      } catch let error as WalkError where error.mayPass {
        try await Task.sleep(for: .seconds(min(error.retryAfter ?? 1, 60)))
        await walker.retry()
      }
    }
    return try await walker.nextPage()
  }

  private static func printRow(_ fields: [String]) {
    let quoted = fields.map { field in
      let isPlain = field.utf8.allSatisfy { !#",""#.utf8.contains($0) && $0 >= 0x20 }
      return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
    }
    print(quoted.joined(separator: ","), terminator: "\r\n")
  }

  private static func quit(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("export-csv: \(message)\n".utf8))
    exit(status)
  }
}
