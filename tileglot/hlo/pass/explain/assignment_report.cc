// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/explain/assignment_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/assign/entry_layout.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/cost/copied_bytes.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/explain/assignment.h"
#include "tileglot/hlo/pass/explain/loops.h"
#include "tileglot/hlo/pass/explain/open_entry_layouts.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

constexpr std::size_t kMostCauses = 20;

std::string bytes_text(std::int64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; unit + 1 < kUnits.size() && (amount >= 1024 || amount <= -1024); ++unit) amount /= 1024;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.2f} {}", amount, kUnits[unit]);
}

std::string signed_text(std::int64_t change, const std::string& text) {
  return change > 0 ? "+" + text : text;
}

std::string row(std::string_view title, const std::string& before, const std::string& after,
                const std::string& change) {
  return fmt::format("  {:<22}{:>14}{:>14}{:>14}\n", title, before, after, change);
}

std::string count_row(std::string_view title, std::int64_t before, std::int64_t after) {
  const std::int64_t change = after - before;
  return row(title, fmt::to_string(before), fmt::to_string(after),
             signed_text(change, fmt::to_string(change)));
}

std::string bytes_row(std::string_view title, std::int64_t before, std::int64_t after) {
  const std::int64_t change = after - before;
  return row(title, bytes_text(before), bytes_text(after), signed_text(change, bytes_text(change)));
}

struct Choices {
  std::int64_t all = 0;
  std::int64_t free = 0;
};

/// How many of the arrays of rank 2 or more no constraint reached.
Choices choices_of(const Assignment& assignment) {
  const Values& values = assignment.problem->values();
  Choices result;
  for (std::uint32_t i = 0; i < values.count(); ++i) {
    const ValueId id{i};
    const ValueConstraint& constraint = assignment.constraints->value(id);
    if (!constraint.layout || rank(values.shape(id)) < 2) continue;
    ++result.all;
    result.free += assignment.decisions->at(constraint.decision).rule == Rule::kRowMajorDefault;
  }
  return result;
}

std::string head_of(const Module& module, const Assignment& assignment) {
  const Choices choices = choices_of(assignment);
  return fmt::format(
      "module {} · {} instructions · {} of {} layouts not required by anything · {} rounds\n",
      module.header.name, module.instruction_count(), choices.free, choices.all, assignment.rounds);
}

std::string reason_text(const Module& module, const Assignment& assignment, std::string_view title,
                        DecisionId id) {
  const DecisionLog& log = *assignment.decisions;
  std::string result = fmt::format("        {}: {}\n", title, sentence_of(module, log.at(id)));
  if (!log.at(id).cause) return result;
  return result + fmt::format("          because {}\n", sentence_of(module, origin_of(log, id)));
}

std::string open_entry_layouts_text(const Module& module, const Assignment& assignment) {
  std::string result;
  for (const OpenEntryLayout& leaf : open_entry_layouts(module, assignment)) {
    result += fmt::format("{} was open and is {}: {}\n", title_of(leaf), leaf.layout,
                          sentence_of(module, origin_of(*assignment.decisions, leaf.decision)));
  }
  return result;
}

Reason reason_of(const Assignment& assignment, DecisionId id) {
  const DecisionLog& log = *assignment.decisions;
  return {log.at(id).rule, origin_of(log, id).rule};
}

std::string cause_text(const Module& module, const Assignment& assignment, const CopyCause& cause) {
  const InsertedCopy& copy = assignment.copies[cause.first];
  const auto& from = module.shape(cause.from);
  const auto& to = module.shape(cause.to);
  std::string result = fmt::format(
      "  {:>5} x {:>10}  {} {} -> {}\n", cause.count, bytes_text(cause.bytes / cause.count),
      notation::xla::print(from, notation::xla::LayoutText::kHidden),
      notation::xla::print(*from.layout), notation::xla::print(*to.layout));
  result += reason_text(module, assignment, fmt::format("%{}", module[copy.copy].name), copy.read);
  return result + reason_text(module, assignment, "against", copy.made);
}

std::string copies_text(const Module& module, const Assignment& assignment) {
  const std::vector<CopyCause> causes = causes_of(module, assignment);
  if (causes.empty()) return "no copies inserted\n";
  std::string result = "inserted copies, one example of each cause\n";
  for (std::size_t i = 0; i < causes.size() && i < kMostCauses; ++i) {
    result += cause_text(module, assignment, causes[i]);
  }
  if (causes.size() > kMostCauses) {
    result += fmt::format("  .. and {} causes more\n", causes.size() - kMostCauses);
  }
  return result;
}

}  // namespace

std::vector<CopyCause> causes_of(const Module& module, const Assignment& assignment) {
  std::map<std::tuple<Reason, Reason, ShapeId, ShapeId>, CopyCause> causes;
  for (std::size_t i = 0; i < assignment.copies.size(); ++i) {
    const InsertedCopy& copy = assignment.copies[i];
    const CopyCause own{.read = reason_of(assignment, copy.read),
                        .made = reason_of(assignment, copy.made),
                        .from = module[module.operand(copy.copy, 0)].shape,
                        .to = module[copy.copy].shape,
                        .first = i};
    CopyCause& cause =
        causes.try_emplace({own.read, own.made, own.from, own.to}, own).first->second;
    ++cause.count;
    cause.bytes =
        core::checked_add(cause.bytes, copied_bytes(module, copy.copy)).value_or(cause.bytes);
  }
  std::vector<CopyCause> result;
  result.reserve(causes.size());
  for (const auto& [key, cause] : causes) result.push_back(cause);
  std::ranges::sort(result, [](const CopyCause& a, const CopyCause& b) {
    return std::pair(b.bytes, a.first) < std::pair(a.bytes, b.first);
  });
  return result;
}

std::string report_of(const Module& module, const Assignment& assignment, const Traffic& before) {
  const Traffic after =
      traffic_of(module, assignment.problem->policy(), before.cost.executions.guess);
  std::string result = head_of(module, assignment);
  result += row("", "before", "after", "change");
  result += count_row("copies", before.copies, after.copies);
  result += bytes_row("bytes copied", before.copy_bytes, after.copy_bytes);
  result += count_row("transposes that move", before.transposes, after.transposes);
  result += bytes_row("bytes transposed", before.transpose_bytes, after.transpose_bytes);
  result += bytes_row("read and written", before.cost.bytes(), after.cost.bytes());
  const KindCost& penalty = after.cost.reductions;
  if (before.cost.reductions.bytes > 0 || penalty.bytes > 0) {
    result += bytes_row("reductions read again", before.cost.reductions.bytes, penalty.bytes);
  }
  return result + explain_loops(module, after.cost.executions) + warnings_of(assignment) +
         open_entry_layouts_text(module, assignment) + copies_text(module, assignment);
}

std::string warnings_of(const Assignment& assignment) {
  std::string result;
  for (const UnhonouredLeaf& leaf : assignment.unhonoured) {
    result += fmt::format(
        "warning: result {{{}}} was requested as {} and is {}: another leaf of the result is "
        "open, so all of it is as computed\n",
        fmt::join(leaf.path, ","), notation::xla::print(leaf.requested),
        notation::xla::print(leaf.given));
  }
  return result;
}

}  // namespace tileglot::hlo::pass
