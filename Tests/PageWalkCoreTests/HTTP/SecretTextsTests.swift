// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore
@testable import pagewalk

@Suite(.timeLimit(.minutes(1)))
struct SecretTextsTests {
  /// A text and what may be shown of it.
  @Test(arguments: [
    ("a S3CR3Ttoken b", "a *** b"), ("S3CR3Ttoken", "***"), ("S3CR3TtokenS3CR3Ttoken", "******"),
    ("a S3CR", "a ***"), ("a S3CR3T… and more", "a ***… and more"), ("a S3C", "a S3C"),
    ("a S3CR3T b", "a S3CR3T b"), ("S3CRS3CR3Ttoken", "S3CR***"), ("", ""),
  ])
  func secretsAreHiddenAlsoWhereTheTextIsCut(_ text: String, _ shown: String) {
    #expect(SecretTexts(["S3CR3Ttoken", "abc"]).masked(text) == shown)
  }

  /// However a header or a cookie is typed, its secret is known.
  @Test(arguments: [
    "X-T:S3CR3Ttoken", "X-T: S3CR3Ttoken", "Authorization: Bearer S3CR3Ttoken",
    "Authorization:Token token=S3CR3Ttoken", "Authorization: Digest a=\"b\", key=\"S3CR3Ttoken\"",
    "Cookie: a=b; sid=S3CR3Ttoken",
  ])
  func secretsOfHeadersAreKnown(_ header: String) {
    var settings = Settings()
    settings.request.headers = [HeaderOption(header)]
    let secrets = settings.secrets(with: "http://a.test/")
    #expect(!secrets.masked("said back: S3CR3Ttoken!").contains("S3CR3Ttoken"))
  }

  @Test(arguments: [
    "sid=S3CR3Ttoken", "sid=x S3CR3Ttoken", "sid=x,S3CR3Ttoken; a=b", "a=b; sid=\"S3CR3Ttoken\"",
    "a=b;sid=S3CR3Ttoken; c=d",
  ])
  func secretsOfCookiesAreKnown(_ cookies: String) {
    var settings = Settings()
    settings.request.cookies = [cookies]
    let secrets = settings.secrets(with: "http://a.test/")
    #expect(!secrets.masked("said back: \(cookies)!").contains("S3CR3Ttoken"))
  }
}
