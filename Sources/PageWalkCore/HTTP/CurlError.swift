// SPDX-License-Identifier: Apache-2.0

internal import CCurl

extension TransportError {
  /// What a code of libcurl means here, told in libcurl's own words.
  ///
  /// - Parameters:
  ///   - code: how the transfer ended.
  ///   - text: libcurl's sentence about it.
  ///   - received: how many bytes of the body had come.
  ///   - isHead: whether the head of the response was still coming.
  ///   - isUntouched: whether nothing at all of a response had come.
  init(_ code: CURLcode, _ text: String, received: Int, isHead: Bool, isUntouched: Bool) {
    let kind = Self.kind(of: code, text, isHead: isHead)
    var detail = Self.ending(text)
    // libcurl calls a line that is longer than it takes a lack of memory.
    if kind == .tooLarge, code == CURLE_OUT_OF_MEMORY || code == Self.tooLarge {
      detail =
        isUntouched
        ? "the request's URL and headers are too long to be sent"
        : "a line of the response's headers is too long"
    }
    self.init(kind, detail, received: received)
  }

  private static func kind(of code: CURLcode, _ text: String, isHead: Bool) -> Kind {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .nameLookup
    case CURLE_COULDNT_CONNECT: refusesTunnel(text) ? .request : .connect
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
      CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
      .tls
    case CURLE_OPERATION_TIMEDOUT: .timeout
    case CURLE_GOT_NOTHING: .emptyReply
    case CURLE_RECV_ERROR where refusesTunnel(text): .request
    case CURLE_RECV_ERROR where text.contains("chunked-encoding"): .protocolViolation
    case CURLE_RECV_ERROR where text.contains("Too large"): .tooLarge
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      .cutShort
    case CURLE_OUT_OF_MEMORY where isHead, tooLarge where isHead: .tooLarge
    case CURLE_FILESIZE_EXCEEDED: .tooLarge
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
      .protocolViolation
    case CURLE_UNSUPPORTED_PROTOCOL where text.contains("HTTP/") || text.contains("HTTP version"):
      .protocolViolation
    case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE,
      CURLE_READ_ERROR, CURLE_FILE_COULDNT_READ_FILE:
      .localFile
    default: .request
    }
  }

  /// CURLE_TOO_LARGE, which came with libcurl 8.6.
  private static let tooLarge = CURLcode(100)

  /// Whether a proxy answered, and the answer was no.
  private static func refusesTunnel(_ text: String) -> Bool {
    text.contains("from proxy after CONNECT") || text.contains("CONNECT tunnel failed")
  }

  /// Makes libcurl's sentence the end of one of ours: no full stop, no capital that is not a name's.
  private static func ending(_ text: String) -> String {
    var ending = text
    while let last = ending.utf8.last, last == UInt8(ascii: ".") || last == 0x0A || last.isBlank {
      ending.unicodeScalars.removeLast()
    }
    let word = ending.utf8.prefix { !$0.isBlank }
    guard word.dropFirst().allSatisfy({ (0x61...0x7A).contains($0) }) else { return ending }
    return ending.prefix(1).lowercased() + ending.dropFirst()
  }
}
