// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/layout_freedom.h"

#include <gtest/gtest.h>

#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::hlo::pass {
namespace {

Instruction of(Opcode opcode) { return {.opcode = opcode}; }

TEST(LayoutFreedom, WhatComputesElementByElementKeepsItsLayout) {
  for (const Opcode opcode :
       {Opcode::kAdd, Opcode::kSelect, Opcode::kConvert, Opcode::kPad, Opcode::kSort,
        Opcode::kAllReduce, Opcode::kWhile, Opcode::kScatter}) {
    EXPECT_FALSE(can_change_layout(of(opcode))) << name_of(opcode);
  }
  for (const Opcode opcode : {Opcode::kTranspose, Opcode::kDot, Opcode::kReduce, Opcode::kCopy,
                              Opcode::kBroadcast, Opcode::kGather, Opcode::kTuple, Opcode::kCall,
                              Opcode::kCollectivePermuteStart, Opcode::kReshape}) {
    EXPECT_TRUE(can_change_layout(of(opcode))) << name_of(opcode);
  }
}

TEST(LayoutFreedom, ACustomCallIsFreeUnlessItIsALayoutConstraint) {
  const Module m = parsed_module(
      "ENTRY e { p = f32[2,3] parameter(0) a = f32[2,3] custom-call(p), custom_call_target=\"foo\""
      " ROOT b = f32[2,3] custom-call(a), custom_call_target=\"LayoutConstraint\" }");
  EXPECT_TRUE(can_change_layout(m[named(m, "a")]));
  EXPECT_FALSE(can_change_layout(m[named(m, "b")]));
}

TEST(LayoutFreedom, ReshapesOfOnesGoDepthFirst) {
  const Module m = parsed_module(
      "ENTRY e { p = f32[2,3] parameter(0) a = f32[2,1,3] reshape(p) b = f32[6] reshape(p)"
      " c = f32[3,2] reshape(b) ROOT t = f32[3,2] transpose(p), dimensions={1,0} }");
  EXPECT_TRUE(goes_depth_first(m, named(m, "a")));
  EXPECT_FALSE(goes_depth_first(m, named(m, "b")));
  EXPECT_TRUE(goes_depth_first(m, named(m, "c")));
  EXPECT_TRUE(goes_depth_first(m, named(m, "t")));
}

TEST(LayoutPolicy, PlatformsDifferInAFewAnswers) {
  const Module m = parsed_module(
      "s { x = f32[] parameter(0) y = f32[] parameter(1) ROOT z = add(x, y) }\n"
      "ENTRY e { p = f32[8,32,4] parameter(0) z = f32[] constant(0)"
      " r = f32[8,4] reduce(p, z), dimensions={1}, to_apply=s"
      " k = (f32[8,2], s32[8,2]) custom-call(r), custom_call_target=\"__gpu$TopK\""
      " ROOT q = f32[8,32] reduce(p, z), dimensions={2}, to_apply=s }");
  const auto gpu = gpu_policy(90);
  EXPECT_TRUE(gpu->passes_reduction_to_operand(m, named(m, "r")));
  EXPECT_FALSE(gpu->passes_reduction_to_operand(m, named(m, "q")));
  EXPECT_FALSE(cpu_policy()->passes_reduction_to_operand(m, named(m, "r")));
  EXPECT_FALSE(gpu->can_change_layout(m[named(m, "k")]));
  EXPECT_TRUE(cpu_policy()->can_change_layout(m[named(m, "k")]));
  EXPECT_TRUE(gpu->keeps_ones_beside_neighbours());
  EXPECT_FALSE(generic_policy()->keeps_ones_beside_neighbours());
}

}  // namespace
}  // namespace tileglot::hlo::pass
