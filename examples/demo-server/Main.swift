// SPDX-License-Identifier: Apache-2.0

import LoopbackServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Serves one data set in many dialects of paging, on loopback, until SIGINT or SIGTERM.
@main
struct Main {
  static func main() {
    do {
      try run(DemoOptions(Array(CommandLine.arguments.dropFirst())))
    } catch {
      complain("demo-server: \(error)\n")
      exit(error is DemoOptions.Mistake ? 2 : 1)
    }
  }

  private static func run(_ options: DemoOptions) throws {
    if options.wantsHelp { return print(DemoOptions.help) }
    // Before any thread starts, so that all of them leave the signals to the wait below.
    var endings = sigset_t()
    unsafe sigemptyset(&endings)
    unsafe sigaddset(&endings, SIGINT)
    unsafe sigaddset(&endings, SIGTERM)
    unsafe pthread_sigmask(SIG_BLOCK, &endings, nil)

    let demo = DemoServer(data: options.data, pageSize: options.pageSize)
    let server = try LoopbackServer(
      port: options.port, address: options.address, keepsRequests: false, respond: demo.respond)
    print(demo.welcome(at: server.url))
    fflush(nil)
    if let file = options.portFile { try save("\(server.port)\n", to: file) }

    var received: Int32 = 0
    unsafe sigwait(&endings, &received)
    server.stop()
    if let file = options.portFile { unsafe unlink(file) }
  }

  /// Writes a file that is either not there or whole.
  private static func save(_ text: String, to path: String) throws {
    let temporary = path + ".new"
    guard let file = unsafe fopen(temporary, "w") else {
      throw Failure(description: "'\(temporary)' can't be written.")
    }
    unsafe fputs(text, file)
    guard unsafe fclose(file) == 0, unsafe rename(temporary, path) == 0 else {
      throw Failure(description: "'\(path)' can't be written.")
    }
  }

  private static func complain(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(2, bytes, bytes.count)
  }
}

/// What keeps the server from its work.
private struct Failure: Error, CustomStringConvertible {
  var description: String
}
