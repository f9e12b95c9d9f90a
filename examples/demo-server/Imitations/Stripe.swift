// SPDX-License-Identifier: Apache-2.0

extension Dialect {
  /// Stripe's lists: the last item's id is the cursor; a key is wanted.
  ///
  /// https://docs.stripe.com/api/pagination
  static let stripe = Dialect(
    summary: "Stripe", path: "/stripe", example: "/stripe/v1/customers?limit=10",
    words: "--preset stripe -u sk_test_demo:"
  ) { exchange in
    guard exchange.header("Authorization") != nil else {
      return Answer(
        status: 401,
        #"{"error":{"message":"You did not provide an API key.","type":"invalid_request_error"}}"#)
    }
    let size = min(max(exchange.number("limit") ?? 10, 1), 100)
    var start = 0
    if let after = exchange["starting_after"] {
      guard after.hasPrefix("cus_"), let identity = Int(after.dropFirst(4), radix: 36) else {
        return Answer(
          status: 400,
          #"{"error":{"code":"resource_missing","message":"No such customer","#
            + #""param":"starting_after","type":"invalid_request_error"}}"#)
      }
      start = exchange.data.position(after: identity)
    }
    let slice = exchange.slice(from: start, size: size)
    let items = exchange.items(slice) { item, output in
      output.append(#"{"id":"cus_\#(item.reference)","object":"customer","#)
      output.append(#""name":"\#(item.name)","address":{"city":"\#(item.city)"},"#)
      output.append(#""balance":-\#(item.index),"livemode":false,"metadata":{}}"#)
    }
    return Answer(
      #"{"object":"list","data":…,"has_more":\#(slice.hasMore),"url":"/v1/customers"}"#,
      items: items, of: slice)
  }
}
