// SPDX-License-Identifier: Apache-2.0
// The facts of XLA's layout_normalization_test.cc, by their numbers there (specs: section 10): HLO text in,
// pieces of HLO text out.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/pass/normalize/normalized_module.h"

namespace tileglot::hlo::pass {
namespace {

struct Fact {
  int line = 0;
  std::string_view entry = {};
  std::vector<std::string_view> says = {};
  std::string_view says_not = "no such text";
};

void expect(const Fact& fact) {
  const Normalized after(module_of(fact.entry));
  EXPECT_EQ(after.error(), "") << fact.line;
  EXPECT_GT(after.changes(), 0U) << fact.line;
  for (const std::string_view piece : fact.says) {
    EXPECT_TRUE(after.says(piece)) << fact.line << ": " << piece << "\n" << after.text();
  }
  EXPECT_FALSE(after.says(fact.says_not)) << fact.line << "\n" << after.text();
}

struct Still {
  int line = 0;
  std::string_view entry = {};
};

TEST(AcceptanceLayoutNormalization, ElementwiseOperations) {
  const std::vector<Fact> facts = {
      {1,
       "p = f32[5,4]{0,1} parameter(0) ROOT a = f32[5,4]{0,1} abs(p)",
       {"%bitcast = f32[4,5]{1,0} bitcast(%p)", "%abs = f32[4,5]{1,0} abs(%bitcast)",
        "ROOT %bitcast.2 = f32[5,4]{0,1} bitcast(%abs)"}},
      {3,
       "p = f32[5,1,4,1]{0,1,2,3} parameter(0) ROOT a = f32[5,1,4,1]{0,1,2,3} abs(p)",
       {"f32[1,4,1,5]{3,2,1,0} abs("}},
      {4,
       "p = f32[5,4]{0,1} parameter(0) q = f32[5,4]{0,1} parameter(1) s = f32[5,4]{0,1} sqrt(p) "
       "a = f32[5,4]{0,1} add(s, q) ROOT b = f32[5,4]{0,1} add(a, q)",
       {"%sqrt = f32[4,5]{1,0} sqrt(", "%add = f32[4,5]{1,0} add(%sqrt",
        "%add.1 = f32[4,5]{1,0} add(%add"}},
      {21,
       "p = pred[1,17,9,9]{1,3,2,0} parameter(0) b = f32[1,17,9,9]{1,3,2,0} parameter(1) "
       "c = f32[1,17,9,9]{1,3,2,0} parameter(2) ROOT s = f32[1,17,9,9]{1,3,2,0} select(p, b, c), "
       "metadata={op_name=\"test\"}",
       {"f32[1,9,9,17]{3,2,1,0} select(", "metadata={op_name=\"test\"}"}},
      {21,
       "p = pred[] parameter(0) b = f32[1,17,9,9]{1,3,2,0} parameter(1) "
       "c = f32[1,17,9,9]{1,3,2,0} parameter(2) ROOT s = f32[1,17,9,9]{1,3,2,0} select(p, b, c), "
       "metadata={op_name=\"test\"}",
       {"%select = f32[1,9,9,17]{3,2,1,0} select(%p, ", "metadata={op_name=\"test\"}"}},
      {27,
       "a = s4[10,11]{0,1:E(4)} parameter(0) b = s4[10,11]{0,1:E(4)} parameter(1) "
       "ROOT c = pred[10,11]{0,1} compare(a, b), direction=NE",
       {"pred[11,10]{1,0} compare("}},
  };
  for (const Fact& fact : facts) expect(fact);
}

TEST(AcceptanceLayoutNormalization, TransposesAndCopies) {
  const std::vector<Fact> facts = {
      {5,
       "p = f32[5,4]{1,0} parameter(0) t = f32[4,5]{0,1} transpose(p), dimensions={1,0} "
       "ROOT a = f32[4,5]{0,1} abs(t)",
       {"%abs = f32[5,4]{1,0} abs(%p)"},
       "transpose("},
      {6,
       "p = f32[3,4,5]{0,1,2} parameter(0) "
       "ROOT t = f32[5,4,3]{2,0,1} transpose(p), dimensions={2,1,0}",
       {"%bitcast = f32[5,4,3]{2,1,0} bitcast(%p)",
        "f32[4,5,3]{2,1,0} transpose(%bitcast), dimensions={1,0,2}"}},
      {7,
       "p = f32[3,4,5]{0,1,2} parameter(0) ROOT c = f32[3,4,5]{2,1,0} copy(p)",
       {"ROOT %transpose = f32[3,4,5]{2,1,0} transpose(%bitcast), dimensions={2,1,0}"}},
      {8,
       "p = f32[3,1,4,1,5]{0,1,2,3,4} parameter(0) ROOT c = f32[3,1,4,1,5]{4,3,2,1,0} copy(p)",
       {"%bitcast = f32[5,1,4,1,3]{4,3,2,1,0} bitcast(%p)",
        "f32[3,1,4,1,5]{4,3,2,1,0} transpose(%bitcast), dimensions={4,3,2,1,0}"}},
  };
  for (const Fact& fact : facts) expect(fact);
}

TEST(AcceptanceLayoutNormalization, OperationsThatNameDimensions) {
  const std::vector<Fact> facts = {
      {9,
       "p = f32[4,5]{0,1} parameter(0) "
       "ROOT b = f32[4,3,2,5]{0,1,2,3} broadcast(p), dimensions={0,3}",
       {"f32[5,2,3,4]{3,2,1,0} broadcast(%bitcast), dimensions={0,3}"}},
      {10,
       "p = f32[2,3]{1,0} parameter(0) ROOT b = f32[2,4,3]{1,2,0} broadcast(p), dimensions={0,2}",
       {"f32[2,3,4]{2,1,0} broadcast(%p), dimensions={0,1}"}},
      {12,
       "p = f32[1,4,5]{0,1,2} parameter(0) "
       "ROOT b = f32[1,4,3,1,2,5,1]{0,1,2,3,4,5,6} broadcast(p), dimensions={0,1,5}",
       {"f32[1,5,2,1,3,4,1]{6,5,4,3,2,1,0} broadcast(%bitcast), dimensions={1,5,6}"}},
      {13,
       "ROOT i = f32[2,4,3]{1,2,0} iota(), iota_dimension=2",
       {"f32[2,3,4]{2,1,0} iota(), iota_dimension=1"}},
      {14,
       "p = f32[1,4,5]{0,1,2} parameter(0) q = f32[1,4,5]{0,1,2} parameter(1) "
       "ROOT c = f32[2,4,5]{0,1,2} concatenate(p, q), dimensions={0}",
       {"f32[5,4,2]{2,1,0} concatenate(", "dimensions={2}"}},
      {15,
       "p = f32[1,5]{0,1} parameter(0) q = f32[2,5]{0,1} parameter(1) "
       "ROOT c = f32[3,5]{0,1} concatenate(p, q), dimensions={0}",
       {"f32[5,3]{1,0} concatenate(", "dimensions={1}"}},
      {16,
       "p = f32[1,5,1,4]{0,1,3,2} parameter(0) q = f32[1,5,1,4]{0,1,3,2} parameter(1) "
       "ROOT c = f32[2,5,1,4]{0,1,3,2} concatenate(p, q), dimensions={0}",
       {"f32[1,4,5,2]{3,2,1,0} concatenate(", "dimensions={3}"}},
      {16,
       "p = f32[1,5]{0,1} parameter(0) q = f32[1,5]{0,1} parameter(1) "
       "ROOT c = f32[1,10]{0,1} concatenate(p, q), dimensions={1}",
       {"f32[10,1]{1,0} concatenate(", "dimensions={0}"}},
      {17,
       "p = f32[1,3,5,7]{0,2,1,3} parameter(0) z = f32[] constant(0) "
       "ROOT q = f32[1,13,15,7]{0,2,1,3} pad(p, z), padding=0_0x5_5x5_5x0_0",
       {"f32[7,13,15,1]{3,2,1,0} pad(", "padding=0_0x5_5x5_5x0_0"}},
      {18,
       "p = f32[1,3,5]{0,2,1} parameter(0) z = f32[] constant(0) "
       "ROOT q = f32[11,13,15]{0,2,1} pad(p, z), padding=5_5x5_5x5_5",
       {"f32[13,15,11]{2,1,0} pad(", "padding=5_5x5_5x5_5"}},
      {18,
       "p = f32[1,3,5,1]{0,2,1,3} parameter(0) z = f32[] constant(0) "
       "ROOT q = f32[11,13,7,1]{0,2,1,3} pad(p, z), padding=5_5x5_5x1_1x0_0",
       {"f32[1,13,7,11]{3,2,1,0} pad(", "padding=0_0x5_5x1_1x5_5"}},
  };
  for (const Fact& fact : facts) expect(fact);
}

TEST(AcceptanceLayoutNormalization, Constants) {
  const std::string_view rows =
      "constant({{1,2,3,4},{5,6,7,8},{9,10,11,12},{13,14,15,16},{17,18,19,20}})";
  const std::string constant = "c = f32[5,4]{0,1} " + std::string(rows);
  expect({19,
          constant + " ROOT a = f32[5,4]{0,1} abs(c)",
          {"f32[4,5]{1,0} constant({ { 1, 5, 9, 13, 17 }, { 2, 6, 10, 14, 18 }, ",
           "%abs = f32[4,5]{1,0} abs(%constant)"}});
  expect({20,
          constant + " s = f32[5,4]{0,1} sine(c) t = f32[5,4]{0,1} tanh(s) "
                     "ROOT a = f32[5,4]{0,1} add(t, c)",
          {"f32[4,5]{1,0} sine(%constant)", "f32[4,5]{1,0} tanh(%sine)",
           "f32[4,5]{1,0} add(%tanh, %constant)"}});
}

TEST(AcceptanceLayoutNormalization, DynamicSlices) {
  const std::vector<Fact> facts = {
      {22,
       "p = f32[3,4,32]{1,0,2} parameter(0) x = s32[] parameter(1) y = s32[] parameter(2) "
       "z = s32[] parameter(3) ROOT d = f32[1,4,32]{1,0,2} dynamic-slice(p, x, y, z), "
       "dynamic_slice_sizes={1,4,32}",
       {"f32[32,1,4]{2,1,0} dynamic-slice(%bitcast, %z, %x, %y), dynamic_slice_sizes={32,1,4}"}},
      {23,
       "p = f32[5,3,32]{1,0,2} parameter(0) u = f32[3,1,32]{1,0,2} parameter(1) "
       "x = s32[] parameter(2) y = s32[] parameter(3) z = s32[] parameter(4) "
       "ROOT d = f32[5,3,32]{1,0,2} dynamic-update-slice(p, u, x, y, z)",
       {"f32[32,3,1]{2,1,0} bitcast(%u)", "f32[32,5,3]{2,1,0} dynamic-update-slice(",
        "%z, %x, %y)"}},
  };
  for (const Fact& fact : facts) expect(fact);
}

TEST(AcceptanceLayoutNormalization, BitcastConversions) {
  const std::vector<Fact> facts = {
      {24,
       "p = u32[3,5,2]{2,0,1} parameter(0) ROOT b = u64[3,5]{0,1} bitcast-convert(p)",
       {"%bitcast = u32[5,3,2]{2,1,0} bitcast(%p)", "u64[5,3]{1,0} bitcast-convert(%bitcast)"}},
      {24,
       "p = u64[3,5]{0,1} parameter(0) ROOT b = u32[3,5,2]{2,0,1} bitcast-convert(p)",
       {"u32[5,3,2]{2,1,0} bitcast-convert(%bitcast)"}},
      {25,
       "p = u32[3,2]{0,1} parameter(0) ROOT b = u64[3]{0} bitcast-convert(p)",
       {"%bitcast = u32[2,3]{1,0} bitcast(%p)", "%bitcast.1 = u32[3,2]{0,1} bitcast(%bitcast)",
        "ROOT %b = u64[3]{0} bitcast-convert(%bitcast.1)"}},
  };
  for (const Fact& fact : facts) expect(fact);
}

constexpr std::string_view kScatterAttributes =
    "), update_window_dims={1,2,3,4,5}, inserted_window_dims={}, "
    "scatter_dims_to_operand_dims={0,1}, index_vector_dim=1, to_apply=";
constexpr std::string_view kRenumbered =
    "update_window_dims={4,0,1,2,5}, inserted_window_dims={}, "
    "scatter_dims_to_operand_dims={4,0}, index_vector_dim=";

TEST(AcceptanceLayoutNormalization, ScattersAreRenumbered) {
  const Normalized after(module_of(
      "p = f32[16,3,2,2,14]{0,4,3,2,1} parameter(0) i = s32[7,2]{1,0} parameter(1) "
      "u = f32[7,3,2,2,1,14]{1,2,0,5,4,3} parameter(2) "
      "ROOT s = f32[16,3,2,2,14]{0,4,3,2,1} scatter(p, i, u" +
          std::string(kScatterAttributes) + "plus",
      "plus { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n"));
  EXPECT_TRUE(after.says("f32[3,2,2,14,16]{4,3,2,1,0} scatter(")) << after.text();
  EXPECT_TRUE(after.says(kRenumbered)) << after.text();
}

TEST(AcceptanceLayoutNormalization, VariadicScattersAreRenumbered) {
  const Normalized after(module_of(
      "p = f32[16,3,2,2,14]{0,4,3,2,1} parameter(0) q = f32[16,3,2,2,14]{0,4,3,2,1} parameter(1) "
      "i = s32[7,2]{0,1} parameter(2) u = f32[7,3,2,2,1,14]{1,2,0,5,4,3} parameter(3) "
      "v = f32[7,3,2,2,1,14]{1,2,0,5,4,3} parameter(4) "
      "ROOT s = (f32[16,3,2,2,14]{0,4,3,2,1}, f32[16,3,2,2,14]{0,4,3,2,1}) "
      "scatter(p, q, i, u, v" +
          std::string(kScatterAttributes) + "both",
      "both { a = f32[] parameter(0) b = f32[] parameter(1) c = f32[] parameter(2) "
      "d = f32[] parameter(3) ROOT t = (f32[], f32[]) tuple(c, d) }\n"));
  EXPECT_TRUE(after.says("(f32[3,2,2,14,16]{4,3,2,1,0}, f32[3,2,2,14,16]{4,3,2,1,0}) scatter("))
      << after.text();
  EXPECT_TRUE(after.says(std::string(kRenumbered) + "0")) << after.text();
  EXPECT_TRUE(after.says("ROOT %tuple = (f32[16,3,2,2,14]{0,4,3,2,1}, ")) << after.text();
}

/// Line 28 is about a callback of the platform's; ours is the one for cuDNN's custom calls.
TEST(AcceptanceLayoutNormalization, CustomCallsAreTransformed) {
  const std::string_view call =
      "p = f32[2,9,7,8]{3,2,1,0} parameter(0) k = f32[3,3,8,16]{2,1,0,3} parameter(1) "
      "ROOT c = (f32[2,7,5,16]{3,2,1,0}, u8[0]{0}) custom-call(p, k), window={size=3x3}, "
      "dim_labels=b01f_01io->b01f, custom_call_target=\"";
  expect({28,
          std::string(call) + "__cudnn$convForward\"",
          {"dim_labels=b01f_o01i->b01f", "f32[16,3,3,8]{3,2,1,0} bitcast("}});
  const Normalized other(module_of(std::string(call) + "mine\""));
  EXPECT_TRUE(other.says("dim_labels=b01f_01io->b01f")) << other.text();
}

TEST(AcceptanceLayoutNormalization, WhatIsRowMajorDoesNotChange) {
  const std::vector<Still> stills = {
      {2, "p = f32[5,4]{1,0} parameter(0) ROOT a = f32[5,4]{1,0} abs(p)"},
      {11,
       "p = f32[4,5]{1,0} parameter(0) ROOT b = f32[5,3,4]{2,1,0} broadcast(p), dimensions={2,0}"},
      {19, "ROOT c = f32[0,4]{0,1} constant({})"},
      {29,
       "p = (f32[5,4]{1,0}, f32[]) parameter(0) "
       "ROOT g = f32[5,4]{1,0} get-tuple-element(p), index=0"},
  };
  for (const Still& still : stills) {
    const Normalized after(module_of(still.entry));
    EXPECT_EQ(after.error(), "") << still.line;
    EXPECT_EQ(after.changes(), 0U) << still.line << "\n" << after.text();
  }
}

}  // namespace
}  // namespace tileglot::hlo::pass
