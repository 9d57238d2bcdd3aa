// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/kernel/tensor_modes.h"

#include <gtest/gtest.h>

#include "tileglot/cute/kernel/example_tensors.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

using TensorModes = ExampleTensors;

TEST_F(TensorModes, ATensorIsAskedForItsModes) {
  for_each_kind([](auto t) {
    EXPECT_TRUE(shape(t) == make_shape(8, 8));
    EXPECT_TRUE(stride(t) == make_stride(8, 1));
    EXPECT_EQ(stride<0>(t), 8);
    EXPECT_EQ(depth(t), 1);
    EXPECT_EQ(layout<1>(t)(3), 3);
    EXPECT_EQ(size(layout(t)), 64);
  });
}

TEST_F(TensorModes, GroupedAndFlattenedModesReachTheSameElements) {
  for_each_kind([](auto t) {
    const auto grouped = group_modes<0, 2>(t);
    EXPECT_EQ(rank(grouped), 1);
    EXPECT_EQ(rank(flatten(grouped)), 2);
    for (int m = 0; m < 8; ++m) {
      for (int n = 0; n < 8; ++n) {
        EXPECT_EQ(grouped(m + 8 * n), t(m, n));
        EXPECT_EQ(flatten(grouped)(m, n), t(m, n));
      }
    }
  });
}

TEST_F(TensorModes, ASwizzledTensorHasThemToo) {
  const auto swizzled = composition(Swizzle<3, 0, 3>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{});
  const auto t = make_tensor(memory.data(), swizzled);
  EXPECT_TRUE(shape(t) == make_shape(8, 8));
  EXPECT_EQ(depth(t), 1);
  EXPECT_EQ(size(layout(t)), 64);
  for (int i = 0; i < 64; ++i) {
    const int expected = t(i % 8, i / 8);
    EXPECT_EQ((group_modes<0, 2>(t)(i)), expected);
    EXPECT_EQ((flatten(group_modes<0, 2>(t))(i % 8, i / 8)), expected);
    EXPECT_EQ(coalesce(t)(i), expected);
  }
}

TEST_F(TensorModes, CoalescedModesReachTheSameElements) {
  const auto columns = make_tensor(memory.data(), Layout<Shape<_4, _2, _8>, Stride<_1, _4, _8>>{});
  EXPECT_TRUE(layout(coalesce(columns)) == make_layout(64));
  for_each_kind([](auto t) {
    const auto merged = coalesce(t);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(merged(i), t[i]);
  });
}

}  // namespace
