// SPDX-License-Identifier: Apache-2.0
// hlo/pass_fuzz.cc: for any text that is a module and verifies, a pass refuses it, or its result
// verifies too, keeps what the pass promises and can be evaluated within a budget. The same for a
// whole compilation, with the modes that the module states and with everything open, and for the
// assignment that moves least.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/optimal/assign_optimal.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/hlo/pass/entry/entry_modes.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/compile_module.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"
#include "tileglot/hlo/pass/pipeline/pipeline.h"
#include "tileglot/hlo/run/array/placement.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/notation/xla/runtime/layout_mode.h"
#include "tileglot/notation/xla/runtime/layout_preference.h"

namespace tileglot::hlo {
namespace {

constexpr run::ArrayLimits kSmall{.elements = 1 << 10, .bytes = 1 << 16};

void evaluate_small(const Module& module) {
  run::RandomBits bits(1);
  std::vector<run::Elements> inputs;
  for (const auto& shape : run::input_shapes(module)) {
    if (!run::placement_of(shape, kSmall)) return;
    const auto size = static_cast<std::size_t>(run::size_of(run::extents_of(shape)));
    inputs.push_back(run::random_elements(shape.type, size, run::RandomNumbers::kIntegers, bits));
  }
  const run::RunOptions options{
      .handover = run::Handover::kAsBytes, .max_steps = 1 << 16, .arrays = kSmall};
  const auto outputs = run::evaluate(module, inputs, options);
  static_cast<void>(outputs.has_value());
}

void expect(const core::Status& status, std::string_view pass, std::string_view what) {
  if (status) return;
  std::cerr << what << " fails after " << pass << ": " << status.error()->message << "\n";
  std::abort();
}

/// False if the pass refuses the module.
bool apply(const pass::ModulePass& pass, Module& module, const pass::LayoutPolicy& policy) {
  if (!pass.apply(module, policy)) return false;
  expect(verify(module), pass.name, "verify");
  expect(pass.check(module), pass.name, "the pass's own check");
  evaluate_small(module);
  return true;
}

/// Checks what must hold after each step of a pipeline.
class Checks final : public pass::PipelineWatcher {
 public:
  void before(const pass::PipelineStep& /*step*/, const Module& /*module*/) override {}
  void after(const pass::StepDone& done, const Module& module) override {
    expect(verify(module), done.pass, "verify");
    expect(pass::find_module_pass(done.pass)->check(module), done.pass, "the pass's own check");
    evaluate_small(module);
  }
};

/// Each pass alone on the assigned module, and the platform's pipeline.
void run_passes(Module module, const pass::LayoutPolicy& policy) {
  const auto passes = pass::module_passes();
  Module flat = module;
  if (apply(passes[0], flat, policy)) apply(passes[1], flat, policy);
  if (!apply(passes[1], module, policy)) return;
  for (const pass::ModulePass& pass : passes.subspan(2)) {
    Module alone = module;
    apply(pass, alone, policy);
  }
  Checks checks;
  const auto done = run_pipeline(module, policy, &checks);
  static_cast<void>(done.has_value());
}

void open_all(std::vector<pass::EntryMode>& modes) {
  for (pass::EntryMode& mode : modes) {
    mode.mode = notation::xla::LayoutMode::chosen_by_compiler();
  }
}

void compile(Module module, const pass::LayoutPolicy& policy, bool is_open) {
  const auto leaves = pass::entry_leaves(module);
  if (!leaves) return;
  auto modes = pass::entry_modes_of(module, *leaves);
  if (!modes) return;
  if (is_open) {
    open_all(modes->arguments);
    open_all(modes->results);
  }
  const auto entry = pass::entry_layout_by_modes(module, *leaves, *modes,
                                                 notation::xla::row_major_representation());
  if (!entry || !pass::compile_module(module, policy, *entry)) return;
  expect(verify(module), "compilation", "verify");
  evaluate_small(module);
}

/// Checks that the assignment that moves least is as valid as XLA's, and moves no more.
void assign_optimally(Module module, const pass::LayoutPolicy& policy) {
  Module greedy = module;
  const auto found = optimal::assign_optimal(module, policy, {});
  if (!found) return;
  expect(verify(module), "optimal assignment", "verify");
  expect(pass::check_layouts_assigned(module), "optimal assignment", "the check of layouts");
  evaluate_small(module);
  const bool is_cheaper =
      assign_layouts(greedy, policy) &&
      pass::cost_of(module, policy).bytes() <= pass::cost_of(greedy, policy).bytes();
  if (is_cheaper) return;
  std::cerr << "the optimal assignment moves more than XLA's\n";
  std::abort();
}

void run_text(std::string_view text) {
  const auto module = parse_module(text);
  if (!module || !verify(*module)) return;
  for (const auto& policy : {pass::cpu_policy(), pass::gpu_policy(90)}) {
    run_passes(*module, *policy);
    assign_optimally(*module, *policy);
    for (const bool is_open : {false, true}) compile(*module, *policy, is_open);
  }
}

}  // namespace
}  // namespace tileglot::hlo

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tileglot::hlo::run_text({reinterpret_cast<const char*>(data), size});
  return 0;
}
