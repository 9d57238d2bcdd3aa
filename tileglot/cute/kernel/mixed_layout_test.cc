// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/kernel/mixed_layout.h"

#include <gtest/gtest.h>

#include "tileglot/cute/kernel/example_mixed.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

TEST(MixedLayout, StoresItsDynamicNumbersOnly) {
  static_assert(sizeof(mixed_layout(make_shape(3, _64{}), make_stride(_64{}, _1{}))) == 8);
  static_assert(sizeof(rows(3, 4)) == 3 * 8);
  static_assert(std::is_empty_v<decltype(mixed_layout(Layout<Shape<_4, _2>>{}))>);
  static_assert(std::is_same_v<decltype(size(mixed_layout(Layout<Shape<_4, _2>>{}))), C<8>>);
  static_assert(size<1>(rows(3, 4)) == 4 && size(rows(3, 4)) == 12);
}

TEST(MixedLayout, EveryFormOfCoordinateHasTheOffsetOfTheValue) {
  const auto layout = mixed_layout(make_shape(make_shape(_2{}, 3), make_shape(_4{}, _2{})),
                                   make_stride(make_stride(_1{}, 100), make_stride(_2{}, 8)));
  const Layout<> value = layout.value();
  EXPECT_EQ(value, make_layout(make_shape(make_shape(_2{}, 3), make_shape(_4{}, _2{})),
                               make_stride(make_stride(_1{}, 100), make_stride(_2{}, 8))));
  for (int i = 0; i < size(value); ++i) EXPECT_EQ(layout(i), value(i));
  for (int m = 0; m < 6; ++m) {
    for (int n = 0; n < 8; ++n) {
      EXPECT_EQ(layout(m, n), value(m, n));
      EXPECT_EQ(layout(make_coord(m % 2, m / 2), n), value(m, n));
      EXPECT_EQ(layout(make_coord(m % 2, m / 2), make_coord(n % 4, n / 4)), value(m, n));
    }
  }
}

TEST(MixedLayout, ASliceKeepsWhatTheUnderscoreStandsOver) {
  const auto layout = rows(6, 5);
  expect_same(layout(2, _), layout.value()(2, _));
  expect_same(layout(_, 3), layout.value()(_, 3));
  expect_same(layout(_, _), layout.value()(_, _));
  EXPECT_EQ(layout.begin(make_coord(2, _)), 10);
  expect_same(get<1>(layout), get<1>(layout.value()));
}

}  // namespace
