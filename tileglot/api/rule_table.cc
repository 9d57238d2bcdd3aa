// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/rule_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/api/reply.h"
#include "tileglot/core/error.h"

namespace tileglot::api {
namespace {

std::string_view word_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass: return "pass";
    case Verdict::kWarn: return "warn";
    case Verdict::kFail: return "fail";
    case Verdict::kNone: break;
  }
  return "none";
}

/// A mark and a word, so that colours are never needed.
std::string_view mark_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass: return "✓ pass";
    case Verdict::kWarn: return "! warn";
    case Verdict::kFail: return "✗ fail";
    case Verdict::kNone: break;
  }
  return "–";
}

/// In characters: the marks and lines of the table have several bytes.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, width_of(text)), ' ');
}

std::string table_text(const std::vector<Rule>& rules) {
  std::size_t name = width_of("rule");
  std::size_t value = width_of("value");
  std::size_t limit = width_of("limit");
  for (const Rule& rule : rules) {
    name = std::max(name, width_of(rule.name));
    value = std::max(value, width_of(rule.value));
    limit = std::max(limit, width_of(rule.limit));
  }
  const auto line = [&](std::string_view a, std::string_view b, std::string_view c) {
    return fmt::format("  {}  {}  {}  ", padded(a, name), padded(b, value), padded(c, limit));
  };
  std::string text = line("rule", "value", "limit") + "verdict\n";
  for (const Rule& rule : rules) {
    text += line(rule.name, rule.value, rule.limit);
    text += mark_of(rule.verdict);
    text += rule.remark.empty() ? "\n" : fmt::format(" {}\n", rule.remark);
  }
  return text;
}

std::string cures_text(const std::vector<Cure>& cures) {
  std::size_t width = 0;
  for (const Cure& cure : cures) width = std::max(width, width_of(cure.name));
  std::string text;
  for (const Cure& cure : cures) {
    text += fmt::format("  {}  {}  {}\n", text.empty() ? "cure" : "    ", padded(cure.name, width),
                        cure.effect);
  }
  return text;
}

std::string counted(std::ptrdiff_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

Json to_json(const Rule& rule) {
  Json json{{"rule", rule.name},
            {"value", rule.value},
            {"limit", rule.limit},
            {"verdict", word_of(rule.verdict)}};
  if (!rule.remark.empty()) json["remark"] = rule.remark;
  json.update(rule.numbers);
  return json;
}

Json to_json(const Cure& cure) {
  Json json{{"name", cure.name}, {"effect", cure.effect}};
  json.update(cure.numbers);
  return json;
}

}  // namespace

void RuleTable::add_model(const std::string& text) {
  if (text.empty() || model.find(text) != std::string::npos) return;
  model += model.empty() ? text : "; " + text;
}

void RuleTable::add_cures(const core::Result<std::vector<Cure>>& found) {
  if (found) {
    cures = *found;
    return;
  }
  no_cures = found.error().message;
  if (!found.error().help.empty()) no_cures += "; " + found.error().help;
}

void add_to(Answer& answer, const RuleTable& table, const TableOptions& options) {
  answer.text += table_text(table.rules);
  for (const Rule& rule : table.rules) {
    for (const std::string& line : rule.explanation) {
      if (options.explain) answer.text += fmt::format("  {}\n", line);
    }
  }
  if (options.suggest) answer.text += cures_text(table.cures);
  if (options.suggest && !table.no_cures.empty()) {
    answer.text += fmt::format("  no cure is suggested: {}\n", table.no_cures);
  }
  const auto count = [&](Verdict verdict) {
    return std::ranges::count(table.rules, verdict, &Rule::verdict);
  };
  const auto warnings = count(Verdict::kWarn);
  const auto errors = count(Verdict::kFail);
  answer.text += fmt::format("  {}, {}\n", counted(warnings, "warning"), counted(errors, "error"));
  if (!table.model.empty()) answer.text += fmt::format("  model: {}\n", table.model);
  Json rules = Json::array();
  for (const Rule& rule : table.rules) rules.push_back(to_json(rule));
  answer.json["rules"] = std::move(rules);
  if (options.suggest) {
    Json cures = Json::array();
    for (const Cure& cure : table.cures) cures.push_back(to_json(cure));
    answer.json["cures"] = std::move(cures);
    if (!table.no_cures.empty()) answer.json["no_cures"] = table.no_cures;
  }
  answer.json["warnings"] = warnings;
  answer.json["errors"] = errors;
  answer.json["model"] = table.model;
  if (errors > 0 || (warnings > 0 && options.deny_warnings)) answer.exit_code = kNo;
}

}  // namespace tileglot::api
