// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/json.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace tileglot::value {
namespace {

/// The maximum nesting of brackets outside strings.
int depth_of(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted && c == '\\') ++i;  // an escaped quote does not end the string
    if (quoted) continue;
    if (c == '[' || c == '{') deepest = std::max(deepest, ++depth);
    if (c == ']' || c == '}') --depth;
  }
  return deepest;
}

}  // namespace

Json json_in(std::string_view text) {
  if (depth_of(text) > kMaxJsonDepth) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

}  // namespace tileglot::value
