// SPDX-License-Identifier: Apache-2.0

@testable import PageWalkCore

/// What libFuzzer is let loose on; `FUZZ_TARGET` names the target of a run.
///
/// A target must neither crash nor hang whatever the bytes are, and what it gets must have the
/// properties that its function names: one that fails ends the process by `fatalError`.
enum FuzzTarget: String, CaseIterable {
  case scanner, path, link, retry, url, edit, state

  /// Tries one input.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .scanner: Self.scan(bytes)
    case .path: Self.select(bytes)
    case .link: Self.readLinks(bytes)
    case .retry: Self.readWaits(bytes)
    case .url: Self.editURL(bytes)
    case .edit: Self.editBody(bytes)
    case .state: Self.readState(bytes)
    }
  }

  /// Ends the process where a property does not hold; the message is shown in release builds too.
  static func expect(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
  }

  /// An input taken apart at its first zero bytes.
  ///
  /// - Parameter count: how many parts at most; the last one has the rest, zero bytes and all.
  static func parts(of bytes: [UInt8], atMost count: Int) -> [[UInt8]] {
    bytes.split(separator: 0, maxSplits: count - 1, omittingEmptySubsequences: false).map(
      Array.init)
  }

  /// The compact text of a value.
  static func compact(_ node: JSONDocument.Node, of document: JSONDocument) -> [UInt8] {
    var text: [UInt8] = []
    document.appendCompact(node, to: &text)
    return text
  }
}
