// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/pipeline/pipeline.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"

namespace tileglot::hlo::pass {
namespace {

constexpr PipelineStep once(std::string_view pass) { return {.pass = pass}; }
constexpr PipelineStep until_nothing_changes(std::string_view pass) {
  return {.pass = pass, .most_rounds = 25};
}

constexpr std::array kOfGpus{
    once("sub-byte-size-setter"),
    once("reshape-decomposer"),
    until_nothing_changes("move_copy_to_users"),
    once("layout_normalization"),
    until_nothing_changes("algsimp"),
    once("broadcast_canonicalizer"),
    once("scatter_simplifier"),
    // After the rewriting of matrix products.
    once("layout_normalization"),
    until_nothing_changes("algsimp"),
    once("scatter_simplifier"),
    once("broadcast_canonicalizer"),
    once("reduction-degenerate-dim-remover"),
    once("reduction-layout-normalizer"),
    // Near the end.
    once("layout_normalization"),
    until_nothing_changes("algsimp"),
};

constexpr std::array kOfTheCpu{
    once("sub-byte-size-setter"),    once("reshape-decomposer"),       once("reduce-decomposer"),
    once("broadcast_canonicalizer"), until_nothing_changes("algsimp"),
};

core::Result<StepDone> run_step(const PipelineStep& step, Module& module,
                                const LayoutPolicy& policy) {
  TILEGLOT_TRY(pass, find_module_pass(step.pass));
  StepDone done{.pass = pass.name};
  for (bool goes_on = true; goes_on && done.rounds < step.most_rounds; ++done.rounds) {
    TILEGLOT_TRY(changes, pass.apply(module, policy));
    done.changes += changes;
    goes_on = changes > 0;
  }
  return done;
}

bool holds(const std::vector<ModulePass>& passes, const ModulePass& pass) {
  return std::ranges::any_of(passes, [&](const ModulePass& p) { return p.name == pass.name; });
}

}  // namespace

std::span<const PipelineStep> pipeline_after_assignment(Platform platform) {
  if (platform == Platform::kGpu) return kOfGpus;
  return kOfTheCpu;
}

std::vector<ModulePass> passes_after_assignment(Platform platform) {
  std::vector<ModulePass> result;
  for (const PipelineStep& step : pipeline_after_assignment(platform)) {
    const ModulePass pass = *find_module_pass(step.pass);
    if (!holds(result, pass)) result.push_back(pass);
  }
  return result;
}

core::Result<std::vector<StepDone>> run_pipeline(Module& module, const LayoutPolicy& policy,
                                                 PipelineWatcher* watcher) {
  TILEGLOT_TRY_STATUS(check_layouts_assigned(module));
  std::vector<StepDone> result;
  for (const PipelineStep& step : pipeline_after_assignment(policy.platform())) {
    if (watcher != nullptr) watcher->before(step, module);
    TILEGLOT_TRY(done, run_step(step, module, policy));
    if (watcher != nullptr) watcher->after(done, module);
    result.push_back(done);
  }
  return result;
}

}  // namespace tileglot::hlo::pass
