// SPDX-License-Identifier: Apache-2.0

import CCurl

/// What libcurl's own parser makes of a URL.
enum CurlURL {
  static func hostAndPort(_ url: String) -> (host: String, port: String)? {
    guard let handle = unsafe curl_url() else { return nil }
    defer { unsafe curl_url_cleanup(handle) }
    guard unsafe curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK,
      let host = unsafe part(handle, CURLUPART_HOST), let port = unsafe part(handle, CURLUPART_PORT)
    else { return nil }
    return (host, port)
  }

  private static func part(_ handle: OpaquePointer, _ part: CURLUPart) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK else {
      return nil
    }
    defer { unsafe curl_free(text) }
    return unsafe text.map { unsafe String(cString: $0) }
  }
}
