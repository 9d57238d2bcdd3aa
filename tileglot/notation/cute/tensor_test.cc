// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tensor.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "tileglot/notation/cute/mixed_layout.h"
#include "tileglot/notation/cute/vocabulary.h"

using namespace tileglot::cute;

namespace {

/// A row-major 8x8 matrix whose elements are their own offsets, by each kind of layout.
class TensorTest : public testing::Test {
 protected:
  TensorTest() : memory_(64) { std::iota(memory_.begin(), memory_.end(), 0); }

  template <class Check>
  void for_each_kind(const Check& check) {
    const int n = 8;
    check(make_tensor(memory_.data(), make_layout(make_shape(8, 8), LayoutRight{})));
    check(make_tensor(memory_.data(), Layout<Shape<_8, _8>, Stride<_8, _1>>{}));
    check(make_tensor(memory_.data(), mixed_layout(make_shape(n, n), make_stride(n, _1{}))));
  }

  std::vector<int> memory_;
};

TEST_F(TensorTest, AnElementIsReadAndWrittenWhereTheLayoutSays) {
  for_each_kind([&](auto t) {
    EXPECT_EQ(t(3, 2), 26);
    EXPECT_EQ(t(make_coord(3, 2)), 26);
    EXPECT_EQ(t[19], 26);
    t(3, 2) = -1;
    EXPECT_EQ(memory_[26], -1);
    t(3, 2) = 26;
    EXPECT_EQ(size(t), 64);
    EXPECT_EQ(size<1>(t), 8);
    EXPECT_EQ(rank(t), 2);
  });
}

TEST_F(TensorTest, ASliceIsATensor) {
  for_each_kind([](auto t) {
    for (int n = 0; n < 8; ++n) {
      EXPECT_EQ(t(3, _)(n), t(3, n));
      EXPECT_EQ(t(_, 3)(n), t(n, 3));
    }
  });
}

}  // namespace
