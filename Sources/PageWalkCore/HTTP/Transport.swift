// SPDX-License-Identifier: Apache-2.0

/// Carries one request to a server and its response back: the seam between a walk and the network.
///
/// ``CurlTransport`` is the real one; tests have a scripted one. A transport follows no redirects
/// and decides nothing: it sends what it is given to where the URL says.
package protocol Transport: AnyObject {
  /// Sends a request and waits for the end of its response.
  ///
  /// - Parameters:
  ///   - request: what to send.
  ///   - credentials: whether the user's credentials go with it.
  ///   - body: takes the head and then the decoded bytes of the body as they come.
  ///   - meanwhile: called once, when the request is on its way and the answer is awaited.
  /// - Returns: the head of the response, when all of its body has come.
  /// - Throws: a ``TransportError``; whatever `body` or `meanwhile` throw ends the transfer and
  ///   is thrown on.
  func send(
    _ request: HTTPRequest, credentials: Bool, to body: any ResponseBody,
    meanwhile: () throws -> Void
  ) throws -> HTTPResponse

  /// Ends the transfer under way, from any thread; `send` then throws at once.
  func cancel()
}

/// Takes a response as it comes.
package protocol ResponseBody: AnyObject {
  /// Takes the head of a response; what was received of an earlier one (a redirect) is void.
  func begin(_ head: HTTPResponse) throws

  /// Takes the next bytes of the decoded body. They are valid during the call only.
  func receive(_ bytes: UnsafeRawBufferPointer) throws
}
