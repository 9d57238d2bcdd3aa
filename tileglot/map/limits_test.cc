// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/limits.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

TEST(Limits, ASearchMakesAtMostTwoToThe30TermEvaluations) {
  EXPECT_EQ(points_allowed(20), std::int64_t{1} << 24);
  EXPECT_EQ(points_allowed(1023), std::int64_t{1} << 20);
}

TEST(Limits, InnerValuesCountToo) {
  EXPECT_EQ(count_terms(tiled({3, 5}, {{2, 2}})), 4U);
  EXPECT_EQ(count_terms(tiled({7, 5, 11}, {{kCombine, 2, 3}})), 7U);
}

TEST(Limits, ARefusalNamesTheDimensionsAndTheNumbers) {
  const std::vector<std::size_t> dims{0, 2};
  const std::vector<std::int64_t> points{1025, 100000};
  const core::Error error =
      too_large_to_decide("equality", dims_of({2000, 3, 200000}), dims, points, 16777216);
  EXPECT_EQ(error->code, "map.too_large_to_decide");
  EXPECT_EQ(error->message,
            "equality on the linked dimensions x0, x2 needs 1025 x 100000 = 102500000 points; "
            "the limit is 16777216");
}

TEST(Limits, ALongListOfDimensionsIsShortened) {
  const std::vector<std::size_t> dims{0, 1, 2, 3, 4, 5, 6, 7};
  const std::vector<std::int64_t> points(8, 1000);
  const core::Error error =
      too_large_to_decide("equality", std::vector<Dim>(8, Dim{1000}), dims, points, 16777216);
  EXPECT_EQ(error->message,
            "equality on the linked dimensions x0, x1, x2, x3, x4, .., x7 needs 1000 x 1000 x 1000 "
            "x 1000 x 1000 x .. x 1000 = more than 2^63 points; the limit is 16777216");
}

}  // namespace
}  // namespace tileglot::map
