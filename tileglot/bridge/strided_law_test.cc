// SPDX-License-Identifier: Apache-2.0
// The laws of strides, tags and memrefs: their maps agree with their own evaluators, and what comes
// back from a map is the function that went in. A refusal of strides is right: there are none.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string_view>
#include <vector>

#include "tileglot/bridge/blocked.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/mlir.h"
#include "tileglot/bridge/strided.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/any_strided.h"
#include "tileglot/notation/xla/shape/any_shape.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;
namespace strided = notation::strided;
namespace xla = notation::xla;

constexpr std::int64_t kPoints = 4096;

/// Calls visit(x) for every coordinate; at most kPoints of them.
template <class Visit>
void for_each_coordinate(const map::IndexMap& map, Visit visit) {
  map::Coordinate x(map.rank(), 0);
  for (std::int64_t n = 0; n < map.size() && n < kPoints; ++n) {
    visit(x);
    for (std::size_t k = map.rank(); k-- > 0 && ++x[k] == map.extent(k);) x[k] = 0;
  }
}

void expect_agreement(const strided::AnyLayout& layout) {
  const auto evaluator = strided::Evaluator::of(layout);
  ASSERT_TRUE(evaluator);
  const auto map = to_map(layout);
  ASSERT_TRUE(map) << print(layout) << ": " << map.error()->message;
  EXPECT_EQ(map->codomain_size(), evaluator->physical_size()) << print(layout);
  for_each_coordinate(*map, [&](const map::Coordinate& x) {
    ASSERT_EQ((*map)(x), evaluator->offset(x)) << print(layout) << map::coordinate_text(x);
  });
}

/// The layout's own evaluator against the map that it was made of.
template <class Layout>
void expect_is_map(const Layout& layout, const map::IndexMap& map) {
  const auto evaluator = strided::Evaluator::of(layout);
  ASSERT_TRUE(evaluator) << print(layout);
  for_each_coordinate(map, [&](const map::Coordinate& x) {
    ASSERT_EQ(evaluator->offset(x), map(x)) << print(layout) << map::coordinate_text(x);
  });
}

/// What a user pastes and reads again.
void expect_reads_back(const strided::AnyLayout& layout) {
  const auto again =
      strided::parse(print(layout), strided::array_of(layout), strided::spelling_of(layout));
  ASSERT_TRUE(again) << print(layout) << ": " << again.error()->message;
  EXPECT_EQ(*again, layout) << print(layout);
}

/// Whether f(x) = f(0) + sum of x_k (f(e_k) - f(0)) everywhere, by looking.
bool has_strides(const map::IndexMap& map) {
  bool has = true;
  const std::int64_t base = map.size() == 0 ? 0 : map(map::Coordinate(map.rank(), 0));
  std::vector<std::int64_t> strides(map.rank(), 0);
  for (std::size_t k = 0; k < map.rank() && map.size() != 0; ++k) {
    map::Coordinate unit(map.rank(), 0);
    if (map.extent(k) > 1) unit[k] = 1;
    strides[k] = map(unit) - base;
  }
  for_each_coordinate(map, [&](const map::Coordinate& x) {
    std::int64_t offset = base;
    for (std::size_t k = 0; k < x.size(); ++k) offset += x[k] * strides[k];
    has = has && offset == map(x);
  });
  return has;
}

/// How many of the maps tried had an answer.
struct Count {
  int tried = 0;
  int strided = 0;
  int mdspan = 0;
  int onednn = 0;
  int tvm = 0;
  int mlir = 0;
};

void expect_roundtrips(const map::IndexMap& map, Count& count) {
  if (map.codomain().size() != 1) return;
  ++count.tried;
  const auto array = to_strided(map);
  EXPECT_EQ(array.has_value(), map.size() == 0 || has_strides(map)) << map::to_text(map);
  const auto use = [&map](const auto& layout, int& found) {
    if (!layout) return;
    ++found;
    expect_is_map(*layout, map);
    expect_reads_back(*layout);
  };
  use(array, count.strided);
  use(to_mdspan(map), count.mdspan);
  use(to_onednn(map), count.onednn);
  use(to_tvm(map), count.tvm);
  use(to_mlir(map), count.mlir);
}

void report(std::string_view what, const Count& count) {
  std::cout << "of " << count.tried << " maps of " << what << ": strides " << count.strided
            << ", mdspan " << count.mdspan << ", onednn " << count.onednn << ", tvm " << count.tvm
            << ", mlir " << count.mlir << '\n';
}

TEST(StridedBridgeLaw, MapAgreesWithTheNotation) {
  core::check_law("map_agrees_with_strided", 10000,
                  [] { expect_agreement(*strided::any_strided()); });
}

TEST(StridedBridgeLaw, WhatComesBackFromStridedIsWhatWentIn) {
  Count count;
  core::check_law("roundtrip_strided", 10000, [&count] {
    const strided::AnyLayout layout = *strided::any_strided();
    expect_roundtrips(*to_map(layout), count);
  });
  report("strided", count);
  EXPECT_EQ(count.mlir, count.tried);
}

TEST(StridedBridgeLaw, WhatComesBackFromXlaIsWhatWentIn) {
  Count count;
  core::check_law("roundtrip_xla_to_strided", 4000, [&count] {
    const auto map = to_map(*xla::any_shape({.max_elements = kPoints, .empty_arrays = true}));
    ASSERT_TRUE(map);
    expect_roundtrips(*map, count);
  });
  report("XLA", count);
  EXPECT_EQ(count.mlir, count.tried);
  EXPECT_GT(2 * count.onednn, count.tried);
}

TEST(StridedBridgeLaw, WhatComesBackFromCuteIsWhatWentIn) {
  Count count;
  core::check_law("roundtrip_cute_to_strided", 4000, [&count] {
    const auto map = to_map(*cute::any_layout());
    if (map && map->size() <= kPoints) expect_roundtrips(*map, count);
  });
  core::check_law("roundtrip_composed_to_strided", 4000, [&count] {
    const auto map = to_map(*cute::any_composed_layout());
    if (map && map->size() <= kPoints) expect_roundtrips(*map, count);
  });
  report("CuTe", count);
  EXPECT_GT(10 * count.mlir, 9 * count.tried);
}

TEST(StridedBridgeLaw, BlocksAreFoundAgain) {
  int tried = 0;
  int found = 0;
  core::check_law("blocks_are_found_again", 4000, [&] {
    const auto [onednn, tvm] = *strided::any_blocked_pair();
    const auto map = to_map(strided::AnyLayout(tvm));
    ASSERT_TRUE(map);
    ++tried;
    const auto again = to_tvm(*map);
    if (again) ++found;
    EXPECT_TRUE(!again || to_onednn(*map)) << print(tvm);
  });
  std::cout << found << " of " << tried << " names of TVM came back\n";
  EXPECT_GT(10 * found, 8 * tried);  // the others leave holes at the minor end
}

}  // namespace
}  // namespace tileglot::bridge
