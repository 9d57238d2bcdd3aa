// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/access_pattern.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {
namespace {

std::int64_t at(const map::IndexMap& f, std::int64_t element, std::int64_t thread) {
  const map::Coordinate x{element, thread};
  return f(x);
}

TEST(AccessPattern, ALaneARowOfAMatrix) {
  const map::IndexMap f = *matrix_pattern(map::dims_of({8, 64}), 8, false);
  EXPECT_EQ(f.extent(1), 64);
  EXPECT_EQ(at(f, 0, 1), 64);
  EXPECT_EQ(at(f, 3, 1), 67);
  EXPECT_EQ(at(f, 0, 8), 8);  // the second matrix
  const map::IndexMap deep = *matrix_pattern(map::dims_of({16, 16, 2}), 8, false);
  EXPECT_EQ(at(deep, 0, 8), 8 * 32);  // down the rows
  EXPECT_EQ(at(deep, 1, 16), 9 * 2);  // then along the columns
  EXPECT_EQ(at(deep, 0, 32), 1);      // then the next stage
}

TEST(AccessPattern, TransposedRowsLieAlongModeZero) {
  const map::IndexMap f = *matrix_pattern(map::dims_of({64, 8}), 8, true);
  EXPECT_EQ(at(f, 1, 0), 8);
  EXPECT_EQ(at(f, 0, 1), 1);
  EXPECT_EQ(at(f, 0, 8), 64);
}

TEST(AccessPattern, LanesFollowTheModeThatIsAsked) {
  const map::IndexMap along = *vector_pattern(map::dims_of({4, 8}), {2, 1, 1});
  EXPECT_EQ(at(along, 1, 3), 7);
  EXPECT_EQ(at(along, 0, 4), 8);
  const map::IndexMap down = *vector_pattern(map::dims_of({4, 8}), {2, 1, 0});
  EXPECT_EQ(at(down, 0, 1), 8);
  EXPECT_EQ(at(down, 1, 4), 3);
}

TEST(AccessPattern, WhatDoesNotFitIsRefused) {
  EXPECT_EQ(matrix_pattern(map::dims_of({64}), 8, false).error()->code, "access.rank");
  EXPECT_EQ(matrix_pattern(map::dims_of({7, 64}), 8, false).error()->code, "access.extent");
  EXPECT_EQ(matrix_pattern(map::dims_of({8, 60}), 8, false).error()->code, "access.extent");
  EXPECT_EQ(matrix_pattern(map::dims_of({8, 64, 0}), 8, false).error()->code, "access.extent");
  EXPECT_EQ(vector_pattern(map::dims_of({4, 8}), {3, 1, 1}).error()->code, "access.extent");
  EXPECT_EQ(vector_pattern(map::dims_of({4, 8}), {2, 1, 2}).error()->code, "access.mode");
  const std::int64_t huge = std::int64_t{1} << 40;
  EXPECT_EQ(vector_pattern(map::dims_of({huge, huge}), {2, 1, 1}).error()->code, "map.overflow");
}

/// Every element once, and the elements of a lane one step of their mode apart.
void expect_walks(const map::IndexMap& f, std::int64_t elements, std::int64_t step) {
  std::set<std::int64_t> met;
  for (std::int64_t thread = 0; thread < f.extent(1); ++thread) {
    for (std::int64_t i = 0; i < f.extent(0); ++i) {
      met.insert(at(f, i, thread));
      ASSERT_EQ(at(f, i, thread), at(f, 0, thread) + i * step);
    }
  }
  ASSERT_EQ(static_cast<std::int64_t>(met.size()), elements);
  ASSERT_EQ(*met.begin(), 0);
  ASSERT_EQ(*met.rbegin(), elements - 1);
}

TEST(AccessPatternLaw, EveryElementIsTouchedOnce) {
  core::check_law("patterns_touch_everything_once", 5000, [] {
    std::vector<std::int64_t> extents;
    for (int k = *rc::gen::inRange(2, 4); k > 0; --k) {
      extents.push_back(*rc::gen::element<std::int64_t>(8, 16, 24));
    }
    std::vector<map::Dim> dims;
    std::int64_t elements = 1;
    for (const std::int64_t extent : extents) {
      dims.push_back({extent});
      elements *= extent;
    }
    const auto step_of = [&](std::size_t mode) {
      std::int64_t step = 1;
      for (std::size_t k = mode + 1; k < extents.size(); ++k) step *= extents[k];
      return step;
    };
    const std::size_t along = *rc::gen::inRange<std::size_t>(0, extents.size());
    const std::size_t first = *rc::gen::inRange<std::size_t>(0, extents.size());
    const std::int64_t vector = *rc::gen::element<std::int64_t>(1, 2, 4, 8);
    expect_walks(*vector_pattern(dims, {vector, along, first}), elements, step_of(along));
    const bool transposed = *rc::gen::arbitrary<bool>();
    expect_walks(*matrix_pattern(dims, vector, transposed), elements, step_of(transposed ? 0 : 1));
  });
}

}  // namespace
}  // namespace tileglot::analysis
