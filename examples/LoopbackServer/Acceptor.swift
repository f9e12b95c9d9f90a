// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Takes a server's connections and gives each a thread, until the server ends.
struct Acceptor {
  let listener: Socket
  let end: EndSignal
  let log: RequestLog
  let respond: LoopbackServer.Respond

  /// The numbers of the connections whose threads have only to be joined.
  private final class Finished: Sendable {
    private let numbers = Mutex<[Int]>([])

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }

    func take() -> [Int] {
      numbers.withLock { held in
        defer { held = [] }
        return held
      }
    }
  }

  init(
    listener: Socket, end: EndSignal, log: RequestLog, respond: @escaping LoopbackServer.Respond
  ) {
    self.listener = listener
    self.end = end
    self.log = log
    self.respond = respond
  }

  /// Takes connections; returns when the server has ended and every thread with it.
  func run() {
    let finished = Finished()
    var threads: [Int: JoinableThread] = [:]
    while end.wait(reading: listener.descriptor) == .ready {
      while let socket = listener.acceptConnection() {
        let number = log.connected()
        threads[number] = try? JoinableThread { [end, log, respond] in
          Connection(socket: socket, number: number, end: end, log: log, respond: respond).serve()
          finished.add(number)
        }
      }
      // Threads that are done are joined as others come, so that their number stays small.
      for number in finished.take() { threads.removeValue(forKey: number)?.join() }
    }
    for thread in threads.values { thread.join() }
  }
}
