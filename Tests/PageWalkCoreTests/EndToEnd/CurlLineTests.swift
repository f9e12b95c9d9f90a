// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Testing

/// A working curl line becomes a walk by changing its first word: lines as the documentation of real
/// APIs has them send the same request, byte for byte but for the User-Agent.
@Suite(.timeLimit(.minutes(5)))
struct CurlLineTests {
  /// A line of words, in which `URL` is the server's address.
  struct Line: CustomTestStringConvertible, Sendable {
    var api: String
    var words: [String]

    var testDescription: String { api }

    init(_ api: String, _ words: String...) {
      self.api = api
      self.words = words
    }
  }

  static let lines: [Line] = [
    Line(
      "GitHub", "-L", "-H", "Accept: application/vnd.github+json", "-H",
      "Authorization: Bearer ghp_x", "-H", "X-GitHub-Api-Version: 2022-11-28",
      "URL/repos/o/r/issues?per_page=100&state=all"),
    Line(
      "GitHub GraphQL", "-H", "Authorization: bearer TOKEN", "-X", "POST", "-d",
      #" { "query": "query { viewer { login }}" } "#, "URL/graphql"),
    Line(
      "Stripe", "URL/v1/charges", "-u", "sk_test_4eC39HqLyjWDarjtT1zdp7dc:", "-G", "-d", "limit=3",
      "-d", "expand[]=data.customer"),
    Line(
      "Slack", "-X", "POST", "-H", "Authorization: Bearer xoxb-1", "-d", "channel=C1", "-d",
      "limit=10", "URL/api/conversations.history"),
    Line(
      "Shopify", "-X", "GET", "URL/admin/api/2024-01/products.json?limit=250", "-H",
      "X-Shopify-Access-Token: shpat_x"),
    Line(
      "Notion", "-X", "POST", "URL/v1/databases/897e/query", "-H",
      "Authorization: Bearer '$NOTION_API_KEY'", "-H", "Notion-Version: 2022-06-28", "-H",
      "Content-Type: application/json", "--data", "{\n  \"page_size\": 100,\n  \"é\": 1\n}"),
    Line(
      "Elasticsearch", "-XPOST", "URL/my-index/_search?pretty", "-H",
      "Content-Type: application/json", "--data-binary", "@body.json"),
    Line("OpenSearch", "-ku", "admin:admin", "-XGET", "URL/_cat/indices?format=json&v"),
    Line(
      "Twilio", "-G", "URL/2010-04-01/Accounts/AC1/Messages.json", "--data-urlencode",
      "DateSent>=2024-01-01", "--data-urlencode", "To=+15551234567", "-u", "AC1:token"),
    Line(
      "Jira", "--request", "GET", "--url",
      "URL/rest/api/3/search?jql=project%20%3D%20HSP&maxResults=50", "--user",
      "email@example.com:api_token", "--header", "Accept: application/json"),
    Line(
      "Okta", "-v", "-X", "GET", "-H", "Accept: application/json", "-H",
      "Content-Type: application/json", "-H", "Authorization: SSWS 00x",
      "URL/api/v1/users?limit=200&filter=status+eq+%22ACTIVE%22"),
    Line("Zendesk", "URL/api/v2/tickets.json?page[size]=2", "-g", "-u", "j@x.test/token:abc"),
    Line(
      "Solr", "--get", "URL/solr/tech/query", "--data-urlencode", "q=*:*", "-d", "rows=10", "-d",
      "sort=id+asc", "-d", "cursorMark=*"),
    Line(
      "Wikipedia", "-sS", "-A", "pager/1.0 (me@example.com)", "--get", "--compressed", "-d",
      "action=query", "-d", "list=allpages", "-d", "format=json", "URL/w/api.php"),
    Line(
      "Salesforce", "URL/services/data/v60.0/query", "--oauth2-bearer", "00D!x", "--url-query",
      "q=SELECT Id, Name FROM Account WHERE Name = 'A & B'"),
    Line("Weaviate", "--json", #"{"limit": 25}"#, "--json", "  ", "URL/v1/objects"),
    Line(
      "Azure", "--json", "@body.json", "-H", "Api-Key: k", "URL/indexes/x/docs/search?api-version=1"
    ),
    Line("GitLab", "-H", "@headers", "URL/api/v4/projects?pagination=keyset&order_by=id"),
    Line("Jenkins", "-n", "URL/job/x/api/json?tree=builds[number]", "--globoff"),
    Line("Grafana", "-b", "cookies", "-e", "https://grafana.test/d/1", "URL/api/search"),
    Line("Discourse", "-K", "config", "URL/latest.json"),
    Line(
      "Mastodon", "-d", "@form", "--data-raw", "@not-a-file", "--data-urlencode", "text@body.json",
      "URL/api/v1/statuses"),
    Line("Keycloak", "-H", "Accept:", "-H", "X-Empty;", "-X", "QUERY", "-d", "", "URL/admin/../x"),
  ]

  private static let files = [
    "body.json": "{\r\n  \"query\": {\"match_all\": {}}\n}\n", "form": "a=1&\nb=2\n",
    "headers": "PRIVATE-TOKEN: glpat-x\nAccept-Language: de\n",
    "netrc": "machine 127.0.0.1 login ida password pw\n",
    "cookies": "127.0.0.1\tFALSE\t/\tFALSE\t0\tgrafana_session\tx\n",
    "config":
      "# a file\nheader = \"Api-Key: k\"\nuser-agent = me/1\n--data-urlencode \"q=a b\"\n-G\n",
  ]

  @Test func `there are twenty lines and more`() {
    #expect(Self.lines.count >= 20)
  }

  @Test(arguments: lines)
  func `the same request goes out`(line: Line) async throws {
    guard let curl = Tool.path("curl") else { return }
    let server = try LoopbackServer { _ in .json("[]") }
    let folder = try TemporaryFolder()
    for (name, text) in Self.files { try folder.write(text, to: name) }
    try folder.write(Self.files["netrc"] ?? "", to: ".netrc")
    let words = line.words.map { $0.replacing("URL/", with: server.url + "/") }
    // What the program does anyway: it asks for compression and leaves a URL as it is.
    let theirs = try await Binary.run(
      ["-q", "-s", "-g", "--path-as-is", "--compressed", "-o", "out"] + words, in: folder,
      executable: curl)
    #expect(theirs.status == 0, "\(theirs.stderr)")
    let ours = try await Binary.run(words + ["--no-next"], in: folder)
    #expect(ours.status == 0, "\(ours.stderr)")
    #expect(server.requestCount == 2)
    let requests = server.requests
    #expect(Self.head(requests[1], of: line) == Self.head(requests[0], of: line))
    #expect(requests[1].body == requests[0].body)
  }

  /// The lines of a head, without a User-Agent that the line leaves to the program.
  private static func head(_ request: LoopbackRequest, of line: Line) -> [String] {
    let isGiven = line.words.contains("-A") || line.api == "Discourse"
    let lines = request.head.components(separatedBy: "\r\n")
      .filter { isGiven || !$0.hasPrefix("User-Agent: ") }
    // Some versions of curl write the escapes that they make with small letters.
    let isMade = !line.words.allSatisfy { !["-G", "--get", "--url-query", "-K"].contains($0) }
    return isMade ? lines.map { capitalEscapes($0) } : lines
  }

  private static func capitalEscapes(_ text: String) -> String {
    let parts = text.components(separatedBy: "%")
    return parts.dropFirst().reduce(parts[0]) {
      $0 + "%" + $1.prefix(2).uppercased() + $1.dropFirst(2)
    }
  }
}
