// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "tileglot/api/hlo/compile_report.h"
#include "tileglot/api/hlo/compile_run.h"
#include "tileglot/api/hlo/file.h"
#include "tileglot/api/hlo/layout_options.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/api/hlo/target_policy.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/text_file.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/cost/copied_bytes.h"
#include "tileglot/hlo/pass/entry/border_leaves.h"
#include "tileglot/hlo/pass/entry/entry_modes.h"
#include "tileglot/hlo/pass/explain/assignment_report.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/compile_module.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/notation/xla/runtime/layout_preference.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;
namespace xla = notation::xla;
using core::Result;

Result<xla::Representation> representation_named(std::string_view name) {
  if (name == "row-major") return xla::row_major_representation();
  if (name == "tpu") return xla::tpu_representation();
  return core::fail({.code = "hlo.representation",
                     .message = fmt::format("nobody stores arrays as '{}'", name.substr(0, 64)),
                     .help = "the representations are row-major, which clients of the CPU and of "
                             "GPUs have, and tpu"});
}

/// The caller's request, and the entry's arguments and results that it is about.
struct Asked {
  pass::EntryModes modes = {};
  Overruled overruled = {};
  hlo::EntryLayout entry = {};
};

/// The module's own modes; their spans are in its frontend attributes.
Result<pass::EntryModes> own_modes(const HloFile& file, const pass::Border& border) {
  return core::with_line(pass::entry_modes_of(file.module, border),
                         file.module.header.frontend_attributes);
}

Result<Asked> asked_of(const HloCompileRequest& request, const HloFile& file,
                       const pass::Border& border, const xla::Representation& representation) {
  Asked asked;
  TILEGLOT_TRY(modes, own_modes(file, border));
  asked.modes = std::move(modes);
  TILEGLOT_TRY(of_arguments, apply_layout_options(request.argument_layouts, "argument",
                                                  border.arguments, asked.modes.arguments));
  TILEGLOT_TRY(of_results, apply_layout_options(request.result_layouts, "result", border.results,
                                                asked.modes.results));
  asked.overruled = std::move(of_arguments);
  asked.overruled.insert(asked.overruled.end(), of_results.begin(), of_results.end());
  TILEGLOT_TRY(entry, core::with_line(pass::entry_layout_by_modes(file.module, border, asked.modes,
                                                                  representation),
                                      file.text));
  asked.entry = std::move(entry);
  return asked;
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(a, ignored) ==
         std::filesystem::weakly_canonical(b, ignored);
}

core::Error written_twice(const std::string& path) {
  return {{.code = "hlo.outputs",
           .message = fmt::format("two outputs are to be written to {}", io::path_text(path)),
           .help = "-o is the module, --runtime-layouts the layouts, --result the results"}};
}

/// The assignment, and its lines of the report.
struct Told {
  AssignedLayouts assigned = {};
  std::string report = {};
};

/// The report describes the module as the assignment leaves it.
pass::AssignFn telling(const HloCompileRequest& request, Told& told) {
  return [&](hlo::Module& module, const pass::LayoutPolicy& policy) -> core::Status {
    const pass::Traffic before = pass::traffic_of(module, policy);
    TILEGLOT_TRY(assigned, assign_by(module, policy, request.strategy));
    told.assigned = std::move(assigned);
    if (told.assigned.summary) told.report = strategy_text(*told.assigned.summary);
    if (request.report) {
      told.report += pass::report_of(module, told.assigned.assignment, before);
    }
    return {};
  };
}

/// Checks, before anything is done, that all outputs are different files.
core::Status check_outputs(const HloCompileRequest& request) {
  std::vector<std::string> paths;
  if (request.output) paths.push_back(*request.output);
  if (request.runtime_layouts) paths.push_back(*request.runtime_layouts);
  if (request.run && !request.run->output.empty()) paths.push_back(request.run->output);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (is_same_file(paths[i], paths[j])) return core::fail(written_twice(paths[i]));
    }
  }
  return {};
}

core::Status write_files(const HloCompileRequest& request, const hlo::Module& module,
                         const CompiledBorder& border) {
  if (request.output) {
    TILEGLOT_TRY_STATUS(write_text(*request.output, print(module), request.force));
  }
  if (!request.runtime_layouts) return {};
  Json json{{"version", 1}};
  json.update(runtime_layouts_json(border));
  return write_text(*request.runtime_layouts, json.dump(2) + "\n", request.force);
}

std::string note_of(const Overruled& overruled) {
  std::string note;
  for (const std::string& line : overruled) note += "note: " + line + "\n";
  return note;
}

}  // namespace

Reply hlo_compile(const HloCompileRequest& request) {
  TILEGLOT_TRY_STATUS(check_outputs(request));
  TILEGLOT_TRY(policy, core::with_line(target_policy(request.target), request.target));
  TILEGLOT_TRY_STATUS(check_strategy(request.strategy));
  TILEGLOT_TRY(representation, representation_named(request.representation));
  TILEGLOT_TRY(file, read_hlo(request.path, request.lenient));
  hlo::Module& module = file.module;
  TILEGLOT_TRY_STATUS(core::with_line(hlo::verify(module), file.text));
  TILEGLOT_TRY(before, core::with_line(pass::border_of(module), file.text));
  TILEGLOT_TRY(asked, asked_of(request, file, before, representation));
  Told told;
  const pass::AssignFn assign = telling(request, told);
  TILEGLOT_TRY(
      done, core::with_line(pass::compile_module(module, *policy, asked.entry, assign), file.text));
  TILEGLOT_TRY(border, core::with_line(compiled_border(module, before, asked.modes), file.text));
  const CompiledModule compiled{
      file.name, request.target, module, done, pass::traffic_of(module, *policy), border};
  Answer answer{.text = told.report + text_of(compiled),
                .json = json_of(compiled),
                .note = note_of(asked.overruled)};
  if (const auto& summary = told.assigned.summary) {
    answer.json["strategy"] = strategy_json(*summary);
    answer.note += strategy_notes(*summary);
  }
  if (!asked.overruled.empty()) answer.json["overruled"] = asked.overruled;
  if (request.run) {
    TILEGLOT_TRY(run, core::with_line(run_compiled(module, *request.run), file.text));
    answer.text += run.text;
    answer.json.update(run.json);
  }
  TILEGLOT_TRY_STATUS(write_files(request, module, border));
  return answer;
}

}  // namespace tileglot::api
