// SPDX-License-Identifier: Apache-2.0

import LoopbackServer

@testable import demo_server

/// The demo server within the tests, with its requests recorded.
struct Demo {
  /// The server.
  let server: LoopbackServer

  /// Starts the demo server on a free port.
  init(items: Int = 95, pageSize: Int = 10, hasDuplicates: Bool = false) throws {
    var data = DataSet()
    data.count = items
    data.hasDuplicates = hasDuplicates
    server = try LoopbackServer(respond: DemoServer(data: data, pageSize: pageSize).respond)
  }

  /// The URL of a target.
  func url(_ target: String) -> String { server.url + target }

  /// The lines that a walk of the first so many items must give.
  static func lines(_ count: Int = 95) -> [String] {
    (0..<count).map { index in
      var bytes: [UInt8] = []
      DataSet()[index].write(to: &bytes, size: 0)
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
