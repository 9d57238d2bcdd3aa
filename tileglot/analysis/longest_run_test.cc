// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/longest_run.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/core/any_permutation.h"
#include "tileglot/core/law.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/every_coordinate.h"

namespace tileglot::analysis {
namespace {

namespace xla = notation::xla;

std::int64_t longest(std::string_view a, std::string_view b) {
  return longest_run(*bridge::to_map(*xla::parse_shape(a)), *bridge::to_map(*xla::parse_shape(b)));
}

// "runs go on along the next dimension"
TEST(LongestRun, RunsGoOnAlongTheNextDimension) {
  EXPECT_EQ(longest("f32[4,6,8]{2,1,0}", "f32[4,6,8]{2,0,1}"), 8);
  EXPECT_EQ(longest("f32[4,6,8]{2,1,0}", "f32[4,6,8]{2,1,0}"), 192);
  EXPECT_EQ(longest("f32[4,6]{1,0}", "f32[4,6]{0,1}"), 1);
  EXPECT_EQ(longest("f32[5,4,6,8]{3,2,1,0}", "f32[5,4,6,8]{3,2,0,1}"), 48);
  EXPECT_EQ(longest("f32[5,4,1,8]{3,2,1,0}", "f32[5,4,1,8]{3,1,0,2}"), 160);
}

TEST(LongestRun, TilesEndRuns) {
  EXPECT_EQ(longest("f32[16,256]{1,0}", "f32[16,256]{1,0:T(8,128)}"), 128);
  EXPECT_EQ(longest("f32[16,128]{1,0}", "f32[16,128]{1,0:T(8,128)}"), 2048);
  EXPECT_EQ(longest("bf16[16,256]{1,0}", "bf16[16,256]{1,0:T(8,128)(2,1)}"), 1);
  EXPECT_EQ(longest("bf16[16,256]{0,1}", "bf16[16,256]{1,0:T(8,128)(2,1)}"), 2);
}

TEST(LongestRun, ArraysWithoutAStepHaveRunsOf1) {
  EXPECT_EQ(longest("f32[]", "f32[]"), 1);
  EXPECT_EQ(longest("f32[1,1]{1,0}", "f32[1,1]{0,1}"), 1);
}

std::int64_t extent(const xla::Shape& shape, std::int64_t d) {
  return *shape.dimensions[static_cast<std::size_t>(d)].bound;
}

/// Of elements that are neighbours by both, wherever they begin.
std::int64_t longest_by_walking(const map::IndexMap& f, const map::IndexMap& g) {
  std::map<std::int64_t, std::int64_t> g_at;
  std::vector<std::int64_t> extents;
  extents.reserve(f.rank());
  for (std::size_t k = 0; k < f.rank(); ++k) extents.push_back(f.extent(k));
  for (const auto& x : xla::every_coordinate(extents)) g_at[f(x)] = g(x);
  std::int64_t best = 0;
  std::int64_t run = 0;
  auto before = g_at.begin();
  for (auto at = g_at.begin(); at != g_at.end(); before = at++) {
    const bool goes_on = at->first == before->first + 1 && at->second == before->second + 1;
    run = goes_on ? run + 1 : 1;
    best = std::max(best, run);
  }
  return best;
}

/// The extents of what both orders begin with, dimensions of size 1 left out.
std::int64_t common_beginning(const xla::Shape& a, const xla::Shape& b) {
  const auto large = [&](const xla::Shape& shape) {
    std::vector<std::int64_t> order = shape.layout->minor_to_major;
    std::erase_if(order, [&](std::int64_t d) { return extent(shape, d) == 1; });
    return order;
  };
  const auto left = large(a);
  const auto right = large(b);
  std::int64_t result = 1;
  for (std::size_t i = 0; i < left.size() && left[i] == right[i]; ++i) {
    result *= extent(a, left[i]);
  }
  return result;
}

xla::Shape in_any_order(xla::Shape shape) {
  shape.layout->minor_to_major = *core::any_permutation(std::ssize(shape.dimensions));
  return shape;
}

TEST(LongestRunLaw, OfPlainOrdersItIsWhatBothBeginWith) {
  core::check_law("longest_run_is_common_beginning", 5000, [] {
    const xla::Shape shape = *xla::any_shape({.max_tiles = 0, .attributes = false});
    const xla::Shape a = in_any_order(shape);
    const xla::Shape b = in_any_order(shape);
    RC_LOG() << print(a) << " and " << print(b) << "\n";
    RC_ASSERT(longest_run(*bridge::to_map(a), *bridge::to_map(b)) == common_beginning(a, b));
  });
}

TEST(LongestRunLaw, SoManyAreNeighboursSomewhere) {
  core::check_law("longest_run_is_found_by_walking", 5000, [] {
    const xla::Shape a = *xla::any_shape({.attributes = false});
    xla::Shape b = *xla::any_shape({.max_rank = rank(a), .attributes = false});
    if (rank(b) != rank(a) || *rc::gen::arbitrary<bool>()) b = in_any_order(a);
    b.dimensions = a.dimensions;
    RC_LOG() << print(a) << " and " << print(b) << "\n";
    const auto f = *bridge::to_map(a);
    const auto g = *bridge::to_map(b);
    RC_ASSERT(longest_run(f, g) <= longest_by_walking(f, g));
    RC_ASSERT(longest_run(f, f) <= longest_by_walking(f, f));
  });
}

}  // namespace
}  // namespace tileglot::analysis
