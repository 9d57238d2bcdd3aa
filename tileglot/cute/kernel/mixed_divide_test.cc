// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/kernel/mixed_divide.h"

#include <gtest/gtest.h>

#include "tileglot/cute/kernel/example_mixed.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

TEST(MixedDivide, DividingByStaticTilesAgreesWithTheAlgebraOfValues) {
  for (const int m : {32, 64, 100, 7}) {
    for (const int n : {16, 40, 48}) {
      const auto layout = rows(m, n);
      const Layout<> tiled = zipped_divide(layout.value(), make_tile(_32{}, _8{}));
      expect_same(zipped_divide(layout, make_tile(_32{}, _8{})), tiled);
      expect_same(logical_divide(layout, make_tile(_4{})),
                  logical_divide(layout.value(), make_tile(_4{}, _)));
      expect_same(zipped_divide(layout, make_tile(Layout<_4, _2>{}, _8{})),
                  zipped_divide(layout.value(), make_tile(Layout<_4, _2>{}, _8{})));
    }
  }
  const auto example = mixed_layout(make_shape(100, _64{}), make_stride(_64{}, _1{}));
  EXPECT_EQ(zipped_divide(example, make_tile(_32{}, _32{})).value(),
            "((_32,_32),(4,_2)):((_64,_1),(_2048,_32))"_layout);
}

TEST(MixedDivide, AStaticPrefixOfADynamicModeIsDividedToo) {
  for (const int m : {4, 8, 10}) {
    const auto layout = mixed_layout(make_shape(make_shape(_4{}, m), 3),
                                     make_stride(make_stride(_2{}, _64{}), 1000));
    expect_same(zipped_divide(layout, make_tile(_2{}, _1{})),
                zipped_divide(layout.value(), make_tile(_2{}, _1{})));
    expect_same(zipped_divide(layout, make_tile(_8{}, _)),
                zipped_divide(layout.value(), make_tile(_8{}, _)));
  }
}

TEST(MixedDivide, ComposesWithStaticTiles) {
  const auto layout = rows(64, 48);
  expect_same(composition(layout, make_tile(_8{}, Layout<_4, _2>{})),
              composition(layout.value(), make_tile(_8{}, Layout<_4, _2>{})));
  expect_same(composition(layout, make_tile(Layout<Shape<_2, _4>, Stride<_4, _1>>{}, _)),
              composition(layout.value(), make_tile(Layout<Shape<_2, _4>, Stride<_4, _1>>{}, _)));
}

}  // namespace
