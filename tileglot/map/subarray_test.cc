// SPDX-License-Identifier: Apache-2.0
// subarray_test.cc: slices of known arrays, those of any map, and slices that are refused.
#include "tileglot/map/subarray.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"

namespace tileglot::map {
namespace {

using Slices = std::vector<Slice>;

void expect_subarray(const IndexMap& f, const Slices& slices, std::string_view sum) {
  const auto part = subarray(f, slices);
  ASSERT_TRUE(part.has_value()) << part.error()->message;
  EXPECT_EQ(to_text(*part), sum);
}

void expect_refused(const IndexMap& f, const Slices& slices, std::string_view code,
                    std::string_view message) {
  const auto part = subarray(f, slices);
  ASSERT_FALSE(part.has_value());
  EXPECT_EQ(part.error()->code, code);
  EXPECT_EQ(part.error()->message, message);
}

TEST(Subarray, EverySecondRowBackwards) {
  expect_subarray(strided({4, 3}, {3, 1}), {{3, 2, -2}, {0, 3, 1}}, "9 + x1 - 6*x0");
}

TEST(Subarray, WholeTilesOfATiledArrayAreTiled) {
  const IndexMap f = tiled({16, 12}, {{4, 4}});
  expect_subarray(f, {{8, 8, 1}, {4, 8, 1}}, "112 + x1 + 12*(x1/4) + 4*x0 + 32*(x0/4)");
}

TEST(Subarray, TheCodomainIsTheWholeArrays) {
  const IndexMap f = tiled({3, 5}, {{2, 2}});
  const auto part = subarray(f, Slices{{1, 1, 1}, {2, 3, 1}});
  EXPECT_EQ(part->codomain(), f.codomain());
  EXPECT_EQ(table_of(*part), (std::vector<std::int64_t>{6, 7, 10}));
}

TEST(Subarray, AStepOf0RepeatsAPlace) {
  expect_subarray(strided({4, 3}, {3, 1}), {{2, 5, 0}, {0, 3, 1}}, "6 + x1");
}

TEST(Subarray, WhatIsEmptyMayBeginAnywhere) {
  const auto part = subarray(strided({4, 3}, {3, 1}), Slices{{99, 0, 1}, {0, 3, 1}});
  ASSERT_TRUE(part.has_value()) << part.error()->message;
  EXPECT_EQ(part->size(), 0);
  EXPECT_TRUE(subarray(strided({}, {}), Slices{}).has_value());
}

TEST(Subarray, SlicesThatLeaveTheArrayAreRefused) {
  const IndexMap f = strided({4, 3}, {3, 1});
  expect_refused(f, {{0, 3, 2}, {0, 3, 1}}, "map.slice",
                 "the slice of x0 reaches 4, outside [0, 4)");
  expect_refused(f, {{1, 3, -1}, {0, 3, 1}}, "map.slice",
                 "the slice of x0 reaches -1, outside [0, 4)");
  expect_refused(f, {{0, 4, 1}, {3, 1, 1}}, "map.slice",
                 "the slice of x1 reaches 3, outside [0, 3)");
  expect_refused(f, {{0, -1, 1}, {0, 3, 1}}, "map.slice", "the slice of x0 has the extent -1");
  expect_refused(f, {{0, 4, 1}}, "map.slice", "1 slices of an array with 2 dimensions");
  expect_refused(f, {{0, 3, core::kInt64Max}, {0, 3, 1}}, "map.overflow",
                 "0 + 2 * 9223372036854775807 does not fit a signed 64-bit integer");
}

/// Uniform in [begin, end), whatever the size of the case.
template <class T>
T draw(T begin, T end) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(begin, end));
}

/// A slice of a dimension, seldom without coordinates.
Slice any_slice(std::int64_t extent) {
  const std::int64_t begin = draw<std::int64_t>(0, extent);
  const std::int64_t step = draw<std::int64_t>(-3, 4);
  std::int64_t most = 6;
  if (step > 0) most = (extent - 1 - begin) / step + 1;
  if (step < 0) most = begin / -step + 1;
  return {begin, draw<std::int64_t>(0, most + 1), step};
}

std::vector<std::int64_t> expected_table(const Recipe& f, const Slices& slices) {
  std::vector<std::int64_t> extents;
  for (const Slice& slice : slices) extents.push_back(slice.extent);
  std::vector<std::int64_t> table;
  for_each_coordinate(extents, [&](const Coordinate& i) {
    Coordinate x(i.size());
    for (std::size_t k = 0; k < i.size(); ++k) x[k] = slices[k].begin + slices[k].step * i[k];
    table.push_back(f(x));
  });
  return table;
}

TEST(Subarray, ReadsTheArrayAtItsSlices) {
  Tally tally;
  core::check_law("subarray_reads_at_slices", 60000, [&] {
    const Recipe f = *any_recipe({.min_points = 60, .max_points = 400});
    Slices slices;
    for (const std::int64_t extent : f.extents) slices.push_back(any_slice(extent));
    const auto part = subarray(f.map(), slices);
    ASSERT_TRUE(part.has_value()) << part.error()->message << "\n" << f;
    tally.count(*part);
    EXPECT_EQ(table_of(*part), expected_table(f, slices)) << f;
  });
  std::cout << tally << "\n";
  EXPECT_GT(tally.deep, 0);
  EXPECT_GT(tally.xors, 0);
}

}  // namespace
}  // namespace tileglot::map
