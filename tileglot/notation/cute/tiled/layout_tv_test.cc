// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tiled/layout_tv.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(*make_layout_tv("(_2,_3):(_3,_1)"_layout, "(_2,_2):(_1,_2)"_layout) ==
              "((_3,_2),(_2,_2)):((_8,_2),(_1,_4))"_layout);
static_assert(*make_layout_tv("(_4,_8):(_8,_1)"_layout, "(_1,_4):(_0,_1)"_layout) ==
              "((_8,_4),_4):((_16,_1),_4)"_layout);
static_assert(!make_layout_tv("4:3"_layout, "2:1"_layout).ok());

TEST(LayoutTv, EachElementIsOneValueOfOneThread) {
  EXPECT_EQ(print(*make_layout_tv("(4,8):(8,1)"_layout, "(2,2):(1,2)"_layout)),
            "((8,4),(2,2)):((16,2),(1,8))");
}

TEST(LayoutTv, ThreadsThatAreNotNumberedFromZeroAreRefused) {
  EXPECT_EQ(make_layout_tv("4:3"_layout, "2:1"_layout).refusal.reason, Reason::kNotOnto);
}

/// A small shape, compact in any order: a numbering from 0.
Layout<> any_numbering() {
  IntTuple shape;
  IntTuple order;
  for (std::int64_t i = 0; i < 2; ++i) {
    shape = *append(shape, *rc::gen::element<std::int64_t>(1, 2, 3, 4, 6));
    const std::int64_t place = *rc::gen::inRange<std::int64_t>(0, 4);
    order = *append(order, core::static_integer(2 * place + i));
  }
  return *make_ordered_layout(shape, order);
}

TEST(LayoutTv, ThreadsAndValuesReachEveryElementOnce) {
  core::check_law("tv_is_a_bijection", 10000, [] {
    const Layout<> threads = any_numbering();
    const Layout<> values = any_numbering();
    const auto tv = make_layout_tv(threads, values);
    if (!tv) {  // threads and values that interleave have no strided form
      ASSERT_NE(tv.refusal.reason, Reason::kNotOnto) << print(threads) << print(values);
      return;
    }
    const Layout<> tile = *raked_product(threads, values);
    const std::int64_t all = size(threads)->value;
    for (std::int64_t v = 0; v < size(values)->value; ++v) {
      for (std::int64_t t = 0; t < all; ++t) {
        const std::int64_t element = crd2idx(*tuple_of(t, v), *tv)->value;
        ASSERT_EQ(crd2idx(element, tile)->value, t + all * v) << print(threads) << print(values);
      }
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
