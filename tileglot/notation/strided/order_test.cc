// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/order.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileglot::notation::strided {
namespace {

using Numbers = std::vector<std::int64_t>;
using Dims = std::vector<std::size_t>;

TEST(Order, NamesOrderTheDimensions) {
  EXPECT_EQ(major_to_minor(Order::kC, 3), (Dims{0, 1, 2}));
  EXPECT_EQ(major_to_minor(Order::kContiguous, 3), (Dims{0, 1, 2}));
  EXPECT_EQ(major_to_minor(Order::kF, 3), (Dims{2, 1, 0}));
  EXPECT_EQ(major_to_minor(Order::kChannelsLast, 4), (Dims{0, 2, 3, 1}));
  EXPECT_EQ(major_to_minor(Order::kChannelsLast3d, 5), (Dims{0, 2, 3, 4, 1}));
}

TEST(Order, ChannelsLastStoresTheChannelsOfAPixelTogether) {
  const OrderedArray array{{{1, 2, 3, 4}}, Order::kChannelsLast};
  EXPECT_EQ(offset_of(array, Numbers{0, 1, 2, 3}), (2 * 4 + 3) * 2 + 1);
  EXPECT_EQ(offset_of(array, Numbers{0, 1, 0, 0}), 1);
  EXPECT_EQ(positions(array), 24);
  EXPECT_EQ(print(array), "shape=(1,2,3,4) channels_last");
}

TEST(Order, TheFirstDimensionOfFIsFastest) {
  const OrderedArray array{{{2, 3}}, Order::kF};
  EXPECT_EQ(offset_of(array, Numbers{1, 2}), 5);
  EXPECT_EQ(offset_of(array, Numbers{1, 0}), 1);
  EXPECT_EQ(print(array), "shape=(2,3) order=F");
}

TEST(Order, ChannelsLastNeedsItsRank) {
  EXPECT_EQ(check(OrderedArray{{{2, 3}}, Order::kChannelsLast}).error()->code, "strided.rank");
  EXPECT_EQ(check(OrderedArray{{{1, 2, 3, 4}}, Order::kChannelsLast3d}).error()->code,
            "strided.rank");
  EXPECT_TRUE(check(OrderedArray{{{}}, Order::kF}));
}

}  // namespace
}  // namespace tileglot::notation::strided
