// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/stats_costs.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::api {
namespace {

core::Result<LayoutCosts> costs(const std::string& text, const HloCostsRequest& request = {}) {
  const auto module = hlo::parse_module(text);
  EXPECT_TRUE(module.has_value());
  return costs_of(*module, text, request);
}

const std::string kTwoCopies =
    "ENTRY e { p = f32[4,8]{1,0} parameter(0) q = f32[8,8]{1,0} parameter(1)"
    " small = f32[4,8]{0,1} copy(p) large = f32[8,8]{0,1} copy(q)"
    " none = f32[8,8]{0,1} copy(large)"
    " ROOT r = (f32[4,8]{0,1}, f32[8,8]{0,1}) tuple(small, none) }";

const std::string kReduction =
    "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }"
    "ENTRY e { p = f32[64,4]{1,0} parameter(0) z = f32[] constant(0)"
    " ROOT r = f32[4]{0} reduce(p, z), dimensions={0}, to_apply=add }";

/// Two copies in a loop of 3 trips.
const std::string kLoop =
    "body { s = (s32[], f32[4,8]) parameter(0) i = s32[] get-tuple-element(s), index=0"
    " x = f32[4,8] get-tuple-element(s), index=1 one = s32[] constant(1) j = s32[] add(i, one)"
    " c = f32[4,8]{0,1} copy(x) y = f32[4,8] copy(c) ROOT t = (s32[], f32[4,8]) tuple(j, y) }"
    "until { s = (s32[], f32[4,8]) parameter(0) i = s32[] get-tuple-element(s), index=0"
    " n = s32[] constant(3) ROOT q = pred[] compare(i, n), direction=LT }"
    "ENTRY e { p = f32[4,8] parameter(0) z = s32[] constant(0) t = (s32[], f32[4,8]) tuple(z, p)"
    " ROOT w = (s32[], f32[4,8]) while(t), condition=until, body=body }";

// "what moves is listed, the largest first"
TEST(HloStatsCosts, WhatMovesIsListedTheLargestFirst) {
  const auto found = costs(kTwoCopies);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->text,
            "bytes that layouts move\n"
            "                   768  read and written by all\n"
            "                   768  by copies, 2 of them\n"
            "  read  written  run  instruction\n"
            "   256      256    4  %large       copy  f32[8,8]{1,0} -> {0,1}\n"
            "   128      128    4  %small       copy  f32[4,8]{1,0} -> {0,1}\n");
  EXPECT_EQ(found->json["bytes"], 768);
  EXPECT_EQ(found->json["copies"]["count"], 2);
  EXPECT_EQ(found->json["instructions"][0]["name"], "large");
  EXPECT_EQ(found->json["instructions"][0]["to"], "f32[8,8]{0,1}");
  EXPECT_EQ(found->json["instructions"][1]["run"], 4);
}

TEST(HloStatsCosts, WhatReductionsMayReadOnceMoreIsApartFromWhatMoves) {
  EXPECT_EQ(costs(kReduction)->json["reductions"]["bytes"], 0);
  EXPECT_EQ(costs(kReduction, {.target = "cpu"})->json["reductions"]["bytes"], 0);
  const auto found = costs(kReduction, {.target = "gpu:sm_90"});
  EXPECT_EQ(found->json["bytes"], 0);
  EXPECT_EQ(found->json["reductions"]["bytes"], 1024);
  EXPECT_NE(found->text.find("%r           reduce  f32[64,4]{1,0} -> {0,1}"), std::string::npos)
      << found->text;
  EXPECT_NE(found->text.find("1,024  may be read once more by 1 reduction in short runs"),
            std::string::npos)
      << found->text;
}

TEST(HloStatsCosts, WhatMovesInALoopCountsInEveryTrip) {
  const auto found = costs(kLoop);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->json["bytes"], 3 * 2 * 256);
  EXPECT_EQ(found->json["bytes_once"], 2 * 256);
  EXPECT_EQ(found->json["instructions"][0]["times"], 3);
  EXPECT_EQ(found->json["loops"][0]["trips"], 3);
  EXPECT_NE(found->text.find("loop %w: 3 trips, as its condition says\n"), std::string::npos)
      << found->text;
  EXPECT_EQ(costs(kLoop, {.loop_trips = -1}).error()->code, "hlo.loop_trips");
}

TEST(HloStatsCosts, WhatSinkingWouldLeaveIsToldApart) {
  const auto found = costs(
      "ENTRY e { p = f32[4,8]{1,0} parameter(0) c = f32[4,8]{0,1} copy(p)"
      " ROOT s = f32[2,8]{0,1} slice(c), slice={[0:2], [0:8]} }",
      {.after_sinking = true});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->json["bytes"], 256);
  EXPECT_EQ(found->json["after_sinking"]["bytes"], 128);
  EXPECT_NE(found->text.find("after move_copy_to_users\n                   128  read"),
            std::string::npos);
}

TEST(HloStatsCosts, TwentyAreListedUnlessAllAre) {
  std::string text = "ENTRY e { p = f32[4,8]{1,0} parameter(0) ";
  for (int i = 0; i < 25; ++i) {
    text += "c" + std::to_string(i) + " = f32[4,8]{0,1} copy(p) ";
  }
  text += "ROOT r = f32[4,8]{0,1} negate(c0) }";
  EXPECT_NE(costs(text)->text.find(".. and 5 more, which --all lists\n"), std::string::npos);
  EXPECT_EQ(costs(text)->text.find("%c24"), std::string::npos);
  EXPECT_NE(costs(text, {.all = true})->text.find("%c24"), std::string::npos);
  EXPECT_EQ(costs(text)->json["instructions"].size(), 25U);
}

TEST(HloStatsCosts, UnknownSizesAreTold) {
  const auto found = costs(
      "ENTRY e { p = f32[4000000000,4000000000]{1,0} parameter(0)"
      " ROOT c = f32[4000000000,4000000000]{0,1} copy(p) }");
  EXPECT_EQ(found->json["unknown"], 1);
  EXPECT_NE(found->text.find("for 1 instruction of unknown size"), std::string::npos)
      << found->text;
}

TEST(HloStatsCosts, WhatMakesNoSenseHasNoCostUnlessItIsAskedFor) {
  const std::string text =
      "ENTRY e { p = f32[4,8]{1,0} parameter(0) ROOT c = f32[8,8]{0,1} copy(p) }";
  EXPECT_TRUE(costs(text)->json.is_null());
  EXPECT_EQ(costs(text, {.all = true}).error()->code, "hlo.verify");
}

TEST(HloStatsCosts, TargetsWithoutAPolicyAreRefused) {
  EXPECT_EQ(costs(kReduction, {.target = "tpu"}).error()->code, "target.kind");
}

}  // namespace
}  // namespace tileglot::api
