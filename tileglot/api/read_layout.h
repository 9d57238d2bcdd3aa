// SPDX-License-Identifier: Apache-2.0
// read_layout.h: a layout argument of a request.
//
// What     bridge::parse_layout, with the text kept for the failure's caret.
#pragma once

#include <string>

#include "tileglot/api/reply.h"
#include "tileglot/bridge/any_layout.h"

namespace tileglot::api {

inline Step<bridge::AnyLayout> read_layout(const std::string& text, const bridge::ReadAs& how = {}) {
  return about(bridge::parse_layout(text, how), text);
}

}  // namespace tileglot::api
