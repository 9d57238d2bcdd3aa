// SPDX-License-Identifier: Apache-2.0
// The laws that tie linear layouts to maps and to the other notations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/linear.h"
#include "tileglot/bridge/values.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/linear/any_layout.h"
#include "tileglot/notation/linear/layout.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;

constexpr std::int64_t kPoints = 4096;

TEST(linear_law, map_agrees_with_notation) {
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

TEST(linear_law, roundtrip_linear) {
  core::check_law("roundtrip_linear", 10000, [] {
    const linear::Layout layout = *linear::any_layout();
    const auto back = to_linear(*to_map(layout));
    ASSERT_TRUE(back.has_value()) << back.error().message;
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

TEST(linear_law, a_map_is_refused_only_if_it_is_not_linear) {
  int linear = 0;
  int refused = 0;
  core::check_law("linear_iff_xor", 10000, [&] {
    const map::Recipe recipe = *map::any_recipe({.max_points = 64, .powers_of_two = true});
    const map::IndexMap map = recipe.map();
    const auto layout = to_linear(map);
    (layout ? linear : refused) += 1;
    const std::string code = layout ? "bridge.not_f2_linear" : layout.error().code;
    EXPECT_EQ(code, "bridge.not_f2_linear");
    EXPECT_EQ(layout.has_value(), is_f2_linear(map)) << map::to_text(map);
  });
  EXPECT_GT(linear, 50);
  EXPECT_GT(refused, 50);
}

}  // namespace
}  // namespace tileglot::bridge
