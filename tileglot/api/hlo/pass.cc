// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/pass.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/hlo/changed_module.h"
#include "tileglot/api/hlo/diff.h"
#include "tileglot/api/hlo/layout_dump.h"
#include "tileglot/api/hlo/parse.h"
#include "tileglot/api/hlo/target_policy.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/module/layout_difference.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"
#include "tileglot/hlo/pass/pipeline/pipeline.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;
using core::Result;

/// The requested passes, and after which of them layouts are printed.
struct Work {
  std::optional<pass::ModulePass> one = {};           ///< nothing: the platform's pipeline
  std::optional<std::string_view> dumped_after = {};  ///< nothing: after every one
};

Result<Work> work_of(const HloPassRequest& request, pass::Platform platform) {
  Work work;
  std::vector<pass::ModulePass> passes;
  if (request.name) {
    TILEGLOT_TRY(one, pass::find_module_pass(*request.name));
    work.one = one;
    passes = {one};
  } else {
    passes = pass::passes_after_assignment(platform);
  }
  TILEGLOT_TRY(after, dumped_pass(request.dump_layouts.value_or(""), passes));
  work.dumped_after = after;
  return work;
}

/// What each step did, as text and as JSON.
class Account final : public pass::PipelineWatcher {
 public:
  Account(bool is_dumped, std::optional<std::string_view> dumped_after)
      : is_dumped_(is_dumped), dumped_after_(dumped_after) {}

  void before(const pass::PipelineStep& step, const hlo::Module& module) override {
    before_.reset();
    if (is_dumped_ && dumped_after_.value_or(step.pass) == step.pass) before_ = module;
  }

  void after(const pass::StepDone& done, const hlo::Module& module) override {
    const std::string line =
        fmt::format("{}: {} change{}\n", done.pass, done.changes, done.changes == 1 ? "" : "s");
    summary_ += line;
    Json json{{"name", done.pass}, {"changes", done.changes}};
    if (before_) {
      const auto difference = pass::layout_difference(*before_, module);
      dumped_ += line + print(difference);
      json["difference"] = difference_json(difference);
    }
    passes_.push_back(std::move(json));
  }

  const std::string& dumped() const { return dumped_; }
  const std::string& summary() const { return summary_; }
  Json json() const { return {{"passes", passes_}}; }

 private:
  bool is_dumped_;
  std::optional<std::string_view> dumped_after_;
  std::optional<hlo::Module> before_ = {};
  std::string dumped_ = {};
  std::string summary_ = {};
  Json passes_ = Json::array();
};

core::Status apply(const Work& work, hlo::Module& module, const pass::LayoutPolicy& policy,
                   Account& account) {
  TILEGLOT_TRY_STATUS(hlo::verify(module));
  if (!work.one) {
    TILEGLOT_TRY_STATUS(run_pipeline(module, policy, &account));
    return {};
  }
  account.before({.pass = work.one->name}, module);
  TILEGLOT_TRY(changes, work.one->apply(module, policy));
  account.after({.pass = work.one->name, .changes = changes, .rounds = 1}, module);
  return {};
}

}  // namespace

core::Status check_options(const HloPassRequest& request) {
  TILEGLOT_TRY(policy,
               core::with_line(target_policy(request.target, request.xla_flags), request.target));
  TILEGLOT_TRY_STATUS(work_of(request, policy->platform()));
  return {};
}

Result<ChangedModule> changed_module(const HloPassRequest& request) {
  TILEGLOT_TRY(policy,
               core::with_line(target_policy(request.target, request.xla_flags), request.target));
  TILEGLOT_TRY(work, work_of(request, policy->platform()));
  TILEGLOT_TRY(module, parse_hlo(request.module, request.lenient));
  Account account(request.dump_layouts.has_value(), work.dumped_after);
  TILEGLOT_TRY_STATUS(core::with_line(apply(work, module, *policy, account), request.module.text));
  ChangedModule changed{.summary = account.summary(), .json = account.json()};
  if (request.dump_layouts) changed.told = account.dumped();
  changed.json["instructions"] = module.instruction_count();
  changed.module = std::move(module);
  return changed;
}

Reply hlo_pass(const HloPassRequest& request) { return changed_module(request).map(to_answer); }

}  // namespace tileglot::api
