// SPDX-License-Identifier: Apache-2.0

@testable import PageWalkCore

extension FuzzTarget {
  /// A state file, whose checksum is made to fit, since no chance would.
  ///
  /// A state that is read is written and read again as the same state, in the same bytes; and a
  /// changed byte is found out.
  static func readState(_ bytes: [UInt8]) {
    _ = try? WalkState.document(bytes)
    let sealed = WalkState.sealed(Array(unsealed(bytes)))
    guard let document = try? WalkState.document(sealed) else { return }
    checkDamage(of: sealed)
    let none = StateSecrets()
    if let state = try? WalkState(document, revealing: none) {
      let written = state.bytes(hiding: none)
      guard let again = try? WalkState(WalkState.document(written), revealing: none) else {
        fatalError("what was written is no state")
      }
      expect(again == state, "the state that was written is another")
      expect(again.bytes(hiding: none) == written, "the state is written differently")
    }
    var secrets = StateSecrets()
    secrets.add("--url-query api_key", "s3cr/t")
    guard let state = try? WalkState(document, revealing: secrets) else { return }
    let hidden = state.bytes(hiding: secrets)
    guard let document = try? WalkState.document(hidden),
      (try? WalkState(document, revealing: secrets)) != nil
    else { fatalError("a state with secrets is not read again") }
  }

  /// The text before its closing brace, or before its checksum where it has one.
  private static func unsealed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let mark = Array(#","checksum":""#.utf8)
    let starts = bytes.indices.reversed()
    guard let start = starts.first(where: { bytes[$0...].starts(with: mark) }) else {
      return bytes.dropLast()
    }
    return bytes[..<start]
  }

  private static func checkDamage(of sealed: [UInt8]) {
    var damaged = sealed
    let place = Int(sealed.last { $0 != 0x0A } ?? 0) * 37 % sealed.count
    damaged[place] ^= 1
    expect((try? WalkState.document(damaged)) == nil, "damage is not found out")
  }
}
