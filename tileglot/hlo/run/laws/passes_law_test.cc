// SPDX-License-Identifier: Apache-2.0
// passes_law_test.cc: the passes after layout assignment proved by running: random modules, assigned for
// a GPU, compute the same bits before and after each, handed on as bytes.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"
#include "tileglot/hlo/pass/pipeline/pipeline.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/interpret/interpreter.h"
#include "tileglot/hlo/run/laws/any_order_policy.h"
#include "tileglot/hlo/run/laws/module_with_requests.h"
#include "tileglot/hlo/run/runnable/module.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::run {
namespace {

constexpr RunOptions kAsBytes{.handover = Handover::kAsBytes};

/// What is wrong, with the modules in which it is.
template <class Result>
std::string fault_of(const Result& result, const std::string& modules) {
  return result ? std::string() : result.error()->message + "\n" + modules;
}

/// How many changes the pass makes; the module must be well and keep what the pass promises.
std::size_t apply(std::string_view name, Module& module,
                  const pass::LayoutPolicy& policy = *pass::gpu_policy(90)) {
  const auto pass = pass::find_module_pass(name);
  const std::string before = print(module);
  const auto changes = pass->apply(module, policy);
  RC_ASSERT(fault_of(changes, before) == "");
  const std::string both = before + print(module);
  RC_ASSERT(fault_of(verify(module), both) == "");
  RC_ASSERT(fault_of(pass->check(module), both) == "");
  return *changes;
}

enum class Orders : std::uint8_t { kOfGpus, kAny };

/// A pass, and on what modules its law is tried.
struct Tried {
  std::string_view pass = {};
  std::vector<Opcode> favourites = {};
  std::vector<std::string_view> passes_before = {};  ///< after layout assignment
  Orders orders = Orders::kOfGpus;
  std::size_t least_of_ten = 3;
};

Module assigned_module(const Tried& tried, std::uint64_t seed, RandomBits& bits) {
  Module module =
      any_module_with_requests(bits, *rc::gen::inRange<std::size_t>(4, 20), tried.favourites);
  if (tried.orders == Orders::kAny) {
    apply("layout-assignment", module, AnyOrderPolicy(seed));
  } else {
    apply("layout-assignment", module);
  }
  for (const std::string_view name : tried.passes_before) apply(name, module);
  return module;
}

/// Of ten modules so many must be rewritten, so that the law says something; none twice.
void check_results_stay(std::string_view law, const Tried& tried) {
  std::size_t modules = 0;
  std::size_t rewritten = 0;
  core::check_law(law, 5000, [&] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    RandomBits bits(seed);
    Module module = assigned_module(tried, seed, bits);
    const std::vector<Elements> inputs = any_inputs(module, bits);
    const auto before = evaluate(module, inputs, kAsBytes);
    ASSERT_TRUE(before) << before.error()->message << print(module);
    const std::string text = print(module);
    ++modules;
    rewritten += apply(tried.pass, module) == 0 ? 0U : 1U;
    RC_ASSERT(apply(tried.pass, module) == 0U);
    const auto after = evaluate(module, inputs, kAsBytes);
    ASSERT_TRUE(after) << after.error()->message << print(module);
    EXPECT_TRUE(same_outputs(*before, *after)) << text << print(module);
  });
  std::cout << law << ": " << rewritten << " of " << modules << " were rewritten\n";
  EXPECT_GE(10 * rewritten, tried.least_of_ten * modules) << "the law was tried on too little";
}

TEST(PassesLaw, ReshapesDecomposeIntoTheSameResults) {
  check_results_stay(
      "reshapes_decompose_into_the_same_results",
      {.pass = "reshape-decomposer", .favourites = {Opcode::kReshape, Opcode::kTranspose}});
}

TEST(PassesLaw, CopiesSinkWithoutChangingResults) {
  check_results_stay(
      "copies_sink_without_changing_results",
      {.pass = "move_copy_to_users",
       .favourites = {Opcode::kSlice, Opcode::kReverse, Opcode::kPad, Opcode::kConcatenate,
                      Opcode::kAdd, Opcode::kReduceWindow, Opcode::kDynamicSlice}});
}

TEST(PassesLaw, NormalizedReductionsGiveTheSameResults) {
  check_results_stay(
      "normalized_reductions_give_the_same_results",
      {.pass = "reduction-layout-normalizer", .favourites = {Opcode::kReduce, Opcode::kTranspose}});
}

TEST(PassesLaw, PackedElementsGiveTheSameResults) {
  check_results_stay(
      "packed_elements_give_the_same_results",
      {.pass = "sub-byte-size-setter", .favourites = {Opcode::kConvert, Opcode::kTranspose}});
}

TEST(PassesLaw, SimplifiedCopiesGiveTheSameResults) {
  check_results_stay("simplified_copies_give_the_same_results",
                     {.pass = "algsimp",
                      .favourites = {Opcode::kTranspose, Opcode::kReverse, Opcode::kSlice},
                      .passes_before = {"reshape-decomposer", "layout_normalization"}});
}

TEST(PassesLaw, ReductionsWithoutOnesGiveTheSameResults) {
  check_results_stay("reductions_without_ones_give_the_same_results",
                     {.pass = "reduction-degenerate-dim-remover",
                      .favourites = {Opcode::kReduce, Opcode::kBroadcast, Opcode::kReshape},
                      .orders = Orders::kAny});
}

TEST(PassesLaw, ReductionsInOrderGiveTheSameResults) {
  check_results_stay("reductions_in_order_give_the_same_results", {.pass = "reduce-decomposer",
                                                                   .favourites = {Opcode::kReduce},
                                                                   .orders = Orders::kAny,
                                                                   .least_of_ten = 1});
}

TEST(PassesLaw, SortedBroadcastsGiveTheSameResults) {
  check_results_stay("sorted_broadcasts_give_the_same_results",
                     {.pass = "broadcast_canonicalizer", .favourites = {Opcode::kBroadcast}});
}

TEST(PassesLaw, ScattersOfSortedWindowsGiveTheSameResults) {
  check_results_stay("scatters_of_sorted_windows_give_the_same_results",
                     {.pass = "scatter_simplifier",
                      .favourites = {Opcode::kScatter, Opcode::kBroadcast},
                      .least_of_ten = 1});
}

TEST(PassesLaw, FlatCallGraphsGiveTheSameResults) {
  check_results_stay("flat_call_graphs_give_the_same_results",
                     {.pass = "flatten-call-graph",
                      .favourites = {Opcode::kCall, Opcode::kConditional},
                      .orders = Orders::kAny,
                      .least_of_ten = 1});
}

/// In how many modules each operation occurs.
class Occurrences {
 public:
  void begin() {
    ++modules_;
    here_ = {};
  }
  void count(const Module& module) {
    for (const ComputationId c : module.computations()) {
      for (const InstructionId id : module.instructions(c)) {
        const auto opcode = static_cast<std::size_t>(module[id].opcode);
        if (!here_[opcode]) ++in_[opcode];
        here_[opcode] = true;
      }
    }
  }
  /// What the evaluator knows must be in 10 of 500, and nothing is run that it does not know.
  void expect_every_operation() const {
    for (const OpcodeRow& row : opcodes()) {
      const std::size_t found = in_[static_cast<std::size_t>(row.opcode)];
      const std::size_t least = is_evaluated(row.opcode) && modules_ >= 500 ? 10 : 0;
      EXPECT_GE(found, least) << row.name << " in " << modules_ << " modules";
      EXPECT_TRUE(found == 0 || is_evaluated(row.opcode)) << row.name;
    }
  }

 private:
  std::size_t modules_ = 0;
  std::array<std::size_t, kOpcodeCount> in_ = {};
  std::array<bool, kOpcodeCount> here_ = {};
};

/// Assignment and the steps after it, the module well after each.
class Steps final : public pass::PipelineWatcher {
 public:
  void before(const pass::PipelineStep& step, const Module& module) override {
    pass_ = step.pass;
    before_ = print(module);
  }
  void after(const pass::StepDone& done, const Module& module) override {
    const std::string both = std::string(done.pass) + "\n" + before_ + print(module);
    RC_ASSERT(fault_of(verify(module), both) == "");
    RC_ASSERT(fault_of(pass::find_module_pass(pass_)->check(module), both) == "");
  }

 private:
  std::string_view pass_ = {};
  std::string before_ = {};
};

void run_all(Module& module, const pass::LayoutPolicy& policy) {
  const auto assigned = pass::find_module_pass("layout-assignment")->apply(module, policy);
  RC_ASSERT(fault_of(assigned, print(module)) == "");
  Steps steps;
  const auto done = run_pipeline(module, policy, &steps);
  RC_ASSERT(fault_of(done, print(module)) == "");
}

void check_the_pipeline(std::string_view law, const pass::LayoutPolicy& policy) {
  Occurrences occurrences;
  core::check_law(law, 5000, [&] {
    RandomBits bits(*rc::gen::arbitrary<std::uint64_t>());
    Module module = any_module_with_requests(bits, *rc::gen::inRange<std::size_t>(4, 20));
    const std::vector<Elements> inputs = any_inputs(module, bits);
    const auto before = evaluate(module, inputs);
    ASSERT_TRUE(before) << before.error()->message << print(module);
    occurrences.begin();
    occurrences.count(module);
    const std::string text = print(module);
    run_all(module, policy);
    occurrences.count(module);
    const auto after = evaluate(module, inputs, kAsBytes);
    ASSERT_TRUE(after) << after.error()->message << print(module);
    EXPECT_TRUE(same_outputs(*before, *after)) << text << print(module);
  });
  occurrences.expect_every_operation();
}

TEST(PassesLaw, ThePipelineOfGpusGivesTheSameResults) {
  check_the_pipeline("the_pipeline_of_gpus_gives_the_same_results", *pass::gpu_policy(90));
}

TEST(PassesLaw, ThePipelineOfTheCpuGivesTheSameResults) {
  check_the_pipeline("the_pipeline_of_the_cpu_gives_the_same_results", *pass::cpu_policy());
}

}  // namespace
}  // namespace tileglot::hlo::run
