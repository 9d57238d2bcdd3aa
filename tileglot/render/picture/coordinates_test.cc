// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/picture/coordinates.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/map/index_map.h"

namespace tileglot::render {
namespace {

using Coordinates = std::vector<map::Coordinate>;

Coordinates all_of(const std::vector<map::Dim>& dims) {
  Coordinates all;
  for_each_coordinate(dims, [&](const map::Coordinate& x) { all.push_back(x); });
  return all;
}

TEST(Coordinates, CoordinatesComeRowMajor) {
  EXPECT_EQ(all_of(map::dims_of({2, 2})), (Coordinates{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(all_of(map::dims_of({1, 3, 1})), (Coordinates{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}}));
}

TEST(Coordinates, ADomainWithoutDimensionsHasOne) { EXPECT_EQ(all_of({}), (Coordinates{{}})); }

TEST(Coordinates, AnEmptyDomainHasNone) {
  EXPECT_TRUE(all_of(map::dims_of({2, 0})).empty());
  EXPECT_TRUE(all_of(map::dims_of({0})).empty());
}

TEST(Coordinates, AfterTheLastComesTheFirst) {
  map::Coordinate x{1, 1};
  EXPECT_FALSE(move_on(x, map::dims_of({2, 2})));
  EXPECT_EQ(x, (map::Coordinate{0, 0}));
}

TEST(Coordinates, ANumberIsThePlaceInTheOrder) {
  const std::vector<map::Dim> dims = map::dims_of({2, 3, 4});
  std::int64_t number = 0;
  for (const map::Coordinate& x : all_of(dims)) EXPECT_EQ(coordinate_of(number++, dims), x);
}

}  // namespace
}  // namespace tileglot::render
