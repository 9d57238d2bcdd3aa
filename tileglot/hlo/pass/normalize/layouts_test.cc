// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/normalize/layouts.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/normalize/normalized_invariant.h"
#include "tileglot/hlo/pass/normalize/normalized_module.h"
#include "tileglot/notation/xla/shape/has_layout.h"

namespace tileglot::hlo::pass {
namespace {

TEST(NormalizeLayouts, TheWorkedExample) {
  const Normalized after(module_of("p = f32[5,4]{0,1} parameter(0) ROOT a = f32[5,4]{0,1} abs(p)"));
  EXPECT_EQ(after.changes(), 2U);
  EXPECT_TRUE(
      after.says("  %p = f32[5,4]{0,1} parameter(0)\n"
                 "  %bitcast = f32[4,5]{1,0} bitcast(%p)\n"
                 "  %bitcast.1 = f32[5,4]{0,1} bitcast(%bitcast)\n"
                 "  %abs = f32[4,5]{1,0} abs(%bitcast)\n"
                 "  ROOT %bitcast.2 = f32[5,4]{0,1} bitcast(%abs)\n"))
      << after.text();
}

/// With [4,6,8]{0,2,1}: order (1,2,0), places (2,0,1), the normalized shape [6,8,4].
TEST(NormalizeLayouts, AttributesMoveWithTheirDimensions) {
  const std::string p = "p = f32[4,6,8]{0,2,1} parameter(0) z = f32[] constant(0) ROOT r = ";
  const struct {
    std::string_view operation;
    std::string_view becomes;
  } cases[] = {
      {"f32[4,4,6]{0,2,1} slice(p), slice={[0:4], [1:5], [2:8]}", "slice={[1:5], [2:8], [0:4]}"},
      {"f32[8,6,8]{0,2,1} concatenate(p, p), dimensions={0}", "dimensions={2}"},
      {"f32[4,6,8]{0,2,1} iota(), iota_dimension=2", "iota_dimension=1"},
      {"f32[5,8,11]{0,2,1} pad(p, z), padding=1_0x2_0x3_0", "padding=2_0x3_0x1_0"},
      {"f32[4,6,8]{0,2,1} reverse(p), dimensions={1,2}", "dimensions={0,1}"},
      {"f32[4,5,6]{0,2,1} reduce-window(p, z), window={size=1x2x3}, to_apply=plus",
       "window={size=2x3x1}"},
  };
  for (const auto& each : cases) {
    const Normalized after(module_of(
        p + std::string(each.operation),
        "plus { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n"));
    EXPECT_TRUE(after.says(each.becomes)) << each.operation << "\n" << after.text();
  }
}

TEST(NormalizeLayouts, LabelsOfConvolutionsGoToTheirPlaces) {
  const Normalized after(
      module_of("p = f32[2,9,7,8]{3,2,1,0} parameter(0) k = f32[3,3,8,16]{2,1,0,3} parameter(1) "
                "ROOT c = f32[2,7,5,16]{2,1,3,0} convolution(p, k), window={size=3x3}, "
                "dim_labels=b01f_01io->b01f"));
  EXPECT_TRUE(after.says("f32[2,16,7,5]{3,2,1,0} convolution(%p, ")) << after.text();
  EXPECT_TRUE(after.says("dim_labels=b01f_o01i->bf01")) << after.text();
}

TEST(NormalizeLayouts, AGradientsResultIsWhatTheLabelsCallInput) {
  const Normalized after(
      module_of("g = f32[2,7,5,16]{3,2,1,0} parameter(0) k = f32[3,3,8,16]{3,2,1,0} parameter(1) "
                "ROOT c = f32[2,9,7,8]{0,3,2,1} custom-call(g, k), window={size=3x3}, "
                "dim_labels=b01f_01io->b01f, custom_call_target=\"__cudnn$convBackwardInput\""));
  EXPECT_TRUE(after.says("f32[9,7,8,2]{3,2,1,0} custom-call(")) << after.text();
  EXPECT_TRUE(after.says("dim_labels=01fb_01io->b01f")) << after.text();
}

TEST(NormalizeLayouts, ScattersAreRenumbered) {
  const std::string plus =
      "plus { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n";
  const Normalized after(module_of(
      "p = f32[8,6,5]{0,1,2} parameter(0) i = s32[7,1]{0,1} parameter(1) "
      "u = f32[7,6,5]{0,1,2} parameter(2) ROOT s = f32[8,6,5]{0,1,2} scatter(p, i, u), "
      "update_window_dims={1,2}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, "
      "index_vector_dim=1, to_apply=plus",
      plus));
  EXPECT_TRUE(
      after.says("update_window_dims={0,1}, inserted_window_dims={2}, "
                 "scatter_dims_to_operand_dims={2}, index_vector_dim=0"))
      << after.text();
}

TEST(NormalizeLayouts, SortedIndicesInAnotherOrderAreNotSorted) {
  const std::string plus =
      "plus { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n";
  const auto text = [&](const std::string& indices, const std::string& updates) {
    return module_of("p = f32[8,6]{0,1} parameter(0) i = s32[3,4,1]" + indices +
                         " parameter(1) u = f32[3,4,6]" + updates +
                         " parameter(2) ROOT s = f32[8,6]{0,1} scatter(p, i, u), "
                         "update_window_dims={2}, inserted_window_dims={0}, "
                         "scatter_dims_to_operand_dims={0}, index_vector_dim=2, "
                         "indices_are_sorted=true, to_apply=plus",
                     plus);
  };
  const Normalized turned(text("{2,0,1}", "{2,0,1}"));
  EXPECT_FALSE(turned.says("indices_are_sorted=true")) << turned.text();
  const Normalized kept(text("{1,0,2}", "{1,0,2}"));
  EXPECT_TRUE(kept.says("indices_are_sorted=true")) << kept.text();
}

/// Two dimensions that the updates share with the indices, in one order here and in another there.
TEST(NormalizeLayouts, AScatterWithoutOneOrderIsLeft) {
  const Normalized after(module_of(
      "p = f32[8,6]{0,1} parameter(0) i = s32[3,4,1]{2,1,0} parameter(1) "
      "u = f32[3,4,6]{2,0,1} parameter(2) ROOT s = f32[8,6]{0,1} scatter(p, i, u), "
      "update_window_dims={2}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, "
      "index_vector_dim=2, to_apply=plus",
      "plus { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n"));
  EXPECT_TRUE(after.says("ROOT %s = f32[8,6]{0,1} scatter(")) << after.text();
}

TEST(NormalizeLayouts, AReshapeThatMovesNothingIsOfTheNormalShapes) {
  const Normalized after(
      module_of("p = f32[4,6]{0,1} parameter(0) ROOT r = f32[2,2,6]{1,0,2} reshape(p)"));
  EXPECT_TRUE(after.says("f32[6,2,2]{2,1,0} reshape(%bitcast)")) << after.text();
}

TEST(NormalizeLayouts, AConversionToTheSameTypeIsNone) {
  const Normalized after(
      module_of("p = f32[4,6]{0,1} parameter(0) ROOT c = f32[4,6]{0,1} convert(p)"));
  EXPECT_FALSE(after.says("convert(")) << after.text();
}

TEST(NormalizeLayouts, TilesThatDifferAreStillCopied) {
  const Normalized after(
      module_of("p = f32[4,6]{0,1} parameter(0) "
                "ROOT t = f32[6,4]{1,0:T(2,2)} transpose(p), dimensions={1,0}"));
  EXPECT_TRUE(after.says("f32[6,4]{1,0:T(2,2)} transpose(%bitcast), dimensions={0,1}"))
      << after.text();
}

TEST(NormalizeLayouts, WhoIsReachedLaterSeesTwoBitcastsMore) {
  const Normalized after(module_of(
      "p = f32[6,4]{0,1} parameter(0) a = f32[6,4]{0,1} abs(p) n = f32[6,4]{0,1} negate(p) "
      "ROOT t = (f32[6,4]{0,1}, f32[6,4]{0,1}) tuple(a, n)"));
  EXPECT_TRUE(after.says("%abs = f32[4,6]{1,0} abs(%bitcast)")) << after.text();
  EXPECT_FALSE(after.says("negate(%bitcast)")) << after.text();
}

/// Each is reached later than the one before; moving all that follow each time would take minutes.
TEST(NormalizeLayouts, AValueMayHaveManyUsers) {
  constexpr std::size_t kUsers = 20'000;
  std::string entry = "p = f32[4,6]{0,1} parameter(0)\n";
  std::string shapes;
  std::string names;
  for (std::size_t i = 0; i < kUsers; ++i) {
    const std::string name = "n" + std::to_string(i);
    entry += name + " = f32[4,6]{0,1} negate(p)\n";
    shapes += i == 0 ? "f32[4,6]{0,1}" : ", f32[4,6]{0,1}";
    names += i == 0 ? name : ", " + name;
  }
  const Normalized after(module_of(entry + "ROOT t = (" + shapes + ") tuple(" + names + ")"));
  EXPECT_EQ(after.changes(), 2 * kUsers);
}

TEST(NormalizeLayouts, LayoutsThatWereNotAssignedAreRefused) {
  const Normalized copy_is_missing(
      module_of("p = f32[4,6]{0,1} parameter(0) ROOT n = f32[4,6]{1,0} negate(p)"));
  EXPECT_EQ(copy_is_missing.error(),
            "hlo.layouts: n reads an operand in another order than it writes");
  const Normalized reshape_moves(
      module_of("p = f32[4,6]{0,1} parameter(0) ROOT r = f32[24]{0} reshape(p)"));
  EXPECT_EQ(reshape_moves.error(),
            "hlo.layouts: r is a reshape that moves elements, which has no normal form");
}

TEST(NormalizeLayouts, AMissingLayoutIsRefused) {
  Module module = parsed_module(module_of("p = f32[4,6] parameter(0) ROOT n = f32[4,6] negate(p)"));
  const InstructionId p = named(module, "p");
  module[p].shape = module.keep(notation::xla::clear_layout(module.shape_of(p)));
  EXPECT_EQ(normalize_layouts(module).error()->message, "p has no layout");
  EXPECT_FALSE(check_layouts_normalized(module));
}

TEST(NormalizeLayouts, OddShapesAreLeft) {
  for (const std::string_view entry : {
           "p = f32[4,6] parameter(0) ROOT n = f32[4,6] negate(p)",
           "p = f32[] parameter(0) ROOT n = f32[] negate(p)",
           "p = token[] parameter(0) ROOT t = (token[]) tuple(p)",
           "p = f32[0,6]{1,0} parameter(0) ROOT n = f32[0,6]{1,0} negate(p)",
           "p = (f32[4,6]{1,0}) parameter(0) ROOT c = (f32[4,6]{1,0}) copy(p)",
       }) {
    EXPECT_EQ(Normalized(module_of(entry)).changes(), 0U) << entry;
  }
  for (const std::string_view entry : {
           "p = f32[0,6]{0,1} parameter(0) ROOT n = f32[0,6]{0,1} negate(p)",
           "c = f32[0,6]{0,1} constant({}) ROOT n = f32[0,6]{0,1} negate(c)",
           "p = f32[<=4,6]{0,1} parameter(0) ROOT n = f32[<=4,6]{0,1} negate(p)",
           "p = (f32[4,6]{0,1}) parameter(0) g = f32[4,6]{0,1} get-tuple-element(p), index=0 "
           "ROOT n = f32[4,6]{0,1} negate(g)",
           "p = f32[4,6]{0,1} parameter(0) s = s32[2] parameter(1) "
           "ROOT d = f32[2,2]{0,1} dynamic-slice(p, s), dynamic_slice_sizes={2,2}",
       }) {
    const Normalized after(module_of(entry));
    EXPECT_EQ(after.error(), "") << entry;
    EXPECT_GT(after.changes(), 0U) << entry;
  }
}

TEST(NormalizeLayouts, WhoWaitedForTheOldOneWaitsForTheNew) {
  const Normalized after(
      module_of("p = f32[4,6]{0,1} parameter(0) n = f32[4,6]{0,1} negate(p) "
                "m = f32[4,6]{0,1} exponential(p), control-predecessors={n} "
                "ROOT t = (f32[4,6]{0,1}, f32[4,6]{0,1}) tuple(n, m)"));
  EXPECT_TRUE(after.says("control-predecessors={%negate}")) << after.text();
}

TEST(NormalizeLayouts, WhatIsFusedIsLeft) {
  const Normalized after(
      module_of("p = f32[4,6]{0,1} parameter(0) "
                "ROOT f = f32[4,6]{0,1} fusion(p), kind=kLoop, calls=fused",
                "fused { a = f32[4,6]{0,1} parameter(0) ROOT n = f32[4,6]{0,1} negate(a) }\n"));
  EXPECT_TRUE(after.says("ROOT %n = f32[4,6]{0,1} negate(%a)")) << after.text();
}

TEST(NormalizeLayouts, WhatIsWrappedIsLeft) {
  const Normalized after(
      module_of("p = f32[4,6]{0,1} parameter(0) "
                "s = ((f32[4,6]{0,1}), f32[4,6]{0,1}, u32[]) async-start(p), calls=wrapped "
                "ROOT d = f32[4,6]{0,1} async-done(s)",
                "wrapped { a = f32[4,6]{0,1} parameter(0) ROOT n = f32[4,6]{0,1} negate(a) }\n"));
  EXPECT_TRUE(after.says("f32[4,6]{0,1} negate(")) << after.text();
}

/// The labels do not say which dimensions of the array that is added they are about.
TEST(NormalizeLayouts, ACallToWhichAnotherOrderIsAddedIsLeft) {
  const Normalized after(module_of(
      "p = f32[2,9,7,8]{3,2,1,0} parameter(0) k = f32[3,3,8,16]{2,1,0,3} parameter(1) "
      "b = f32[16]{0} parameter(2) s = f32[2,7,5,16]{0,1,2,3} parameter(3) "
      "ROOT c = f32[2,7,5,16]{3,2,1,0} custom-call(p, k, b, s), window={size=3x3}, "
      "dim_labels=b01f_01io->b01f, custom_call_target=\"__cudnn$convBiasActivationForward\""));
  EXPECT_TRUE(after.says("dim_labels=b01f_01io->b01f")) << after.text();
}

TEST(NormalizeLayouts, AnOperationThatWasForgottenIsNoticed) {
  const Module module =
      parsed_module(module_of("p = f32[4,6]{0,1} parameter(0) ROOT n = f32[4,6]{0,1} negate(p)"));
  const auto status = check_layouts_normalized(module);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error()->code, "hlo.invariant");
  EXPECT_EQ(status.error()->message, "n is not row-major, or reads what is not");
}

}  // namespace
}  // namespace tileglot::hlo::pass
