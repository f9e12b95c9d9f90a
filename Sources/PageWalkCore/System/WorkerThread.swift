// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs what it is given on a thread of its own, one job after another.
///
/// The thread begins with the first job. It ends when the last one is done after nobody holds this any
/// more.
package final class WorkerThread: Sendable {
  private let queue = JobQueue()

  /// Makes a worker; the thread begins later.
  package init() {}

  deinit {
    queue.close()
  }

  /// Gives the thread a job; returns at once.
  package func run(_ job: @escaping @Sendable () -> Void) {
    queue.add(job)
  }

  /// Waits until all jobs are done.
  package func wait() {
    queue.wait()
  }
}

/// The jobs that wait, and the thread that runs them. It outlives its worker until the thread has seen
/// that it is closed.
@safe private final class JobQueue: @unchecked Sendable {
  // All that changes is guarded by `mutex`.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [@Sendable () -> Void] = []
  private var isBusy = false
  private var isClosed = false
  private var hasThread = false

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  func add(_ job: @escaping @Sendable () -> Void) {
    unsafe pthread_mutex_lock(mutex)
    jobs.append(job)
    let startsThread = !hasThread
    hasThread = true
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
    if startsThread { DetachedThread.start { [self] in work() } }
  }

  func close() {
    unsafe pthread_mutex_lock(mutex)
    isClosed = true
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  func wait() {
    unsafe pthread_mutex_lock(mutex)
    while isBusy || !jobs.isEmpty { unsafe pthread_cond_wait(condition, mutex) }
    unsafe pthread_mutex_unlock(mutex)
  }

  private func work() {
    while let job = next() { job() }
  }

  /// The next job, when there is one; nil at the end.
  private func next() -> (@Sendable () -> Void)? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    isBusy = false
    unsafe pthread_cond_broadcast(condition)
    while jobs.isEmpty && !isClosed { unsafe pthread_cond_wait(condition, mutex) }
    guard !jobs.isEmpty else { return nil }
    isBusy = true
    return jobs.removeFirst()
  }
}
