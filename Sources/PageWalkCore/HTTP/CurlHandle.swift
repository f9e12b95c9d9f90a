// SPDX-License-Identifier: Apache-2.0

internal import CCurl

/// One easy handle of libcurl and the memory that its options point to.
@safe
final class CurlHandle {
  /// What libcurl's functions take.
  let pointer: UnsafeMutableRawPointer

  /// The text that libcurl leaves behind when a transfer fails.
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// Lists that libcurl does not copy, by the option that took them.
  private var lists: [UInt32: UnsafeMutablePointer<curl_slist>] = unsafe [:]

  init() throws(TransportError) {
    guard let handle = unsafe curl_easy_init() else {
      unsafe errorText.deallocate()
      throw TransportError(.request, "libcurl can't be set up")
    }
    unsafe pointer = handle
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    unsafe pw_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
  }

  deinit {
    unsafe curl_easy_cleanup(pointer)
    unsafe lists.values.forEach { unsafe curl_slist_free_all($0) }
    unsafe errorText.deallocate()
  }

  /// Sets an option that takes a number or a switch.
  func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
    try check(unsafe pw_set_long(pointer, option, value))
  }

  /// Sets an option that takes a text, which libcurl copies; nil is libcurl's default.
  func set(_ option: CURLoption, _ text: String?) throws(TransportError) {
    guard let text else { return try check(unsafe pw_set_text(pointer, option, nil)) }
    guard !text.utf8.contains(0) else {
      throw TransportError(.request, "a request can't hold a zero byte")
    }
    try check(unsafe pw_set_text(pointer, option, text))
  }

  /// Sets an option that takes a list of texts, which is kept until the next one; none is
  /// libcurl's default.
  func set(_ option: CURLoption, list texts: [String]) throws(TransportError) {
    var list: UnsafeMutablePointer<curl_slist>?
    for text in texts { unsafe list = curl_slist_append(list, text) ?? list }
    try check(unsafe pw_set_list(pointer, option, list))
    if let old = unsafe lists.removeValue(forKey: option.rawValue) {
      unsafe curl_slist_free_all(old)
    }
    unsafe lists[option.rawValue] = list
  }

  /// The error text of the transfer that has just failed, or libcurl's words for the code.
  func text(of code: CURLcode) -> String {
    let text = unsafe String(cString: errorText)
    return text.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : text
  }

  /// Forgets the error text of the transfer before.
  func clearText() { unsafe errorText.pointee = 0 }

  private func check(_ code: CURLcode) throws(TransportError) {
    guard code != CURLE_OK else { return }
    throw TransportError(.request, unsafe String(cString: curl_easy_strerror(code)))
  }
}
