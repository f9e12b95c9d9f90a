// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where threads leave messages for one task that waits for them.
final class Mailbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Leaves a message, from any thread.
  func post(_ message: Message) {
    let waiting = state.withLock { state in
      state.messages.append(message)
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// All messages that are there, in order; waits for one where there is none.
  func next() async -> [Message] {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock {
        if $0.messages.isEmpty { $0.waiting = continuation }
        return !$0.messages.isEmpty
      }
      if isReady { continuation.resume() }
    }
    return state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }
}
