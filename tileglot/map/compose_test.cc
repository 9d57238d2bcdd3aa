// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/compose.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/map/any_recipe.h"
#include "tileglot/map/example_sums.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"

namespace tileglot::map {
namespace {

void expect_composes(const IndexMap& outer, const IndexMap& inner, std::string_view sum) {
  const auto composed = compose(outer, inner);
  ASSERT_TRUE(composed.has_value()) << composed.error()->message;
  EXPECT_EQ(to_text(*composed), sum);
}

core::Error refusal(const IndexMap& outer, const IndexMap& inner) {
  const auto composed = compose(outer, inner);
  return composed ? core::Error{} : composed.error();
}

TEST(Compose, EveryFourthIndexOfARowMajorMatrixIsItsFirstRow) {
  // (4,6):(6,1) with the first mode fastest is 6*(i mod 4) + i/4; i = 4*x.
  expect_composes(sum_map("24", "6*(x0%4) + (x0/4)"), sum_map("6", "4*x0"), "x0");
}

TEST(Compose, ANumberIsReadRowMajor) {
  const IndexMap outer = sum_map("4,6", "x0 + 4*x1");
  const auto composed = compose(outer, sum_map("5", "5*x0"));
  ASSERT_TRUE(composed.has_value()) << composed.error()->message;
  // 0, 5, 10, 15, 20 are the coordinates (0,0) (0,5) (1,4) (2,3) (3,2).
  EXPECT_EQ(table_of(*composed), (std::vector<std::int64_t>{0, 20, 17, 14, 11}));
  EXPECT_EQ(to_text(*composed), "20*x0 - 23*((5*x0)/6)");
}

TEST(Compose, ATupleIsReadDimensionByDimension) {
  // The value of the inner map numbers (2,8), the outer map's dimensions are larger.
  const IndexMap inner = sum_map("16", "x0", "2,8");
  expect_composes(sum_map("4,10", "100*x0 + x1"), inner, "x0 + 92*(x0/8)");
}

TEST(Compose, AnOffsetInsideCarriesIntoTheNextMode) {
  // (4,4):(4,1) o 2 o 8:1
  const auto composed = compose(sum_map("16", "4*(x0%4) + (x0/4)"), sum_map("8", "x0 + 2"));
  ASSERT_TRUE(composed.has_value());
  EXPECT_EQ(table_of(*composed), (std::vector<std::int64_t>{8, 12, 1, 5, 9, 13, 2, 6}));
  EXPECT_EQ(to_text(*composed), "8 + 4*x0 - 15*((2+x0)/4)");
}

TEST(Compose, ASwizzleInsideIsReadBitByBit) {
  // (4,4):(4,1) o 0 o Sw<2,0,2> o 0 o 16:1
  expect_composes(sum_map("16", "4*(x0%4) + (x0/4)"), sum_map("16", "sw(2,0,2, x0)"),
                  "(x0/4) + 4*[x0_0 ^ x0_2] + 8*[x0_1 ^ x0_3]");
}

TEST(Compose, OneArgumentForEachDimension) {
  const std::vector<IndexMap> arguments{sum_map("6", "(x0/3)"), sum_map("6", "(x0%3)")};
  const auto composed = compose(sum_map("2,3", "x0 + 2*x1"), arguments);
  ASSERT_TRUE(composed.has_value()) << composed.error()->message;
  EXPECT_EQ(table_of(*composed), (std::vector<std::int64_t>{0, 2, 4, 1, 3, 5}));
}

TEST(Compose, LeavingTheDomainIsRefusedWithACoordinate) {
  const core::Error error = refusal(sum_map("4,6", "6*x0 + x1"), sum_map("5", "6*x0"));
  EXPECT_EQ(error->code, "map.out_of_domain");
  EXPECT_EQ(error->witness, "at (4) the value is 24");
}

TEST(Compose, ANegativeIndexIntoSeveralModesIsRefused) {
  const core::Error several = refusal(sum_map("4,6", "6*x0 + x1"), sum_map("5", "x0 - 2"));
  EXPECT_EQ(several->code, "map.negative_index");
  EXPECT_EQ(several->witness, "at (0) the value is -2");
  EXPECT_EQ(refusal(sum_map("4", "x0"), sum_map("5", "x0 - 2"))->code, "map.out_of_domain");
}

TEST(Compose, ALooseBoundDoesNotRefuse) {
  // 0 2 0 0, but the parts alone reach from -1 to 2.
  const IndexMap inner = sum_map("4", "[x0_0 ^ x0_1] + x0_0 - x0_1");
  ASSERT_LT(inner.out().bound.lo, 0);
  EXPECT_EQ(refusal(sum_map("3", "x0"), inner)->code, "");
}

TEST(Compose, ArgumentsMustAgree) {
  const IndexMap outer = sum_map("2,3", "x0 + 2*x1");
  const std::vector<IndexMap> one{sum_map("6", "(x0/3)")};
  EXPECT_EQ(compose(outer, one).error()->code, "map.domain_mismatch");
  const std::vector<IndexMap> different{sum_map("6", "(x0/3)"), sum_map("5", "(x0%3)")};
  EXPECT_EQ(compose(outer, different).error()->code, "map.domain_mismatch");
}

TEST(Compose, AnEmptyInnerDomainComposesWithAnything) {
  const auto composed = compose(sum_map("4", "x0"), sum_map("0", "x0 + 9"));
  ASSERT_TRUE(composed.has_value());
  EXPECT_EQ(composed->size(), 0);
}

}  // namespace
}  // namespace tileglot::map
