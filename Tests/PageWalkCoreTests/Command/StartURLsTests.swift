// SPDX-License-Identifier: Apache-2.0

import PageWalkCore
import Testing

@testable import pagewalk

@Suite(.timeLimit(.minutes(1)))
struct StartURLsTests {
  @Test(
    arguments: [
      (["https://ida:p%40w@a.test:8/x"], nil, ["https://a.test:8/x"], "ida:p@w"),
      (["https://ida@a.test/"], nil, ["https://a.test/"], "ida:"),
      (["https://ida:pw@a.test/"], "eve:x", ["https://a.test/"], "eve:x"),
      (["a.test/x", "b.test"], nil, ["https://a.test/x", "https://b.test"], nil),
      (
        ["https://i:p@a.test/1", "https://i:p@b.test/2"], nil,
        ["https://a.test/1", "https://b.test/2"], "i:p"
      ),
    ] as [([String], String?, [String], String?)])
  func `a user in a URL is the user of -u`(
    words: [String], given: String?, urls: [String], user: String?
  ) throws {
    var settings = Settings()
    settings.request.user = given
    #expect(try settings.startURLs(words) == urls)
    #expect(settings.request.user == user)
  }

  @Test(arguments: [
    ["https://i:p@a.test/", "https://b.test/"], ["https://i:p@a.test/", "https://e:p@a.test/"],
  ])
  func `a user in one URL is not sent to another`(words: [String]) {
    var settings = Settings()
    let error = #expect(throws: UsageError.self) { try settings.startURLs(words) }
    #expect(error?.description.contains("different users") == true)
    #expect(error?.description.contains("p@") == false)
  }

  @Test func `a file that can't be read is told before anything is asked`() throws {
    let folder = try TemporaryFolder()
    var settings = Settings()
    settings.request.cacert = folder.path("none.pem")
    let error = #expect(throws: UsageError.self) { try settings.startURLs(["https://a.test"]) }
    #expect(
      error?.description == "Can't read '\(folder.path("none.pem"))': No such file or directory.")
  }
}
