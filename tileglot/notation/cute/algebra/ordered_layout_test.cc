// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/ordered_layout.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(*make_ordered_layout(*tuple_of(2, *tuple_of(3, 4)),
                                   *tuple_of(core::static_integer(1), core::static_integer(0))) ==
              "(2,(3,4)):(12,(_1,3))"_layout);
static_assert(*make_layout_like("((_1,_3,_4),_5):((_0,_60,_1),_12)"_layout) ==
              "((_1,_3,_4),_5):((_0,_20,_1),_4)"_layout);
static_assert(!make_ordered_layout(*tuple_of(2, 3), *tuple_of(0)).ok());

constexpr IntTuple kStaticOrder =
    *tuple_of(core::static_integer(2), core::static_integer(0), core::static_integer(1));

TEST(OrderedLayout, TheSmallestOrderIsFastest) {
  EXPECT_EQ(print(*make_ordered_layout(*tuple_of(2, 3, 4), kStaticOrder)), "(2,3,4):(12,1,3)");
  EXPECT_EQ(print(*make_layout_like("(2,3,4):(_0,_40,_5)"_layout)), "(2,3,4):(0,4,1)");
}

TEST(OrderedLayout, DynamicOrdersComeLastLeftToRight) {
  const IntTuple order = *tuple_of(core::static_integer(2), 67, 42, core::static_integer(50));
  EXPECT_EQ(print(*make_ordered_layout(*tuple_of(2, 3, 4, 5), order)), "(2,3,4,5):(1,10,30,2)");
}

TEST(OrderedLayout, ModesOfEqualOrderBeginTogether) {
  const Integer zero = core::static_integer(0);
  EXPECT_EQ(print(*make_ordered_layout(*tuple_of(2, 3, 4), *tuple_of(zero, zero, zero))),
            "(2,3,4):(1,1,1)");
}

/// Strictly ascending order values: the offsets are 0 to size - 1, each once, and going up in the
/// mode of smallest order is one step.
TEST(OrderedLayout, AnOrderedLayoutIsCompactInItsOrder) {
  core::check_law("ordered_is_compact", 10000, [] {
    const IntTuple shape = (*any_layout()).shape;
    if (has_zero(shape) || shape.is_scalar) return;
    IntTuple order;
    std::vector<int> places;
    for (int i = 0; i < rank(shape); ++i)
      places.insert(places.begin() + *rc::gen::inRange(0, i + 1), i);
    for (const int place : places) order = *append(order, core::static_integer(place));
    const auto layout = make_ordered_layout(shape, order);
    ASSERT_TRUE(layout.ok());
    std::int64_t step = 1;
    for (int place = 0; place < rank(shape); ++place) {
      for (int i = 0; i < rank(shape); ++i) {
        if (places[std::size_t(i)] != place) continue;
        const Layout<> part = *mode(*layout, i);
        for (std::int64_t c = 0; c < size(part)->value; ++c)
          ASSERT_EQ(crd2idx(c, part)->value, c * step) << print(*layout) << print(order);
        step *= size(part)->value;
      }
    }
  });
}

TEST(OrderedLayout, ALayoutLikeAnotherIsCompactAndRepeatsWhereItDoes) {
  core::check_law("layout_like_keeps_the_order", 10000, [] {
    const Layout<> layout = *any_nested_layout();
    if (has_zero(layout.shape)) return;
    const Layout<> statics{layout.shape, [&] {
                             IntTuple stride = layout.stride;
                             for (int slot = 0; slot < stride.slots; ++slot)
                               if (!stride.is_empty(slot))
                                 stride.set(slot, core::static_integer(stride.values[slot]));
                             return stride;
                           }()};
    const Layout<> like = *make_layout_like(statics);
    const auto old_offsets = offsets_of(layout);
    const auto offsets = offsets_of(like);
    std::map<std::int64_t, std::int64_t> moved;  // ascending, so the new ones count 0, 1, 2, ...
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      ASSERT_EQ(moved.try_emplace(old_offsets[i], offsets[i]).first->second, offsets[i])
          << print(layout) << " like " << print(like);
    }
    std::int64_t next = 0;
    for (const auto& [from, to] : moved)
      ASSERT_EQ(to, next++) << print(layout) << " like " << print(like);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
