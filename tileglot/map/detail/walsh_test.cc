// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/walsh.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/map/builder.h"
#include "tileglot/map/detail/sum_difference.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

constexpr std::int64_t kLarge = std::int64_t{1} << 25;

/// [x0_24 ^ x1_24] on these extents, or x0_24 + x1_24.
IndexMap top_bits(std::int64_t n, bool joined) {
  return map_of({n, n}, [&](MapBuilder& b) {
    const Parity first = b.bit(b.dim(0), 24);
    const Parity second = b.bit(b.dim(1), 24);
    if (joined) return b.as_term(1, b.exclusive_or(first, second));
    return b.add(b.as_term(1, first), b.as_term(1, second));
  });
}

std::optional<Coordinate> first(const IndexMap& f, const IndexMap& g) {
  const std::vector<std::size_t> dims{0, 1};
  return first_by_form(subtract(f, g), dims);
}

TEST(Walsh, AnXorAndASumDifferFirstWhereBothBitsAreOne) {
  EXPECT_EQ(first(top_bits(kLarge, true), top_bits(kLarge, false)),
            (Coordinate{std::int64_t{1} << 24, std::int64_t{1} << 24}));
}

TEST(Walsh, ExtentsNeedNotBePowersOfTwo) {
  EXPECT_EQ(first(top_bits(3 * kLarge, true), top_bits(3 * kLarge, false)),
            (Coordinate{std::int64_t{1} << 24, std::int64_t{1} << 24}));
}

TEST(Walsh, AboveTheBitsTheSmallestDivisorDecides) {
  const auto with = [](std::int64_t boundary) {
    return map_of({6 * kLarge, 6 * kLarge}, [&](MapBuilder& b) {
      const Parity joined = b.exclusive_or(b.bit(b.dim(0), 24), b.bit(b.dim(1), 24));
      return b.add(b.as_term(1, joined), b.floor_div(b.dim(1), boundary));
    });
  };
  // The parities cancel, so x1 is left alone.
  const std::vector<std::size_t> dims{1};
  EXPECT_EQ(first_by_form(subtract(with(3 * kLarge), with(5 * kLarge)), dims),
            (Coordinate{0, 3 * kLarge}));
}

TEST(Walsh, ClippedExtentsAreNotDecidedByForm) {
  // For x < 5, x_0 ^ x_2 is x_0 + x_2: 4 is the only number with bit 2.
  const auto joined = [](MapBuilder& b) {
    return b.as_term(1, b.exclusive_or(b.bit(b.dim(0), 0), b.bit(b.dim(0), 2)));
  };
  const IndexMap f = map_of({5}, joined);
  const std::vector<std::size_t> dims{0};
  EXPECT_EQ(first_by_form(subtract(f, strided({5}, {0})), dims), std::nullopt);
}

}  // namespace
}  // namespace tileglot::map
