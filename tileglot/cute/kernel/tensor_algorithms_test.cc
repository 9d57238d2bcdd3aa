// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/kernel/tensor_algorithms.h"

#include <gtest/gtest.h>

#include <limits>

#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

TEST(TensorAlgorithms, TensorsAreFilledCopiedAndReduced) {
  const auto offsets = make_tensor(counting_iterator<int>{0}, Layout<Shape<_4, _2>>{});
  auto r = make_tensor<int>(Shape<_4, _2>{}, LayoutRight{});
  copy(offsets, r);
  EXPECT_EQ(r(1, 1), 5);
  transform(r, [](int x) { return 2 * x; });
  EXPECT_EQ(reduce(r, 0), 56);
  auto sum = make_tensor<int>(Shape<_4, _2>{});
  transform(r, offsets, sum, [](int a, int b) { return a + b; });
  axpby(1, offsets, 10, sum);
  EXPECT_EQ(sum(7), 217);
  auto fresh = make_tensor<double>(Shape<_4, _2>{});
  fill(fresh, std::numeric_limits<double>::quiet_NaN());
  axpby(2, offsets, 0, fresh);
  EXPECT_EQ(fresh(7), 14);
  copy_if([](int i) { return i < 2; }, offsets, sum);
  EXPECT_EQ(sum(1), 1);
  EXPECT_EQ(sum(2), 62);
  int count = 0;
  for_each(sum, [&count](int x) { count += x > 1 ? 1 : 0; });
  EXPECT_EQ(count, 6);
  clear(sum(_, 0));
  EXPECT_EQ(reduce(sum(_, 0), 0), 0);
}

}  // namespace
