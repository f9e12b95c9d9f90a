// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread of the operating system that runs one closure and must be joined once.
struct JoinableThread: @unchecked Sendable {
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let identity: pthread_t

  /// Starts a thread.
  init(_ body: @escaping @Sendable () -> Void) throws {
    let work = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var started: pthread_t?
    #else
      var started = pthread_t()
    #endif
    let failure = unsafe pthread_create(&started, nil, { unsafe Self.run($0) }, work.toOpaque())
    guard failure == 0 else {
      unsafe work.release()
      throw LoopbackError(description: "No thread could be started: error \(failure).")
    }
    #if canImport(Darwin)
      guard let started else { throw LoopbackError(description: "No thread could be started.") }
    #endif
    identity = started
  }

  /// Waits for the thread's end.
  func join() {
    _ = pthread_join(identity, nil)
  }

  #if canImport(Darwin)
    private static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
      unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
      return nil
    }
  #else
    private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let context = unsafe context else { return nil }
      unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
      return nil
    }
  #endif
}
