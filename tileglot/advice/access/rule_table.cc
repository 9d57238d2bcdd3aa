// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/rule_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/value/json.h"
#include "tileglot/value/text/ansi_style.h"
#include "tileglot/value/text/columns.h"

namespace tileglot::advice {
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

std::string colored(Verdict verdict, const value::AnsiStyle& style) {
  const std::string_view mark = mark_of(verdict);
  switch (verdict) {
    case Verdict::kPass: return style.good(mark);
    case Verdict::kWarn: return style.doubtful(mark);
    case Verdict::kFail: return style.bad(mark);
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
                                      const render::Terminal& terminal) {
  const auto columns = static_cast<std::size_t>(terminal.columns);
  const std::size_t room = columns >= column + kNarrowestRemark ? columns - column : 0;
  std::vector<std::string> lines;
  for (const std::string& remark : {rule.remark, rule.advice}) {
    if (remark.empty()) continue;
    for (std::string& line : value::wrapped(remark, room)) lines.push_back(std::move(line));
  }
  return lines;
}

std::string table_text(const std::vector<Rule>& rules, const render::Terminal& terminal) {
  const value::AnsiStyle style(terminal);
  const Widths widths = widths_of(rules);
  std::string text = style.dim(line_of(widths, "rule", "value", "limit") + "verdict") + "\n";
  for (const Rule& rule : rules) {
    const std::string_view mark = mark_of(rule.verdict);
    const std::size_t column = widths.verdict() + value::width_of(mark) + 1;
    text += line_of(widths, rule.name, rule.value, rule.limit) + colored(rule.verdict, style);
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

std::string counted(std::int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string summary_text(std::int64_t warnings, std::int64_t errors,
                         const value::AnsiStyle& style) {
  const std::string warned = counted(warnings, "warning");
  const std::string failed = counted(errors, "error");
  return fmt::format("  {}, {}\n", warnings > 0 ? style.doubtful(warned) : warned,
                     errors > 0 ? style.bad(failed) : failed);
}

value::Json json_of(const Rule& rule) {
  value::Json json{{"rule", rule.name},
                   {"value", rule.value},
                   {"limit", rule.limit},
                   {"verdict", word_of(rule.verdict)}};
  if (!rule.remark.empty()) json["remark"] = rule.remark;
  if (!rule.advice.empty()) json["advice"] = rule.advice;
  json.update(rule.numbers);
  return json;
}

value::Json json_of(const Cure& cure) {
  value::Json json{{"name", cure.name}, {"effect", cure.effect}};
  json.update(cure.change);
  if (cure.remaining) {
    json["ways"] = cure.remaining->ways;
    json["wavefronts"] = cure.remaining->wavefronts;
  }
  json.update(cure.numbers);
  return json;
}

template <class Finding>
value::Json list_of(const std::vector<Finding>& findings) {
  value::Json all = value::Json::array();
  for (const Finding& finding : findings) all.push_back(json_of(finding));
  return all;
}

}  // namespace

void RuleTable::add_model(const std::string& text) {
  if (text.empty() || model.find(text) != std::string::npos) return;
  model += model.empty() ? text : "; " + text;
}

void RuleTable::add_cures(const core::Result<std::vector<Cure>>& found) {
  cures = found.value_or(std::vector<Cure>());
  if (found) return;
  no_cures = found.error()->message;
  if (!found.error()->help.empty()) no_cures += "; " + found.error()->help;
}

std::int64_t RuleTable::count(Verdict verdict) const {
  return std::ranges::count(rules, verdict, &Rule::verdict);
}

std::string text_of(const RuleTable& table, const render::Terminal& terminal) {
  const value::AnsiStyle style(terminal);
  std::string text = table_text(table.rules, terminal);
  for (const Rule& rule : table.rules) {
    for (const std::string& line : rule.explanation) text += fmt::format("  {}\n", line);
  }
  if (table.cures) text += cures_text(*table.cures);
  if (!table.no_cures.empty()) {
    const bool has_cures = table.cures && !table.cures->empty();
    text +=
        fmt::format("  {}: {}\n", has_cures ? "not cured" : "no cure is suggested", table.no_cures);
  }
  if (table.copies) text += text_of(*table.copies);
  text += summary_text(table.count(Verdict::kWarn), table.count(Verdict::kFail), style);
  if (!table.model.empty()) text += style.dim(fmt::format("  model: {}", table.model)) + "\n";
  return text;
}

value::Json to_json(const RuleTable& table) {
  value::Json json;
  json["rules"] = list_of(table.rules);
  if (table.cures) json["cures"] = list_of(*table.cures);
  if (table.copies) json["copies"] = to_json(*table.copies);
  if (!table.no_cures.empty()) json["no_cures"] = table.no_cures;
  json["warnings"] = table.count(Verdict::kWarn);
  json["errors"] = table.count(Verdict::kFail);
  json["model"] = table.model;
  return json;
}

}  // namespace tileglot::advice
