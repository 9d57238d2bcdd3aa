// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/tensor_rules.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/name_pattern.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"

namespace tileglot::checkpoint {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

}  // namespace

core::Result<TensorRules::Rule> TensorRules::rule_of(const std::string& text,
                                                     std::string_view option) {
  const std::size_t colon = text.find(':');
  Rule rule{text, std::string(trimmed(text.substr(0, colon))), {}};
  if (colon != std::string::npos) rule.value = trimmed(std::string_view(text).substr(colon + 1));
  // In {1,0:T(8,128)} the colon is not ours.
  const bool is_layout = rule.pattern.starts_with('{') || rule.pattern.starts_with('(');
  if (!rule.pattern.empty() && !rule.value.empty() && !is_layout) return rule;
  const bool has_pattern = colon != std::string::npos && !rule.pattern.empty() && !is_layout;
  const std::string_view value = option == "--map" ? "layout" : "type";
  return core::fail({.code = "checkpoint.rule",
                     .message = has_pattern ? fmt::format("{} '{}' has no {} after the pattern",
                                                          option, core::printable(text), value)
                                            : fmt::format("{} '{}' has no pattern of tensor names",
                                                          option, core::printable(text)),
                     .help = fmt::format("write {} 'PATTERN: VALUE', as in '*.mlp.*: {}'", option,
                                         option == "--map" ? "{1,0:T(8,128)}" : "u4")});
}

core::Result<TensorRules> TensorRules::of(const std::vector<std::string>& texts,
                                          std::string_view option) {
  TensorRules rules;
  rules.rules_.reserve(texts.size() + 1);
  for (const std::string& text : texts) {
    TILEGLOT_TRY(rule, rule_of(text, option));
    rules.rules_.push_back(std::move(rule));
  }
  return rules;
}

void TensorRules::add_default(std::string value) {
  rules_.push_back({"", "*", std::move(value), true});
}

std::optional<std::string> TensorRules::value_of(std::string_view name) {
  const Rule* first = nullptr;
  for (Rule& rule : rules_) {
    if (first != nullptr && rule.was_matched) continue;
    if (!matches(rule.pattern, name)) continue;
    rule.was_matched = true;
    if (first == nullptr) first = &rule;
  }
  return first == nullptr ? std::nullopt : std::optional(first->value);
}

core::Status TensorRules::unmatched() const {
  for (const Rule& rule : rules_) {
    if (rule.was_matched) continue;
    return core::fail(
        {.code = "checkpoint.no_match",
         .message = fmt::format("no tensor has a name like '{}'", core::printable(rule.pattern)),
         .help = "`tileglot inspect` lists the names; * stands for any characters, dots "
                 "too"});
  }
  return {};
}

}  // namespace tileglot::checkpoint
