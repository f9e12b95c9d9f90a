// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct StateSecretsTests {
  /// A text that goes into a state and comes out of it.
  private static func roundTrip(
    _ text: String, hiding: StateSecrets, revealing: StateSecrets
  ) throws -> (written: String, read: String) {
    var builder = JSONBuilder()
    StateValue.members(("t", .text(text))).write(to: &builder, hiding: hiding)
    let document = try JSONDocument(builder.bytes)
    let value = try StateValue(document.root, of: document, revealing: revealing)
    return (builder.text, try StateReader(value, "test").text("t") ?? "")
  }

  static let secret = "s3/cr+t ä\"x"

  @Test(arguments: StateSecrets.Spelling.allCases)
  func aSecretIsHiddenInEverySpelling(spelling: StateSecrets.Spelling) throws {
    var secrets = StateSecrets()
    secrets.add("--url-query api_key", Self.secret)
    let text = "https://a.example/?k=\(spelling.spell(Self.secret))&page=2"
    let (written, read) = try Self.roundTrip(text, hiding: secrets, revealing: secrets)
    #expect(read == text)
    #expect(!written.contains("s3"))
    #expect(written.contains("--url-query api_key"))
  }

  @Test func anotherValueTakesThePlaceOfTheFirst() throws {
    var old = StateSecrets()
    old.add("-H Authorization", "Bearer first-token")
    old.add("-H Authorization", "first-token")
    var new = StateSecrets()
    new.add("-H Authorization", "Bearer second")
    new.add("-H Authorization", "second")
    let (written, read) = try Self.roundTrip(
      "https://a.example/?t=first-token&c=1", hiding: old, revealing: new)
    #expect(!written.contains("first-token"))
    #expect(read == "https://a.example/?t=second&c=1")
  }

  @Test func aMissingSecretIsNamed() {
    var secrets = StateSecrets()
    secrets.add("--url-query api_key", "abcdef")
    let error = #expect(throws: StateError.self) {
      try Self.roundTrip("x=abcdef", hiding: secrets, revealing: StateSecrets())
    }
    #expect(error?.kind == .refusal)
    #expect(error?.description.contains("--url-query api_key") == true)
  }

  @Test func theLongestSecretWins() throws {
    var secrets = StateSecrets()
    secrets.add("a", "abc")
    secrets.add("b", "abcdef")
    let (written, read) = try Self.roundTrip("abcdef abc", hiding: secrets, revealing: secrets)
    #expect(read == "abcdef abc")
    #expect(written == #"{"t":{"parts":[["b",0,"plain"]," ",["a",0,"plain"]]}}"#)
  }

  @Test func aSpellingThatHidesASecretIsGivenUp() throws {
    var secrets = StateSecrets()
    secrets.add("a", "secret")
    let cursor = Cursor(typed: #""x\u0073ecret""#)
    var builder = JSONBuilder()
    cursor.stateValue.write(to: &builder, hiding: secrets)
    let document = try JSONDocument(builder.bytes)
    let value = try StateValue(document.root, of: document, revealing: secrets)
    #expect(!builder.text.contains("ecret"))
    #expect(try Cursor(stateValue: value).text == "xsecret")
  }

  @Test func wordsAreMasked() {
    var secrets = StateSecrets()
    secrets.add("a", "p w")
    #expect(secrets.masked("a p%20w b p w c p+w") == "a *** b *** c ***")
  }

  // MARK: - What a walk needs

  private static func options(_ change: (inout RequestOptions) -> Void) -> RequestOptions {
    var options = RequestOptions()
    change(&options)
    return options
  }

  @Test func whatIsNotKeptIsNamed() throws {
    var plan = WalkPlan(url: "https://a.example/?api_key=1&page=2&author=me&api_key=2")
    plan.request.body = Array("client_secret=abc&sort_key=name".utf8)
    let options = Self.options {
      $0.headers = [.field("X-Api-Key: v"), .field("Accept: text/csv")]
      $0.user = "me:pw"
      $0.cacert = "/ca.pem"
      $0.insecure = true
      $0.connectTimeout = 5
    }
    let needs = try StateNeeds(plan: plan, options: options)
    #expect(
      needs.missing(from: StateNeeds(names: [])) == [
        "-H 'X-Api-Key: …'", "-H 'Accept: …'", "-u …", "-k", "--cacert …",
        "--url-query 'api_key=…'", "--url-query 'api_key=…'",
        "--data-urlencode 'client_secret=…'",
      ])
    #expect(
      needs.secretWords == [
        "--url-query", "api_key=***", "--url-query", "api_key=***", "--data-urlencode",
        "client_secret=***",
      ])
  }

  @Test func whatIsMissingIsNamed() throws {
    let needs = StateNeeds(names: ["-H X-Api-Key", "-H X-Other", "-u", "--url-query key"])
    let given = StateNeeds(names: ["-H x-api-key", "-u", "--proxy"])
    #expect(needs.missing(from: given) == ["-H 'X-Other: …'", "--url-query 'key=…'"])
    #expect(needs.missing(from: needs).isEmpty)
  }

  @Test func aCursorIsNoSecretWhateverItsName() throws {
    var plan = WalkPlan(url: "https://a.example/?page_token=abc")
    #expect(
      try StateNeeds(plan: plan, options: RequestOptions()).names == ["--url-query page_token"])
    plan.way = .cursors([
      .init(source: try Source("next"), place: Place(query: "page_token"))
    ])
    #expect(try StateNeeds(plan: plan, options: RequestOptions()).names.isEmpty)
  }

  @Test(arguments: [
    #"{"auth":{"password":"hunter22"},"sort":{"key":"name"}}"#, "password=hunter22&key=name",
    #"{"password":"hu\u006eter22"}"#,
  ])
  func passwordsOfABodyAreHidden(body: String) throws {
    var plan = WalkPlan(url: "https://a.example/")
    plan.request.body = Array(body.utf8)
    let needs = try StateNeeds(plan: plan, options: RequestOptions())
    #expect(needs.names == ["--data-urlencode password"])
    let secrets = try StateNeeds.secrets(of: plan, options: RequestOptions())
    let again = try StateNeeds.secrets(
      url: [], body: [("password", "hunter22")], options: RequestOptions())
    let (written, read) = try Self.roundTrip(body, hiding: secrets, revealing: again)
    #expect(!written.contains("hunter22"))
    #expect(!written.contains("eter22"))
    #expect(read.contains("hunter22"))
  }

  @Test func secretsOfRequestOptionsAreLookedFor() throws {
    let options = Self.options {
      $0.headers = [.field("Authorization: Bearer long-token-1"), .field("Accept: text/plain")]
      $0.user = "me:password-2"
      $0.bearer = "bearer-token-3"
      $0.cookies = ["sid=cookie-value-4; lang=de"]
    }
    let secrets = try StateNeeds.secrets(of: WalkPlan(url: "https://a.example/"), options: options)
    for value in ["long-token-1", "password-2", "bearer-token-3", "cookie-value-4"] {
      #expect(secrets.stands(in: "https://a.example/?x=\(value)"), "\(value)")
    }
    #expect(!secrets.stands(in: "https://a.example/?lang=de&type=text/plain"))
  }
}
