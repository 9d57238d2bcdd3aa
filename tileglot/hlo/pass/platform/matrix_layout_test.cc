// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/platform/matrix_layout.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/platform/cpu_dot.h"

namespace tileglot::hlo::pass {
namespace {

TEST(MatrixLayout, TheBatchMayNotBeTheMostMinor) {
  EXPECT_TRUE(is_matrix_layout({2, 1, 0}, {.batch = {0}, .rows = {1}, .columns = {2}}));
  EXPECT_TRUE(is_matrix_layout({2, 1, 0}, {.batch = {1}, .rows = {0}, .columns = {2}}));
  EXPECT_FALSE(is_matrix_layout({2, 1, 0}, {.batch = {2}, .rows = {0}, .columns = {1}}));
  EXPECT_FALSE(is_matrix_layout({1, 0}, {.batch = {1}, .rows = {0}}));
  EXPECT_TRUE(is_matrix_layout({0}, {.batch = {0}}));
}

TEST(MatrixLayout, GroupsLieTogetherInTheirOrder) {
  const MatrixRoles roles{.batch = {1, 0}, .rows = {2}, .columns = {3}};
  EXPECT_FALSE(is_matrix_layout({3, 2, 1, 0}, roles));
  EXPECT_TRUE(is_matrix_layout({3, 2, 0, 1}, roles));
  EXPECT_FALSE(is_matrix_layout({3, 0, 2, 1}, roles));
}

CpuDotStrategy strategy(const std::string& left, const std::string& right,
                        const std::string& result, const std::string& contracting) {
  const Module m = parsed_module(
      "ENTRY e { p = " + left + " parameter(0) q = " + right + " parameter(1) ROOT d = " + result +
      " dot(p, q), lhs_contracting_dims={" + contracting + "}, rhs_contracting_dims={0} }");
  return cpu_dot_strategy(m, named(m, "d"));
}

TEST(CpuDot, ADotIsComputedInOneOfThreeWays) {
  EXPECT_EQ(strategy("f32[64,32]", "f32[32,48]", "f32[64,48]", "1"), CpuDotStrategy::kLibrary);
  EXPECT_EQ(strategy("f32[64,32]", "f32[32]", "f32[64]", "1"), CpuDotStrategy::kMatrixVector);
  EXPECT_EQ(strategy("f32[1,32]", "f32[32,48]", "f32[1,48]", "1"), CpuDotStrategy::kMatrixVector);
  EXPECT_EQ(strategy("bf16[64,32]", "bf16[32,48]", "bf16[64,48]", "1"),
            CpuDotStrategy::kPlainLoops);
  EXPECT_EQ(strategy("f32[2,32]", "f32[32,3]", "f32[2,3]", "1"), CpuDotStrategy::kPlainLoops);
  EXPECT_EQ(strategy("f32[4,64,32]", "f32[32,48]", "f32[4,64,48]", "2"),
            CpuDotStrategy::kPlainLoops);
}

}  // namespace
}  // namespace tileglot::hlo::pass
