// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread that nobody waits for.
package enum DetachedThread {
  /// Runs a closure in a new thread.
  package static func start(_ body: @escaping @Sendable () -> Void) {
    let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      unsafe pthread_create(&thread, nil, runBody, context)
      if let thread = unsafe thread { unsafe pthread_detach(thread) }
    #else
      var thread = pthread_t()
      unsafe pthread_create(&thread, nil, runBody, context)
      pthread_detach(thread)
    #endif
  }
}

/// What a thread runs.
private final class Body {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func runBody(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
#else
  private func runBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context = unsafe context {
      unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    }
    return nil
  }
#endif
