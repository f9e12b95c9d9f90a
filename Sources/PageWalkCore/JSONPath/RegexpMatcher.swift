// SPDX-License-Identifier: Apache-2.0

/// Runs a ``Regexp`` on a text, scalar by scalar, keeping the set of all states that it can be in.
///
/// Each state is in the set once, so a scalar costs at most the length of the program.
///
/// https://swtch.com/~rsc/regexp/regexp2.html
struct RegexpMatcher {
  private let program: [Regexp.Instruction]
  private let classes: [ScalarClass]

  /// Whether the match must begin where the text begins and end where it ends.
  private let isWhole: Bool

  /// The states that take a scalar, wait for the end of the text, or match.
  private var states: [Int] = []
  private var previous: [Int] = []

  /// For each state the round in which it was last added.
  private var added: [Int]
  private var round = 0
  private var pending: [Int] = []
  private var isAtBeginning = true

  /// Whether the text read so far decides that it matches, whatever follows.
  private(set) var hasMatched = false

  /// States visited so far: what the match has cost.
  private(set) var cost = 0

  init(_ regexp: Regexp, isWhole: Bool) {
    program = regexp.program
    classes = regexp.classes
    self.isWhole = isWhole
    added = Array(repeating: -1, count: program.count)
    add(0)
  }

  /// Whether no further scalar can change the answer.
  var isDecided: Bool { hasMatched || (isWhole && states.isEmpty) }

  /// Takes the next scalar of the text.
  ///
  /// - Complexity: O(*n*) in the length of the program.
  mutating func take(_ scalar: UInt32) {
    swap(&states, &previous)
    states.removeAll(keepingCapacity: true)
    round += 1
    isAtBeginning = false
    cost += previous.count + 1
    for state in previous {
      let goesOn: Bool =
        switch program[state] {
        case .scalar(let wanted): wanted == scalar
        case .any: scalar != 0x0A && scalar != 0x0D
        case .oneOf(let index): classes[index].contains(scalar)
        default: false
        }
      if goesOn { add(state + 1) }
    }
    if !isWhole { add(0) }
  }

  /// Ends the text; whether it matches.
  ///
  /// - Complexity: O(*n*) in the length of the program.
  mutating func finish() -> Bool {
    if hasMatched { return true }
    // A state that waits for the end may go on now; round numbers make the others unseen again.
    round += 1
    var index = 0
    while index < states.count {
      switch program[states[index]] {
      case .match: return true
      case .end: add(states[index] + 1, isEnd: true)
      default: break
      }
      index += 1
    }
    return hasMatched
  }

  /// Adds a state and all that can be reached from it without taking a scalar.
  private mutating func add(_ start: Int, isEnd: Bool = false) {
    pending.append(start)
    while let state = pending.popLast() {
      guard added[state] != round else { continue }
      added[state] = round
      cost += 1
      switch program[state] {
      case .split(let a, let b):
        pending.append(b)
        pending.append(a)
      case .jump(let next):
        pending.append(next)
      case .beginning:
        if isAtBeginning { pending.append(state + 1) }
      case .end:
        if isEnd { pending.append(state + 1) } else { states.append(state) }
      case .match:
        if isWhole && !isEnd { states.append(state) } else { hasMatched = true }
      default:
        states.append(state)
      }
    }
  }
}
