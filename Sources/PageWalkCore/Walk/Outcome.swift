// SPDX-License-Identifier: Apache-2.0

/// How a walk ended.
public enum Outcome: Hashable, Sendable {
  /// The server's own end was reached; the text says by what sign.
  case complete(reason: String)
  /// The user had enough: `--max-pages` or `--max-items`.
  case limited(reason: String)
  /// A page could not be had, or the way on could not.
  case failed(WalkError)
  /// A signal stopped the walk.
  case interrupted(signal: Int32)
  /// The reader of the output closed it.
  case closed

  /// The word of the outcome, as it stands in the summary and in the state.
  public var word: String {
    switch self {
    case .complete: "complete"
    case .limited: "limited"
    case .failed: "failed"
    case .interrupted: "interrupted"
    case .closed: "closed"
    }
  }

  /// Why, in a sentence or a few words.
  public var reason: String {
    switch self {
    case .complete(let reason), .limited(let reason): reason
    case .failed(let error): error.description
    case .interrupted(let signal): "stopped by signal \(signal)"
    case .closed: "the reader of the output closed it"
    }
  }

  /// The exit status.
  public var exitStatus: Int32 {
    switch self {
    case .complete, .limited, .closed: 0
    case .failed(let error): error.exitStatus
    case .interrupted(let signal): 128 + signal
    }
  }
}
