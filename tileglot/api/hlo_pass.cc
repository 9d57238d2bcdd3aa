// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo_pass.h"

#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/hlo_diff.h"
#include "tileglot/api/hlo_file.h"
#include "tileglot/api/layout_dump.h"
#include "tileglot/api/reply.h"
#include "tileglot/api/target_policy.h"
#include "tileglot/api/text_file.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/layout_difference.h"
#include "tileglot/hlo/pass/layout_invariant.h"
#include "tileglot/hlo/pass/layout_policy.h"
#include "tileglot/hlo/pass/module_pass.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;
using core::Result;

/// The passes that are asked for, and after which one layouts are printed.
struct Work {
  std::vector<pass::ModulePass> passes = {};
  std::optional<std::string_view> dumped_after = {};  ///< nothing: after every one
};

Result<Work> work_of(const HloPassRequest& request) {
  Work work;
  if (request.name) {
    TILEGLOT_TRY(one, pass::find_module_pass(*request.name));
    work.passes = {one};
  } else {
    const auto all = pass::module_passes();
    work.passes.assign(all.begin() + 1, all.end());
  }
  TILEGLOT_TRY(after, dumped_pass(request.dump_layouts.value_or(""), work.passes));
  work.dumped_after = after;
  return work;
}

class Run {
 public:
  Run(const HloPassRequest& request, Work work, const pass::LayoutPolicy& policy)
      : request_(request), work_(std::move(work)), policy_(policy) {}

  core::Status apply(hlo::Module& module) {
    TILEGLOT_TRY_STATUS(hlo::verify(module));
    // What no layouts were assigned to cannot be normalized.
    if (!request_.name) TILEGLOT_TRY_STATUS(pass::check_layouts_assigned(module));
    for (const pass::ModulePass& one : work_.passes) TILEGLOT_TRY_STATUS(apply(one, module));
    return {};
  }

  const std::string& dumped() const { return dumped_; }
  std::string summary() const { return summary_; }
  Json json() const { return {{"passes", passes_}}; }

 private:
  bool is_dumped(const pass::ModulePass& one) const {
    return request_.dump_layouts && work_.dumped_after.value_or(one.name) == one.name;
  }

  core::Status apply(const pass::ModulePass& one, hlo::Module& module) {
    std::optional<hlo::Module> before;
    if (is_dumped(one)) before = module;
    TILEGLOT_TRY(changes, one.apply(module, policy_));
    const std::string line =
        fmt::format("{}: {} change{}\n", one.name, changes, changes == 1 ? "" : "s");
    summary_ += line;
    Json json{{"name", one.name}, {"changes", changes}};
    if (before) {
      const auto difference = pass::layout_difference(*before, module);
      dumped_ += line + print(difference);
      json["difference"] = difference_json(difference);
    }
    passes_.push_back(std::move(json));
    return {};
  }

  const HloPassRequest& request_;
  Work work_;
  const pass::LayoutPolicy& policy_;
  std::string dumped_ = {};
  std::string summary_ = {};
  Json passes_ = Json::array();
};

}  // namespace

Reply hlo_pass(const HloPassRequest& request) {
  TILEGLOT_STEP(work, about(work_of(request), {}));
  TILEGLOT_STEP(policy, about(target_policy(request.target), request.target));
  TILEGLOT_STEP(file, read_hlo(request.path, request.lenient));
  Run run(request, std::move(work), *policy);
  TILEGLOT_STEP_STATUS(about(run.apply(file.module), file.text));
  const std::string text = print(file.module);
  if (request.output) {
    TILEGLOT_STEP_STATUS(write_text(*request.output, text, request.force));
  }
  Json json = run.json();
  json["instructions"] = file.module.instruction_count();
  if (request.dump_layouts) return Answer{.text = run.dumped(), .json = std::move(json)};
  return Answer{.text = request.output ? run.summary() : text, .json = std::move(json)};
}

}  // namespace tileglot::api
