// SPDX-License-Identifier: Apache-2.0

import LoopbackServer

/// The command line of the demo server.
struct DemoOptions {
  /// A command line that can't be understood.
  struct Mistake: Error, CustomStringConvertible {
    var description: String
  }

  static let help = """
    demo-server [options]: serves one data set in many dialects of paging, on loopback.

      --port N          listen on this port (default 0: a free one)
      --port-file FILE  write the port there once the server listens
      --ipv6            listen on ::1 instead of 127.0.0.1
      --items N         how many items there are (default 95)
      --page-size N     how many items a page has where the request does not say (default 10)
      --item-size N     fill each item up to about so many bytes
      --seed N          another data set
      --duplicates      every tenth item is the one before it, again
      --help            this text

    Any request may ask for trouble, by parameters of its query:

      items=N           only the first N items
      pretty=1          white space between the tokens
      delay=50ms        wait before the answer (ms, or s)
      fail=503          answer with this status and an error body
      fault=NAME        \(Trouble.Fault.allCases.map(\.rawValue).joined(separator: ", "))
      fail_page=N       which page fails (default: every one)
      fail_times=N      how often it fails before it succeeds (default: always)
      retry_after=N     the Retry-After header of a failure
      rate=N            bytes a second of fault=slow (default 2000)
    """

  var port: UInt16 = 0
  var portFile: String?
  var address = LoopbackServer.Address.ipv4
  var data = DataSet()
  var pageSize = 10
  var wantsHelp = false

  init(_ words: [String]) throws {
    var rest = words.flatMap(Self.split)[...]
    while let word = rest.popFirst() {
      switch word {
      case "--port": port = UInt16(clamping: try Self.number(word, &rest, in: 0...65535))
      case "--port-file": portFile = try Self.value(word, &rest)
      case "--ipv6": address = .ipv6
      case "--items": data.count = try Self.number(word, &rest, in: 0...1_000_000_000)
      case "--page-size": pageSize = try Self.number(word, &rest, in: 1...Exchange.maximumPageSize)
      case "--item-size": data.itemSize = try Self.number(word, &rest, in: 0...1_000_000)
      case "--seed": data.seed = UInt64(try Self.number(word, &rest, in: 0...Int.max))
      case "--duplicates": data.hasDuplicates = true
      case "--help", "-h": wantsHelp = true
      default: throw Mistake(description: "There is no option '\(word)'; see --help.")
      }
    }
  }

  /// Makes two words of `--name=value`.
  private static func split(_ word: String) -> [String] {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return [word] }
    return [String(word[..<equals]), String(word[word.index(after: equals)...])]
  }

  private static func value(_ name: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else {
      throw Mistake(description: "'\(name)' needs a value.")
    }
    return value
  }

  private static func number(
    _ name: String, _ rest: inout ArraySlice<String>, in range: ClosedRange<Int>
  ) throws -> Int {
    let text = try value(name, &rest)
    guard let number = Int(text), range.contains(number) else {
      throw Mistake(
        description:
          "'\(name)' takes a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'."
      )
    }
    return number
  }
}
