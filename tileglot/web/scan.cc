// SPDX-License-Identifier: Apache-2.0
#include "tileglot/web/scan.h"

#include <algorithm>
#include <string_view>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/triton/inspect_module.h"

namespace tileglot::web {
namespace {

bool has_any(std::string_view text, std::string_view first, std::string_view second) {
  return text.find(first) != std::string_view::npos || text.find(second) != std::string_view::npos;
}

/// True for a word at the beginning of a line.
bool begins_line(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::string_view before = text.substr(0, at);
    const std::size_t last = before.find_last_not_of(" \t");
    if (last == std::string_view::npos || before[last] == '\n') return true;
  }
  return false;
}

/// One attribute by itself, such as #ttg.blocked<{..}>, is a layout.
bool is_triton(std::string_view text) {
  return has_any(text, "tt.func", "= #ttg.") ||
         (api::is_module({}, text) && has_any(text, "= #triton_gpu.", "= #ttng."));
}

}  // namespace

api::Reply scan(std::string_view text) {
  api::Answer answer{.json = {{"kind", "line"}, {"title", "a line"}}};
  if (begins_line(text, "HloModule ") || begins_line(text, "ENTRY ")) {
    answer.json = {{"kind", "hlo"}, {"title", "an HLO module"}};
  } else if (is_triton(text)) {
    answer.json = {{"kind", "ttgir"}, {"title", "a module of Triton's IR"}};
  }
  return answer;
}

}  // namespace tileglot::web
