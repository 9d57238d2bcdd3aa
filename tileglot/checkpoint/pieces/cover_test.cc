// SPDX-License-Identifier: Apache-2.0
// cover_test.cc: the first fault of boxes, against counting every element.
#include "tileglot/checkpoint/pieces/cover.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {
namespace {

using map::Box;
using map::Coordinate;

std::optional<Fault> fault_of(const Box& whole, const std::vector<Box>& boxes) {
  std::vector<const Box*> pointers;
  pointers.reserve(boxes.size());
  for (const Box& box : boxes) pointers.push_back(&box);
  const auto fault = first_fault(whole, pointers);
  EXPECT_TRUE(fault.has_value());
  return fault ? *fault : std::nullopt;
}

TEST(Cover, TheFirstElementThatNoBoxHas) {
  EXPECT_EQ(fault_of({{0, 0}, {4, 6}}, {{{0, 0}, {2, 6}}, {{2, 0}, {4, 3}}}), (Fault{{2, 3}, 0}));
  EXPECT_EQ(fault_of({{0, 0}, {4, 6}}, {}), (Fault{{0, 0}, 0}));
  EXPECT_EQ(fault_of({{}, {}}, {}), (Fault{{}, 0}));
}

TEST(Cover, TheFirstElementThatTwoBoxesHave) {
  EXPECT_EQ(fault_of({{0, 0}, {4, 6}}, {{{0, 0}, {3, 6}}, {{2, 0}, {4, 6}}}), (Fault{{2, 0}, 2}));
  EXPECT_EQ(fault_of({{0}, {4}}, {{{0}, {4}}, {{1}, {4}}, {{1}, {2}}}), (Fault{{1}, 3}));
  EXPECT_EQ(fault_of({{}, {}}, {{{}, {}}, {{}, {}}}), (Fault{{}, 2}));
}

TEST(Cover, AHoleAndAnOverlapOfOneSizeDoNotCancel) {
  EXPECT_EQ(fault_of({{0}, {6}}, {{{0}, {3}}, {{2}, {5}}}), (Fault{{2}, 2}));
  EXPECT_EQ(fault_of({{0, 0}, {2, 2}}, {{{0, 0}, {1, 2}}, {{0, 1}, {1, 2}}, {{1, 1}, {2, 2}}}),
            (Fault{{0, 1}, 2}));
}

TEST(Cover, WhatHasNoElementsHasNoFault) {
  EXPECT_EQ(fault_of({{0, 0}, {4, 0}}, {}), std::nullopt);
  EXPECT_EQ(fault_of({{0}, {4}}, {{{0}, {4}}, {{2}, {2}}}), std::nullopt);
}

/// Whirling boxes, which no straight cut divides.
TEST(Cover, APinwheelCovers) {
  const std::vector<Box> wheel = {
      {{0, 0}, {1, 2}}, {{0, 2}, {2, 3}}, {{2, 1}, {3, 3}}, {{1, 0}, {3, 1}}, {{1, 1}, {2, 2}}};
  EXPECT_EQ(fault_of({{0, 0}, {3, 3}}, wheel), std::nullopt);
}

std::int64_t holders_of(const Coordinate& x, const std::vector<Box>& boxes) {
  return std::ranges::count_if(boxes, [&](const Box& box) { return has(box, x); });
}

/// Counts the holders of each element in row-major order.
std::optional<Fault> by_elements(const Box& whole, const std::vector<Box>& boxes) {
  std::optional<Fault> fault;
  for_each_element(whole.end, [&](const Coordinate& x) {
    if (fault) return;
    const std::int64_t holders = holders_of(x, boxes);
    if (holders != 1) fault = Fault{x, holders};
  });
  return fault;
}

TEST(Cover, CutsHaveNoFault) {
  core::check_law("pieces_cuts_have_no_fault", 10000, [] {
    const Extents extents = any_extents(4);
    const Box whole{Coordinate(extents.size()), extents};
    const std::vector<Box> boxes = any_cut(extents);
    ASSERT_EQ(by_elements(whole, boxes), std::nullopt);
    ASSERT_EQ(fault_of(whole, boxes), std::nullopt);
  });
}

TEST(Cover, TheFirstFaultIsThatOfCounting) {
  int holes = 0;
  int overlaps = 0;
  core::check_law("pieces_first_fault_is_counted", 20000, [&] {
    const Extents extents = any_extents(4);
    const Box whole{Coordinate(extents.size()), extents};
    std::vector<Box> boxes = any_cut(extents);
    for (int left = *rc::gen::inRange(1, 3); left > 0; --left) spoil(boxes, extents);
    const auto expected = by_elements(whole, boxes);
    ASSERT_EQ(fault_of(whole, boxes), expected);
    holes += expected && expected->holders == 0 ? 1 : 0;
    overlaps += expected && expected->holders > 1 ? 1 : 0;
  });
  EXPECT_GT(holes, core::law_minimum(200));
  EXPECT_GT(overlaps, core::law_minimum(200));
}

/// A grid of n^d boxes of one element.
std::vector<Box> grid_of(std::int64_t n, std::size_t rank) {
  std::vector<Box> boxes;
  for_each_element(Extents(rank, n), [&](const Coordinate& x) {
    Box box{x, x};
    for (std::int64_t& end : box.end) ++end;
    boxes.push_back(box);
  });
  return boxes;
}

TEST(Cover, ManyBoxesTakeNoTime) {
  EXPECT_EQ(fault_of({{0, 0}, {256, 256}}, grid_of(256, 2)), std::nullopt);
  std::vector<Box> boxes = grid_of(16, 4);
  EXPECT_EQ(fault_of({{0, 0, 0, 0}, {16, 16, 16, 16}}, boxes), std::nullopt);
  boxes.erase(boxes.begin() + 12345);
  EXPECT_EQ(fault_of({{0, 0, 0, 0}, {16, 16, 16, 16}}, boxes)->holders, 0);
}

TEST(Cover, VeryManyBoxesInManyDimensionsAreRefused) {
  const std::vector<Box> boxes = grid_of(2, 6);
  std::vector<const Box*> pointers;
  pointers.reserve(boxes.size());
  for (const Box& box : boxes) pointers.push_back(&box);
  const auto fault = first_fault({Coordinate(6, 0), Coordinate(6, 2)}, pointers, 1000);
  ASSERT_FALSE(fault.has_value());
  EXPECT_EQ(fault.error()->code, "pieces.limit");
}

}  // namespace
}  // namespace tileglot::checkpoint::pieces
