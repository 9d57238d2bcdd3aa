// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/layout/composed_layout.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

#include "tileglot/cute/kernel/static_index.h"
#include "tileglot/cute/layout/composed_algebra.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

template <class X>
std::string text_of(const X& x) {
  testing::internal::CaptureStdout();
  print(x);
  return testing::internal::GetCapturedStdout();
}

constexpr ComposedLayout kTile = composition(Swizzle<3, 0, 3>{}, "(_8,_8):(_8,_1)"_layout);

TEST(Composed, ASwizzleIsATypeAndAFunction) {
  EXPECT_EQ(text_of(Swizzle<3, 4, 3>{}), "Sw<3,4,3>");
  static_assert(Swizzle<3, 0, 3>{}(8) == 9 && Swizzle<3, 0>{}(9) == 8);
  static_assert(std::is_same_v<decltype(Swizzle<3, 0, 3>{}(_8{})), _9>);
  static_assert(std::is_same_v<decltype(make_swizzle<0x1c0, 0x38>()), Swizzle<3, 3, 3>>);
  static_assert(composition(Swizzle<1, 0, 3>{}, Swizzle<1, 1, 3>{}) == Swizzle<2, 0, 3>{});
  static_assert(upcast<16>(Swizzle<3, 4, 3>{}) == Swizzle<3, 0, 3>{});
  static_assert(downcast<8>(Swizzle<1, 2, -3>{}) == Swizzle<1, 5, -3>{});
  static_assert(right_inverse(Swizzle<3, 3>{}) == left_inverse(Swizzle<3, 3, 3>{}));
  static_assert(max_alignment(Swizzle<3, 4, 3>{}) == 16);
}

TEST(Composed, ASwizzledTileIsCalledAndSliced) {
  static_assert(kTile(2, 1) == 19 && kTile(10) == kTile(2, 1) && kTile(make_coord(2, 1)) == 19);
  static_assert(std::is_same_v<decltype(kTile(2, 1)), int>);
  static_assert(std::is_same_v<decltype(kTile(2, std::int64_t{1})), std::int64_t>);
  constexpr auto row = slice_and_offset(make_coord(_2{}, _), kTile);
  static_assert(plain(row.layout) == "((_2,_2,_2)):((_1,_-2,_4))"_layout && row.offset == 18);
  static_assert(plain(kTile(_, _0{})) == "(_8):(_9)"_layout);
  static_assert(kTile(_, _) == kTile);
  for (int n = 0; n < 8; ++n) EXPECT_EQ(row.offset + row.layout(n), kTile(2, n)) << n;
  EXPECT_EQ(text_of(kTile), "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)");
  EXPECT_EQ(text_of(kTile(_, _0{})), "(_8):(_9)");
  EXPECT_THROW(plain(kTile), Refused);
}

TEST(Composed, TheInnerLayoutAnswers) {
  static_assert(size(kTile) == 64 && size<1>(kTile) == 8 && cosize(kTile) == 64);
  static_assert(rank(kTile) == 2 && depth(kTile) == 1 && shape(kTile) == make_shape(8, 8));
  static_assert(kTile.layout_b() == "(_8,_8):(_8,_1)"_layout && kTile.offset() == 0);
  static_assert(is_plain(composition(Swizzle<0, 4, 3>{}, "4:1"_layout)) && !is_plain(kTile));
  constexpr auto moved = domain_offset(make_coord(1, 2), kTile);
  static_assert(moved.layout.offset() == 10 && moved.layout(0, 0) == kTile(1, 2));
  static_assert(make_composed_layout("8:2"_layout, 1, "4:1"_layout)(3) == 8);
  static_assert(offset<kTile>(2, 1) == 19);
}

TEST(Composed, ASwizzledAtomFillsSharedMemory) {
  // The 128-byte swizzle of bf16 operands of sm90's wgmma, K-major.
  constexpr ComposedLayout atom = composition(Swizzle<3, 4, 3>{}, "(_8,_1024):(_1024,_1)"_layout);
  constexpr ComposedLayout of_bf16 = upcast<16>(atom);
  EXPECT_EQ(text_of(of_bf16), "Sw<3,0,3> o _0 o (_8,_64):(_64,_1)");
  constexpr auto in_elements = composition(Swizzle<3, 3, 3>{}, "(_8,_64):(_64,_1)"_layout);
  constexpr ComposedLayout shared = tile_to_shape(in_elements, Shape<_128, _64>{});
  EXPECT_EQ(text_of(shared), "Sw<3,3,3> o _0 o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))");
  static_assert(tile_to_shape(in_elements, Shape<_16, _128>{}, Step<_1, _0>{}).layout_b() ==
                tile_to_shape(in_elements.layout_b(), Shape<_16, _128>{}, LayoutRight{}));
  for (int m = 0; m < 128; ++m) {
    for (int k = 0; k < 64; k += 8) {
      EXPECT_EQ(shared(m, k), m / 8 * 512 + m % 8 * 64 + ((k / 8) ^ (m % 8)) * 8);
      EXPECT_EQ(offset<shared>(m, k), shared(m, k));
    }
  }
}

TEST(Composed, TheAlgebraChangesTheInnerLayout) {
  constexpr auto inner = kTile.layout_b();
  constexpr auto of = [](const Layout<>& l) { return composition(Swizzle<3, 0, 3>{}, l); };
  constexpr auto tiles = make_tile(_4{}, _4{});
  static_assert(composition(kTile, "(_4,_2):(_2,_1)"_layout) ==
                of(composition(inner, "(_4,_2):(_2,_1)"_layout)));
  static_assert(with_shape(kTile, Shape<_4, _16>{}) == of(with_shape(inner, Shape<_4, _16>{})));
  static_assert(logical_divide(kTile, tiles) == of(logical_divide(inner, tiles)));
  static_assert(zipped_divide(kTile, tiles) == of(zipped_divide(inner, tiles)));
  static_assert(tiled_divide(kTile, tiles) == of(tiled_divide(inner, tiles)));
  static_assert(flat_divide(kTile, tiles) == of(flat_divide(inner, tiles)));
  static_assert(logical_product(kTile, _2{}) == of(logical_product(inner, _2{})));
  static_assert(zipped_product(kTile, _2{}) == of(zipped_product(inner, _2{})));
  static_assert(tiled_product(kTile, _2{}) == of(tiled_product(inner, _2{})));
  static_assert(flat_product(kTile, _2{}) == of(flat_product(inner, _2{})));
  static_assert(blocked_product(kTile, Layout<_2>{}) == of(blocked_product(inner, Layout<_2>{})));
  static_assert(raked_product(kTile, Layout<_2>{}) == of(raked_product(inner, Layout<_2>{})));
  static_assert(get<1>(kTile) == of(get<1>(inner)) && layout<0>(kTile) == of(get<0>(inner)));
  static_assert(take<0, 1>(kTile) == of(take<0, 1>(inner)) && flatten(kTile) == kTile);
  static_assert(group<0, 2>(kTile) == of(group<0, 2>(inner)) &&
                group_modes<0, 2>(kTile) == group<0, 2>(kTile));
  static_assert(append<3>(kTile) == of(append<3>(inner)) && filter(kTile) == kTile);
  static_assert(coalesce(kTile) == kTile && coalesce(kTile, Shape<_1, _1>{}) == kTile);
  static_assert(complement(kTile) == complement(inner) &&
                complement(kTile, 128) == complement(inner, 128));
  EXPECT_THROW(zipped_divide(kTile, make_tile(2, 2, 2)), Refused);
}

TEST(Composed, InversesAndRecastsChangeAllOfIt) {
  constexpr ComposedLayout back = right_inverse(kTile);
  EXPECT_EQ(text_of(back), "Sw<3,0,-3> o _0 o (_8,_8):(_8,_1)");
  for (int i = 0; i < 64; ++i) EXPECT_EQ(kTile(back(i)), i);
  static_assert(left_inverse(kTile) == back);
  static_assert(composition("(_8,_8):(_8,_1)"_layout, Swizzle<3, 0, 3>{}) == back);
  EXPECT_EQ(text_of(downcast<16>(composition(Swizzle<3, 0, -3>{}, "(_8,_8):(_8,_1)"_layout))),
            "Sw<3,4,-3> o _0 o (_8,_128):(_128,_1)");
  static_assert(recast_layout<float, double>(downcast<2>(kTile)) == kTile);
  static_assert(max_alignment(kTile) == 1 && max_alignment(downcast<4>(kTile)) == 4);
  static_assert(max_common_vector(kTile, kTile) == 64);
  static_assert(max_common_vector(downcast<2>(kTile), "(_8,_16):(_16,_1)"_layout) == 2);
  EXPECT_EQ(
      text_of(logical_product(
          "_2:_1"_layout, composition(Swizzle<1, 1, 1>{}, "(_16,(_8,_2)):(_16,(_2,_1))"_layout))),
      "Sw<1,3,1> o _0 o (_2,(_16,(_8,_2))):(_1,(_32,(_4,_2)))");
  constexpr auto twice = composition(composition(Swizzle<3, 0, 3>{}, "_64:_1"_layout), kTile);
  static_assert(plain(twice) == kTile.layout_b());
  static_assert(composition("_64:_1"_layout, kTile) == kTile);
}

}  // namespace
