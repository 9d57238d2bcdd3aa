// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/assign.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "tileglot/api/hlo/changed_module.h"
#include "tileglot/api/hlo/diff.h"
#include "tileglot/api/hlo/layout_dump.h"
#include "tileglot/api/hlo/layout_report.h"
#include "tileglot/api/hlo/layout_report_text.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/api/hlo/loops_json.h"
#include "tileglot/api/hlo/parse.h"
#include "tileglot/api/hlo/target_policy.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/source_place.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/optimal/assign_optimal.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/cost/copied_bytes.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/explain/assignment.h"
#include "tileglot/hlo/pass/explain/copy_causes.h"
#include "tileglot/hlo/pass/module/layout_difference.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;
using core::Result;

/// The data of one run: the assignment refers to the module and the policy.
struct Run {
  std::unique_ptr<pass::LayoutPolicy> policy = {};
  std::unique_ptr<hlo::Module> module = {};
  std::optional<hlo::Module> module_before = {};  ///< if layouts are dumped or reported
  pass::Traffic before = {};
  pass::Assignment assignment = {};
  std::optional<hlo::optimal::OptimalSummary> summary = {};
  std::int64_t guess = pass::kGuessedTrips;
  std::optional<LayoutReport> report = {};
};

Result<Run> run(hlo::Module module, std::unique_ptr<pass::LayoutPolicy> policy,
                const StrategyChoice& strategy, bool is_compared = false) {
  Run result;
  if (is_compared) result.module_before = module;
  result.policy = std::move(policy);
  TILEGLOT_TRY_STATUS(hlo::verify(module));
  result.module = std::make_unique<hlo::Module>(std::move(module));
  TILEGLOT_TRY_STATUS(check_strategy(strategy));
  result.guess = strategy.loop_trips;
  result.before = pass::traffic_of(*result.module, *result.policy, result.guess);
  TILEGLOT_TRY(assigned, assign_by(*result.module, *result.policy, strategy));
  result.assignment = std::move(assigned.assignment);
  result.summary = std::move(assigned.summary);
  return result;
}

std::string name_in(const hlo::Module& module, hlo::InstructionId id) {
  return std::string(module[id].name);
}

std::string layout_in(const hlo::Module& module, hlo::InstructionId id) {
  const auto& layout = module.shape_of(id).layout;
  return layout ? notation::xla::print(*layout) : std::string();
}

struct Costs {
  pass::Executions executions = {};
  std::unordered_map<hlo::InstructionId, pass::CostlyInstruction> moving = {};

  pass::CostlyInstruction of(const hlo::Module& module, hlo::InstructionId id) const {
    const auto found = moving.find(id);
    if (found != moving.end()) return found->second;
    return {.id = id, .runs = executions.of(module, id)};
  }
};

/// What the copies move.
Costs costs_of(const Run& run) {
  pass::LayoutCost cost = pass::cost_of(*run.module, *run.policy, run.guess);
  Costs costs{.executions = std::move(cost.executions)};
  for (const auto& one : cost.instructions) costs.moving.emplace(one.id, one);
  return costs;
}

/// {"read", "written": bytes of one run, "runs", "bytes" of all, "source"}. The source is that of the
/// copy, or of the array that was made in another layout.
Json moved_json(const hlo::Module& module, hlo::InstructionId copy, hlo::InstructionId array,
                const Costs& costs) {
  const pass::CostlyInstruction cost = costs.of(module, copy);
  hlo::SourcePlace place = hlo::source_place_of(module, copy);
  if (!place.is_known()) place = hlo::source_place_of(module, array);
  return {{"read", cost.moved.read},
          {"written", cost.moved.written},
          {"runs", cost.runs},
          {"bytes", cost.bytes()},
          {"source", place.is_known() ? Json(hlo::text_of(place)) : Json()}};
}

Json copy_json(const hlo::Module& module, hlo::InstructionId copy) {
  const hlo::InstructionId operand = module.operand(copy, 0);
  Json users = Json::array();
  for (const hlo::Use use : module.uses(copy)) {
    users.push_back(fmt::format("{}:{}", module[use.user].name, use.operand));
  }
  return {{"name", name_in(module, copy)},      {"operand", name_in(module, operand)},
          {"from", layout_in(module, operand)}, {"to", layout_in(module, copy)},
          {"users", std::move(users)},          {"root", module.is_root(copy)}};
}

Json reason_json(const Run& run, pass::DecisionId id) {
  const pass::Decision& decision = run.assignment.decisions->at(id);
  return {{"rule", pass::name_of(decision.rule)},
          {"by", name_in(*run.module, decision.by)},
          {"mandatory", decision.mandatory}};
}

Json copies_json(const Run& run) {
  Json result = Json::array();
  const Costs costs = costs_of(run);
  for (const hlo::InstructionId id : run.assignment.special_case_copies) {
    Json json = copy_json(*run.module, id);
    json["moved"] = moved_json(*run.module, id, id, costs);
    result.push_back(std::move(json));
  }
  for (const pass::InsertedCopy& copy : run.assignment.copies) {
    Json json = copy_json(*run.module, copy.copy);
    json["read"] = reason_json(run, copy.read);
    json["made"] = reason_json(run, copy.made);
    const hlo::InstructionId array = run.assignment.decisions->at(copy.made).about;
    json["moved"] = moved_json(*run.module, copy.copy, array, costs);
    result.push_back(std::move(json));
  }
  return result;
}

/// Built at once: an ordered object searches all its keys for each that is added.
Json layouts_json(const hlo::Module& module) {
  Json::object_t result;
  for (const hlo::ComputationId computation : module.computations()) {
    for (const hlo::InstructionId id : module.instructions(computation)) {
      result.emplace_back(name_in(module, id), notation::xla::print(module.shape_of(id)));
    }
  }
  return result;
}

std::optional<hlo::InstructionId> instruction_named(const hlo::Module& module,
                                                    std::string_view name) {
  if (name.starts_with('%')) name.remove_prefix(1);
  for (const hlo::ComputationId computation : module.computations()) {
    for (const hlo::InstructionId id : module.instructions(computation)) {
      if (module[id].name == name) return id;
    }
  }
  return std::nullopt;
}

Result<std::string> explained_instruction(const Run& run, std::string_view name) {
  const auto id = instruction_named(*run.module, name);
  if (id) return pass::explain_instruction(*run.module, run.assignment, *id);
  return core::fail({.code = "hlo.no_instruction",
                     .message = fmt::format("the module has no instruction {}", name.substr(0, 64)),
                     .help = "inserted copies have names too: --explain alone lists them"});
}

Result<std::string> explained(const Run& run, const HloAssignRequest& request) {
  if (request.instruction) return explained_instruction(run, *request.instruction);
  std::string result = pass::warnings_of(run.assignment);
  result += pass::explain_open_entry_layouts(*run.module, run.assignment);
  for (const hlo::InstructionId id : run.assignment.special_case_copies) {
    result += pass::explain_special_case_copy(*run.module, id);
  }
  for (const pass::InsertedCopy& copy : run.assignment.copies) {
    result += pass::explain_copy(*run.module, run.assignment, copy);
  }
  const bool any = !run.assignment.copies.empty() || !run.assignment.special_case_copies.empty();
  return any ? result : result + "no copies inserted\n";
}

std::string summary_of(const Run& run) {
  return fmt::format("{} instructions, {} copies inserted\n", run.module->instruction_count(),
                     run.assignment.copies.size() + run.assignment.special_case_copies.size());
}

Result<std::optional<std::string>> told_of(const Run& run, const HloAssignRequest& request) {
  std::string result;
  if (request.report && run.summary)
    result += fitted(strategy_text(*run.summary), request.terminal);
  if (run.report) result += text_of(*run.report, request.terminal);
  if (request.explain) {
    TILEGLOT_TRY(text, explained(run, request));
    result += text;
  }
  if (request.dump_layouts) {
    result += print(pass::layout_difference(*run.module_before, *run.module));
  }
  return result.empty() ? std::nullopt : std::optional(result);
}

Json cost_json(const Run& run) {
  const pass::LayoutCost after = pass::cost_of(*run.module, *run.policy, run.guess);
  const pass::LayoutCost& before = run.before.cost;
  return {{"before", before.bytes()},
          {"after", after.bytes()},
          {"after_once", after.bytes_once()},
          {"penalties", {{"before", before.reductions.bytes}, {"after", after.reductions.bytes}}},
          {"loops", loops_json(*run.module, after.executions)}};
}

Json json_of(const Run& run, bool is_dumped) {
  Json json{{"entry_layout", print(*run.module->header.entry_layout)},
            {"instructions", run.module->instruction_count()},
            {"cost", cost_json(run)},
            {"copies", copies_json(run)}};
  if (run.summary) json["strategy"] = strategy_json(*run.summary);
  if (run.report) json["report"] = json_of(*run.report);
  if (is_dumped) {
    json["difference"] = difference_json(pass::layout_difference(*run.module_before, *run.module));
  }
  return json;
}

/// Refuses a pass other than this one.
core::Status check_dump(const HloAssignRequest& request) {
  TILEGLOT_TRY(assignment, pass::find_module_pass("layout-assignment"));
  const std::array run{assignment};
  return dumped_pass(request.dump_layouts.value_or(""), run).map([](const auto& /*pass*/) {});
}

}  // namespace

Result<Json> assigned_json(std::string_view text, std::string_view target,
                           const StrategyChoice& strategy) {
  TILEGLOT_TRY(policy, target_policy(target));
  TILEGLOT_TRY(module, hlo::parse_module(text));
  TILEGLOT_TRY(done, run(std::move(module), std::move(policy), strategy));
  Json result{{"entry_layout", print(*done.module->header.entry_layout)},
              {"layouts", layouts_json(*done.module)},
              {"cost", cost_json(done)},
              {"copies", copies_json(done)}};
  if (done.summary) result["strategy"] = strategy_json(*done.summary);
  return result;
}

core::Status check_options(const HloAssignRequest& request) {
  TILEGLOT_TRY_STATUS(check_dump(request));
  TILEGLOT_TRY_STATUS(check_strategy(request.strategy));
  TILEGLOT_TRY_STATUS(
      core::with_line(target_policy(request.target, request.xla_flags), request.target));
  return {};
}

Result<ChangedModule> changed_module(const HloAssignRequest& request) {
  TILEGLOT_TRY_STATUS(check_options(request));
  TILEGLOT_TRY(policy, target_policy(request.target, request.xla_flags));
  TILEGLOT_TRY(module, parse_hlo(request.module, request.lenient));
  const bool is_dumped = request.dump_layouts.has_value();
  const bool is_compared = is_dumped || request.report;
  TILEGLOT_TRY(done, core::with_line(
                         run(std::move(module), std::move(policy), request.strategy, is_compared),
                         request.module.text));
  if (request.report) {
    TILEGLOT_TRY(report,
                 layout_report(*done.module_before, {*done.module, done.assignment, done.summary},
                               {*done.policy, request.target, request.strategy}));
    done.report = std::move(report);
  }
  TILEGLOT_TRY(told, told_of(done, request));
  ChangedModule changed{
      .told = std::move(told), .summary = summary_of(done), .json = json_of(done, is_dumped)};
  const bool is_told = request.explain || request.report;
  if (!is_told) changed.note = pass::warnings_of(done.assignment);
  if (done.summary) changed.note += strategy_notes(*done.summary);
  changed.module = std::move(*done.module);
  return changed;
}

Reply hlo_assign(const HloAssignRequest& request) { return changed_module(request).map(to_answer); }

}  // namespace tileglot::api
