// SPDX-License-Identifier: Apache-2.0

/// Runs an actor's jobs on a thread of its own, one after another, so that they may block: a
/// transfer must not hold up the threads that all tasks share.
///
/// The thread begins with the first job and ends with the executor.
final class ThreadExecutor: SerialExecutor {
  private let thread = WorkerThread()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = unsafe asUnownedSerialExecutor()
    thread.run { unsafe job.runSynchronously(on: executor) }
  }
}
