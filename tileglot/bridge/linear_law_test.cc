// SPDX-License-Identifier: Apache-2.0
// The laws that tie linear layouts to maps and to the other notations.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/linear.h"
#include "tileglot/bridge/swizzled.h"
#include "tileglot/bridge/values.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/rank.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;
namespace xla = notation::xla;

constexpr std::int64_t kPoints = 4096;

TEST(LinearLaw, MapAgreesWithNotation) {
  core::check_law("map_agrees_with_notation, linear", 10000, [] {
    const AnyLayout layout = *linear::any_layout();
    const auto by_notation = values_of(layout, kPoints, Via::kNotation);
    const auto by_map = values_of(layout, kPoints, Via::kMap);
    ASSERT_TRUE(by_notation.has_value() && by_map.has_value()) << print(layout);
    EXPECT_EQ(by_map->offsets, by_notation->offsets) << print(layout);
    EXPECT_EQ(by_map->size, by_notation->size) << print(layout);
    EXPECT_EQ(by_map->codomain_size, by_notation->codomain_size) << print(layout);
  });
}

TEST(LinearLaw, RoundtripLinear) {
  core::check_law("roundtrip_linear", 10000, [] {
    const linear::Layout layout = *linear::any_layout();
    const auto back = to_linear(*to_map(layout));
    ASSERT_TRUE(back.has_value()) << back.error()->message;
    EXPECT_EQ(*back, layout);
  });
}

/// Every pair of coordinates, against the definition. Bits are those of numbers from 0 on.
bool is_f2_linear(const map::IndexMap& map) {
  std::vector<map::Coordinate> all;
  map::Coordinate x(map.rank(), 0);
  for (std::int64_t n = 0; n < map.size(); ++n) {
    all.push_back(x);
    for (std::size_t k = x.size(); k-- > 0 && ++x[k] == map.extent(k);) x[k] = 0;
  }
  return std::ranges::all_of(all, [&](const map::Coordinate& a) {
    return map(a) >= 0 && std::ranges::all_of(all, [&](const map::Coordinate& b) {
             map::Coordinate both = a;
             for (std::size_t k = 0; k < a.size(); ++k) both[k] ^= b[k];
             return map(both) == (map(a) ^ map(b));
           });
  });
}

TEST(LinearLaw, AMapIsRefusedOnlyIfItIsNotLinear) {
  int linear = 0;
  int refused = 0;
  core::check_law("linear_iff_xor", 10000, [&] {
    const map::Recipe recipe = *map::any_recipe({.max_points = 64, .powers_of_two = true});
    const map::IndexMap map = recipe.map();
    const auto layout = to_linear(map);
    (layout ? linear : refused) += 1;
    const std::string code = layout ? "bridge.not_f2_linear" : layout.error()->code;
    EXPECT_EQ(code, "bridge.not_f2_linear");
    EXPECT_EQ(layout.has_value(), is_f2_linear(map)) << map::to_text(map);
  });
  EXPECT_GT(linear, core::law_minimum(50));
  EXPECT_GT(refused, core::law_minimum(50));
}

/// Whether the vectors of some swizzle's images are strides: the definition, tried on all swizzles.
bool has_swizzle(const linear::Layout& layout) {
  const auto are_disjoint = [&](cute::Swizzle s) {
    std::uint64_t seen = 0;
    for (const std::uint64_t column : layout.columns()) {
      const auto vector =
          static_cast<std::uint64_t>(cute::apply(s, static_cast<std::int64_t>(column)));
      if ((seen & vector) != 0) return false;
      seen |= vector;
    }
    return true;
  };
  if (are_disjoint({})) return true;
  for (int bits = 1; bits <= layout.out_bits(); ++bits) {
    for (int shift = bits; bits + shift <= layout.out_bits(); ++shift) {
      for (int base = 0; bits + base + shift <= layout.out_bits(); ++base) {
        if (are_disjoint({bits, base, shift}) || are_disjoint({bits, base, -shift})) return true;
      }
    }
  }
  return false;
}

/// Half of them swizzled by what may or may not be one swizzle.
linear::Layout maybe_swizzled() {
  linear::Layout layout = *linear::any_layout({.max_bits = 7, .max_outs = 1});
  if (layout.out_bits() < 2 || *rc::gen::arbitrary<bool>()) return layout;
  const int bits = *rc::gen::inRange(1, layout.out_bits() / 2 + 1);
  const int shift = *rc::gen::inRange(bits, layout.out_bits() - bits + 1);
  const int base = *rc::gen::inRange(0, layout.out_bits() - bits - shift + 1);
  for (int j = 0; j < layout.in_bits(); ++j) {
    const auto column = static_cast<std::int64_t>(layout.column(j));
    const std::int64_t swizzled = cute::apply(cute::Swizzle{bits, base, shift}, column);
    layout.set_column(j, static_cast<std::uint64_t>(swizzled));
  }
  return layout;
}

TEST(LinearLaw, ALinearLayoutIsACuteLayoutWhereASwizzleTakesItsVectorsApart) {
  int swizzled = 0;
  int refused = 0;
  core::check_law("roundtrip_linear_cute", 10000, [&] {
    const linear::Layout layout = maybe_swizzled();
    const map::IndexMap map = *to_map(layout);
    const auto found = to_any_cute(map);
    ASSERT_EQ(found.has_value(), has_swizzle(layout)) << linear::print(layout);
    if (!found) {
      ++refused;
      EXPECT_EQ(found.error()->code, "bridge.not_affine");
      EXPECT_FALSE(found.error()->witness.empty());
      return;
    }
    swizzled += std::holds_alternative<cute::ComposedLayout>(*found) ? 1 : 0;
    const auto again = std::visit([](const auto& l) { return to_map(l); }, *found);
    const auto back = to_linear(*again);
    ASSERT_TRUE(back.has_value()) << back.error()->message;
    EXPECT_TRUE(std::ranges::equal(back->columns(), layout.columns())) << linear::print(layout);
  });
  EXPECT_GT(swizzled, core::law_minimum(25));
  EXPECT_GT(refused, core::law_minimum(50));
}

/// Powers of two everywhere, and no tile larger than its dimension.
xla::Shape any_binary_shape() {
  xla::Shape shape{.type = xla::PrimitiveType::kF32};
  xla::Layout layout;
  const int rank = *rc::gen::inRange(1, 4);
  std::vector<int> bits;
  for (int k = 0; k < rank; ++k) {
    bits.push_back(*rc::gen::inRange(0, 5));
    shape.dimensions.push_back({std::int64_t{1} << bits.back()});
    layout.minor_to_major.push_back(k);
  }
  for (std::size_t k = bits.size(); k > 1; --k)
    std::swap(layout.minor_to_major[k - 1],
              layout.minor_to_major[*rc::gen::inRange<std::size_t>(0, k)]);
  const int tiled = *rc::gen::inRange(0, rank + 1);
  xla::Tile tile;
  for (int k = tiled; k-- > 0;) {
    const auto d = static_cast<std::size_t>(layout.minor_to_major[static_cast<std::size_t>(k)]);
    tile.entries.push_back(std::int64_t{1} << *rc::gen::inRange(0, bits[d] + 1));
  }
  if (tiled > 0) layout.tiles.push_back(tile);
  shape.layout = layout;
  return shape;
}

TEST(LinearLaw, TilesOfPowersOfTwoAreLinearAndAreFoundAgain) {
  core::check_law("roundtrip_linear_xla", 10000, [] {
    const xla::Shape shape = any_binary_shape();
    const auto map = to_map(shape);
    ASSERT_TRUE(map.has_value()) << xla::print(shape);
    const auto layout = to_linear(*map);
    ASSERT_TRUE(layout.has_value()) << xla::print(shape) << layout.error()->message;
    EXPECT_TRUE(linear::is_invertible(*layout)) << xla::print(shape);
    const auto back = to_xla(*to_map(*layout), shape.type);
    ASSERT_TRUE(back.has_value()) << xla::print(shape) << back.error()->message;
    EXPECT_EQ(*to_linear(*to_map(*back)), *layout) << xla::print(shape);
  });
}

}  // namespace
}  // namespace tileglot::bridge
