// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/digest.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/digest/array_digest.h"

namespace tileglot::relayout::digest {
namespace {

using Extents = std::vector<std::int64_t>;

/// Of a row of bytes in a matrix of three columns.
Digest row_digest(const std::vector<std::byte>& row, const map::Coordinate& begin,
                  std::int64_t rows) {
  map::MapBuilder builder(map::dims_of({1, 3}));
  const auto layout = builder.finish(builder.dim(1), {{3, "offset"}});
  return *digest_of(*layout, begin, Extents{rows, 3}, 8, row);
}

const std::vector<std::byte> kOneToThree = {std::byte{1}, std::byte{2}, std::byte{3}};
const std::vector<std::byte> kFourToSix = {std::byte{4}, std::byte{5}, std::byte{6}};

TEST(Digest, DigestsOfPartsAreAdded) {
  Digest sum = row_digest(kFourToSix, {1, 0}, 2);
  EXPECT_FALSE(sum.is_whole());
  ASSERT_TRUE(sum.add(row_digest(kOneToThree, {0, 0}, 2)).has_value());
  EXPECT_EQ(sum, (Digest{{2, 3}, 8, 6, 0x17e5e997b5361fe0, 0xda99b2ab0354ebb0}));
  EXPECT_TRUE(sum.is_whole());
}

TEST(Digest, PartsOfTwoArraysAreNotAdded) {
  Digest sum = row_digest(kFourToSix, {1, 0}, 2);
  const Digest before = sum;
  const auto status = sum.add(row_digest(kOneToThree, {0, 0}, 3));
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error()->code, "digest.other_array");
  EXPECT_EQ(status.error()->message,
            "digests of two arrays cannot be added: [2,3] of 8-bit elements and [3,3] of 8-bit "
            "elements");
  EXPECT_EQ(sum, before);
}

TEST(Digest, MorePartsThanTheArrayHasAreRefused) {
  Digest sum = row_digest(kOneToThree, {0, 0}, 1);
  const auto status = sum.add(sum);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error()->code, "digest.elements");
  EXPECT_EQ(status.error()->message,
            "parts of 3 and 3 elements are more than the 3 of [1,3] of 8-bit elements");
}

TEST(Digest, AnArrayWithoutElementsIsWhole) {
  const Digest none{.extents = {core::kInt64Max, core::kInt64Max, 0}, .element_bits = 8};
  EXPECT_EQ(none.all_elements(), 0);
  EXPECT_TRUE(none.is_whole());
}

}  // namespace
}  // namespace tileglot::relayout::digest
