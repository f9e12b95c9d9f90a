// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs an actor's jobs on a thread of its own, one after another, so that they may block: a
/// transfer must not hold up the threads that all tasks share.
///
/// The thread begins with the first job and ends with the executor.
final class ThreadExecutor: SerialExecutor {
  private let queue = JobQueue()

  func enqueue(_ job: consuming ExecutorJob) {
    unsafe queue.add(UnownedJob(job), for: asUnownedSerialExecutor())
  }

  deinit {
    queue.close()
  }
}

/// The jobs that wait, and the thread that runs them. It outlives its executor until the thread has
/// seen that it is closed.
@safe private final class JobQueue: @unchecked Sendable {
  // All that changes is guarded by `mutex`.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [(UnownedJob, UnownedSerialExecutor)] = unsafe []
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

  func add(_ job: UnownedJob, for executor: UnownedSerialExecutor) {
    unsafe pthread_mutex_lock(mutex)
    unsafe jobs.append((job, executor))
    let startsThread = !hasThread
    hasThread = true
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
    if startsThread { DetachedThread.start { [self] in run() } }
  }

  func close() {
    unsafe pthread_mutex_lock(mutex)
    isClosed = true
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  private func run() {
    while true {
      unsafe pthread_mutex_lock(mutex)
      while unsafe jobs.isEmpty && !isClosed { unsafe pthread_cond_wait(condition, mutex) }
      let next = unsafe jobs.isEmpty ? nil : jobs.removeFirst()
      unsafe pthread_mutex_unlock(mutex)
      guard let (job, executor) = unsafe next else { return }
      unsafe job.runSynchronously(on: executor)
    }
  }
}
