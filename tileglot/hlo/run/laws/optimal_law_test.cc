// SPDX-License-Identifier: Apache-2.0
// optimal_law_test.cc: the assignment that moves least, proved by running: random modules compute the same
// bits before and after it, handed on as bytes, keep what callers gave, and never move more than with
// XLA's layouts.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/optimal/assign_optimal.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/interpret/interpreter.h"
#include "tileglot/hlo/run/laws/module_with_requests.h"
#include "tileglot/hlo/run/runnable/module.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

constexpr std::array kFavourites{Opcode::kTranspose, Opcode::kReduce,      Opcode::kReshape,
                                 Opcode::kBroadcast, Opcode::kConcatenate, Opcode::kAdd,
                                 Opcode::kWhile,     Opcode::kConditional, Opcode::kCall};

std::unique_ptr<pass::LayoutPolicy> any_policy() {
  switch (*rc::gen::inRange(0, 4)) {
    case 0: return pass::cpu_policy();
    case 1: return pass::gpu_policy(70);
    case 2: return pass::gpu_policy(90);
    default: return pass::generic_policy();
  }
}

/// Some leaves of the entry layout are left open.
void open_some(Module& module) {
  if (!module.header.entry_layout) return;
  const auto open = [](notation::xla::Shape& shape, const auto& self) -> void {
    if (*rc::gen::inRange(0, 2) == 0) shape.layout.reset();
    for (notation::xla::Shape& element : shape.elements) self(element, self);
  };
  for (notation::xla::Shape& shape : module.header.entry_layout->parameters) open(shape, open);
  open(module.header.entry_layout->result, open);
}

/// Parts of the result that may take the memory of a parameter that is an array of that shape.
void share_some(Module& module) {
  const InstructionId root = *module[module.entry()].root;
  const pass::ShapeTree result(module.shape_of(root));
  const auto& parameters = module[module.entry()].parameters;
  std::vector<bool> is_shared(parameters.size(), false);
  for (std::size_t i = 0; i < module.shape_of(root).elements.size(); ++i) {
    const notation::xla::Shape& part = result.shape(result.child(0, i));
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      if (is_shared[p] ||
          !notation::xla::equal(part, module.shape_of(parameters[p]), notation::xla::kCompatible)) {
        continue;
      }
      is_shared[p] = true;
      module.header.aliases.push_back(
          {.output = {static_cast<std::int64_t>(i)}, .parameter = static_cast<std::int64_t>(p)});
      break;
    }
  }
}

/// Whether aliased parameters and results lie alike wherever they do in XLA's answer.
std::size_t unlike_aliases(const Module& module) {
  const EntryLayout& entry = *module.header.entry_layout;
  std::size_t unlike = 0;
  for (const InputOutputAlias& alias : module.header.aliases) {
    const auto& from = entry.parameters[static_cast<std::size_t>(alias.parameter)].layout;
    const auto& to = entry.result.elements[static_cast<std::size_t>(alias.output[0])].layout;
    if (from->minor_to_major != to->minor_to_major) ++unlike;
  }
  return unlike;
}

struct Both {
  std::int64_t xla_bytes = 0;
  std::int64_t bytes = 0;
};

/// Assigns the optimal layouts to the module, and holds them against XLA's.
Both assign_both(Module& module, const pass::LayoutPolicy& policy) {
  Module greedy = module;
  const std::string text = print(module);
  const auto first = pass::assign_layouts(greedy, policy);
  RC_ASSERT(first.has_value());
  const auto found = optimal::assign_optimal(module, policy, {});
  EXPECT_TRUE(found) << text;
  const auto well = pass::check_layouts_assigned(module);
  EXPECT_TRUE(well) << well.error()->message << text << print(module);
  EXPECT_TRUE(verify(module)) << text;
  EXPECT_LE(found->assignment.unhonoured.size(), first->unhonoured.size()) << text;
  EXPECT_LE(unlike_aliases(module), unlike_aliases(greedy)) << text << print(module);
  EXPECT_EQ(found->summary.counts.left, 0U) << text;
  const Both both{pass::cost_of(greedy, policy).bytes(), pass::cost_of(module, policy).bytes()};
  EXPECT_EQ(both.xla_bytes, found->summary.xla_bytes) << text << print(greedy);
  EXPECT_EQ(both.bytes, found->summary.bytes - found->summary.shared_bytes)
      << text << print(module);
  return both;
}

void check_optimal_stays(const char* law, bool is_open) {
  std::size_t modules = 0;
  std::size_t cheaper = 0;
  core::check_law(law, 5000, [&] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    RandomBits bits(seed);
    Module module =
        any_module_with_requests(bits, *rc::gen::inRange<std::size_t>(4, 20), kFavourites);
    if (is_open) open_some(module);
    if (*rc::gen::inRange(0, 2) == 0) share_some(module);
    const std::vector<Elements> inputs = any_inputs(module, bits);
    const auto before = evaluate(module, inputs, {});
    ASSERT_TRUE(before) << before.error()->message << print(module);
    const auto policy = any_policy();
    const Both both = assign_both(module, *policy);
    EXPECT_LE(both.bytes, both.xla_bytes) << print(module);
    ++modules;
    if (both.bytes < both.xla_bytes) ++cheaper;
    const auto after = evaluate(module, inputs, {.handover = Handover::kAsBytes});
    ASSERT_TRUE(after) << after.error()->message << print(module);
    EXPECT_TRUE(same_outputs(*before, *after)) << print(module);
  });
  std::cout << law << ": " << cheaper << " of " << modules << " move less\n";
  EXPECT_GE(cheaper * 10, modules) << "the law was tried on too little";
}

TEST(OptimalLaw, OptimalLayoutsChangeNoResults) {
  check_optimal_stays("optimal_layouts_change_no_results", false);
}

TEST(OptimalLaw, NorDoTheyWhereLeavesAreOpen) {
  check_optimal_stays("open_optimal_layouts_change_no_results", true);
}

}  // namespace
}  // namespace tileglot::hlo::run
