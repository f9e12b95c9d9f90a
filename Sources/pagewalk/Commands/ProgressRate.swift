// SPDX-License-Identifier: Apache-2.0

/// How many items came in a second, of late: over the last ten seconds, or over the last pages
/// where pages are slow.
struct ProgressRate: Hashable, Sendable {
  private struct Sample: Hashable, Sendable {
    var seconds: Double
    var items: Int
  }

  private var samples: [Sample] = [Sample(seconds: 0, items: 0)]

  private static let window = 10.0
  private static let leastSamples = 6
  /// Samples that are nearer than this become one, so that there are never many.
  private static let spacing = 0.1

  /// Takes note of how many items had come at a time, reckoned from the beginning.
  mutating func note(items: Int, at seconds: Double) {
    let count = samples.count
    if count >= 2, seconds - samples[count - 2].seconds < Self.spacing {
      samples[count - 1] = Sample(seconds: seconds, items: items)
    } else {
      samples.append(Sample(seconds: seconds, items: items))
    }
    while samples.count > Self.leastSamples, seconds - samples[1].seconds > Self.window {
      samples.removeFirst()
    }
  }

  /// The rate at a time; nil where too little came to tell.
  func rate(at seconds: Double) -> Double? {
    guard let first = samples.first, let last = samples.last, last.items > first.items else {
      return nil
    }
    let span = seconds - first.seconds
    return span > 0.2 ? Double(last.items - first.items) / span : nil
  }
}
