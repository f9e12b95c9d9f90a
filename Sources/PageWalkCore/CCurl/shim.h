// SPDX-License-Identifier: Apache-2.0
//
// The system's libcurl for Swift: curl's option setters are variadic and macros, which Swift can't
// call, so each type of argument gets a static inline function here.
#ifndef PAGEWALK_CCURL_SHIM_H
#define PAGEWALK_CCURL_SHIM_H

#include <curl/curl.h>

#endif
