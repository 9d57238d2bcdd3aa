// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/detail/affine.h"

#include <gtest/gtest.h>

#include "tileglot/map/builder.h"
#include "tileglot/map/digits.h"
#include "tileglot/map/index_map.h"

namespace tileglot::bridge {
namespace {

TEST(Affine, JoinedDimensionsAreRefusedWithACoordinate) {
  map::MapBuilder b(map::dims_of({7, 5}));
  const map::Value joined = b.add(b.scale(b.dim(0), 5), b.dim(1));
  const auto digits = digits_of_all(*b.finish(b.floor_div(joined, 2), {}));
  ASSERT_FALSE(digits.has_value());
  EXPECT_EQ(digits.error()->code, "bridge.not_affine");
  EXPECT_EQ(digits.error()->witness, "f(0,0) = 0, f(1,0) = 2, f(0,1) = 0, but f(1,1) = 3");
}

TEST(Affine, AnOffsetOfTheFirstElementIsRefused) {
  map::MapBuilder b(map::dims_of({4}));
  const auto digits = digits_of_all(*b.finish(b.add(b.dim(0), b.constant(3)), {}));
  ASSERT_FALSE(digits.has_value());
  EXPECT_EQ(digits.error()->witness, "f(0) = 3");
}

TEST(Affine, BordersThatDoNotNestAreRefused) {
  map::MapBuilder b(map::dims_of({12}));
  const map::Value sum = b.add(b.floor_div(b.dim(0), 2), b.floor_div(b.dim(0), 3));
  const auto digits = digits_of_all(*b.finish(sum, {}));
  ASSERT_FALSE(digits.has_value());
  EXPECT_EQ(digits.error()->code, "bridge.not_affine");
}

TEST(Affine, ADimensionWithoutTermsHasOneDigitOfStrideZero) {
  map::MapBuilder b(map::dims_of({4, 6}));
  const auto digits = digits_of_all(*b.finish(b.dim(1), {}));
  ASSERT_TRUE(digits.has_value());
  ASSERT_EQ((*digits)[0].size(), 1U);
  EXPECT_EQ((*digits)[0][0].stride, 0);
}

}  // namespace
}  // namespace tileglot::bridge
