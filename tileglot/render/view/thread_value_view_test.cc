// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/thread_value_view.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/bridge/linear.h"
#include "tileglot/core/law.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/swizzle/any_distributed.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/render/examples/brief_panel.h"
#include "tileglot/render/examples/map_of_text.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/grid_view.h"

namespace tileglot::render {
namespace {

namespace linear = notation::linear;

constexpr std::string_view kSmall =
    "{register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}";

/// Each dimension by its name.
Roles roles_of(const map::IndexMap& map) {
  Roles roles;
  for (std::size_t k = 0; k < map.rank(); ++k) {
    const std::string& name = map.domain()[k].name;
    if (name == "register") roles.reg = k;
    if (name == "lane") roles.lane = k;
    if (name == "warp") roles.warp = k;
    if (name == "block") roles.block = k;
  }
  return roles;
}

/// The grid of a tensor whose elements are numbered row-major.
std::vector<Panel> tensor_grid(const std::vector<map::Dim>& dims) {
  map::MapBuilder b(dims);
  map::Value number = b.constant(0);
  for (std::size_t k = 0; k < dims.size(); ++k)
    number = b.add(b.scale(number, dims[k].extent), b.dim(k));
  const map::IndexMap map = b.finish(number, dims).value();
  const Subject subject{map, map, Boundaries(map.rank())};
  return grid_view(subject, {.most_cells = 1 << 20, .most_panels = 1U << 20}).value().panels;
}

ThreadValue thread_value_of(std::int64_t reg, std::int64_t lane, std::int64_t warp,
                            std::int64_t thread) {
  return {.reg = reg, .lane = lane, .warp = warp, .thread = thread};
}

TEST(ThreadValueView, AThreadHoldsItsValues) {
  const map::IndexMap map = map_of(kSmall);
  std::vector<Panel> panels = tensor_grid(map.codomain());
  ASSERT_TRUE(add_thread_values(panels, {map, roles_of(map)}));
  EXPECT_EQ(panels[0].at(2, 1).thread_values,
            (std::vector<ThreadValue>{thread_value_of(1, 2, 0, 2)}));
  EXPECT_EQ(panels[0].at(2, 1).kind, CellKind::kData);
}

TEST(ThreadValueView, NoThreadValueIsAHoleAndSeveralAreAnAlias) {
  const map::IndexMap map =
      map_of("{register: [[0]], lane: [[1]]} -> {dim0: 4}, surjective: false");
  std::vector<Panel> panels = tensor_grid(map.codomain());
  ASSERT_TRUE(add_thread_values(panels, {map, roles_of(map)}));
  EXPECT_EQ(panels[0].at(0, 1).kind, CellKind::kAlias);
  EXPECT_EQ(panels[0].at(0, 1).thread_values,
            (std::vector<ThreadValue>{thread_value_of(0, 1, 0, 1), thread_value_of(1, 1, 0, 1)}));
  EXPECT_EQ(panels[0].at(0, 2).kind, CellKind::kHole);
  EXPECT_TRUE(panels[0].at(0, 2).thread_values.empty());
}

TEST(ThreadValueView, AThreadIsCountedThroughItsWarps) {
  const map::IndexMap map = map_of("{lane: [[1],[2]], warp: [[4]], block: [[8]]} -> {dim0: 16}");
  std::vector<Panel> panels = tensor_grid(map.codomain());
  ASSERT_TRUE(add_thread_values(panels, {map, roles_of(map)}));
  EXPECT_EQ(panels[0].at(0, 14).thread_values,
            (std::vector<ThreadValue>{{.reg = 0, .lane = 2, .warp = 1, .block = 1, .thread = 6}}));
}

TEST(ThreadValueView, LanesBeyond32AreOfFurtherWarps) {
  const map::IndexMap map = map_of("(64,2):(1,64)");
  const ThreadValueMap thread_values{map, {.reg = 1, .lane = 0}};
  std::vector<Panel> panels = tensor_grid(map::dims_of({128}));
  ASSERT_TRUE(add_thread_values(panels, thread_values));
  EXPECT_EQ(panels[0].at(0, 64 + 33).thread_values,
            (std::vector<ThreadValue>{thread_value_of(1, 1, 1, 33)}));
}

TEST(ThreadValueView, ThreadsAreRowsAndValuesColumns) {
  const map::IndexMap map = map_of(kSmall);
  const GridView view = hardware_view({map, roles_of(map)}, {map.codomain()}, {}).value();
  ASSERT_EQ(view.panels.size(), 1U);
  EXPECT_EQ(view.panels[0].rows.count(), 4U);
  EXPECT_EQ(view.panels[0].columns.count(), 2U);
  EXPECT_EQ(view.panels[0].rows.name, "row (lane)");
  EXPECT_EQ(view.panels[0].at(2, 1).coordinate, (map::Coordinate{2, 1}));
  EXPECT_EQ(view.panels[0].at(2, 1).offset, 5);
  EXPECT_EQ(view.panels[0].at(2, 1).thread_values,
            (std::vector<ThreadValue>{thread_value_of(1, 2, 0, 2)}));
}

TEST(ThreadValueView, EachWarpOfEachBlockHasItsPanel) {
  const map::IndexMap map = map_of("{lane: [[1],[2]], warp: [[4]], block: [[8]]} -> {dim0: 16}");
  const GridView view = hardware_view({map, roles_of(map)}, {map.codomain()}, {}).value();
  ASSERT_EQ(view.panels.size(), 4U);
  EXPECT_EQ(view.panels[3].title, "[block=1, warp=1]");
  EXPECT_EQ(view.panels[1].at(2, 0).offset, 6);
  // What has no role makes further panels.
  EXPECT_EQ(hardware_view({map, {.lane = 0}}, {map.codomain()}, {}).value().panels.size(), 4U);
}

TEST(ThreadValueView, ElementsMayCountTheFirstDimensionFastest) {
  const map::IndexMap map = map_of("(4,2):(1,4)");
  const ThreadValueMap thread_values{map, {.reg = 1, .lane = 0}};
  const Tensor tensor{map::dims_of({2, 4}), true};
  const GridView view = hardware_view(thread_values, tensor, {}).value();
  EXPECT_EQ(view.panels[0].at(3, 1).coordinate, (map::Coordinate{1, 3}));
  EXPECT_EQ(view.panels[0].at(1, 0).coordinate, (map::Coordinate{1, 0}));
}

TEST(ThreadValueView, WhatIsOutsideTheTensorIsPadding) {
  const map::IndexMap map = map_of("(4,2):(2,-1)");
  const ThreadValueMap thread_values{map, {.reg = 1, .lane = 0}};
  const GridView view = hardware_view(thread_values, {map::dims_of({2, 2})}, {}).value();
  EXPECT_EQ(brief(view.panels[0]), "0 .-1\n2 1\n.4 3\n.6 .5\n");
  EXPECT_TRUE(view.panels[0].at(0, 1).coordinate.empty());
  EXPECT_EQ(view.panels[0].at(2, 1).coordinate, (map::Coordinate{1, 1}));
  EXPECT_EQ(
      brief(hardware_view(thread_values, {map::dims_of({2, 0})}, {}).value().panels[0]).front(),
      '.');
}

TEST(ThreadValueView, TooManyRegistersAreNotSearched) {
  const map::IndexMap map = map_of("(1048577,1):(1,0)");
  std::vector<Panel> panels;
  const auto status = add_thread_values(panels, {map, {.reg = 1, .lane = 0}});
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error()->code, "render.too_many_places");
  const map::IndexMap huge = map_of("(2147483648,2147483648):(1,2147483648)");
  EXPECT_FALSE(add_thread_values(panels, {huge, {.reg = 1, .lane = 0}}));
  const GridView view =
      hardware_view({huge, {.reg = 1, .lane = 0}}, {map::dims_of({huge.size()})}, {}).value();
  EXPECT_TRUE(view.is_overview);
}

/// The element that a place holds, as the layout's own notation says.
std::vector<std::int64_t> element_at(const linear::Layout& layout, const ThreadValue& tv) {
  const std::vector<linear::NamedValue> place = {
      {"register", tv.reg}, {"lane", tv.lane}, {"warp", tv.warp}, {"block", tv.block}};
  std::vector<linear::NamedValue> inputs;
  for (const linear::NamedValue& value : place) {
    if (layout.find_in(linear::Name(value.name)) != nullptr) inputs.push_back(value);
  }
  const auto outputs = linear::apply(layout, inputs).value();
  std::vector<std::int64_t> element;
  element.reserve(outputs.size());
  for (const linear::NamedValue& value : outputs) element.push_back(value.value);
  return element;
}

std::int64_t size_of(const linear::Layout& layout, const linear::Name& name) {
  const linear::Dimension* dimension = layout.find_in(name);
  return dimension == nullptr ? 1 : dimension->size();
}

/// Every place of a layout, by brute force.
std::vector<ThreadValue> all_places(const linear::Layout& layout) {
  std::vector<ThreadValue> places;
  const std::int64_t lanes = size_of(layout, linear::kLane);
  for (std::int64_t block = 0; block < size_of(layout, linear::kBlock); ++block) {
    for (std::int64_t warp = 0; warp < size_of(layout, linear::kWarp); ++warp) {
      for (std::int64_t lane = 0; lane < lanes; ++lane) {
        for (std::int64_t reg = 0; reg < size_of(layout, linear::kRegister); ++reg)
          places.push_back({reg, lane, warp, block, warp * lanes + lane});
      }
    }
  }
  return places;
}

rc::Gen<linear::DistributedPair> any_pair() {
  return linear::any_distributed_pair({.min_bits = 4,
                                       .max_bits = 8,
                                       .lanes = 3,
                                       .max_warps = 2,
                                       .max_blocks = 1,
                                       .registers_repeat = true});
}

TEST(ThreadValueViewLaw, EveryElementHasTheThreadValuesThatASearchFinds) {
  core::check_law("every_element_has_the_thread_values_that_a_search_finds", 1000, [] {
    const linear::Layout layout = (*any_pair()).src;
    const map::IndexMap map = bridge::to_map(layout).value();
    std::map<std::vector<std::int64_t>, std::vector<ThreadValue>> expected;
    for (const ThreadValue& tv : all_places(layout)) expected[element_at(layout, tv)].push_back(tv);
    std::vector<Panel> panels = tensor_grid(map.codomain());
    ASSERT_TRUE(add_thread_values(panels, {map, roles_of(map)}));
    std::size_t cells = 0;
    for (const Panel& panel : panels) {
      for (const Cell& cell : panel.cells) {
        const std::vector<ThreadValue>& thread_values = expected[cell.coordinate];
        ASSERT_TRUE(std::ranges::is_permutation(cell.thread_values, thread_values));
        ASSERT_EQ(cell.kind, thread_values.empty()       ? CellKind::kHole
                             : thread_values.size() == 1 ? CellKind::kData
                                                         : CellKind::kAlias);
        ++cells;
      }
    }
    ASSERT_EQ(cells, expected.size());
  });
}

TEST(ThreadValueViewLaw, EveryPlaceHasTheElementThatTheLayoutGives) {
  core::check_law("every_place_has_the_element_that_the_layout_gives", 1000, [] {
    const linear::Layout layout = (*any_pair()).src;
    const map::IndexMap map = bridge::to_map(layout).value();
    const GridView view =
        hardware_view({map, roles_of(map)}, {map.codomain()}, {.most_panels = 1U << 20}).value();
    std::vector<ThreadValue> seen;
    for (const Panel& panel : view.panels) {
      for (const Cell& cell : panel.cells) {
        ASSERT_EQ(cell.thread_values.size(), 1U);
        ASSERT_EQ(cell.coordinate, element_at(layout, cell.thread_values.front()));
        seen.push_back(cell.thread_values.front());
      }
    }
    ASSERT_TRUE(std::ranges::is_permutation(seen, all_places(layout)));
  });
}

}  // namespace
}  // namespace tileglot::render
