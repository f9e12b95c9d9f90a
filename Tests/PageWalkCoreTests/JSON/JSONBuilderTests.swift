// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct JSONBuilderTests {
  @Test func commasAndColonsAreSet() throws {
    var builder = JSONBuilder()
    builder.object {
      $0.member("outcome", string: "complete")
      $0.member("reason", string: nil)
      $0.member("items", int: 3)
      $0.member("total", int: nil)
      $0.member("more", bool: false)
      $0.member("cursor", raw: "9007199254740993".utf8)
      $0.name("list")
      $0.array {
        $0.int(-1)
        $0.bool(true)
        $0.null()
        $0.string("a\n\"b\"")
        $0.array { _ in }
        $0.object { _ in }
        $0.object { $0.member("", int: 0) }
      }
      $0.member("last", int: .max)
    }
    let expected =
      #"{"outcome":"complete","reason":null,"items":3,"total":null,"more":false,"#
      + #""cursor":9007199254740993,"list":[-1,true,null,"a\n\"b\"",[],{},{"":0}],"#
      + #""last":9223372036854775807}"#
    #expect(builder.text == expected)
    #expect(try JSONDocument(builder.bytes).isCompact)
  }

  @Test func errorsOfTheContentComeThrough() {
    struct Stop: Error {}
    var builder = JSONBuilder()
    #expect(throws: Stop.self) {
      try builder.array { _ in throw Stop() }
    }
  }

  @Test func nothingWrittenIsNothing() {
    #expect(JSONBuilder().text.isEmpty)
  }
}
