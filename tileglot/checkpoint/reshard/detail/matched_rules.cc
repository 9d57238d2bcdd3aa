// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/detail/matched_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/mesh/pattern.h"
#include "tileglot/notation/mesh/rules.h"

namespace tileglot::checkpoint::reshard {
namespace {

namespace mesh = notation::mesh;

using Names = std::span<const std::string_view>;

/// Of each rule, which patterns are known to match a name.
using Matched = std::vector<std::vector<bool>>;

bool is_catch_all(const mesh::Pattern& pattern) {
  return pattern.parts.size() == 1 && pattern.parts[0].kind == mesh::PatternPart::Kind::kStar;
}

core::Error no_rule(std::string_view name) {
  return {{.code = "reshard.no_rule",
           .message = fmt::format("no rule with words matches '{}'", core::printable(name)),
           .help = "end the rules with `* P()`, which keeps all other arrays whole"}};
}

bool matches_any(const mesh::Pattern& pattern, Names names) {
  return std::ranges::any_of(
      names, [&](std::string_view name) { return mesh::match_pattern(pattern, name).has_value(); });
}

core::Status check_rule(const mesh::Rule& rule, const std::vector<bool>& matched, Names names) {
  for (std::size_t i = 0; i < rule.patterns.size(); ++i) {
    const mesh::Pattern& pattern = rule.patterns[i];
    if (matched[i] || is_catch_all(pattern) || matches_any(pattern, names)) continue;
    return core::fail({.code = "reshard.no_match",
                       .message = fmt::format("line {}: no array has a name like '{}'", rule.line,
                                              mesh::print(pattern)),
                       .help = "correct the pattern, or leave it out"});
  }
  return {};
}

core::Status check_patterns(const mesh::Rules& rules, const std::vector<ArrayRules>& found,
                            Names names) {
  Matched matched;
  matched.reserve(rules.rules.size());
  for (const mesh::Rule& rule : rules.rules) matched.emplace_back(rule.patterns.size(), false);
  for (const ArrayRules& one : found) {
    matched[one.cut.rule][one.cut.pattern] = true;
    if (one.place) matched[one.place->rule][one.place->pattern] = true;
  }
  for (std::size_t i = 0; i < rules.rules.size(); ++i)
    TILEGLOT_TRY_STATUS(check_rule(rules.rules[i], matched[i], names));
  return {};
}

}  // namespace

core::Result<std::vector<ArrayRules>> matched_rules(const mesh::Rules& rules, Names names) {
  std::vector<ArrayRules> found;
  found.reserve(names.size());
  for (const std::string_view name : names) {
    auto cut = mesh::match(rules, name);
    if (!cut) return core::fail(no_rule(name));
    found.push_back({.cut = *std::move(cut), .place = mesh::match_place(rules, name)});
  }
  TILEGLOT_TRY_STATUS(check_patterns(rules, found, names));
  return found;
}

core::Error at_rule(core::Error error, std::string_view array, const mesh::Rule& rule) {
  error->message = fmt::format("'{}', by the rule on line {}: {}", core::printable(array),
                               rule.line, error->message);
  return error;
}

}  // namespace tileglot::checkpoint::reshard
