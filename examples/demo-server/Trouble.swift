// SPDX-License-Identifier: Apache-2.0

import LoopbackServer
import Synchronization

/// The trouble that a request asks for by its query: delays, failures, broken answers.
final class Trouble: Sendable {
  /// What may go wrong, as the parameter `fault` names it.
  enum Fault: String, CaseIterable {
    /// The connection ends in the middle of the body.
    case cut
    /// The same by a reset.
    case reset
    /// The body comes slowly.
    case slow
    /// Nothing comes.
    case stall
    /// Nothing comes behind the middle of the body.
    case stallBody = "stall-body"
    /// The connection is closed instead of an answer.
    case close
    /// The body comes chunked, which is no failure.
    case chunked
    /// The last chunk is missing.
    case chunkedCut = "chunked-cut"
    /// A page of HTML, with the status of success.
    case html
    /// A byte in the midst of the body is none that JSON has.
    case broken
    /// A text in the body is not UTF-8.
    case latin1
    /// An error in place of the page, with the status of success.
    case error
  }

  /// How often each request has failed since it last succeeded.
  private let failures = Mutex<[String: Int]>([:])

  /// What is sent of an answer.
  func response(for exchange: Exchange, _ answer: Answer) -> LoopbackResponse {
    var answer = answer
    if exchange["pretty"] == "1" { answer.body = Indentation.indented(answer.body) }
    var response = LoopbackResponse.json(
      answer.body, status: answer.status, headers: answer.headers)
    if isDue(exchange, page: answer.page) {
      if let status = exchange.number("fail") { response = Self.failure(status, exchange) }
      if let fault = exchange["fault"].flatMap(Fault.init) {
        Self.spoil(&response, by: fault, exchange)
      }
    }
    response.delay = exchange["delay"].flatMap(Self.seconds) ?? 0
    return response
  }

  /// Whether it is this request that fails, and this time.
  private func isDue(_ exchange: Exchange, page: Int) -> Bool {
    guard exchange["fail"] != nil || exchange["fault"] != nil else { return false }
    if let failing = exchange.number("fail_page"), failing != page { return false }
    guard let times = exchange.number("fail_times") else { return true }
    let key = "\(exchange.request.method) \(exchange.request.target) \(exchange.request.text)"
    return failures.withLock { failures in
      let failed = failures[key, default: 0]
      // After its success the request fails again, so that the next walk meets the same.
      failures[key] = failed < times ? failed + 1 : nil
      return failed < times
    }
  }

  private static func failure(_ status: Int, _ exchange: Exchange) -> LoopbackResponse {
    let wait = exchange["retry_after"].map { [("Retry-After", $0)] } ?? []
    return .json(
      #"{"error":{"status":\#(status),"message":"This failure was asked for."}}"#,
      status: min(max(status, 200), 599), headers: wait)
  }

  private static func spoil(
    _ response: inout LoopbackResponse, by fault: Fault, _ exchange: Exchange
  ) {
    let middle = response.body.count / 2
    switch fault {
    case .cut: response.fault = .cutBody(after: middle)
    case .reset: response.fault = .resetBody(after: middle)
    case .slow: response.fault = .slow(bytesPerSecond: max(exchange.number("rate") ?? 2000, 1))
    case .stall: response.fault = .stall(seconds: 3600)
    case .stallBody: response.fault = .stallBody(after: middle)
    case .close: response.fault = .closeBeforeHeaders
    case .chunked: response.fault = .chunked
    case .chunkedCut: response.fault = .chunkedCut
    case .html:
      response = .text(
        "<!DOCTYPE html>\n<title>Sign in</title>\n<p>Please sign in.</p>\n",
        type: "text/html; charset=utf-8")
    case .broken: if !response.body.isEmpty { response.body[middle] = 0x01 }
    case .latin1: response.body = Array("[\"caf\u{0}\"]".utf8.map { $0 == 0 ? 0xE9 : $0 })
    case .error: response.body = Array(#"{"error":"The page is not to be had."}"#.utf8)
    }
  }

  /// The seconds of `50ms`, `2s` or `0.5`.
  private static func seconds(_ text: String) -> Double? {
    if text.hasSuffix("ms") { return Double(text.dropLast(2)).map { $0 / 1000 } }
    return Double(text.hasSuffix("s") ? String(text.dropLast()) : text)
  }
}
