// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/compile.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/api/hlo/compile_report.h"
#include "tileglot/api/hlo/layout_options.h"
#include "tileglot/api/hlo/layout_report.h"
#include "tileglot/api/hlo/layout_report_text.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/api/hlo/parse.h"
#include "tileglot/api/hlo/partitioned.h"
#include "tileglot/api/hlo/target_policy.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/cost/copied_bytes.h"
#include "tileglot/hlo/pass/entry/alias_conflicts.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/hlo/pass/entry/entry_modes.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/compile_module.h"
#include "tileglot/notation/xla/runtime/layout_preference.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;
namespace xla = notation::xla;
using core::Result;

Result<xla::Representation> representation_named(std::string_view name) {
  if (name == "row-major") return xla::row_major_representation();
  if (name == "tpu") return xla::tpu_representation();
  constexpr std::string_view kNames[] = {"row-major", "tpu"};
  const std::string guess = core::did_you_mean(name, kNames);
  return core::fail(
      {.code = "hlo.representation",
       .message = fmt::format("there is no representation '{}'", core::printable(name)),
       .help = !guess.empty() ? guess
                              : "the representations are row-major, which clients of the CPU and "
                                "of GPUs have, and tpu"});
}

/// The caller's request, and the entry's arguments and results that it is about.
struct Asked {
  pass::EntryModes modes = {};
  Overruled overruled = {};
  hlo::EntryLayout entry = {};
};

/// The module's own modes; their spans are in its frontend attributes.
Result<pass::EntryModes> own_modes(const hlo::Module& module, const pass::EntryLeaves& leaves) {
  return core::with_line(pass::entry_modes_of(module, leaves), module.header.frontend_attributes);
}

Result<Asked> asked_of(const HloCompileRequest& request, const hlo::Module& module,
                       const pass::EntryLeaves& leaves, const xla::Representation& representation) {
  Asked asked;
  TILEGLOT_TRY(modes, own_modes(module, leaves));
  asked.modes = std::move(modes);
  TILEGLOT_TRY(of_arguments, apply_layout_options(request.argument_layouts, "argument",
                                                  leaves.arguments, asked.modes.arguments));
  TILEGLOT_TRY(of_results, apply_layout_options(request.result_layouts, "result", leaves.results,
                                                asked.modes.results));
  asked.overruled = std::move(of_arguments);
  asked.overruled.insert(asked.overruled.end(), of_results.begin(), of_results.end());
  TILEGLOT_TRY(entry, core::with_line(
                          pass::entry_layout_by_modes(module, leaves, asked.modes, representation),
                          request.module.text));
  asked.entry = std::move(entry);
  return asked;
}

/// The assignment, and its lines of the report.
struct Told {
  AssignedLayouts assigned = {};
  std::string text = {};
  std::optional<LayoutReport> report = {};
};

/// The report describes the module as the assignment leaves it.
pass::AssignFn telling(const HloCompileRequest& request, Told& told) {
  return [&](hlo::Module& module, const pass::LayoutPolicy& policy) -> core::Status {
    std::optional<hlo::Module> before;
    if (request.report) before = module;
    TILEGLOT_TRY(assigned, assign_by(module, policy, request.strategy));
    told.assigned = std::move(assigned);
    if (told.assigned.summary) {
      told.text = fitted(strategy_text(*told.assigned.summary), request.terminal);
    }
    if (!before) return {};
    TILEGLOT_TRY(report,
                 layout_report(*before, {module, told.assigned.assignment, told.assigned.summary},
                               {policy, request.target, request.strategy}));
    told.text += text_of(report, request.terminal);
    told.report = std::move(report);
    return {};
  };
}

std::string note_of(const Overruled& overruled) {
  std::string note;
  for (const std::string& line : overruled) note += "note: " + line + "\n";
  return note;
}

}  // namespace

core::Status check_options(const HloCompileRequest& request) {
  TILEGLOT_TRY_STATUS(
      core::with_line(target_policy(request.target, request.xla_flags), request.target));
  TILEGLOT_TRY_STATUS(check_strategy(request.strategy));
  TILEGLOT_TRY_STATUS(representation_named(request.representation));
  TILEGLOT_TRY_STATUS(partitioned_option(request.partitioned));
  return {};
}

Result<CompiledHlo> compiled_hlo(const HloCompileRequest& request) {
  TILEGLOT_TRY_STATUS(check_options(request));
  TILEGLOT_TRY(policy, target_policy(request.target, request.xla_flags));
  TILEGLOT_TRY(representation, representation_named(request.representation));
  const auto& [name, text] = request.module;
  TILEGLOT_TRY(module, parse_hlo(request.module, request.lenient));
  TILEGLOT_TRY_STATUS(core::with_line(hlo::verify(module), text));
  TILEGLOT_TRY(is_partitioned, partitioned_option(request.partitioned));
  TILEGLOT_TRY(before, core::with_line(pass::entry_leaves(module, is_partitioned), text));
  TILEGLOT_TRY_STATUS(core::with_line(pass::check_aliases(module, before), text));
  TILEGLOT_TRY(asked, asked_of(request, module, before, representation));
  Told told;
  const pass::AssignFn assign = telling(request, told);
  TILEGLOT_TRY(done,
               core::with_line(pass::compile_module(module, *policy, asked.entry, assign), text));
  TILEGLOT_TRY(leaves, core::with_line(compiled_leaves(module, before, asked.modes), text));
  const CompiledModule compiled{name,
                                request.target,
                                module,
                                done,
                                pass::traffic_of(module, *policy, request.strategy.loop_trips),
                                leaves};
  Answer answer{.text = told.text + text_of(compiled),
                .json = json_of(compiled),
                .note = note_of(asked.overruled)};
  if (const auto& summary = told.assigned.summary) {
    answer.json["strategy"] = strategy_json(*summary);
    answer.note += strategy_notes(*summary);
  }
  if (told.report) answer.json["report"] = json_of(*told.report);
  if (!asked.overruled.empty()) answer.json["overruled"] = asked.overruled;
  return CompiledHlo{.module = std::move(module),
                     .runtime_layouts = runtime_layouts_json(leaves),
                     .answer = std::move(answer)};
}

Reply hlo_compile(const HloCompileRequest& request) {
  TILEGLOT_TRY(compiled, compiled_hlo(request));
  return std::move(compiled.answer);
}

}  // namespace tileglot::api
