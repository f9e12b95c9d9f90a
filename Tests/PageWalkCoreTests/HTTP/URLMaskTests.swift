// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct URLMaskTests {
  @Test(arguments: [
    "key", "token", "secret", "signature", "password", "auth", "code", "sig", "KEY", "api_key",
    "api-key", "apiKey", "APIKey", "x-api-key", "apikey", "authtoken", "sessionkey", "accesstoken",
    "access_token", "client_secret", "clientsecret", "X-Amz-Signature", "oauth", "user.password",
    "auth[token]", "key1", "JWTToken", "hub.secret", "pwd", "user_passwd", "jwt", "authorization",
    "X-Amz-Credential", "hapikey", "bearer", "pass", "hmac", "appid", "JSESSIONID", "user_pass",
  ])
  func `a name with a word for a secret is one`(name: String) {
    #expect(URLMask.isSecret(name))
  }

  @Test(arguments: [
    "author", "design", "cursor", "page", "keyword", "monkey", "zipcode", "encode", "codec",
    "authority", "signal", "passwordless", "tokenize", "secretary", "keys", "", "limit", "decode",
  ])
  func `a name that only looks like one is none`(name: String) {
    #expect(!URLMask.isSecret(name))
  }

  @Test(arguments: [
    ("https://a.test/?api_key=abc&q=1", "https://a.test/?api_key=***&q=1"),
    ("https://ida:pw@a.test/x?q=1", "https://***@a.test/x?q=1"),
    ("https://a.test/?q=1&api_key=&api_key=x", "https://a.test/?q=1&api_key=***&api_key=***"),
    ("https://a.test/?api_key", "https://a.test/?api_key"),
    ("https://a.test/?api%5Fkey=abc#f", "https://a.test/?api%5Fkey=***#f"),
    ("https://a.test/?next_token=xyz", "https://a.test/?next_token=xyz"),
  ])
  func `secrets are masked, and what the user did not give stays`(url: String, masked: String) {
    let given = URLMask.secretNames(in: "https://a.test/?api_key=abc&limit=10")
    #expect(URLMask.masked(url, secretNames: given) == masked)
  }
}
