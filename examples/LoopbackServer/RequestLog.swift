// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What came to a server, seen by all its threads.
final class RequestLog: Sendable {
  private struct State {
    var requests: [LoopbackRequest] = []
    var count = 0
    var inFlight = 0
    var mostInFlight = 0
    var connections = 0
  }

  private let keepsRequests: Bool
  private let state = Mutex(State())

  init(keepsRequests: Bool) {
    self.keepsRequests = keepsRequests
  }

  var requests: [LoopbackRequest] { state.withLock { $0.requests } }
  var count: Int { state.withLock { $0.count } }
  var mostInFlight: Int { state.withLock { $0.mostInFlight } }
  var connections: Int { state.withLock { $0.connections } }

  /// Counts a connection; gives its number.
  func connected() -> Int {
    state.withLock {
      $0.connections += 1
      return $0.connections
    }
  }

  /// Takes down a request, which is in flight from now on.
  func came(_ request: LoopbackRequest) {
    state.withLock {
      if keepsRequests { $0.requests.append(request) }
      $0.count += 1
      $0.inFlight += 1
      $0.mostInFlight = max($0.mostInFlight, $0.inFlight)
    }
  }

  /// Notes that a request is in flight no longer.
  func answered() {
    state.withLock { $0.inFlight -= 1 }
  }
}
