// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/normalize_reductions.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/laws/passed_text.h"

namespace tileglot::hlo::pass {
namespace {

constexpr const char* kComputations =
    "add { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, y) }\n"
    "two { x1 = f32[] parameter(0) x2 = u32[] parameter(1) y1 = f32[] parameter(2)"
    " y2 = u32[] parameter(3) a = f32[] add(x1, y1) b = u32[] add(x2, y2)"
    " ROOT t = (f32[], u32[]) tuple(a, b) }\n";

std::string normalized(const std::string& body) {
  return passed("reduction-layout-normalizer", kComputations + ("ENTRY e { " + body + " }"));
}

std::string normalized(const std::string& input, const std::string& dimensions,
                       const std::string& result) {
  return normalized("p = " + input + " parameter(0) z = f32[] constant(0) ROOT r = " + result +
                    " reduce(p, z), dimensions={" + dimensions + "}, to_apply=add");
}

TEST(NormalizeReductions, TheDimensionsAreListedAsTheyLie) {
  EXPECT_EQ(normalized("f32[2,3,4]{0,2,1}", "0", "f32[3,4]{1,0}"),
            "p = f32[2,3,4]{0,2,1} parameter(0)\nbitcast = f32[3,4,2]{2,1,0} bitcast(p)\n"
            "z = f32[] constant(0)\n"
            "ROOT r = f32[3,4]{1,0} reduce(bitcast, z), dimensions={2}, to_apply=add\n");
}

// Acceptance list, reduction_layout_normalizer_test.cc, 1.
TEST(NormalizeReductions, AResultThatLiesOtherwiseIsBitcastBack) {
  EXPECT_EQ(normalized("f32[4,5,5,16,12,12,3,3]{2,3,5,4,0,7,6,1}", "1,6,7",
                       "f32[4,5,16,12,12]{4,3,2,1,0}"),
            "p = f32[4,5,5,16,12,12,3,3]{2,3,5,4,0,7,6,1} parameter(0)\n"
            "bitcast = f32[5,3,3,4,12,12,16,5]{7,6,5,4,3,2,1,0} bitcast(p)\n"
            "z = f32[] constant(0)\n"
            "r = f32[4,12,12,16,5]{2,1,3,4,0} reduce(bitcast, z), dimensions={0,1,2}, "
            "to_apply=add\n"
            "ROOT bitcast.1 = f32[4,5,16,12,12]{4,3,2,1,0} bitcast(r)\n");
}

// Acceptance list, reduction_layout_normalizer_test.cc, 2.
TEST(NormalizeReductions, SeveralResultsAreBitcastBackOneByOne) {
  EXPECT_EQ(normalized("p = f32[4,5,5,16,12,12,3,3]{2,3,5,4,0,7,6,1} parameter(0)"
                       " q = u32[4,5,5,16,12,12,3,3]{2,3,5,4,0,7,6,1} parameter(1)"
                       " z = f32[] constant(0) w = u32[] constant(0)"
                       " ROOT r = (f32[4,5,16,12,12]{4,3,2,1,0}, u32[4,5,16,12,12]{4,3,2,1,0})"
                       " reduce(p, q, z, w), dimensions={1,6,7}, to_apply=two"),
            "p = f32[4,5,5,16,12,12,3,3]{2,3,5,4,0,7,6,1} parameter(0)\n"
            "bitcast = f32[5,3,3,4,12,12,16,5]{7,6,5,4,3,2,1,0} bitcast(p)\n"
            "q = u32[4,5,5,16,12,12,3,3]{2,3,5,4,0,7,6,1} parameter(1)\n"
            "bitcast.1 = u32[5,3,3,4,12,12,16,5]{7,6,5,4,3,2,1,0} bitcast(q)\n"
            "z = f32[] constant(0)\nw = u32[] constant(0)\n"
            "r = (f32[4,12,12,16,5]{2,1,3,4,0}, u32[4,12,12,16,5]{2,1,3,4,0}) "
            "reduce(bitcast, bitcast.1, z, w), dimensions={0,1,2}, to_apply=two\n"
            "get-tuple-element = f32[4,12,12,16,5]{2,1,3,4,0} get-tuple-element(r), index=0\n"
            "bitcast.2 = f32[4,5,16,12,12]{4,3,2,1,0} bitcast(get-tuple-element)\n"
            "get-tuple-element.1 = u32[4,12,12,16,5]{2,1,3,4,0} get-tuple-element(r), index=1\n"
            "bitcast.3 = u32[4,5,16,12,12]{4,3,2,1,0} bitcast(get-tuple-element.1)\n"
            "ROOT tuple = (f32[4,5,16,12,12]{4,3,2,1,0}, u32[4,5,16,12,12]{4,3,2,1,0}) "
            "tuple(bitcast.2, bitcast.3)\n");
}

TEST(NormalizeReductions, ReductionsOfRowMajorArraysStay) {
  const std::string text =
      "p = f32[2,3,4]{2,1,0} parameter(0)\nz = f32[] constant(0)\n"
      "ROOT r = f32[2,4]{0,1} reduce(p, z), dimensions={1}, to_apply=add\n";
  EXPECT_EQ(normalized(text), text);
}

TEST(NormalizeReductions, TilesAndPackingStay) {
  EXPECT_EQ(normalized("f32[2,3]{0,1:T(2,2)}", "1", "f32[2]{0:T(2)}"),
            "p = f32[2,3]{0,1:T(2,2)} parameter(0)\nbitcast = f32[3,2]{1,0:T(2,2)} bitcast(p)\n"
            "z = f32[] constant(0)\n"
            "ROOT r = f32[2]{0:T(2)} reduce(bitcast, z), dimensions={0}, to_apply=add\n");
}

TEST(NormalizeReductions, ArraysWithoutElementsOrDimensionsAreReducedToo) {
  EXPECT_EQ(normalized("f32[0,3]{0,1}", "0", "f32[3]{0}"),
            "p = f32[0,3]{0,1} parameter(0)\nbitcast = f32[3,0]{1,0} bitcast(p)\n"
            "z = f32[] constant(0)\n"
            "ROOT r = f32[3]{0} reduce(bitcast, z), dimensions={1}, to_apply=add\n");
  const std::string scalar =
      "p = f32[] parameter(0)\nz = f32[] constant(0)\n"
      "ROOT r = f32[] reduce(p, z), dimensions={}, to_apply=add\n";
  EXPECT_EQ(normalized(scalar), scalar);
}

TEST(NormalizeReductions, InputsInDifferentOrdersAreRefused) {
  EXPECT_EQ(normalized("p = f32[2,3]{0,1} parameter(0) q = u32[2,3]{1,0} parameter(1)"
                       " z = f32[] constant(0) w = u32[] constant(0)"
                       " ROOT r = (f32[2]{0}, u32[2]{0}) reduce(p, q, z, w), dimensions={1},"
                       " to_apply=two"),
            "hlo.layouts");
}

TEST(NormalizeReductions, AReductionThatIsLeftIsNoticed) {
  const auto status = check_reductions_normalized(parsed_module(
      kComputations + std::string("ENTRY e { p = f32[2,3]{0,1} parameter(0) z = f32[] constant(0)"
                                  " ROOT r = f32[2]{0} reduce(p, z), dimensions={1},"
                                  " to_apply=add }")));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error()->message, "r reduces an array that is not row-major");
}

}  // namespace
}  // namespace tileglot::hlo::pass
