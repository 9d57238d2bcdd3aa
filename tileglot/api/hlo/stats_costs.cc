// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/stats_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/hlo/loops_json.h"
#include "tileglot/api/hlo/target_policy.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/cost/contiguous_bytes.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/explain/loops.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/value/text/columns.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;

constexpr std::size_t kMostCostly = 20;
/// The most characters of a name in a line.
constexpr std::size_t kMostOfName = 40;

struct KindRow {
  std::string_view name;  ///< as in JSON
  std::string_view text;
  pass::KindCost pass::LayoutCost::* cost;
};

constexpr std::array kCostKinds{
    KindRow{"copies", "copies", &pass::LayoutCost::copies},
    KindRow{"reshapes", "reshapes that are not bitcasts", &pass::LayoutCost::reshapes},
    KindRow{"transposes", "transposes that are not bitcasts", &pass::LayoutCost::transposes}};

std::string cost_line(std::int64_t bytes, std::string_view what) {
  return fmt::format("  {:>20}  {}\n", value::grouped(bytes), what);
}

std::string cost_totals_text(const pass::LayoutCost& cost) {
  std::string text = cost_line(cost.bytes(), "read and written by all");
  for (const KindRow& kind : kCostKinds) {
    const pass::KindCost& own = cost.*kind.cost;
    if (own.count > 0) {
      text += cost_line(own.bytes,
                        fmt::format("by {}, {} of them", kind.text, value::grouped(own.count)));
    }
  }
  if (const pass::KindCost& again = cost.reductions; again.count > 0) {
    text += cost_line(again.bytes,
                      fmt::format("may be read once more by {} reduction{} in short "
                                  "runs, which moves nothing",
                                  value::grouped(again.count), again.count == 1 ? "" : "s"));
  }
  if (cost.unknown > 0) {
    text += cost_line(0, fmt::format("counted for {} instruction{} of unknown size",
                                     value::grouped(cost.unknown), cost.unknown == 1 ? "" : "s"));
  }
  return text;
}

/// "f32[4,6]{1,0} -> {0,1}", or both shapes if they differ.
std::string sides_text(const pass::MovedSides& sides) {
  std::string text = print(sides.from) + " -> ";
  if (!is_array(sides.from) || !is_array(sides.to) || !same_dimensions(sides.from, sides.to)) {
    return text + print(sides.to);
  }
  return text + print(layout_or_default(sides.to));
}

/// Keeps the end of a long name, where names differ.
std::string shown_name(std::string_view name) {
  if (name.size() <= kMostOfName) return fmt::format("%{}", name);
  return fmt::format("%..{}", name.substr(name.size() - kMostOfName));
}

value::TextRow row_of(const hlo::Module& module, const pass::CostlyInstruction& one, bool loops) {
  const auto run = contiguous_bytes(module, one);
  const auto amount = [&](std::int64_t bytes) {
    return one.moved.known ? value::grouped(bytes) : std::string("?");
  };
  value::TextRow row{amount(one.moved.read), amount(one.moved.written)};
  if (loops) row.push_back(value::grouped(one.runs));
  row.push_back(run ? value::grouped(*run) : "");
  row.push_back(shown_name(module[one.id].name));
  row.emplace_back(name_of(module[one.id].opcode));
  row.push_back(sides_text(sides_of(module, one)));
  return row;
}

std::string list_text(const hlo::Module& module, const pass::LayoutCost& cost, bool all) {
  const std::size_t count = cost.instructions.size();
  if (count == 0) return "";
  const std::size_t listed = all ? count : std::min(count, kMostCostly);
  // In a module without loops everything runs once, or as often as its callers.
  const bool loops = !cost.executions.loops.empty();
  value::TextRow head{"read", "written", "run", "instruction", "", ""};
  if (loops) head.insert(head.begin() + 2, "times");
  std::vector<value::Align> aligns(head.size() - 3, value::Align::kRight);
  aligns.resize(head.size(), value::Align::kLeft);
  std::vector<value::TextRow> rows{std::move(head)};
  rows.reserve(listed + 1);
  for (const auto& one : std::span(cost.instructions).first(listed)) {
    rows.push_back(row_of(module, one, loops));
  }
  std::string text = value::table_of(rows, aligns);
  if (listed < count) {
    text += fmt::format("  .. and {} more, which --all lists\n",
                        value::grouped(static_cast<std::int64_t>(count - listed)));
  }
  return text;
}

Json totals_json(const pass::LayoutCost& cost) {
  Json json{{"bytes", cost.bytes()}, {"bytes_once", cost.bytes_once()}};
  for (const KindRow& kind : kCostKinds) {
    const pass::KindCost& own = cost.*kind.cost;
    json[std::string(kind.name)] = {{"count", own.count}, {"bytes", own.bytes}};
  }
  json["reductions"] = {{"count", cost.reductions.count}, {"bytes", cost.reductions.bytes}};
  json["unknown"] = cost.unknown;
  return json;
}

Json json_of(const hlo::Module& module, const pass::CostlyInstruction& one) {
  const pass::MovedSides sides = sides_of(module, one);
  Json json{{"name", module[one.id].name}, {"opcode", name_of(module[one.id].opcode)},
            {"from", print(sides.from)},   {"to", print(sides.to)},
            {"read", one.moved.read},      {"written", one.moved.written},
            {"times", one.runs},           {"run", nullptr}};
  if (const auto run = contiguous_bytes(module, one)) json["run"] = *run;
  return json;
}

Json list_json(const hlo::Module& module, const pass::LayoutCost& cost) {
  Json list = Json::array();
  for (const auto& one : cost.instructions) list.push_back(json_of(module, one));
  return list;
}

core::Result<std::unique_ptr<pass::LayoutPolicy>> policy_of(const HloCostsRequest& request) {
  if (!request.target) return pass::generic_policy();
  return target_policy(*request.target);
}

bool asks_for_something(const HloCostsRequest& request) {
  return request.target || request.after_sinking || request.all ||
         request.loop_trips != pass::kGuessedTrips;
}

}  // namespace

core::Result<LayoutCosts> costs_of(const hlo::Module& module, const std::string& text,
                                   const HloCostsRequest& request) {
  TILEGLOT_TRY_STATUS(pass::check_guess(request.loop_trips));
  TILEGLOT_TRY(policy, core::with_line(policy_of(request), request.target.value_or("")));
  if (auto valid = hlo::verify(module); !valid) {
    if (!asks_for_something(request)) return LayoutCosts{};
    return core::fail(core::with_line(std::move(valid).error(), text));
  }
  const pass::LayoutCost cost = pass::cost_of(module, *policy, request.loop_trips);
  const std::string target = request.target ? fmt::format(" on {}", *request.target) : "";
  LayoutCosts result{
      .text = fmt::format("bytes that layouts move{}\n", target) + cost_totals_text(cost),
      .json = totals_json(cost)};
  if (request.after_sinking) {
    TILEGLOT_TRY(after, core::with_line(
                            pass::cost_after_sinking(module, *policy, request.loop_trips), text));
    result.text += "after move_copy_to_users\n" + cost_totals_text(after);
    result.json["after_sinking"] = totals_json(after);
  }
  result.text += pass::explain_loops(module, cost.executions);
  result.text += list_text(module, cost, request.all);
  result.json["loops"] = loops_json(module, cost.executions);
  result.json["instructions"] = list_json(module, cost);
  return result;
}

}  // namespace tileglot::api
