// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import demo_server

/// The demo server as a process.
@Suite(.timeLimit(.minutes(5)))
struct DemoServerRunTests {
  @Test(arguments: [SIGINT, SIGTERM])
  func `it says where it is, and ends cleanly at a signal`(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let result = try await Binary.run(
      ["--items", "3", "--port-file", "port"],
      interruption: .init(signal: signal) {
        // Both once: its file is whole as soon as it is there.
        folder.text(of: "port") != nil
      }, in: folder, executable: Binary.demoServer)
    #expect(result.status == 0)
    #expect(result.stderr.isEmpty)
    #expect(result.lines.first?.hasPrefix("3 items at http://127.0.0.1:") == true)
    let commands = result.lines.count { $0.hasPrefix("$ pagewalk 'http://127.0.0.1:") }
    #expect(commands == Dialect.all.count)
    #expect(folder.text(of: "port") == nil)
  }

  @Test func `wrong usage is exit 2, and help is help`() async throws {
    let wrong = try await Binary.run(["--itmes"], executable: Binary.demoServer)
    #expect(wrong.status == 2)
    #expect(wrong.stderr == "demo-server: There is no option '--itmes'; see --help.\n")
    let help = try await Binary.run(["--help"], executable: Binary.demoServer)
    #expect(help.status == 0)
    #expect(help.stdout.contains("--port-file FILE"))
  }
}
