// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/remove_degenerate_dimensions.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/laws/passed_text.h"

namespace tileglot::hlo::pass {
namespace {

std::string without_ones(std::string_view entry) {
  return passed("reduction-degenerate-dim-remover",
                "plus { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n"
                "both { a = f32[] parameter(0) b = f32[] parameter(1) c = f32[] parameter(2) "
                "d = f32[] parameter(3) e = f32[] add(a, c) f = f32[] maximum(b, d) "
                "ROOT t = (f32[], f32[]) tuple(e, f) }\n"
                "ENTRY e { z = f32[] constant(0) " +
                    std::string(entry) + " }");
}

TEST(RemoveDegenerateDimensions, DimensionsOfSizeOneGo) {
  EXPECT_EQ(without_ones("p = f32[1,100,1]{2,1,0} parameter(0) "
                         "ROOT r = f32[1]{0} reduce(p, z), dimensions={0,1}, to_apply=plus"),
            "p = f32[1,100,1]{2,1,0} parameter(0)\n"
            "bitcast = f32[100]{0} bitcast(p)\n"
            "z = f32[] constant(0)\nr = f32[] reduce(bitcast, z), dimensions={0}, to_apply=plus\n"
            "ROOT bitcast.1 = f32[1]{0} bitcast(r)\n");
}

TEST(RemoveDegenerateDimensions, TheOrderOfTheOthersStays) {
  EXPECT_EQ(without_ones("p = f32[4,1,6,5]{1,0,3,2} parameter(0) "
                         "ROOT r = f32[4,5]{0,1} reduce(p, z), dimensions={1,2}, to_apply=plus"),
            "p = f32[4,1,6,5]{1,0,3,2} parameter(0)\n"
            "bitcast = f32[4,6,5]{0,2,1} bitcast(p)\n"
            "z = f32[] constant(0)\nROOT r = f32[4,5]{0,1} reduce(bitcast, z), dimensions={1}, "
            "to_apply=plus\n");
}

TEST(RemoveDegenerateDimensions, WhereOnlySizeOneWasReducedTheInitialValueIsApplied) {
  EXPECT_EQ(without_ones("p = f32[4,1]{1,0} parameter(0) "
                         "ROOT r = f32[4]{0} reduce(p, z), dimensions={1}, to_apply=plus"),
            "p = f32[4,1]{1,0} parameter(0)\n"
            "bitcast = f32[4]{0} bitcast(p)\n"
            "z = f32[] constant(0)\nROOT r = f32[4]{0} reduce(bitcast, z), dimensions={}, "
            "to_apply=plus\n");
}

TEST(RemoveDegenerateDimensions, EachOfSeveralArraysIsRewritten) {
  EXPECT_EQ(without_ones("p = f32[1,4]{1,0} parameter(0) q = f32[1,4]{0,1} parameter(1) "
                         "ROOT r = (f32[1]{0}, f32[1]{0}) reduce(p, q, z, z), dimensions={1}, "
                         "to_apply=both"),
            "p = f32[1,4]{1,0} parameter(0)\n"
            "bitcast = f32[4]{0} bitcast(p)\nq = f32[1,4]{0,1} parameter(1)\n"
            "bitcast.1 = f32[4]{0} bitcast(q)\n"
            "z = f32[] constant(0)\nr = (f32[], f32[]) reduce(bitcast, bitcast.1, z, z), "
            "dimensions={0}, to_apply=both\n"
            "get-tuple-element = f32[] get-tuple-element(r), index=0\n"
            "bitcast.2 = f32[1]{0} bitcast(get-tuple-element)\n"
            "get-tuple-element.1 = f32[] get-tuple-element(r), index=1\n"
            "bitcast.3 = f32[1]{0} bitcast(get-tuple-element.1)\n"
            "ROOT tuple = (f32[1]{0}, f32[1]{0}) tuple(bitcast.2, bitcast.3)\n");
}

TEST(RemoveDegenerateDimensions, TilesAndOtherSizesAreLeft) {
  for (const std::string_view input :
       {"f32[1,4]{1,0:T(2,4)}", "f32[<=1,4]{1,0}", "f32[0,4]{1,0}", "f32[2,4]{1,0}"}) {
    const auto module = parsed_module(
        "plus { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n"
        "ENTRY e { z = f32[] constant(0) p = " +
        std::string(input) +
        " parameter(0) ROOT r = f32[4]{0} reduce(p, z), dimensions={0}, to_apply=plus }");
    EXPECT_TRUE(check_degenerate_dimensions_removed(module)) << input;
  }
}

TEST(RemoveDegenerateDimensions, ADimensionOfSizeOneIsNoticed) {
  const auto module = parsed_module(
      "plus { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n"
      "ENTRY e { z = f32[] constant(0) p = f32[1,4]{1,0} parameter(0) "
      "ROOT r = f32[1]{0} reduce(p, z), dimensions={1}, to_apply=plus }");
  EXPECT_EQ(check_degenerate_dimensions_removed(module).error()->message,
            "r reads a dimension of size 1");
}

}  // namespace
}  // namespace tileglot::hlo::pass
