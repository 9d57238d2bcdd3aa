// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/lane_access.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/example_maps.h"

namespace tileglot::analysis {
namespace {

std::vector<std::int64_t> list_of(std::span<const std::int64_t> numbers) {
  return {numbers.begin(), numbers.end()};
}

TEST(LaneAccess, EightRegistersMakeOneVector) {
  const LaneAccess access =
      *lane_access(map::strided({8, 8}, {1, 64}), {.lanes = 32, .most_elements = 8});
  EXPECT_EQ(access.vector, 8);
  EXPECT_EQ(access.warps, 1);
  EXPECT_EQ(access.instructions(), 1);
  EXPECT_EQ(list_of(access.begins_of(0, 0)),
            (std::vector<std::int64_t>{0, 64, 128, 192, 256, 320, 384, 448}));
}

TEST(LaneAccess, RegistersMayBeRenamed) {
  // Registers at 0, 4, 1, 5, 2, 6, 3, 7.
  const map::IndexMap f = map::map_of({8, 4}, [](map::MapBuilder& b) {
    const map::Value low = b.scale(b.mod(b.dim(0), 2), 4);
    return b.add(b.add(low, b.floor_div(b.dim(0), 2)), b.scale(b.dim(1), 8));
  });
  EXPECT_EQ(lane_access(f, {.most_elements = 8})->vector, 8);
  EXPECT_EQ(lane_access(f, {.most_elements = 4})->instructions(), 2);
}

TEST(LaneAccess, RegistersThatRepeatAreLeftOut) {
  const LaneAccess access = *lane_access(map::strided({4, 32}, {0, 1}), {});
  EXPECT_EQ(access.instructions(), 1);
  EXPECT_EQ(access.begins.size(), 32U);
}

TEST(LaneAccess, AVectorIsAligned) {
  const map::IndexMap f = map::map_of({4, 32}, [](map::MapBuilder& b) {
    return b.add(b.add(b.dim(0), b.scale(b.dim(1), 4)), b.constant(2));
  });
  const LaneAccess access = *lane_access(f, {.most_elements = 4});
  EXPECT_EQ(access.vector, 2);
  EXPECT_EQ(access.run, 4);
}

TEST(LaneAccess, ALastWarpMayHaveFewerLanes) {
  const LaneAccess access =
      *lane_access(map::strided({2, 5, 8}, {40, 1, 5}), {.lanes = 32, .most_elements = 2});
  EXPECT_EQ(access.warps, 2);
  EXPECT_EQ(access.instructions(), 2);
  EXPECT_EQ(access.begins_of(0, 1)[3], 43);
  EXPECT_EQ(list_of(access.begins_of(1, 1)),
            (std::vector<std::int64_t>{72, 73, 74, 75, 76, 77, 78, 79}));
}

TEST(LaneAccess, WhatCannotBeLookedAtIsRefused) {
  EXPECT_EQ(lane_access(map::strided({}, {}), {}).error()->code, "access.no_threads");
  EXPECT_EQ(lane_access(map::strided({2, 2}, {-1, 1}), {}).error()->code, "access.offset");
  EXPECT_EQ(lane_access(map::strided({2, 2}, {1, std::int64_t{1} << 50}), {}).error()->code,
            "map.too_large_to_decide");
  EXPECT_EQ(lane_access(map::strided({2, kMostTouches}, {1, 2}), {}).error()->code,
            "map.too_large_to_decide");
  EXPECT_EQ(lane_access(map::strided({0, 4}, {1, 2}), {})->instructions(), 0);
}

/// The offsets of one thread, each once.
std::vector<std::int64_t> offsets_of_thread(const map::IndexMap& f, std::int64_t thread) {
  std::vector<std::int64_t> offsets;
  map::Coordinate x(f.rank(), 0);
  for (std::size_t k = 1; k < f.rank(); ++k) {
    x[k] = thread % f.extent(k);
    thread /= f.extent(k);
  }
  for (x[0] = 0; x[0] < f.extent(0); ++x[0]) offsets.push_back(f(x));
  std::ranges::sort(offsets);
  offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
  return offsets;
}

TEST(LaneAccessLaw, EveryThreadGetsItsElements) {
  core::check_law("lanes_touch_their_elements", 10000, [] {
    const map::IndexMap f = (*map::any_recipe()).map();
    const LaneOptions how{.lanes = *rc::gen::element<std::int64_t>(1, 4, 32),
                          .most_elements = *rc::gen::element<std::int64_t>(1, 2, 8)};
    const auto access = lane_access(f, how);
    if (!access) return;
    for (std::int64_t thread = 0; thread < access->threads; ++thread) {
      std::vector<std::int64_t> touched;
      for (std::int64_t i = 0; i < access->instructions(); ++i) {
        const std::int64_t begin =
            access->begins_of(thread / how.lanes, i)[std::size_t(thread % how.lanes)];
        ASSERT_EQ(begin % access->vector, 0);
        for (std::int64_t j = 0; j < access->vector; ++j) touched.push_back(begin + j);
      }
      std::ranges::sort(touched);
      touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
      ASSERT_EQ(touched, offsets_of_thread(f, thread));
    }
  });
}

}  // namespace
}  // namespace tileglot::analysis
