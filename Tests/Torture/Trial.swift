// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One walk that is killed at random moments and gone on with until it is complete.
struct Trial {
  /// What a trial saw.
  struct Outcome {
    /// Signals that ended a run.
    var kills = 0
    /// Runs that ended because the server failed.
    var failures = 0
    /// Runs that went on with a state.
    var resumes = 0
    /// What is wrong; nil where all is well.
    var fault: String?
  }

  let number: Int
  let seed: UInt64
  let binary: String
  /// The server with faults, and the one without.
  let urls: (faulty: String, good: String)

  private static let ways = ["cursor", "next", "link", "page", "offset"]
  private static let formats = ["jsonl", "jsonl", "json", "pages"]
  private static let dedups: [[String]] = [[], ["--dedup"], ["--dedup-key", "id"]]

  /// Runs of one trial, at most: a walk that never comes to its end is a fault.
  private static let mostRuns = 200

  func run() -> Outcome {
    var outcome = Outcome()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pagewalk-torture-\(getpid())-\(number)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try run(in: folder.path, &outcome)
    } catch {
      outcome.fault = "\(error)"
    }
    if outcome.fault == nil {
      try? FileManager.default.removeItem(at: folder)
    } else {
      outcome.fault? += " (the files are in \(folder.path))"
    }
    return outcome
  }

  private func run(in folder: String, _ outcome: inout Outcome) throws {
    var random = SeededRandom(seed: seed)
    let data = seed % 1_000_000
    let isLarge = TortureServer.Data(seed: data, items: 0, pageSize: 0).isLarge
    let items = Int.random(in: isLarge ? 100...400 : 500...4000, using: &random)
    let size = Int.random(in: 5...40, using: &random)
    let way = Self.ways.randomElement(using: &random) ?? ""
    let path = "/\(data)/\(items)/\(size)/\(way)"
    let words = walkWords(way, &random)

    let whole = try ChildProcess(
      binary, [urls.good + path] + words + ["-o", folder + "/whole", "-s"],
      messages: folder + "/messages"
    ).wait()
    guard whole == 0 else {
      outcome.fault = "the uninterrupted walk ended with \(whole)"
      return
    }
    let first =
      [urls.faulty + path] + words + ["-o", folder + "/out", "--state", folder + "/state"]
    // At least one signal hits a run, and often several.
    let wantedKills = Int.random(in: 1...4, using: &random)
    var runs = 0
    while true {
      runs += 1
      guard runs <= Self.mostRuns else {
        outcome.fault = "no end after \(runs - 1) runs"
        return
      }
      let hasState = FileManager.default.fileExists(atPath: folder + "/state")
      let resumes = hasState && Bool.random(using: &random)
      let process = try ChildProcess(
        binary, resumes ? ["resume", folder + "/state"] : first + (runs > 1 ? ["--continue"] : []),
        messages: folder + "/messages")
      if hasState { outcome.resumes += 1 }
      var signal: Int32?
      if outcome.kills < wantedKills {
        signal = Int.random(in: 0..<6, using: &random) == 0 ? SIGTERM : SIGKILL
        usleep(UInt32.random(in: 0...Self.longestWait(&random), using: &random))
        process.send(signal ?? SIGKILL)
      }
      let status = process.wait()
      switch status {
      case 0 where outcome.kills > 0 || runs > 50:
        return try check(folder, &outcome)
      case 0:
        // It was faster than the signal: once more from the beginning.
        for name in ["state", "state.marks", "out"] {
          try? FileManager.default.removeItem(atPath: folder + "/" + name)
        }
      case 4:
        outcome.failures += 1
      case let status where status > 128 && status - 128 == signal:
        outcome.kills += 1
      default:
        outcome.fault = "run \(runs) ended with \(status): \(process.lastWords)"
        return
      }
    }
  }

  /// Microseconds before a signal: often within the first moments of a process, in which it takes
  /// its state and writes the first one; else at any moment of a walk of some seconds.
  private static func longestWait(_ random: inout SeededRandom) -> UInt32 {
    [10_000, 60_000, 1_500_000, 3_000_000].randomElement(using: &random) ?? 0
  }

  private func walkWords(_ way: String, _ random: inout SeededRandom) -> [String] {
    let format = Self.formats.randomElement(using: &random) ?? "jsonl"
    let dedup = Self.dedups.randomElement(using: &random) ?? []
    let wayWords =
      switch way {
      case "cursor": ["--cursor-key", "next", "--cursor-param", "cursor"]
      case "next": ["--next-key", "next"]
      case "link": ["--link-header"]
      case "page": ["--page-param", "page", "--total-key", "total"]
      default: ["--offset-param", "offset", "--total-key", "total"]
      }
    return ["--items-key", "items", "--format", format, "--no-ask"] + dedup + wayWords
  }

  private func check(_ folder: String, _ outcome: inout Outcome) throws {
    let files = FileManager.default
    if !files.contentsEqual(atPath: folder + "/out", andPath: folder + "/whole") {
      outcome.fault = "the output differs"
    }
    let left = try files.contentsOfDirectory(atPath: folder)
      .filter { !["out", "whole", "state", "messages"].contains($0) }
    if !left.isEmpty { outcome.fault = "left behind: \(left.joined(separator: ", "))" }
  }
}
