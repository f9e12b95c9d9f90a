// SPDX-License-Identifier: Apache-2.0

import LoopbackServer
import Synchronization

/// A server whose pages hold repeated items, and which fails now and then.
final class TortureServer: Sendable {
  /// The data of one walk.
  struct Data: Sendable {
    var seed: UInt64
    var items: Int
    var pageSize: Int

    /// Whether the items are so large, and so densely written, that pagewalk writes a page on a
    /// thread of its own and from where it lies.
    var isLarge: Bool { seed.isMultiple(of: 4) }
  }

  /// One request in so many fails; 0: none does.
  let faults: Int

  /// Seconds before each answer, at most.
  let delay: Double

  private let random: Mutex<SeededRandom>

  init(faults: Int, delay: Double, seed: UInt64) {
    self.faults = faults
    self.delay = delay
    random = Mutex(SeededRandom(seed: seed))
  }

  /// Answers `/SEED/ITEMS/SIZE/WAY?…`.
  func respond(to request: LoopbackRequest) -> LoopbackResponse {
    let parts = request.path.split(separator: "/").map(String.init)
    guard parts.count == 4, let seed = UInt64(parts[0]), let items = Int(parts[1]),
      let size = Int(parts[2])
    else { return LoopbackResponse(status: 404) }
    let data = Data(seed: seed, items: items, pageSize: size)
    let first = Self.first(of: request, way: parts[3], size: size)
    var response = LoopbackResponse.json(data.page(from: first, way: parts[3], of: request.path))
    if data.hasNext(first), parts[3] == "link" {
      response.headers.append(("Link", "<?from=\(first + size)>; rel=\"next\""))
    }
    random.withLock { random in
      response.delay = Double.random(in: 0...delay, using: &random)
      if faults > 0, Int.random(in: 0..<faults, using: &random) == 0 {
        Self.spoil(&response, &random)
      }
    }
    return response
  }

  /// The first item that a request asks for.
  private static func first(of request: LoopbackRequest, way: String, size: Int) -> Int {
    switch way {
    case "page": (request["page"].flatMap { Int($0) } ?? 1) * size - size
    case "offset": request["offset"].flatMap { Int($0) } ?? 0
    case "cursor": request["cursor"].flatMap { Int($0.dropFirst()) } ?? 0
    default: request["from"].flatMap { Int($0) } ?? 0
    }
  }

  private static func spoil(_ response: inout LoopbackResponse, _ random: inout SeededRandom) {
    let middle = Int.random(in: 0...response.body.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: response = LoopbackResponse.json(#"{"error":"later"}"#, status: 503)
    case 1: response = LoopbackResponse.json(#"{"error":"slower"}"#, status: 429)
    case 2: response.fault = .cutBody(after: middle)
    case 3: response.fault = .resetBody(after: middle)
    case 4: response.fault = .reset
    default: response.fault = .chunkedCut
    }
  }
}

extension TortureServer.Data {
  func hasNext(_ first: Int) -> Bool { first + pageSize < items }

  /// A page, with white space unless it is large, and with one item in four that came before.
  func page(from first: Int, way: String, of path: String) -> String {
    let range = first..<max(first, min(first + pageSize, items))
    let list = range.map(item).joined(separator: isLarge ? "," : " ,\n  ")
    let next = first + pageSize
    let more =
      switch way {
      case _ where !hasNext(first): "null"
      case "cursor": "\"c\(next)\""
      default: "\"\(path)?from=\(next)\""
      }
    return isLarge
      ? "{\"items\":[\(list)],\"next\":\(more),\"total\":\(items)}"
      : "{ \"items\" : [\(list)],\n\"next\":\(more), \"total\":\(items)}"
  }

  /// The item at a place: one in four repeats an earlier one, and some of these have their members
  /// in another order.
  private func item(_ index: Int) -> String {
    var random = SeededRandom(seed: seed &* 1_000_003 &+ UInt64(index))
    guard index > 0, Int.random(in: 0..<4, using: &random) == 0 else { return text(index, false) }
    let back = min(index, Int.random(in: 1...300, using: &random))
    return text(index - back, Bool.random(using: &random))
  }

  private func text(_ index: Int, _ isTurned: Bool) -> String {
    var random = SeededRandom(seed: seed ^ UInt64(index) &* 0x9E37_79B9)
    let filling = String(
      repeating: "ü\\n\\u0041 ",
      count: Int.random(in: 0...20, using: &random) * (isLarge ? 200 : 1))
    let gap = isLarge ? "" : " "
    let id = "\"id\":\(gap)\(index)"
    let text = "\"text\"\(gap):\"\(filling)\",\(gap)\"n\":\(gap)1.50e2"
    return isTurned ? "{\(text),\(gap)\(id)}" : "{\(id),\(text)}"
  }
}

/// Random numbers that can be had again (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
