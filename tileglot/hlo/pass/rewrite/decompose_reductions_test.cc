// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/decompose_reductions.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/laws/passed_text.h"

namespace tileglot::hlo::pass {
namespace {

constexpr std::string_view kComputations =
    "plus { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n"
    "both { a = f32[] parameter(0) b = f32[] parameter(1) c = f32[] parameter(2) "
    "d = f32[] parameter(3) e = f32[] add(a, c) f = f32[] maximum(b, d) "
    "ROOT t = (f32[], f32[]) tuple(e, f) }\n";

std::string module_with(std::string_view entry) {
  return std::string(kComputations) + "ENTRY e { z = f32[] constant(0) " + std::string(entry) +
         " }";
}

std::string decomposed(std::string_view entry) {
  return passed("reduce-decomposer", module_with(entry));
}

TEST(DecomposeReductions, TheResultComesInTheInputsOrder) {
  EXPECT_EQ(decomposed("p = f32[2,3,4]{2,1,0} parameter(0) "
                       "ROOT r = f32[3,4]{0,1} reduce(p, z), dimensions={0}, to_apply=plus"),
            "p = f32[2,3,4]{2,1,0} parameter(0)\n"
            "z = f32[] constant(0)\nr = f32[3,4]{1,0} reduce(p, z), dimensions={0}, to_apply=plus\n"
            "ROOT copy = f32[3,4]{0,1} copy(r)\n");
}

TEST(DecomposeReductions, WhatIsInOrderStays) {
  const std::string text =
      "p = f32[2,3,4]{0,2,1} parameter(0)\n"
      "z = f32[] constant(0)\nROOT r = f32[3,4]{1,0} reduce(p, z), dimensions={0}, to_apply=plus\n";
  EXPECT_EQ(decomposed(text.substr(0, text.find("z =")) + text.substr(text.find("ROOT"))), text);
}

TEST(DecomposeReductions, InputsAreCopiedToTheOrderOfTheFirst) {
  EXPECT_EQ(decomposed("p = f32[2,3,4]{0,2,1} parameter(0) q = f32[2,3,4]{2,1,0} parameter(1) "
                       "ROOT r = (f32[3,4]{0,1}, f32[3,4]{1,0}) reduce(p, q, z, z), "
                       "dimensions={0}, to_apply=both"),
            "p = f32[2,3,4]{0,2,1} parameter(0)\n"
            "q = f32[2,3,4]{2,1,0} parameter(1)\ncopy = f32[2,3,4]{0,2,1} copy(q)\n"
            "z = f32[] constant(0)\nr = (f32[3,4]{1,0}, f32[3,4]{1,0}) reduce(p, copy, z, z), "
            "dimensions={0}, "
            "to_apply=both\n"
            "get-tuple-element = f32[3,4]{1,0} get-tuple-element(r), index=0\n"
            "copy.1 = f32[3,4]{0,1} copy(get-tuple-element)\n"
            "get-tuple-element.1 = f32[3,4]{1,0} get-tuple-element(r), index=1\n"
            "copy.2 = f32[3,4]{1,0} copy(get-tuple-element.1)\n"
            "ROOT tuple = (f32[3,4]{0,1}, f32[3,4]{1,0}) tuple(copy.1, copy.2)\n");
}

TEST(DecomposeReductions, TilesAreKept) {
  EXPECT_EQ(
      decomposed("p = f32[2,3,4]{2,1,0:T(2,2)} parameter(0) "
                 "ROOT r = f32[3,4]{0,1:T(4)} reduce(p, z), dimensions={0}, to_apply=plus"),
      "p = f32[2,3,4]{2,1,0:T(2,2)} parameter(0)\n"
      "z = f32[] constant(0)\nr = f32[3,4]{1,0:T(4)} reduce(p, z), dimensions={0}, to_apply=plus\n"
      "ROOT copy = f32[3,4]{0,1:T(4)} copy(r)\n");
}

TEST(DecomposeReductions, AnotherOrderIsNoticed) {
  const auto fault = [](std::string_view entry) {
    const auto status = check_reductions_decomposed(parsed_module(module_with(entry)));
    return status ? std::string() : status.error()->message;
  };
  EXPECT_EQ(fault("p = f32[2,3,4]{2,1,0} parameter(0) "
                  "ROOT r = f32[3,4]{0,1} reduce(p, z), dimensions={0}, to_apply=plus"),
            "r gives its result in another order than it reads");
  EXPECT_EQ(fault("p = f32[2,3]{1,0} parameter(0) q = f32[2,3]{0,1} parameter(1) "
                  "ROOT r = (f32[3]{0}, f32[3]{0}) reduce(p, q, z, z), dimensions={0}, "
                  "to_apply=both"),
            "r reads arrays in different orders");
}

}  // namespace
}  // namespace tileglot::hlo::pass
