// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/atoms/detail/words.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/cute/atoms/name_reader.h"

namespace tileglot::notation::cute {
namespace {

constexpr std::size_t kMaxWords = 64;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text.substr(0, text.find_first_of("[{%;"))) {
    if (c == ' ' || c == '\t' || c == '.' || c == '\n') {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back().push_back(lower(c));
    }
    if (words.size() > kMaxWords) return {};
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

std::optional<std::int64_t> number_after(std::string_view word, std::string_view prefix) {
  NameReader reader(word);
  std::int64_t number = 0;
  if (!reader.accept(prefix) || !reader.number(number) || !reader.at_end()) return {};
  return number;
}

}  // namespace tileglot::notation::cute
