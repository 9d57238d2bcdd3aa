// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/decompose_reshapes.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/laws/passed_text.h"

namespace tileglot::hlo::pass {
namespace {

std::string decomposed(const std::string& from, const std::string& to) {
  return passed("reshape-decomposer", "ENTRY e { p = " + from + " parameter(0) ROOT r = " + to +
                                          " reshape(p), metadata={op_name=\"r\"} }");
}

TEST(DecomposeReshapes, WhatMovesNothingIsABitcast) {
  EXPECT_EQ(decomposed("f32[2,6,5]{1,0,2}", "f32[12,5]{0,1}"),
            "p = f32[2,6,5]{1,0,2} parameter(0)\nROOT r = f32[12,5]{0,1} bitcast(p)\n");
  EXPECT_EQ(decomposed("f32[4,1,5]{1,2,0}", "f32[20]{0}"),
            "p = f32[4,1,5]{1,2,0} parameter(0)\nROOT r = f32[20]{0} bitcast(p)\n");
}

TEST(DecomposeReshapes, TheOperandIsCopiedIfThatIsEnough) {
  EXPECT_EQ(decomposed("f32[4,6]{0,1}", "f32[2,12]{1,0}"),
            "p = f32[4,6]{0,1} parameter(0)\ncopy = f32[4,6]{1,0} copy(p)\n"
            "ROOT r = f32[2,12]{1,0} bitcast(copy)\n");
  EXPECT_EQ(decomposed("f32[4,4,5]{2,1,0}", "f32[4,4,1,5]{2,1,0,3}"),
            "p = f32[4,4,5]{2,1,0} parameter(0)\ncopy = f32[4,4,5]{1,0,2} copy(p)\n"
            "ROOT r = f32[4,4,1,5]{2,1,0,3} bitcast(copy)\n");
}

TEST(DecomposeReshapes, TheResultIsCopiedIfTheOperandLiesWell) {
  EXPECT_EQ(decomposed("f32[12,5]{1,0}", "f32[2,6,5]{0,1,2}"),
            "p = f32[12,5]{1,0} parameter(0)\nr = f32[2,6,5]{2,1,0} bitcast(p)\n"
            "ROOT copy = f32[2,6,5]{0,1,2} copy(r)\n");
}

TEST(DecomposeReshapes, WhatLiesIllOnBothSidesIsCopiedTwice) {
  EXPECT_EQ(decomposed("f32[4,6]{0,1}", "f32[2,12]{0,1}"),
            "p = f32[4,6]{0,1} parameter(0)\ncopy = f32[4,6]{1,0} copy(p)\n"
            "r = f32[2,12]{1,0} bitcast(copy)\nROOT copy.1 = f32[2,12]{0,1} copy(r)\n");
}

TEST(DecomposeReshapes, ElementsStayPacked) {
  EXPECT_EQ(decomposed("s4[4,6]{0,1:E(4)}", "s4[2,12]{0,1:E(4)}"),
            "p = s4[4,6]{0,1:E(4)} parameter(0)\ncopy = s4[4,6]{1,0:E(4)} copy(p)\n"
            "r = s4[2,12]{1,0:E(4)} bitcast(copy)\nROOT copy.1 = s4[2,12]{0,1:E(4)} copy(r)\n");
}

TEST(DecomposeReshapes, ArraysWithoutElementsOrDimensionsAreBitcast) {
  EXPECT_EQ(decomposed("f32[0,6]{0,1}", "f32[3,0]{0,1}"),
            "p = f32[0,6]{0,1} parameter(0)\nROOT r = f32[3,0]{0,1} bitcast(p)\n");
  EXPECT_EQ(decomposed("f32[]", "f32[1,1]{0,1}"),
            "p = f32[] parameter(0)\nROOT r = f32[1,1]{0,1} bitcast(p)\n");
}

TEST(DecomposeReshapes, ReshapesInFusionsStay) {
  const std::string text =
      "f { q = f32[2,3]{1,0} parameter(0) ROOT s = f32[6]{0} reshape(q) }\n"
      "ENTRY e { p = f32[2,3]{1,0} parameter(0)"
      " ROOT r = f32[6]{0} fusion(p), kind=kLoop, calls=f }";
  Module module = parsed_module(text);
  EXPECT_EQ(decompose_reshapes(module), 0U);
  EXPECT_TRUE(check_reshapes_decomposed(module));
}

TEST(DecomposeReshapes, AReshapeThatIsLeftIsNoticed) {
  const auto status = check_reshapes_decomposed(
      parsed_module("ENTRY e { p = f32[2,3]{1,0} parameter(0) ROOT r = f32[6]{0} reshape(p) }"));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error()->code, "hlo.invariant");
  EXPECT_EQ(status.error()->message, "r is a reshape");
}

}  // namespace
}  // namespace tileglot::hlo::pass
