// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/assign/assign_layouts.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tileglot/hlo/pass/assign/preconditions.h"
#include "tileglot/hlo/pass/explain/assignment.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"

namespace tileglot::hlo::pass {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* kLoop =
    "HloModule m, entry_computation_layout={(f32[4,4]{1,0})->f32[4,4]{1,0}}\n"
    "body { s = (s32[], f32[4,4]) parameter(0) i = s32[] get-tuple-element(s), index=0"
    " a = f32[4,4] get-tuple-element(s), index=1 t = f32[4,4] transpose(a), dimensions={1,0}"
    " n = f32[4,4] negate(t) ROOT r = (s32[], f32[4,4]) tuple(i, n) }\n"
    "more { s = (s32[], f32[4,4]) parameter(0) ROOT z = pred[] constant(false) }\n"
    "ENTRY e { p = f32[4,4] parameter(0) k = s32[] constant(0) t0 = (s32[], f32[4,4]) tuple(k, p)"
    " w = (s32[], f32[4,4]) while(t0), condition=more, body=body"
    " ROOT g = f32[4,4] get-tuple-element(w), index=1 }";

TEST(AssignLayouts, ALoopCarriesItsStateAsItsBodyLeavesIt) {
  for (const char* target : {"generic", "cpu", "sm_90"}) {
    const Assigned a(kLoop, target);
    ASSERT_TRUE(a.ok()) << a.error_code();
    EXPECT_TRUE(check_layouts_assigned(a.module())) << target;
    EXPECT_EQ(a.shape("w"), a.shape("r")) << target;
  }
}

TEST(AssignLayouts, WhatNobodyAsksForIsRowMajor) {
  const Assigned a(
      "HloModule m\nENTRY e { i = f32[2,3,4] iota(), iota_dimension=0"
      " ROOT n = f32[2,3,4] negate(i) }",
      "generic");
  EXPECT_EQ(a.layout("i"), "{2,1,0}");
  EXPECT_EQ(a.entry(), "{()->f32[2,3,4]{2,1,0}}");
}

TEST(ExplainAssignment, ACopyIsToldFromBothItsEnds) {
  const Assigned a(
      "HloModule m, entry_computation_layout={(f32[6,4]{0,1})->f32[4,6]{0,1}}\n"
      "ENTRY e { p = f32[6,4] parameter(0) t = f32[4,6] transpose(p), dimensions={1,0}"
      " ROOT n = f32[4,6] negate(t) }",
      "generic");
  ASSERT_EQ(a.assignment().copies.size(), 1U);
  EXPECT_EQ(
      explain_copy(a.module(), a.assignment(), a.assignment().copies[0]),
      "%copy: %p {0,1} -> {1,0} for operand 0 of %t, 96 B\n"
      "  read as {1,0}:\n"
      "    %t moves nothing if its operand has the layout of its result [spread.operand_through]\n"
      "    %t could be made as it is read [spread.made_as_read]\n"
      "    %n reads its operand in the layout of its result [spread.operand_as_result, mandatory]\n"
      "    the entry layout fixes the layout of the result, which is %n [entry.result]\n"
      "  made as {0,1}:\n"
      "    the entry layout fixes the layout of parameter %p [entry.parameter, mandatory]\n"
      "  how it is made is mandatory, so it is copied for who reads it\n");
}

TEST(ExplainAssignment, CopiesOfDifferentCauseHaveDifferentTexts) {
  for (const char* target : {"cpu", "sm_90"}) {
    const Assigned a(kLoop, target);
    std::set<std::string> texts;
    for (const InsertedCopy& copy : a.assignment().copies) {
      const std::string text = explain_copy(a.module(), a.assignment(), copy);
      EXPECT_NE(text.find("read as"), std::string::npos);
      EXPECT_NE(text.find("made as"), std::string::npos);
      EXPECT_TRUE(texts.insert(text).second) << text;
    }
  }
}

TEST(CollectiveDimension, TheSplitDimensionBecomesTheMostMajor) {
  const Assigned a(
      "ENTRY e { a = u4[1024,512] parameter(0)"
      " ROOT b = u4[1024,4096] all-gather(a), replica_groups={}, dimensions={1} }",
      "cpu");
  EXPECT_EQ(a.layout("b"), "{0,1}");
  EXPECT_EQ(a.assignment().copies.size(), 2U);
}

TEST(FusionLayouts, BetweenParametersAndRootThereAreNoLayouts) {
  const Assigned a(
      "HloModule m, entry_computation_layout={(f32[3,4]{0,1})->f32[4,3]{0,1}}\n"
      "f { q = f32[3,4] parameter(0) t = f32[4,3] transpose(q), dimensions={1,0}"
      " ROOT n = f32[4,3] negate(t) }\n"
      "ENTRY e { p = f32[3,4] parameter(0) ROOT r = f32[4,3] fusion(p), kind=kLoop, calls=f }",
      "generic");
  EXPECT_EQ(a.layout("q"), "{0,1}");
  EXPECT_EQ(a.layout("t"), "none");
  EXPECT_EQ(a.layout("n"), a.layout("r"));
}

TEST(LayoutInvariant, AMissingCopyIsNoticed) {
  const auto code = [](const std::string& body) {
    const auto status = check_layouts_assigned(parsed_module("ENTRY e { " + body + " }"));
    return status ? std::string() : status.error()->code;
  };
  EXPECT_EQ(code("p = f32[2,3]{1,0} parameter(0) q = f32[2,3]{0,1} parameter(1)"
                 " ROOT r = f32[2,3]{1,0} add(p, q)"),
            "hlo.layouts");
  EXPECT_EQ(code("p = f32[2,3]{1,0} parameter(0) ROOT r = f32[2,3]{1,0} negate(p)"), "");
  EXPECT_EQ(code("p = f32[2,3]{1,0} parameter(0) ROOT r = (f32[2,3]{0,1}) tuple(p)"),
            "hlo.layouts");
}

TEST(Preconditions, WhatDoesNotFitIsRefused) {
  const auto code = [](const std::string& body) {
    const auto status = check_preconditions(parsed_module("ENTRY e { " + body + " }"));
    return status ? std::string() : status.error()->code;
  };
  EXPECT_EQ(code("p = f32[2,3] parameter(0) ROOT t = f32[3,2] transpose(p), dimensions={0,2}"),
            "hlo.mismatch");
  EXPECT_EQ(code("p = f32[2,3] parameter(0) ROOT b = f32[2,2,3] broadcast(p), dimensions={0,7}"),
            "hlo.mismatch");
  EXPECT_EQ(code("p = f32[2,3] parameter(0) ROOT b = f32[3,2] bitcast(p)"), "hlo.bitcast");
  EXPECT_EQ(code("p = f32[2,3] parameter(0) ROOT n = f32[2,3] negate(p)"), "");
}

}  // namespace
}  // namespace tileglot::hlo::pass
