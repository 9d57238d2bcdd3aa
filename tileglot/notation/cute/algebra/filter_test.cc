// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/filter.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(filter_zeros("((_4,_3),_2):((_0,_1),_0)"_layout) ==
              "((_1,_3),_1):((_0,_1),_0)"_layout);
static_assert(filter("_4:_0"_layout) == "_1:_0"_layout);
static_assert(*filter("(_4,_3):(_0,_1)"_layout, *tuple_of(1, 1)) == "(_1,_3):(_0,_1)"_layout);

TEST(Filter, ModesOfStrideZeroAreDropped) {
  EXPECT_EQ(print(filter_zeros("(4,3):(0,1)"_layout)), "(1,3):(0,1)");
  EXPECT_EQ(print(filter("(4,3):(0,1)"_layout)), "3:1");
  EXPECT_EQ(print(filter("(2,4,3):(1,0,2)"_layout)), "6:1");
}

TEST(Filter, AnExtentOfZeroStays) { EXPECT_EQ(print(filter("(4,0):(1,0)"_layout)), "(4,0):(1,0)"); }

TEST(Filter, AProfileOfStridesFiltersAShape) {
  EXPECT_EQ(*filter_zeros(*tuple_of(2, 0), *tuple_of(3, *tuple_of(4, 5))),
            *tuple_of(3, *tuple_of(core::static_integer(1), core::static_integer(1))));
  EXPECT_FALSE(filter_zeros(*tuple_of(2, 0), *tuple_of(3)).ok());
}

TEST(Filter, TheSameOffsetsAreReached) {
  core::check_law("filter_keeps_the_image", 10000, [] {
    const Layout<> layout = *any_layout();
    const auto image = [](const Layout<>& l) {
      const auto offsets = offsets_of(l);
      return std::set<std::int64_t>(offsets.begin(), offsets.end());
    };
    const Layout<> simple = filter(layout);
    ASSERT_EQ(image(filter_zeros(layout)), image(layout)) << print(layout);
    ASSERT_EQ(image(simple), image(layout)) << print(layout);
    ASSERT_EQ(coalesce(filter_zeros(layout)).shape.slots, simple.shape.slots) << print(layout);
    for (int slot = 0; slot < simple.shape.slots; ++slot) {
      ASSERT_TRUE(simple.stride.values[slot] != 0 || simple.shape.values[slot] < 2)
          << print(layout);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
