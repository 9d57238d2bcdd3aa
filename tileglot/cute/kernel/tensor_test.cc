// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/kernel/tensor.h"

#include <gtest/gtest.h>

#include "tileglot/cute/kernel/example_tensors.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

using TensorTest = ExampleTensors;

TEST_F(TensorTest, AnElementIsReadAndWrittenWhereTheLayoutSays) {
  for_each_kind([&](auto t) {
    EXPECT_EQ(t(3, 2), 26);
    EXPECT_EQ(t(make_coord(3, 2)), 26);
    EXPECT_EQ(t[19], 26);
    t(3, 2) = -1;
    EXPECT_EQ(memory[26], -1);
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

TEST_F(TensorTest, ASwizzledTensorIsReadAndSliced) {
  const auto swizzled = composition(Swizzle<3, 0, 3>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{});
  const auto t = make_tensor(memory.data(), swizzled);
  for (int m = 0; m < 8; ++m) {
    for (int n = 0; n < 8; ++n) {
      EXPECT_EQ(t(m, n), 8 * m + (n ^ m));
      EXPECT_EQ(t(m, _)(n), t(m, n));
      EXPECT_EQ(t(_, n)(m), t(m, n));
    }
  }
  EXPECT_EQ(size(t), 64);
  EXPECT_EQ(rank(t), 2);
}

}  // namespace
