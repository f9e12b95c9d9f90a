// SPDX-License-Identifier: Apache-2.0

/// Takes a response as it comes: scans what ought to be a page, keeps the beginning of what is none.
final class PageBody: ResponseBody {
  /// Why the body is no page, found while it came or at its end.
  enum Fault: Error {
    case scan(ScanError)
  }

  /// The text, where it is scanned.
  private(set) var document: JSONDocument

  /// The head of the response that is being received.
  private(set) var head: HTTPResponse?

  private let plan: WalkPlan
  private let indexedDepth: Int
  private let wholeSize: Int
  private var isPage = false
  private var beginning: [UInt8] = []

  /// How much of a body that is no page is kept, for the message.
  private static let keptBytes = 4096

  /// Creates a body.
  ///
  /// - Parameters:
  ///   - indexedDepth: as ``JSONDocument/reset(format:invalidUTF8:indexedDepth:)`` has it.
  ///   - wholeSize: a body of no more bytes, or of unknown length, is indexed whole all the same.
  init(plan: WalkPlan, document: JSONDocument, indexedDepth: Int, wholeSize: Int) {
    self.plan = plan
    self.indexedDepth = indexedDepth
    self.wholeSize = wholeSize
    self.document = document
  }

  func begin(_ head: HTTPResponse) throws {
    self.head = head
    isPage = plan.accepts(head.status)
    beginning.removeAll(keepingCapacity: true)
    let length = head.headers["Content-Length"].flatMap { Int($0) }
    document.reset(
      format: plan.jsonLines || Self.saysLines(head) ? .lines : .json,
      invalidUTF8: plan.replacesInvalidUTF8 ? .replace : .fail,
      indexedDepth: length ?? 0 > wholeSize ? indexedDepth : .max)
    if isPage, let length { document.expect(byteCount: length) }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws {
    if isPage {
      do {
        try unsafe document.append(bytes)
      } catch {
        throw Fault.scan(error)
      }
    } else if beginning.count < Self.keptBytes {
      unsafe beginning.append(contentsOf: bytes.prefix(Self.keptBytes - beginning.count))
    }
  }

  /// The end of the body.
  func finish() throws(ScanError) {
    try document.finish()
  }

  /// The first bytes of the body, for a message.
  func excerpt(_ count: Int) -> [UInt8] {
    isPage ? document.prefix(count) : Array(beginning.prefix(count))
  }

  /// Whether the content type is one of JSON Lines.
  private static func saysLines(_ head: HTTPResponse) -> Bool {
    guard let value = head.headers["Content-Type"] else { return false }
    let type = Substring(value.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") })
    return lineTypes.contains(type.lowercasedASCII)
  }

  private static let lineTypes: Set = [
    "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
    "application/jsonlines", "application/x-jsonlines",
  ]
}

extension WalkPlan {
  /// Whether a status is one of a page.
  package func accepts(_ status: Int) -> Bool {
    (200..<300).contains(status) || okStatuses.contains(status)
  }
}
