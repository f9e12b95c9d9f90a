// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Synchronization

/// Kills walks at random moments, goes on with them until they are complete, and compares what they
/// wrote with what an uninterrupted walk writes.
///
///     torture BINARY [--trials 300] [--seed N] [--jobs 8] [--only TRIAL]
@main
struct Torture {
  static func main() throws {
    var rest = CommandLine.arguments.dropFirst()
    guard let binary = rest.popFirst() else {
      print("torture BINARY [--trials N] [--seed N] [--jobs N] [--only TRIAL]")
      exit(2)
    }
    var numbers = ["--trials": 300, "--jobs": 8, "--only": 0]
    numbers["--seed"] = Int(UInt32.random(in: 0...UInt32.max))
    while let name = rest.popFirst() {
      guard numbers[name] != nil, let value = rest.popFirst().flatMap({ Int($0) }) else {
        print("torture: '\(name)' is no option, or has no number.")
        exit(2)
      }
      numbers[name] = value
    }
    let seed = UInt64(numbers["--seed"] ?? 0)
    let only = numbers["--only"] ?? 0
    let trials = only > 0 ? [only] : Array(1...(numbers["--trials"] ?? 1))
    print("seed \(seed), \(trials.count) walks")
    exit(try run(binary, trials, seed, jobs: numbers["--jobs"] ?? 1) ? 0 : 1)
  }

  private static func run(
    _ binary: String, _ trials: [Int], _ seed: UInt64, jobs: Int
  ) throws -> Bool {
    let faulty = TortureServer(faults: 60, delay: 0.02, seed: seed)
    let good = TortureServer(faults: 0, delay: 0, seed: seed)
    let servers = [
      try LoopbackServer(respond: faulty.respond), try LoopbackServer(respond: good.respond),
    ]
    defer { for server in servers { server.stop() } }
    let urls = servers.map(\.url)
    let sum = Mutex(Trial.Outcome())
    let passes = Mutex(0)
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = jobs
    let absolute = URL(fileURLWithPath: binary).path
    for number in trials {
      queue.addOperation {
        let trial = Trial(
          number: number, seed: seed &* 1000 &+ UInt64(number), binary: absolute,
          urls: (urls[0], urls[1]))
        let outcome = trial.run()
        sum.withLock {
          $0.kills += outcome.kills
          $0.failures += outcome.failures
          $0.resumes += outcome.resumes
          if let fault = outcome.fault {
            print("walk \(number) (--seed \(seed) --only \(number)): \(fault)")
          }
        }
        if outcome.fault == nil { passes.withLock { $0 += 1 } }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    let (kills, failures, resumes) = sum.withLock { ($0.kills, $0.failures, $0.resumes) }
    let passed = passes.withLock { $0 }
    print("\(kills) kills, \(failures) failures of the server, \(resumes) runs that went on")
    print("\(passed) of \(trials.count)")
    return passed == trials.count
  }
}
