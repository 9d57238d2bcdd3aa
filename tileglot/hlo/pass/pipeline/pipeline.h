// SPDX-License-Identifier: Apache-2.0
// pipeline.h: the passes that follow layout assignment, in the order in which XLA runs them.
//
// What     pipeline_after_assignment(platform) lists a platform's steps: a pass, and how often it may be
//          repeated while it changes something. run_pipeline(module, policy) takes a module to which
//          layouts were assigned through the steps of the policy's platform, and tells for each how much
//          it changed. A watcher sees the module before and after each step.
// Why      Passes lean on what those before them leave: layout normalization wants no reshape that moves
//          elements, reductions are put in order after it. The order is a fact about XLA, so it is data
//          that commands print, and that laws run as a whole.
// Example  The steps of GPUs begin with reshape-decomposer, then move_copy_to_users until it changes
//          nothing; those of the CPU have no layout_normalization.
//          [tests: hlo/pass/pipeline/pipeline_test.cc, "each platform has its steps"]
// Left     XLA's other passes stand between these: fusion, rewriting of matrix products, autotuning.
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
  std::string_view pass = {};   ///< find_module_pass knows it
  std::size_t most_rounds = 1;  ///< it ends earlier once a round changes nothing
};

/// Of the generic platform: those of the CPU.
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

/// Precondition: verify(module). After an error the module is good for nothing.
core::Result<std::vector<StepDone>> run_pipeline(Module& module, const LayoutPolicy& policy,
                                                 PipelineWatcher* watcher = nullptr);

}  // namespace tileglot::hlo::pass
