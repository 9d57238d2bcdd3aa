// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/access/rule_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"
#include "tileglot/core/error.h"
#include "tileglot/value/text/columns.h"
#include "tileglot/value/text/ink.h"

namespace tileglot::api {
namespace {

/// If a terminal leaves less room beside the table, a remark is one long line.
constexpr std::size_t kNarrowestRemark = 24;

std::string_view word_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass: return "pass";
    case Verdict::kWarn: return "warn";
    case Verdict::kFail: return "fail";
    case Verdict::kNone: break;
  }
  return "none";
}

/// A mark and a word, so that colours are never needed to tell verdicts apart.
std::string_view mark_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass: return "✓ pass";
    case Verdict::kWarn: return "! warn";
    case Verdict::kFail: return "✗ fail";
    case Verdict::kNone: break;
  }
  return "–";
}

std::string colored(Verdict verdict, const value::Ink& ink) {
  const std::string_view mark = mark_of(verdict);
  switch (verdict) {
    case Verdict::kPass: return ink.good(mark);
    case Verdict::kWarn: return ink.doubtful(mark);
    case Verdict::kFail: return ink.bad(mark);
    case Verdict::kNone: break;
  }
  return std::string(mark);
}

/// The width of each column.
struct Widths {
  std::size_t name = value::width_of("rule");
  std::size_t value = value::width_of("value");
  std::size_t limit = value::width_of("limit");
  std::size_t verdict() const { return 2 + name + 2 + value + 2 + limit + 2; }
};

Widths widths_of(const std::vector<Rule>& rules) {
  Widths widths;
  for (const Rule& rule : rules) {
    widths.name = std::max(widths.name, value::width_of(rule.name));
    widths.value = std::max(widths.value, value::width_of(rule.value));
    widths.limit = std::max(widths.limit, value::width_of(rule.limit));
  }
  return widths;
}

std::string line_of(const Widths& widths, std::string_view name, std::string_view value,
                    std::string_view limit) {
  return fmt::format("  {}  {}  {}  ", value::padded(name, widths.name),
                     value::padded(value, widths.value), value::padded(limit, widths.limit));
}

/// Remarks are stacked after the verdict, wrapped if the terminal leaves room.
std::vector<std::string> remark_lines(const Rule& rule, std::size_t column,
                                      const Terminal& terminal) {
  const auto columns = static_cast<std::size_t>(terminal.columns);
  const std::size_t room = columns >= column + kNarrowestRemark ? columns - column : 0;
  std::vector<std::string> lines;
  for (const std::string& remark : {rule.remark, rule.advice}) {
    if (remark.empty()) continue;
    for (std::string& line : value::wrapped(remark, room)) lines.push_back(std::move(line));
  }
  return lines;
}

std::string table_text(const std::vector<Rule>& rules, const Terminal& terminal) {
  const value::Ink ink(terminal);
  const Widths widths = widths_of(rules);
  std::string text = ink.dim(line_of(widths, "rule", "value", "limit") + "verdict") + "\n";
  for (const Rule& rule : rules) {
    const std::string_view mark = mark_of(rule.verdict);
    const std::size_t column = widths.verdict() + value::width_of(mark) + 1;
    text += line_of(widths, rule.name, rule.value, rule.limit) + colored(rule.verdict, ink);
    std::string before = " ";
    for (const std::string& line : remark_lines(rule, column, terminal)) {
      text += before + line;
      before = "\n" + std::string(column, ' ');
    }
    text += '\n';
  }
  return text;
}

std::string cures_text(const std::vector<Cure>& cures) {
  std::size_t width = 0;
  for (const Cure& cure : cures) width = std::max(width, value::width_of(cure.name));
  std::string text;
  for (const Cure& cure : cures) {
    text += fmt::format("  {}  {}  {}\n", text.empty() ? "cure" : "    ",
                        value::padded(cure.name, width), cure.effect);
  }
  return text;
}

std::string counted(std::ptrdiff_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string summary_text(std::ptrdiff_t warnings, std::ptrdiff_t errors, const value::Ink& ink) {
  const std::string warned = counted(warnings, "warning");
  const std::string failed = counted(errors, "error");
  return fmt::format("  {}, {}\n", warnings > 0 ? ink.doubtful(warned) : warned,
                     errors > 0 ? ink.bad(failed) : failed);
}

Json to_json(const Rule& rule) {
  Json json{{"rule", rule.name},
            {"value", rule.value},
            {"limit", rule.limit},
            {"verdict", word_of(rule.verdict)}};
  if (!rule.remark.empty()) json["remark"] = rule.remark;
  if (!rule.advice.empty()) json["advice"] = rule.advice;
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
  no_cures = found.error()->message;
  if (!found.error()->help.empty()) no_cures += "; " + found.error()->help;
}

void add_to(Answer& answer, const RuleTable& table, const TableOptions& options) {
  answer.text += table_text(table.rules, options.terminal);
  const value::Ink ink(options.terminal);
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
  answer.text += summary_text(warnings, errors, ink);
  if (!table.model.empty()) answer.text += ink.dim(fmt::format("  model: {}", table.model)) + "\n";
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
