// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/stored_shape.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::value {
namespace {

Extents stored(const std::string& text, std::size_t highest_rank = 32) {
  const auto layout = bridge::parse_layout(text).value();
  return stored_shape(layout, bridge::to_map(layout).value(), highest_rank);
}

TEST(StoredShape, ATiledLayoutIsStoredInItsPhysicalExtents) {
  EXPECT_EQ(stored("bf16[4096,14336]{1,0:T(8,128)(2,1)}"), (Extents{512, 112, 4, 128, 2, 1}));
  EXPECT_EQ(stored("f32[33,57]{0,1:T(8,128)}"), (Extents{8, 1, 8, 128}));
  EXPECT_EQ(stored("(4,6):(1,4)"), (Extents{6, 4}));
}

TEST(StoredShape, GapsAndHighRanksAreOneDimension) {
  EXPECT_EQ(stored("(4,6):(1,5)"), Extents{29});
  EXPECT_EQ(stored("bf16[16,256]{1,0:T(8,128)(2,1)}", 5), Extents{4096});
}

TEST(StoredShape, ATailIsStored) {
  EXPECT_EQ(stored("f32[33,200]{1,0:T(8,128)L(4096)}"), Extents{12288});
  EXPECT_EQ(stored("f32[32,256]{1,0:T(8,128)L(4096)}"), (Extents{4, 2, 8, 128}));
}

TEST(StoredShape, PackedElementsShareAByteAlongTheLastDimension) {
  EXPECT_EQ(packed_shape({24, 64}, 1), (Extents{24, 64}));
  EXPECT_EQ(packed_shape({24, 64}, 2), (Extents{24, 32}));
  EXPECT_EQ(packed_shape({2, 8, 1}, 4), (Extents{2, 2, 1}));
  EXPECT_EQ(packed_shape({2, 3}, 2), Extents{3});
  EXPECT_EQ(packed_shape({4611686018427387904, 4611686018427387904, 0, 3}, 2), Extents{0});
}

}  // namespace
}  // namespace tileglot::value
