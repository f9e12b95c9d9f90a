// SPDX-License-Identifier: Apache-2.0

import Synchronization

@testable import PageWalkCore

/// A walk that answers when the test says so.
final class ScriptedPages: Sendable {
  struct Failure: Error, Hashable {
    var reason = "the server is on fire"
  }

  /// One request, waiting for its answer.
  struct Call: Sendable {
    fileprivate let continuation: CheckedContinuation<FeedPage<Int>?, any Error>

    func answer(_ items: some Sequence<Int>, isLast: Bool = false, total: Int? = nil) {
      continuation.resume(returning: FeedPage(items: Array(items), isLast: isLast, total: total))
    }

    func end() { continuation.resume(returning: nil) }

    func fail(_ error: any Error = Failure()) { continuation.resume(throwing: error) }
  }

  private struct State {
    var calls: [Call] = []
    var cancelled = 0
    var waiting: CheckedContinuation<Call, Never>?
    var underWay = 0
    var most = 0
    var count = 0
  }

  private let state = Mutex(State())

  /// How many requests there were.
  var count: Int { state.withLock { $0.count } }

  /// How many requests ran at the same time, at most.
  var mostAtATime: Int { state.withLock { $0.most } }

  /// How many requests were cancelled while they were on their way.
  var cancelled: Int { state.withLock { $0.cancelled } }

  /// Waits for a request.
  func call() async -> Call {
    await withCheckedContinuation { continuation in
      let ready: Call? = state.withLock {
        if $0.calls.isEmpty {
          $0.waiting = continuation
          return nil
        }
        return $0.calls.removeFirst()
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }

  /// The walk. A request that is cancelled goes on until the test answers it.
  func nextPage() async throws -> FeedPage<Int>? {
    state.withLock {
      $0.count += 1
      $0.underWay += 1
      $0.most = max($0.most, $0.underWay)
    }
    defer { state.withLock { $0.underWay -= 1 } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let call = Call(continuation: continuation)
        let waiting = state.withLock {
          let waiting = $0.waiting
          $0.waiting = nil
          if waiting == nil { $0.calls.append(call) }
          return waiting
        }
        waiting?.resume(returning: call)
      }
    } onCancel: {
      state.withLock { $0.cancelled += 1 }
    }
  }
}

extension PageFeed where Item == Int {
  /// A feed of numbers that comes from scripted pages.
  convenience init(
    _ pages: ScriptedPages, prefetchDistance: Int = 5,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(identity: { $0 }, prefetchDistance: prefetchDistance, clock: clock) {
      { try await pages.nextPage() }
    }
  }
}
