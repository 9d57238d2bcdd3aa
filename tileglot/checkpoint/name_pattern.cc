// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/name_pattern.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace tileglot::checkpoint {
namespace {

/// The first step of a pattern other than `*`: its length, and whether it matches the character.
struct PatternStep {
  std::size_t length = 1;
  bool takes = false;
};

bool is_in_set(std::string_view set, char c) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    const bool is_range = i + 2 < set.size() && set[i + 1] == '-';
    if (is_range ? set[i] <= c && c <= set[i + 2] : set[i] == c) return true;
    if (is_range) i += 2;
  }
  return false;
}

/// `[]a]` and `[!]a]` have the bracket in the set.
std::optional<PatternStep> set_step(std::string_view pattern, char c) {
  const bool is_not = pattern.size() > 1 && (pattern[1] == '!' || pattern[1] == '^');
  const std::size_t begin = is_not ? 2 : 1;
  const std::size_t end = pattern.find(']', begin + 1);
  if (end == std::string_view::npos) return std::nullopt;
  return PatternStep{end + 1, is_in_set(pattern.substr(begin, end - begin), c) != is_not};
}

PatternStep first_step(std::string_view pattern, char c) {
  if (pattern[0] == '[') {
    if (const auto step = set_step(pattern, c)) return *step;
  }
  return {1, pattern[0] == '?' || pattern[0] == c};
}

}  // namespace

bool matches(std::string_view pattern, std::string_view name) {
  std::string_view behind_star;
  std::string_view retry;  // the name from where the last `*` was last tried
  bool has_star = false;
  while (!name.empty() || !pattern.empty()) {
    if (!pattern.empty() && pattern[0] == '*') {
      pattern.remove_prefix(1);
      behind_star = pattern;
      retry = name;
      has_star = true;
      continue;
    }
    const PatternStep step =
        pattern.empty() || name.empty() ? PatternStep{} : first_step(pattern, name[0]);
    if (step.takes) {
      pattern.remove_prefix(step.length);
      name.remove_prefix(1);
      continue;
    }
    if (!has_star || retry.empty()) return false;
    retry.remove_prefix(1);
    name = retry;
    pattern = behind_star;
  }
  return true;
}

}  // namespace tileglot::checkpoint
