// SPDX-License-Identifier: Apache-2.0

/// The kinds of JSON values.
///
/// https://www.rfc-editor.org/rfc/rfc8259#section-3
package enum JSONKind: UInt8, Hashable, Sendable {
  case object, array, string, number, `true`, `false`, null
}
