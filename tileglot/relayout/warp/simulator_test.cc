// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/simulator.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/core/any_f2_matrix.h"
#include "tileglot/core/f2_matrix.h"
#include "tileglot/core/law.h"
#include "tileglot/notation/linear/swizzle/any_distributed.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/relayout/warp/thread_program.h"
#include "tileglot/relayout/warp/threads.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;

linear::Layout layout(std::string_view text) { return linear::parse(text).value(); }

TEST(Simulator, ThreadsAreNumberedLaneByLane) {
  const Threads threads{32, 2, 1};
  EXPECT_EQ(threads.thread(37), (Thread{5, 1, 0}));
  EXPECT_EQ(threads.index({5, 1, 0}), 37U);
}

std::string outcome(const Plan& plan, std::string_view src, std::string_view dst) {
  const auto run = simulate(plan, layout(src), layout(dst));
  return run ? "delivers" : run.error()->code;
}

TEST(Simulator, EachInstructionDoesWhatItSays) {
  const char* const kSrc = "{register: [1], lane: [2]} -> {dim0: 4}";
  ThreadProgram p(2);
  const int other = p.shuffle(1, {1}, 1);  // register 1 of the other lane
  const int one = p.select(0, other, 0);   // lane 0: element 0; lane 1: element 1
  const int both = p.pack({{one, 0}, {0, 0}});
  Plan plan{.inputs = 2, .results = {{one, 0}, {both, 1}}};
  plan.instructions = std::move(p).take();
  EXPECT_EQ(outcome(plan, kSrc, "{register: [0], lane: [1]} -> {dim0: 4}, surjective: false"),
            "warp.not_delivered");
  plan.results = {{one, 0}};
  EXPECT_EQ(outcome(plan, kSrc, "{register: [], lane: [1]} -> {dim0: 4}, surjective: false"),
            "delivers");
  plan.results = {{both, 1}};
  EXPECT_EQ(outcome(plan, kSrc, "{register: [], lane: [2]} -> {dim0: 4}, surjective: false"),
            "delivers");
}

const char* const kByLane = "{register: [1,2], lane: [4,8,16,32,64], warp: [128]} -> {dim0: 256}";
const char* const kByWarp = "{register: [1,128], lane: [4,8,16,32,64], warp: [2]} -> {dim0: 256}";

TEST(Simulator, ABarrierThatIsMissingIsNoticed) {
  Plan plan = plan_conversion(layout(kByLane), layout(kByWarp), 32).value();
  EXPECT_EQ(outcome(plan, kByLane, kByWarp), "delivers");
  Plan narrow = plan;
  for (Instruction& i : narrow.instructions)
    if (auto* barrier = std::get_if<Barrier>(&i)) barrier->scope = Scope::kWarp;
  EXPECT_EQ(outcome(narrow, kByLane, kByWarp), "warp.race");
  std::erase_if(plan.instructions,
                [](const Instruction& i) { return std::holds_alternative<Barrier>(i); });
  EXPECT_EQ(outcome(plan, kByLane, kByWarp), "warp.race");
}

TEST(Simulator, WhatIsNotWrittenOrNotDeliveredIsNoticed) {
  Plan plan = plan_conversion(layout(kByLane), layout(kByWarp), 32).value();
  Plan swapped = plan;
  std::swap(swapped.results[0], swapped.results[1]);
  EXPECT_EQ(outcome(swapped, kByLane, kByWarp), "warp.not_delivered");
  std::erase_if(plan.instructions, [](const Instruction& i) {
    const auto* access = std::get_if<Access>(&i);
    return access != nullptr && access->direction == Direction::kStore;
  });
  EXPECT_EQ(outcome(plan, kByLane, kByWarp), "warp.unwritten");
}

TEST(Simulator, EveryConversionDelivers) {
  core::check_law("warp_conversions_deliver", 20000, [] {
    const linear::DistributedPair p = *linear::any_distributed_pair(
        {.min_bits = 1, .max_blocks = 2, .registers_repeat = true, .again = true});
    const int bits = 8 << *rc::gen::inRange(0, 5);
    const auto plan = plan_conversion(p.src, p.dst, bits);
    ASSERT_TRUE(plan) << plan.error()->code << plan.error()->message;
    RC_CLASSIFY(true, std::string(name_of(plan->conversion)));
    const auto run = simulate(*plan, p.src, p.dst);
    EXPECT_TRUE(run) << run.error()->code << ": " << run.error()->message << "\n"
                     << bits << " bits\n"
                     << linear::print(p.src) << "\n"
                     << linear::print(p.dst);
  });
}

TEST(Simulator, LayoutsThatMixBitsAreDelivered) {
  core::check_law("warp_mixed_conversions_deliver", 5000, [] {
    const linear::DistributedPair p = *linear::any_distributed_pair(
        {.min_bits = 1, .max_bits = 9, .max_blocks = 2, .registers_repeat = true, .again = true});
    const core::F2Matrix a = *core::any_invertible_f2_matrix(p.src.out_bits());
    const core::F2Matrix b =
        *rc::gen::arbitrary<bool>() ? a : *core::any_invertible_f2_matrix(p.src.out_bits());
    const linear::Layout src = linear::in_coordinates(p.src, a);
    const linear::Layout dst = linear::in_coordinates(p.dst, b);
    const int bits = 8 << *rc::gen::inRange(0, 5);
    const auto plan = plan_conversion(src, dst, bits);
    ASSERT_TRUE(plan) << plan.error()->code << plan.error()->message;
    const auto run = simulate(*plan, src, dst);
    EXPECT_TRUE(run) << run.error()->code << ": " << run.error()->message << "\n"
                     << bits << " bits\n"
                     << linear::print(src) << "\n"
                     << linear::print(dst);
  });
}

}  // namespace
}  // namespace tileglot::relayout::warp
