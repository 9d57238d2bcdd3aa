// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/hlo/pass/normalize/normalized_module.h"

namespace tileglot::hlo::pass {
namespace {

constexpr std::string_view kInput = "p = f16[2,9,7,8]{3,2,1,0} parameter(0) ";
constexpr std::string_view kLabels = ", window={size=3x3}, dim_labels=b01f_01io->b01f";

/// One cuDNN call, whose shape is `result`, of p and a kernel of that layout.
std::string call(std::string_view result, std::string_view kernel_layout,
                 std::string_view more = "", std::string_view target = "__cudnn$convForward") {
  std::string entry(kInput);
  entry += "k = f16[3,3,8,16]" + std::string(kernel_layout) + " parameter(1) ROOT conv = ";
  entry += result;
  entry += " custom-call(p, k)";
  entry += kLabels;
  entry += ", custom_call_target=\"" + std::string(target) + "\"";
  entry += more;
  return module_of(entry);
}

TEST(NormalizeCustomCall, AKernelGetsItsPlaces) {
  const Normalized after(call("f16[2,7,5,16]{3,2,1,0}", "{2,1,0,3}"));
  EXPECT_TRUE(after.says("f16[16,3,3,8]{3,2,1,0} bitcast(")) << after.text();
  EXPECT_TRUE(after.says("dim_labels=b01f_o01i->b01f")) << after.text();
}

/// Each number d of a label becomes rank - 1 - (where d stands in minor_to_major).
TEST(NormalizeCustomCall, EveryLabelIsThePlaceOfItsDimension) {
  const Normalized after(
      module_of("p = f16[2,9,7,8]{0,1,2,3} parameter(0) k = f16[3,3,8,16]{0,3,1,2} parameter(1) "
                "ROOT conv = f16[2,7,5,16]{2,0,3,1} custom-call(p, k), window={size=3x3}, "
                "dim_labels=b01f_01io->b01f, custom_call_target=\"__cudnn$convForward\""));
  EXPECT_TRUE(after.says("dim_labels=f10b_i1o0->0fb1")) << after.text();
  EXPECT_TRUE(after.says("f16[8,7,9,2]{3,2,1,0} bitcast(")) << after.text();
  EXPECT_TRUE(after.says("f16[8,3,16,3]{3,2,1,0} bitcast(")) << after.text();
  EXPECT_TRUE(after.says("f16[7,16,2,5]{3,2,1,0} custom-call(")) << after.text();
  EXPECT_TRUE(after.says("f16[2,7,5,16]{2,0,3,1} bitcast(%conv)")) << after.text();
}

TEST(NormalizeCustomCall, ATupleIsTakenApartAndPutTogether) {
  const Normalized after(call("(f16[2,7,5,16]{2,1,3,0}, u8[0]{0})", "{2,1,0,3}"));
  EXPECT_TRUE(after.says("(f16[2,16,7,5]{3,2,1,0}, u8[0]{0}) custom-call(")) << after.text();
  EXPECT_TRUE(after.says("f16[2,16,7,5]{3,2,1,0} get-tuple-element(%conv), index=0"))
      << after.text();
  EXPECT_TRUE(after.says("f16[2,7,5,16]{2,1,3,0} bitcast(")) << after.text();
  EXPECT_TRUE(after.says("u8[0]{0} get-tuple-element(%conv), index=1")) << after.text();
  EXPECT_TRUE(after.says("u8[0]{0} bitcast(")) << after.text();
  EXPECT_TRUE(after.says("ROOT %tuple = (f16[2,7,5,16]{2,1,3,0}, u8[0]{0}) tuple("))
      << after.text();
}

/// The result and the input are as they were; their bitcasts are there all the same.
TEST(NormalizeCustomCall, BitcastsThatChangeNothingStay) {
  const Normalized after(call("(f16[2,7,5,16]{3,2,1,0}, u8[0]{0})", "{2,1,0,3}"));
  EXPECT_TRUE(after.says("f16[2,9,7,8]{3,2,1,0} bitcast(%p)")) << after.text();
  EXPECT_TRUE(after.says("f16[2,7,5,16]{3,2,1,0} bitcast(%get-tuple-element)")) << after.text();
  EXPECT_TRUE(after.says("u8[0]{0} bitcast(%get-tuple-element.1)")) << after.text();
}

TEST(NormalizeCustomCall, WhatIsNotAboutNumbersStays) {
  const Normalized after(
      call("f16[2,7,5,16]{3,2,1,0}", "{2,1,0,3}",
           ", feature_group_count=2, operand_precision={high,default}, "
           "metadata={op_name=\"conv\"}, backend_config={\"conv_result_scale\":2}"));
  for (const std::string_view kept :
       {"window={size=3x3}", "feature_group_count=2", "operand_precision={high,default}",
        "custom_call_target=\"__cudnn$convForward\"", "metadata={op_name=\"conv\"}",
        "backend_config={\"conv_result_scale\":2}", "%conv = "}) {
    EXPECT_TRUE(after.says(kept)) << kept << "\n" << after.text();
  }
}

TEST(NormalizeCustomCall, NothingChangesWhereShapeAndLabelsStay) {
  EXPECT_EQ(Normalized(call("f16[2,7,5,16]{3,2,1,0}", "{3,2,1,0}")).changes(), 0U);
  EXPECT_EQ(Normalized(call("(f16[2,7,5,16]{3,2,1,0}, u8[0]{0})", "{3,2,1,0}")).changes(), 0U);
  // The bias moves, the labels do not: the call reads it through bitcasts, as any other would.
  const Normalized after(module_of(
      "p = f16[2,9,7,8]{3,2,1,0} parameter(0) k = f16[3,3,8,16]{3,2,1,0} parameter(1) "
      "b = f16[1,16]{0,1} parameter(2) ROOT conv = f16[2,7,5,16]{3,2,1,0} custom-call(p, k, b), "
      "window={size=3x3}, dim_labels=b01f_01io->b01f, "
      "custom_call_target=\"__cudnn$convBiasActivationForward\""));
  EXPECT_TRUE(after.says("f16[2,7,5,16]{3,2,1,0} custom-call(%p, %k, %bitcast.1)")) << after.text();
}

/// A graph gives more arrays than the result; any of them can be what is not normal.
TEST(NormalizeCustomCall, OfAGraphEveryArrayCounts) {
  const std::string_view graph = "__cudnn$convForwardGraph";
  const Normalized after(
      call("(f16[2,7,5,16]{3,2,1,0}, f32[4,6]{0,1}, u8[0]{0})", "{3,2,1,0}", "", graph));
  EXPECT_TRUE(after.says("(f16[2,7,5,16]{3,2,1,0}, f32[6,4]{1,0}, u8[0]{0}) custom-call("))
      << after.text();
  EXPECT_TRUE(after.says("f32[4,6]{0,1} bitcast(")) << after.text();
  const Normalized of_scalars(
      call("(f16[2,7,5,16]{2,1,3,0}, f32[], f32[], u8[0]{0})", "{3,2,1,0}", "", graph));
  EXPECT_TRUE(of_scalars.says("(f16[2,16,7,5]{3,2,1,0}, f32[], f32[], u8[0]{0}) custom-call("))
      << of_scalars.text();
  EXPECT_TRUE(of_scalars.says("dim_labels=b01f_01io->bf01")) << of_scalars.text();
  // A second array of the result's dimensions in another order: no labels would be about both.
  const Normalized left(
      call("(f16[2,7,5,16]{3,2,1,0}, f16[2,7,5,16]{0,1,2,3}, u8[0]{0})", "{2,1,0,3}", "", graph));
  EXPECT_TRUE(left.says("f16[2,7,5,16]{0,1,2,3}, u8[0]{0}) custom-call(")) << left.text();
}

TEST(NormalizeCustomCall, TheLastOfATupleIsRoomToWorkIn) {
  const Normalized after(call("(f16[2,7,5,16]{2,1,3,0}, f32[4,6]{1,0})", "{3,2,1,0}"));
  EXPECT_EQ(after.error(),
            "hlo.layouts: conv gives a tuple whose last array does not have one dimension");
}

TEST(NormalizeCustomCall, AGradientOfTheKernelIsWhatTheLabelsCallKernel) {
  const Normalized after(
      module_of("p = f16[2,9,7,8]{3,2,1,0} parameter(0) g = f16[2,7,5,16]{2,1,3,0} parameter(1) "
                "ROOT conv = f16[3,3,8,16]{2,1,0,3} custom-call(p, g), window={size=3x3}, "
                "dim_labels=b01f_01io->b01f, custom_call_target=\"__cudnn$convBackwardFilter\""));
  EXPECT_TRUE(after.says("dim_labels=b01f_o01i->bf01")) << after.text();
  EXPECT_TRUE(after.says("f16[16,3,3,8]{3,2,1,0} custom-call(")) << after.text();
}

/// Channels in two dimensions: the labels name four of five.
TEST(NormalizeCustomCall, ADimensionWithoutALabelMovesToo) {
  const Normalized after(module_of(
      "p = s8[2,4,9,7,32]{4,3,2,1,0} parameter(0) k = s8[16,4,3,3,32]{4,1,3,2,0} parameter(1) "
      "ROOT conv = (s8[2,1,7,5,16]{4,3,2,1,0}, u8[0]{0}) custom-call(p, k), window={size=3x3}, "
      "dim_labels=bf01_oi01->bf01, custom_call_target=\"__cudnn$convForward\""));
  EXPECT_TRUE(after.says("s8[16,3,3,4,32]{4,3,2,1,0} bitcast(")) << after.text();
  EXPECT_TRUE(after.says("dim_labels=bf01_o01i->bf01")) << after.text();
}

TEST(NormalizeCustomCall, OtherCallsAreLeft) {
  for (const std::string_view target : {"__cudnn$convReorderFilter", "__cublas$gemm", "mine"}) {
    const Normalized after(call("f16[2,7,5,16]{2,1,3,0}", "{2,1,0,3}", "", target));
    EXPECT_TRUE(after.says("dim_labels=b01f_01io->b01f")) << target << "\n" << after.text();
    EXPECT_TRUE(after.says("f16[2,7,5,16]{2,1,3,0} custom-call(%p, ")) << after.text();
  }
}

}  // namespace
}  // namespace tileglot::hlo::pass
