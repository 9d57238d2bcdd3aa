// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/refactor_inner.h"

#include <gtest/gtest.h>

#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

TEST(RefactorInner, AFusedTileIsDigitsOfItsFusedValue) {
  // 15*x0 + 3*x1 + 18*(w/2) + x2 + 3*(x2/3), w = 5*x0 + x1
  const IndexMap f = tiled({7, 5, 11}, {{kCombine, 2, 3}});
  ASSERT_EQ(f.inner().size(), 1U);
  const Value whole = refactor_inner(f.out(), f.inner(), f.rank());
  const core::SmallVector<FloorTerm, 12> expected{{1, 1, 2}, {3, 3, 2}, {3, 1, 3}, {18, 2, 3}};
  EXPECT_EQ(whole.floors, expected);
}

TEST(RefactorInner, AValueWithoutFloorsOfInnerValuesStays) {
  const IndexMap f = tiled({3, 5}, {{2, 2}});
  EXPECT_EQ(refactor_inner(f.out(), f.inner(), f.rank()), f.out());
}

}  // namespace
}  // namespace tileglot::map
