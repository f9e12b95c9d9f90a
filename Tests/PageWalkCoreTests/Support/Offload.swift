// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Does what waits for other processes on threads of its own, so that the few threads that all
/// tests share stay free for tests that compute.
struct Offload {
  /// For tests that run the binary.
  static let processes = Offload(width: 4)

  private let queue = OperationQueue()

  /// Creates a place where at most so many things are done at a time.
  init(width: Int) {
    queue.maxConcurrentOperationCount = width
  }

  /// Does something when there is room for it.
  func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.addOperation { continuation.resume(with: Result { try body() }) }
    }
  }
}
