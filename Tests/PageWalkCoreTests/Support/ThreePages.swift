// SPDX-License-Identifier: Apache-2.0

import LoopbackServer
import Synchronization

/// A server of three pages of two items, which can be made to fail where a test wants it to.
final class ThreePages: Sendable {
  /// A page that is asked for.
  struct Asked: Sendable {
    /// Its number, from one.
    var page: Int
    /// How many times it was asked for, this time included.
    var attempt: Int
    var request: LoopbackRequest
  }

  /// The options that walk it.
  static let keys = ["--items-key", "items", "--cursor-key", "next", "--cursor-param", "cursor"]

  /// The lines of a whole walk.
  static let lines = (1...6).map { #"{"id":\#($0)}"# }

  /// The server.
  let server: LoopbackServer

  private final class Attempts: Sendable {
    let counts = Mutex<[Int: Int]>([:])

    func count(_ page: Int) -> Int {
      counts.withLock {
        $0[page, default: 0] += 1
        return $0[page, default: 0]
      }
    }
  }

  /// Starts the server.
  ///
  /// - Parameter trouble: what is answered instead of a page; nil for the page.
  init(trouble: @escaping @Sendable (Asked) -> LoopbackResponse? = { _ in nil }) throws {
    let attempts = Attempts()
    server = try LoopbackServer { request in
      let page = request["cursor"].flatMap { Int($0.dropFirst()) } ?? 1
      let asked = Asked(page: page, attempt: attempts.count(page), request: request)
      return trouble(asked) ?? .json(Self.body(page))
    }
  }

  /// The start URL.
  var url: String { server.url + "/items" }

  /// The words of a walk.
  func words(_ more: String...) -> [String] { [url] + Self.keys + more }

  private static func body(_ page: Int) -> String {
    let next = page < 3 ? #""c\#(page + 1)""# : "null"
    return #"{"items":[{"id":\#(page * 2 - 1)},{"id":\#(page * 2)}],"next":\#(next),"total":6}"#
  }
}

extension LoopbackResponse {
  /// A status with a few words.
  static func failure(_ status: Int, headers: [(String, String)] = []) -> LoopbackResponse {
    .json(#"{"message":"not now"}"#, status: status, headers: headers)
  }
}
