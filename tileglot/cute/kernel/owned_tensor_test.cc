// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/kernel/owned_tensor.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "tileglot/cute/kernel/local_tile.h"
#include "tileglot/cute/kernel/tensor_algorithms.h"
#include "tileglot/cute/kernel/tensor_modes.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

TEST(OwnedTensor, ATensorOwnsAsManyElementsAsItsLayoutReaches) {
  auto r = make_tensor<int>(Shape<_4, _2>{});
  static_assert(sizeof(r) == 8 * sizeof(int));
  fill(r, 0);
  r(3, 1) = 7;
  EXPECT_EQ(r(7), 7);
  EXPECT_EQ(r(_, 1)(3), 7);
  EXPECT_EQ(size(r), 8);
  auto padded = make_tensor<int>(Shape<_4, _2>{}, Stride<_1, _8>{});
  static_assert(sizeof(padded) == 12 * sizeof(int));
  auto rows = make_tensor<float>(Layout<Shape<_4, _2>, Stride<_2, _1>>{});
  static_assert(sizeof(rows) == 8 * sizeof(float));
}

TEST(OwnedTensor, PartsAreWrittenTo) {
  auto r = make_tensor<int>(Shape<_4, _8>{});
  fill(r, 0);
  local_tile(r, Shape<_2, _2>{}, make_coord(1, 3))(1, 0) = 7;
  EXPECT_EQ(r(3, 6), 7);
  group_modes<0, 2>(r)(4) = 8;
  EXPECT_EQ(r(0, 1), 8);
  static_assert(is_rmem_v<decltype(r)>);
  const auto& fixed = r;
  static_assert(std::is_same_v<decltype(flatten(fixed))::iterator, const int*>);
}

TEST(OwnedTensor, ATensorLikeAnotherIsCompact) {
  int memory[64] = {};
  const auto view = make_tensor(&memory[0], Layout<Shape<_4, _2>, Stride<_16, _1>>{});
  auto like = make_tensor_like(view);
  static_assert(sizeof(like) == 8 * sizeof(int));
  EXPECT_TRUE(stride(like) == make_stride(2, 1));
  EXPECT_TRUE(stride(make_fragment_like(view)) == make_stride(1, make_stride(4)));
  static_assert(sizeof(make_fragment_like<double>(view)) == 8 * sizeof(double));
}

}  // namespace
