// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/layout_difference.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"

namespace tileglot::hlo::pass {
namespace {

constexpr const char* kNegate =
    "HloModule m, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{0,1}}\n"
    "ENTRY e { p = f32[4,6]{0,1} parameter(0) ROOT n = f32[4,6] negate(p) }\n";

std::string difference_of(const Module& before, const Module& after) {
  return print(layout_difference(before, after));
}

TEST(LayoutDifference, AddedCopiesAreListed) {
  const Module before = parsed_module(kNegate);
  Module after = before;
  ASSERT_TRUE(assign_layouts(after, *policy_named("cpu")));
  EXPECT_EQ(difference_of(before, after),
            "2 copies inserted\n"
            "  %copy = f32[4,6]{1,0} of %p {0,1}\n"
            "  %copy.1 = f32[4,6]{0,1} of %n {1,0}\n");
  EXPECT_EQ(difference_of(before, before), "no layout differs\n");
  EXPECT_EQ(difference_of(after, before),
            "2 other instructions removed\n"
            "  %copy = f32[4,6]{1,0} copy\n"
            "  %copy.1 = f32[4,6]{0,1} copy\n");
}

TEST(LayoutDifference, LayoutsAndTheEntryLayoutAreCompared) {
  const Module after = parsed_module(
      "HloModule m, entry_computation_layout={(f32[4,6]{1,0})->f32[4,6]{1,0}}\n"
      "ENTRY e { p = f32[4,6] parameter(0) a = f32[4,6] abs(p) ROOT n = f32[4,6] negate(a) }\n");
  EXPECT_EQ(difference_of(parsed_module(kNegate), after),
            "entry layout\n"
            "  - (f32[4,6]{0,1})->f32[4,6]{0,1}\n"
            "  + (f32[4,6]{1,0})->f32[4,6]{1,0}\n"
            "1 instruction of another layout or shape\n"
            "  %p f32[4,6]{0,1} -> f32[4,6]{1,0}\n"
            "1 other instruction added\n"
            "  %a = f32[4,6]{1,0} abs\n");
}

TEST(LayoutDifference, OtherNamesDoNotCount) {
  const Module other = parsed_module(
      "HloModule other, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{0,1}}\n"
      "ENTRY f { x = f32[4,6]{0,1} parameter(0) ROOT y.7 = f32[4,6] negate(x) }");
  EXPECT_EQ(difference_of(parsed_module(kNegate), other), "no layout differs\n");
  EXPECT_EQ(layout_difference(parsed_module(kNegate), other).common, 2U);
}

TEST(LayoutDifference, ARelaidInstructionHasBothItsNames) {
  const Module before =
      parsed_module("ENTRY e { p = f32[4,6] parameter(0) ROOT n = f32[4,6]{1,0} negate(p) }");
  const Module after =
      parsed_module("ENTRY e { p = f32[4,6] parameter(0) ROOT n.1 = f32[4,6]{0,1} negate(p) }");
  EXPECT_EQ(difference_of(before, after),
            "entry layout\n"
            "  - (f32[4,6]{1,0})->f32[4,6]{1,0}\n"
            "  + (f32[4,6]{1,0})->f32[4,6]{0,1}\n"
            "1 instruction of another layout or shape\n"
            "  %n.1 (%n before) f32[4,6]{1,0} -> f32[4,6]{0,1}\n");
}

TEST(LayoutDifference, WhereNothingIsInBothAllIsListed) {
  const Module other = parsed_module("ENTRY f { ROOT x = f32[] parameter(0) }");
  EXPECT_EQ(layout_difference(parsed_module(kNegate), other).common, 0U);
  EXPECT_EQ(layout_difference(other, other).common, 1U);
}

}  // namespace
}  // namespace tileglot::hlo::pass
