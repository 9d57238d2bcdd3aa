// SPDX-License-Identifier: Apache-2.0
// pipeline.h: the passes that follow layout assignment, in the order in which XLA runs them.
//
// What     pipeline_after_assignment(platform) lists a platform's steps: a pass, and how often it
//          may be repeated while it changes something. run_pipeline(module, policy) runs the steps
//          of the policy's platform on a module with assigned layouts, and returns how much each
//          step changed. A watcher sees the module before and after each step.
// Why      Passes rely on what those before them guarantee: layout normalization requires that no
//          reshape moves elements; reductions are rewritten after it. The order is a fact about
//          XLA, so it is data that commands print, and that law tests run as a whole.
// Example  The steps of GPUs begin with reshape-decomposer, then move_copy_to_users until it
//          changes nothing; those of the CPU have no layout_normalization.
//          [tests: hlo/pass/pipeline/pipeline_test.cc, "each platform has its steps"]
// Left     XLA's other passes in between are left out: fusion, rewriting of matrix products,
//          autotuning.
// Errors   hlo.layouts where layouts were not assigned; those of the passes.
// Source   XLA, GpuCompiler and CpuCompiler; the bound of a repetition is HloPassFix's.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"

namespace tileglot::hlo::pass {

struct PipelineStep {
  std::string_view pass = {};   ///< a name for find_module_pass
  std::size_t most_rounds = 1;  ///< it ends earlier once a round changes nothing
};

/// The generic platform has those of the CPU.
std::span<const PipelineStep> pipeline_after_assignment(Platform platform);

/// Each pass once, in the order of its first step.
std::vector<ModulePass> passes_after_assignment(Platform platform);

struct StepDone {
  std::string_view pass = {};
  std::size_t changes = 0;  ///< in all rounds
  std::size_t rounds = 0;
};

class PipelineWatcher {
 public:
  PipelineWatcher() = default;
  PipelineWatcher(const PipelineWatcher&) = delete;
  PipelineWatcher& operator=(const PipelineWatcher&) = delete;
  PipelineWatcher(PipelineWatcher&&) = delete;
  PipelineWatcher& operator=(PipelineWatcher&&) = delete;
  virtual ~PipelineWatcher() = default;
  virtual void before(const PipelineStep& step, const Module& module) = 0;
  virtual void after(const StepDone& done, const Module& module) = 0;
};

/// Precondition: verify(module). After an error the module must not be used.
core::Result<std::vector<StepDone>> run_pipeline(Module& module, const LayoutPolicy& policy,
                                                 PipelineWatcher* watcher = nullptr);

}  // namespace tileglot::hlo::pass
