// SPDX-License-Identifier: Apache-2.0

/// Serves one connection: reads a request, answers it, and so on until one side has enough.
struct Connection {
  let socket: Socket
  let number: Int
  let end: EndSignal
  let log: RequestLog
  let respond: LoopbackServer.Respond

  /// How the bytes of an answer are sent, and what happens to the connection afterwards.
  private enum Ending {
    case keep
    case close
    case reset
    case stall
  }

  func serve() {
    var reader = RequestReader(socket: socket, number: number, end: end) {
      () throws(RequestReader.Failure) in
      do { try send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) } catch { throw .gone }
    }
    do {
      while let request = try reader.next() {
        log.came(request)
        guard try answer(request) else { break }
      }
    } catch RequestReader.Failure.malformed {
      try? send(Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8))
    } catch {
      // The client is gone, or the server ends: there is nobody to tell.
    }
  }

  /// Answers a request; whether the connection stays open.
  private func answer(_ request: LoopbackRequest) throws -> Bool {
    let arrival = ContinuousClock.now
    var inFlight = true
    defer { if inFlight { log.answered() } }
    let response = respond(request)
    if response.delay > 0, end.wait(until: arrival + .seconds(response.delay)) == .ended {
      throw Socket.Gone()
    }
    switch response.fault {
    case .closeBeforeHeaders: return false
    case .reset:
      System.resetAtClose(socket.descriptor)
      return false
    case .stall(let seconds):
      // A client that gives up closes its side, which makes the connection readable.
      guard end.wait(reading: socket.descriptor, seconds: seconds) == .timedOut else {
        return false
      }
    default: break
    }

    let framed = ResponseFraming(response, to: request)
    let (bytes, ending) = Self.cut(framed, response.fault)
    if case .slow(let rate) = response.fault {
      try sendSlowly(bytes, from: framed.headLength, bytesPerSecond: rate)
    } else {
      // The last byte may bring the next request at once, by another connection too.
      if ending != .stall {
        inFlight = false
        log.answered()
      }
      try send(bytes)
    }
    switch ending {
    case .keep: return !request.wantsClose
    case .close: return false
    case .stall:
      _ = end.wait(reading: socket.descriptor)
      return false
    case .reset:
      // A reset overtakes what the client has not read yet, so let it read.
      _ = end.wait(until: ContinuousClock.now + .seconds(0.1))
      System.resetAtClose(socket.descriptor)
      return false
    }
  }

  /// What of an answer is sent, and how it ends.
  private static func cut(
    _ framed: ResponseFraming, _ fault: LoopbackResponse.Fault
  ) -> (bytes: ArraySlice<UInt8>, ending: Ending) {
    let all = framed.bytes[...]
    let upTo = { (count: Int) in all.prefix(framed.headLength + count) }
    return switch fault {
    case .cutBody(let count): (upTo(count), .close)
    case .resetBody(let count): (upTo(count), .reset)
    case .stallBody(let count): (upTo(count), .stall)
    case .chunkedCut, .noLength, .closeAfter: (all, .close)
    default: (all, .keep)
    }
  }

  private func sendSlowly(
    _ bytes: ArraySlice<UInt8>, from headLength: Int, bytesPerSecond: Int
  ) throws {
    try send(bytes.prefix(headLength))
    var rest = bytes.dropFirst(headLength)
    // Ten pieces a second, or a byte at a time where that is too much.
    let size = max(1, bytesPerSecond / 10)
    let interval = Double(size) / Double(max(1, bytesPerSecond))
    while !rest.isEmpty {
      if end.wait(until: ContinuousClock.now + .seconds(interval)) == .ended {
        throw Socket.Gone()
      }
      try send(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
  }

  private func send(_ bytes: [UInt8]) throws(Socket.Gone) {
    try send(bytes[...])
  }

  private func send(_ bytes: ArraySlice<UInt8>) throws(Socket.Gone) {
    var rest = bytes
    while !rest.isEmpty {
      let sent = try socket.write(rest)
      rest = rest.dropFirst(sent)
      if sent == 0, end.wait(writing: socket.descriptor) != .ready { throw Socket.Gone() }
    }
  }
}

extension LoopbackRequest {
  /// Whether the client wants the connection closed after the answer.
  fileprivate var wantsClose: Bool { header("Connection")?.lowercased() == "close" }
}
