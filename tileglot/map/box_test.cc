// SPDX-License-Identifier: Apache-2.0
// box_test.cc: boxes against the coordinates that they have.
#include "tileglot/map/box.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

using Boxes = std::vector<Box>;
using Set = std::set<Coordinate>;

Set set_of(const Box& box) {
  Set set;
  std::vector<std::int64_t> extents;
  extents.reserve(box.begin.size());
  for (std::size_t k = 0; k < box.begin.size(); ++k) extents.push_back(box.end[k] - box.begin[k]);
  for_each_coordinate(extents, [&](Coordinate x) {
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += box.begin[k];
    set.insert(x);
  });
  return set;
}

TEST(Box, WhatIsLeftOfABoxAreBoxes) {
  EXPECT_EQ(difference({{0, 0}, {4, 6}}, {{1, 2}, {3, 6}}),
            (Boxes{{{0, 0}, {1, 6}}, {{3, 0}, {4, 6}}, {{1, 0}, {3, 2}}}));
  EXPECT_EQ(difference({{0, 0}, {4, 6}}, {{4, 0}, {5, 6}}), (Boxes{{{0, 0}, {4, 6}}}));
  EXPECT_EQ(difference({{1, 1}, {2, 2}}, {{0, 0}, {4, 6}}), Boxes{});
  EXPECT_EQ(difference({{}, {}}, {{}, {}}), Boxes{});
}

TEST(Box, WhatNoBoxHasIsFound) {
  const Boxes boxes = {{{0, 0}, {2, 6}}, {{2, 0}, {4, 3}}};
  EXPECT_EQ(uncovered({{0, 0}, {4, 6}}, boxes), (Coordinate{2, 3}));
  EXPECT_EQ(uncovered({{0, 0}, {4, 3}}, boxes), std::nullopt);
  EXPECT_EQ(uncovered({{}, {}}, {}), Coordinate{});
}

TEST(Box, SlicesCountFromTheOrigin) {
  EXPECT_EQ(slices_of({{5, 2}, {9, 3}}, {4, 2}), (std::vector<Slice>{{1, 4, 1}, {0, 1, 1}}));
}

Box any_box(std::size_t rank) {
  Box box{Coordinate(rank), Coordinate(rank)};
  for (std::size_t k = 0; k < rank; ++k) {
    box.begin[k] = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(0, 6));
    box.end[k] =
        box.begin[k] + *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(0, 5));
  }
  return box;
}

/// The pieces are what is left, each coordinate once.
void expect_left(const Boxes& pieces, const Set& left) {
  Set all;
  std::size_t sizes = 0;
  for (const Box& piece : pieces) {
    const Set set = set_of(piece);
    EXPECT_EQ(piece.size(), static_cast<std::int64_t>(set.size()));
    sizes += set.size();
    all.insert(set.begin(), set.end());
  }
  EXPECT_EQ(all, left);
  EXPECT_EQ(sizes, left.size());
}

TEST(Box, BoxesAreTheSetsOfTheirCoordinates) {
  core::check_law("boxes_are_sets", 10000, [] {
    const std::size_t rank = *rc::gen::inRange<std::size_t>(0, 4);
    const Box box = any_box(rank);
    Boxes pieces = {box};
    Boxes taken;
    Set left = set_of(box);
    for (int i = 0; i < 3; ++i) {
      const Box less = any_box(rank);
      Boxes rest;
      for (const Box& piece : pieces) {
        if (const auto both = intersection(piece, less)) taken.push_back(*both);
        for (const Box& part : difference(piece, less)) rest.push_back(part);
      }
      pieces = rest;
      for (const Coordinate& x : set_of(less)) left.erase(x);
      expect_left(pieces, left);
    }
    const auto hole = uncovered(box, taken);
    ASSERT_EQ(hole.has_value(), !left.empty());
    EXPECT_TRUE(!hole || left.count(*hole) == 1);
  });
}

}  // namespace
}  // namespace tileglot::map
