// SPDX-License-Identifier: Apache-2.0

/// A known API or convention of paging: a name for the options that walk it.
///
/// A preset is nothing but the text of its options: what `--preset NAME` does is what they do, typed
/// out. It holds no URL and no credentials, sets no page size but where the API pages only when it is
/// asked for one, and never ends a walk by a short page.
package struct Preset: Hashable, Sendable {
  /// The name, as `--preset` takes it.
  package let name: String

  /// What it is for.
  package let what: String

  /// Where the API's own documentation tells of its paging.
  package let link: String

  /// The options it stands for, as one would type them.
  package let options: String

  /// What else a user should know; empty where there is nothing.
  package let note: String

  init(name: String, what: String, link: String, options: String, note: String = "") {
    self.name = name
    self.what = what
    self.link = link
    self.options = options
    self.note = note
  }

  /// The options, word by word.
  package var words: [String] {
    guard let words = ShellWords.split(options) else {
      preconditionFailure("the options of the preset '\(name)' have a quote that is not closed")
    }
    return words
  }

  /// All presets: conventions first, then products.
  package static let all = conventions + products

  /// The preset of a name.
  package static func named(_ name: String) -> Preset? {
    all.first { $0.name == name }
  }
}
