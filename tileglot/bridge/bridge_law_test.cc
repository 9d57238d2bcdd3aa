// SPDX-License-Identifier: Apache-2.0
// The laws that tie maps to notations: two evaluators that know nothing of each other agree, and
// what comes back from a map is the function that went in.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/values.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/law.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/xla/shape/any_shape.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;
namespace xla = notation::xla;

constexpr std::int64_t kPoints = 4096;

/// Both evaluators on the first kPoints coordinates.
void expect_agreement(const AnyLayout& layout) {
  const auto by_notation = values_of(layout, kPoints, Via::kNotation);
  if (!by_notation) return;
  const auto by_map = values_of(layout, kPoints, Via::kMap);
  ASSERT_TRUE(by_map.has_value()) << print(layout) << ": " << by_map.error()->message;
  EXPECT_EQ(by_map->offsets, by_notation->offsets) << print(layout);
  EXPECT_EQ(by_map->size, by_notation->size) << print(layout);
  EXPECT_EQ(by_map->codomain_size, by_notation->codomain_size) << print(layout);
}

void expect_same_function(const map::IndexMap& f, const map::IndexMap& g, const std::string& text) {
  const auto difference = map::first_difference(f, g);
  ASSERT_TRUE(difference.has_value()) << text << ": " << difference.error()->message;
  EXPECT_FALSE(difference->has_value()) << text;
}

TEST(BridgeLaw, MapAgreesWithNotation) {
  core::check_law("map_agrees_with_notation, XLA", 10000,
                  [] { expect_agreement(*xla::any_shape({.max_elements = kPoints})); });
  core::check_law("map_agrees_with_notation, CuTe", 10000,
                  [] { expect_agreement(*cute::any_layout()); });
  core::check_law("map_agrees_with_notation, composed", 10000,
                  [] { expect_agreement(*cute::any_composed_layout()); });
}

TEST(BridgeLaw, RoundtripCute) {
  int came_back = 0;
  core::check_law("roundtrip_cute", 10000, [&came_back] {
    const AnyLayout layout = *cute::any_layout();
    const auto map = to_map(layout);
    if (!map) return;
    const auto back = to_cute(*map);
    if (!back) return;
    ++came_back;
    expect_same_function(*map, *to_map(*back), print(layout));
  });
  EXPECT_GT(came_back, core::law_minimum(250));
}

TEST(BridgeLaw, RoundtripXla) {
  int tried = 0;
  int came_back = 0;
  core::check_law("roundtrip_xla", 10000, [&] {
    ++tried;
    xla::Shape shape = *xla::any_shape({.max_elements = kPoints, .combine = false});
    shape.layout->split_configs.clear();  // no layout is found again for parts
    const auto map = to_map(shape);
    ASSERT_TRUE(map.has_value());
    const auto back = to_xla(*map, shape.type);
    if (!back) return;
    ++came_back;
    const map::IndexMap again = *to_map(*back);
    expect_same_function(*map, again, print(AnyLayout(shape)));
    if (map->size() > 0) {
      EXPECT_EQ(again.codomain_size(), map->codomain_size()) << print(AnyLayout(shape));
    }
  });
  std::cout << came_back << " of " << tried << " shapes came back\n";
  EXPECT_GT(10 * came_back, 8 * tried);  // the others have tiles that leave holes at the minor end
}

TEST(BridgeLaw, APaddedMapIsTheSameWhereBothAreDefined) {
  int padded_maps = 0;
  core::check_law("padded_is_same_inside", 4000, [&padded_maps] {
    const auto map = to_map(*xla::any_shape({.max_elements = kPoints}));
    ASSERT_TRUE(map.has_value());
    const auto padded = pad_to_boundaries(*map);
    if (!padded) return;
    padded_maps += padded->size() > map->size() ? 1 : 0;
    ASSERT_TRUE(padded->size() == 0 || to_cute(*padded).has_value());
    map::Coordinate x(map->rank(), 0);
    for (std::int64_t n = 0; n < map->size(); ++n) {
      ASSERT_EQ((*map)(x), (*padded)(x));
      for (std::size_t k = map->rank(); k-- > 0 && ++x[k] == map->extent(k);) x[k] = 0;
    }
  });
  EXPECT_GT(padded_maps, core::law_minimum(8));
}

}  // namespace
}  // namespace tileglot::bridge
