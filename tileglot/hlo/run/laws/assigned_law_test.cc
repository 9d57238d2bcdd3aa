// SPDX-License-Identifier: Apache-2.0
// assigned_law_test.cc: layout assignment proved by running: the module computes the same bits before,
// where layouts are requests, and after, where values are handed on as bytes.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/laws/module_with_requests.h"
#include "tileglot/hlo/run/runnable/module.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::run {
namespace {

constexpr RunOptions kAsBytes{.handover = Handover::kAsBytes};

std::vector<std::unique_ptr<pass::LayoutPolicy>> policies() {
  std::vector<std::unique_ptr<pass::LayoutPolicy>> all;
  all.push_back(pass::cpu_policy());
  all.push_back(pass::gpu_policy(70));
  all.push_back(pass::gpu_policy(90));
  return all;
}

TEST(AssignedLaw, AssignmentDoesNotChangeResults) {
  std::size_t copies = 0;
  std::size_t with_copies = 0;
  core::check_law("assignment_does_not_change_results", 5000, [&] {
    RandomBits bits(*rc::gen::arbitrary<std::uint64_t>());
    const Module module = any_module_with_requests(bits, *rc::gen::inRange<std::size_t>(1, 16));
    ASSERT_TRUE(verify(module)) << verify(module).error()->message << print(module);
    const std::vector<Elements> inputs = any_inputs(module, bits);
    const auto before = evaluate(module, inputs);
    ASSERT_TRUE(before) << before.error()->message << print(module);
    for (const auto& policy : policies()) {
      Module assigned = module;
      const auto assignment = pass::assign_layouts(assigned, *policy);
      ASSERT_TRUE(assignment) << assignment.error()->message << print(module);
      const auto after = evaluate(assigned, inputs, kAsBytes);
      ASSERT_TRUE(after) << after.error()->message << print(assigned);
      EXPECT_TRUE(same_outputs(*before, *after)) << print(module) << print(assigned);
      copies += assignment->copies.size();
      with_copies += assignment->copies.empty() ? 0U : 1U;
    }
  });
  EXPECT_GT(with_copies, core::law_minimum(150U)) << copies;
}

/// What an evaluator would not see that takes every array for row-major.
TEST(AssignedLaw, ACopyDroppedAfterAssignmentIsNoticed) {
  std::size_t dropped = 0;
  std::size_t noticed = 0;
  core::check_law("a_copy_dropped_after_assignment_is_noticed", 5000, [&] {
    RandomBits bits(*rc::gen::arbitrary<std::uint64_t>());
    Module module = any_module_with_requests(bits, *rc::gen::inRange<std::size_t>(1, 16));
    const std::vector<Elements> inputs = any_inputs(module, bits);
    const auto assignment = pass::assign_layouts(module, *pass::gpu_policy(90));
    ASSERT_TRUE(assignment) << assignment.error()->message << print(module);
    if (assignment->copies.empty()) return;
    const auto before = evaluate(module, inputs, kAsBytes);
    ASSERT_TRUE(before) << before.error()->message << print(module);
    const auto which = bits.next() % assignment->copies.size();
    module[assignment->copies[which].copy].opcode = Opcode::kBitcast;
    const auto after = evaluate(module, inputs, kAsBytes);
    ++dropped;
    noticed += after && same_outputs(*before, *after) ? 0U : 1U;
  });
  // Not all: some have one row, or are the same everywhere.
  EXPECT_GT(4 * noticed, dropped) << noticed << " of " << dropped;
  EXPECT_GT(noticed, 0U);
}

}  // namespace
}  // namespace tileglot::hlo::run
