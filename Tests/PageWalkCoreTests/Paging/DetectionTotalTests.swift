// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite("Detection of totals, and what is said", .timeLimit(.minutes(1)))
struct DetectionTotalTests {
  /// Members beside two items, and the total that is found.
  static let totals: [(String, String?)] = [
    (#""total":5"#, "total"),
    (#""total":"5""#, "total"),
    (#""total_count":5"#, "total_count"),
    (#""recordsTotal":9,"recordsFiltered":5"#, "recordsFiltered"),
    (#""totalResults":5,"count":3"#, "totalResults"),
    (#""meta":{"total":5}"#, "meta.total"),
    (#""page":{"totalElements":5}"#, "page.totalElements"),
    (#""count":5"#, "count"),
    (#""count":2"#, nil),
    (#""total":2"#, "total"),
    (#""total":1"#, nil),
    (#""total":null"#, nil),
    (#""total":"about 5""#, nil),
    (#""total":2.5"#, nil),
    (#""total":-1"#, nil),
    (#""release-count":5"#, "release-count"),
    (#""total_releases":5"#, nil),
    (#""view_count":900"#, nil),
    (#""pages":{"total":9}"#, nil),
    (#""_shards":{"total":9}"#, nil),
    (#""found":">2""#, nil),
  ]

  @Test(arguments: totals)
  func `a total is found`(members: String, key: String?) throws {
    let page = PageOne(members, #"{"releases":[{"id":1},{"id":2}],"next":"/2",\#(members)}"#)
    let plan = try page.detection().plan
    #expect(plan.detected.total?.description == key)
    #expect(plan.totalKey == nil)
  }

  @Test func `a lower bound is no total to check`() throws {
    let page = PageOne(
      "", #"{"hits":{"total":{"value":9,"relation":"gte"},"hits":[{}]},"next":"/2"}"#)
    #expect(try page.detection().plan.detected.total == nil)
    let exact = PageOne(
      "", #"{"hits":{"total":{"value":9,"relation":"eq"},"hits":[{}]},"next":"/2"}"#)
    #expect(try exact.detection().plan.detected.total == Source("hits.total.value"))
  }

  /// Flags beside a token, and the options that go with it.
  static let flags: [(String, String)] = [
    (#""has_more":true"#, "--more-key has_more"),
    (#""has_more":false"#, "--more-key has_more"),
    (#""next_page_results":true"#, "--more-key next_page_results"),
    (#""isLast":false"#, "--end-key isLast"),
    (#""is_end":false"#, "--end-key is_end"),
    (#""end":false"#, "--end-key end"),
    (#""end":7"#, ""),
    (#""has_more":1"#, ""),
    (#""has_more":false,"total":9"#, ""),
    (#""user":{"has_more":true}"#, "--more-key user.has_more"),
  ]

  @Test(arguments: flags)
  func `a flag goes with a token`(members: String, options: String) throws {
    let page = PageOne(members, #"{"items":[{"id":1}],"cursor":"c",\#(members)}"#)
    let words = try page.detection().options
    #expect(ShellWords.joined(words.dropFirst(6)) == options)
  }

  @Test func `what was found is said once, without the page's values`() throws {
    let page = PageOne(
      "", #"{"data":[{"id":1}],"links":{"next":"https://api.test/?token=secret"}}"#)
    #expect(
      try page.detection().lines == [
        "Detected items: 'data' (1 on page one), next page: 'links.next'; "
          + "options to copy: --items-key data --next-key links.next"
      ])
  }

  @Test func `names from a server can't act on the terminal`() throws {
    let page = PageOne("", "{\"a\\u001b[2Jb\":[{\"id\":1}]}")
    let detection = try page.detection()
    for line in detection.lines + detection.account() {
      #expect(line.unicodeScalars.allSatisfy(Printable.isHarmless))
    }
  }

  @Test func `the account names what is in wrapped items`() throws {
    let wrapped = PageOne("", #"{"entry":[{"fullUrl":"u","resource":{"id":1}}],"link":[]}"#)
    let account = try wrapped.detection().account()
    #expect(account.contains { $0.contains("'$.entry[*].resource'") })
    let bare = PageOne("", #"{"entry":[{"resource":{"id":1}},{"id":2}]}"#)
    #expect(try bare.detection().findings.wrapped == nil)
  }

  @Test func `the account tells what was taken and why`() throws {
    let page = PageOne(
      "", #"{"data":[{"id":1},{"id":2}],"tags":[{}],"links":{"next":"/2"},"cursor":"c","total":5}"#,
      url: "https://api.test/things?limit=2")
    #expect(
      try page.detection().account() == [
        "items:           'data': 2 on page one, the best known name",
        #"first item:      {"id":1}"#,
        "also there:      'tags': 1 object",
        #"next page:       'links.next' = "/2": a member of this name holds the next page's URL (--next-key links.next)"#,
        #"also there:      'cursor' = "c": a token of this name goes into 'query:cursor' by convention (--cursor-key cursor --cursor-param cursor)"#,
        "total:           5 in 'total'; the end is checked against it",
        "page size:       2 items came, 'limit=2' asks for it",
        "options to copy: --items-key data --next-key links.next",
      ])
  }
}
