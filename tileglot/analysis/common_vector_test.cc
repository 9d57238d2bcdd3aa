// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/common_vector.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/example_maps.h"

namespace tileglot::analysis {
namespace {

TEST(CommonVector, ASwizzleKeepsVectorsOfEight) {
  const map::IndexMap rows = map::strided({8, 64}, {64, 1});
  const map::IndexMap swizzled = map::swizzled({8, 64}, {64, 1}, map::swizzle_rows(3, 3, 3));
  EXPECT_EQ(*common_vector(rows, swizzled, 16), 8);
  EXPECT_EQ(*common_vector(rows, swizzled, 4), 4);
  EXPECT_EQ(*common_vector(rows, map::strided({8, 64}, {1, 8}), 16), 1);
  EXPECT_EQ(*common_vector(rows, rows, 16), 16);
}

TEST(CommonVector, AVectorNeedsAllItsElementsAndAnAlignedBegin) {
  EXPECT_EQ(*common_vector(map::strided({4, 6}, {6, 1}), map::strided({4, 6}, {8, 1}), 16), 2);
  EXPECT_EQ(*common_vector(map::strided({4, 4}, {4, 1}), map::strided({4, 4}, {5, 1}), 16), 1);
  EXPECT_EQ(*common_vector(map::tiled({4, 4}, {{2, 2}}), map::tiled({4, 4}, {{2, 2}}), 16), 16);
  EXPECT_EQ(*common_vector(map::tiled({4, 4}, {{2, 2}}), map::strided({4, 4}, {4, 1}), 16), 2);
}

TEST(CommonVector, LayoutsOfDifferentTensorsAreRefused) {
  EXPECT_EQ(common_vector(map::strided({4}, {1}), map::strided({5}, {1}), 4).error()->code,
            "map.domain_mismatch");
  const map::IndexMap large = map::strided({2 * kMostCopied}, {1});
  EXPECT_EQ(common_vector(large, large, 4).error()->code, "map.too_large_to_decide");
}

/// In every block of n that f reaches, g moves along.
bool share_vectors(const map::IndexMap& f, const map::IndexMap& g, std::int64_t n) {
  std::vector<map::Coordinate> all;
  map::Coordinate x(f.rank(), 0);
  for (std::int64_t i = 0; i < f.size(); ++i) {
    all.push_back(x);
    for (std::size_t k = f.rank(); k-- > 0 && ++x[k] == f.extent(k);) x[k] = 0;
  }
  const auto exists = [&](std::int64_t in_f, std::int64_t in_g) {
    for (const map::Coordinate& y : all) {
      if (f(y) == in_f && g(y) == in_g) return true;
    }
    return false;
  };
  for (const map::Coordinate& y : all) {
    const std::int64_t place = ((f(y) % n) + n) % n;
    if ((g(y) - place) % n != 0) return false;
    for (std::int64_t i = 0; i < n; ++i) {
      if (!exists(f(y) - place + i, g(y) - place + i)) return false;
    }
  }
  return true;
}

TEST(CommonVectorLaw, NoWiderVectorIsShared) {
  std::int64_t wide = 0;
  core::check_law("common_vector_is_widest", 5000, [&] {
    const map::RecipePair pair = *map::any_recipe_pair({.max_points = 48});
    std::int64_t widest = 1;
    for (std::int64_t n = 2; n <= 8; n *= 2) {
      if (share_vectors(pair.f.map(), pair.g.map(), n)) widest = n;
    }
    if (widest > 1) ++wide;
    ASSERT_EQ(*common_vector(pair.f.map(), pair.g.map(), 8), widest) << pair;
  });
  EXPECT_GT(wide, 0);
}

}  // namespace
}  // namespace tileglot::analysis
