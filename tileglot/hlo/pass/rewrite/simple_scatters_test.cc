// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/simple_scatters.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/laws/passed_text.h"

namespace tileglot::hlo::pass {
namespace {

std::string scatter_module(std::string_view window, std::string_view updates) {
  return "plus { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n"
         "ENTRY e { p = f32[8,5,6]{2,1,0} parameter(0) i = s32[7,1]{1,0} parameter(1) "
         "u = " +
         std::string(updates) +
         " parameter(2) ROOT s = f32[8,5,6]{2,1,0} scatter(p, i, u), update_window_dims=" +
         std::string(window) +
         ", inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, "
         "to_apply=plus }";
}

TEST(SimpleScatters, TheUpdatesAreTransposed) {
  EXPECT_EQ(passed("scatter_simplifier", scatter_module("{2,1}", "f32[7,6,5]{2,1,0}")),
            "p = f32[8,5,6]{2,1,0} parameter(0)\ni = s32[7,1]{1,0} parameter(1)\n"
            "u = f32[7,6,5]{2,1,0} parameter(2)\n"
            "transpose = f32[7,5,6]{2,1,0} transpose(u), dimensions={0,2,1}\n"
            "ROOT s = f32[8,5,6]{2,1,0} scatter(p, i, transpose), update_window_dims={1,2}, "
            "inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, "
            "to_apply=plus\n");
}

TEST(SimpleScatters, WhatRisesStays) {
  auto module = parsed_module(scatter_module("{0,2}", "f32[5,7,6]{2,1,0}"));
  EXPECT_EQ(simplify_scatters(module), 0U);
}

TEST(SimpleScatters, OneThatDoesNotRiseIsNoticed) {
  const auto status =
      check_scatters_simple(parsed_module(scatter_module("{2,1}", "f32[7,6,5]{2,1,0}")));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error()->message, "s is a scatter whose window dimensions do not rise");
}

}  // namespace
}  // namespace tileglot::hlo::pass
