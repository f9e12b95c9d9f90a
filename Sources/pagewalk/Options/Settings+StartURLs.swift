// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

// What the start URLs say of the requests.
extension Settings {
  /// The start URLs without the user names and passwords in them, which become those of `-u`: from
  /// here on no URL holds a secret of that kind.
  ///
  /// - Parameter words: the URLs as they were typed.
  /// - Returns: the URLs, in order.
  /// - Throws: a ``UsageError`` where a word is no URL, where several URLs name different users, or
  ///   where a file of the request options can't be read.
  /// - Complexity: O(*n*) in the length of the words.
  mutating func startURLs(_ words: [String]) throws(UsageError) -> [String] {
    try checkRequestFiles()
    var urls: [String] = []
    var users: Set<String?> = []
    for word in words {
      let (url, user) = URLReference.splittingUserInfo(try StartURL.read(word))
      urls.append(url)
      users.insert(user)
    }
    // As with curl, what -u says stands before what a URL says.
    guard request.user == nil else { return urls }
    guard users.count <= 1 else {
      throw UsageError("The URLs name different users: give each user a walk of its own.")
    }
    request.user = users.first ?? nil
    return urls
  }

  /// Makes sure that the files which the request options name can be read.
  ///
  /// - Throws: a ``UsageError`` that names the first one that can't be.
  func checkRequestFiles() throws(UsageError) {
    guard let error = request.unreadableFiles.first else { return }
    throw UsageError("\(Self.capitalized(error.detail)).")
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
