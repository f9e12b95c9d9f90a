// SPDX-License-Identifier: Apache-2.0
//
// The system's libcurl for Swift: curl's option setters are variadic and macros, which Swift can't
// call, so each type of argument gets a static inline function here. The oldest libcurl that this
// compiles with is 7.81; what came later stands behind LIBCURL_VERSION_NUM.
#ifndef PAGEWALK_CCURL_SHIM_H
#define PAGEWALK_CCURL_SHIM_H

#include <curl/curl.h>

typedef size_t (*pw_receive)(char *bytes, size_t size, size_t count, void *context);

// Options of one transfer, by the type of their argument.

static inline CURLcode pw_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pw_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pw_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pw_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pw_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pw_set_bytes(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pw_set_receive(CURL *handle, CURLoption option, pw_receive value) {
  return curl_easy_setopt(handle, option, value);
}

// Only http and https are spoken, whatever a URL says.
static inline CURLcode pw_set_protocols(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// A transfer that is given up does not wait for a name look-up that is under way.
static inline CURLcode pw_set_quick_exit(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
  return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)handle;
  return CURLE_OK;
#endif
}

static const long pw_auth_basic = (long)CURLAUTH_BASIC;
static const long pw_auth_bearer = (long)CURLAUTH_BEARER;
static const long pw_auth_sigv4 = (long)CURLAUTH_AWS_SIGV4;

// Facts of one transfer. 0 where libcurl has no answer.

static inline long pw_info_long(CURL *handle, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

static inline curl_off_t pw_info_offset(CURL *handle, CURLINFO info) {
  curl_off_t value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

// Whether a transfer is over; `result` then says how it ended.
static inline int pw_multi_ended(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message = curl_multi_info_read(multi, &left);
  while(message && message->msg != CURLMSG_DONE)
    message = curl_multi_info_read(multi, &left);
  if(!message)
    return 0;
  *result = message->data.result;
  return 1;
}

#endif
