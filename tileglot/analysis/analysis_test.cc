// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "tileglot/analysis/contiguous_runs.h"
#include "tileglot/analysis/padding.h"
#include "tileglot/analysis/size.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {
namespace {

/// Digits of a tiling of one dimension by `tile`, then strides of (outer, inner).
map::Value tiled(map::MapBuilder& b, std::size_t k, std::int64_t tile, std::int64_t outer,
                 std::int64_t inner) {
  return b.add(b.scale(b.floor_div(b.dim(k), tile), outer), b.scale(b.mod(b.dim(k), tile), inner));
}

/// f32[3,5]{1,0:T(2,2)}
map::IndexMap tiled_3x5() {
  map::MapBuilder b(map::dims_of({3, 5}));
  return *b.finish(b.add(tiled(b, 0, 2, 12, 2), tiled(b, 1, 2, 4, 1)), {{24, "offset"}});
}

/// bf16[16,256]{1,0:T(8,128)(2,1)}
map::IndexMap packed() {
  map::MapBuilder b(map::dims_of({16, 256}));
  map::Value sum = b.add(b.scale(b.floor_div(b.dim(0), 8), 2048), b.mod(b.dim(0), 2));
  sum = b.add(sum, b.scale(b.floor_div(b.mod(b.dim(0), 8), 2), 256));
  return *b.finish(b.add(sum, tiled(b, 1, 128, 1024, 2)), {{4096, "offset"}});
}

/// Sw<3,3,3> o 0 o (8,64):(64,1)
map::IndexMap swizzled() {
  map::MapBuilder b(map::dims_of({8, 64}));
  map::F2Rows rows;
  for (unsigned i = 0; i < 9; ++i) {
    const bool changed = i >= 3 && i < 6;
    rows.push_back((std::uint64_t{1} << i) | (changed ? std::uint64_t{1} << (i + 3) : 0));
  }
  return *b.finish(b.apply_f2(b.add(b.scale(b.dim(0), 64), b.dim(1)), rows), {{512, "offset"}});
}

TEST(Analysis, F3235InTilesOf2x2Has15ElementsReaches21AndOwns24) {
  const auto size = size_of(tiled_3x5());
  ASSERT_TRUE(size.has_value());
  EXPECT_EQ(size->size, 15);
  EXPECT_EQ(size->cosize, 21);
  EXPECT_EQ(size->codomain_size, 24);
}

TEST(Analysis, NineOfTwentyFourPositionsArePadding) {
  const auto padding = padding_of(tiled_3x5());
  ASSERT_TRUE(padding.has_value());
  EXPECT_EQ(padding->count, 9);
  EXPECT_DOUBLE_EQ(padding->fraction, 0.375);
  EXPECT_EQ(padding_of(packed())->count, 0);
}

TEST(Analysis, ASwizzleLeavesRunsOfEight) {
  EXPECT_EQ(run_length(swizzled(), 1), 8);
  EXPECT_EQ(run_length(packed(), 1), 1);
  EXPECT_EQ(run_length(packed(), 0), 2);
  EXPECT_EQ(run_length(tiled_3x5(), 1), 2);
}

TEST(Analysis, AnUntiledDimensionIsOneRun) {
  map::MapBuilder b(map::dims_of({4, 6}));
  const map::IndexMap map = *b.finish(b.add(b.scale(b.dim(0), 6), b.dim(1)), {{24}});
  EXPECT_EQ(run_length(map, 1), 6);
  EXPECT_EQ(run_length(map, 0), 1);
}

/// In every block of g along k, each step adds 1.
void expect_runs(const map::IndexMap& f, std::size_t k) {
  const std::int64_t g = run_length(f, k);
  map::Coordinate x(f.rank(), 0);
  for (std::int64_t n = 0; n < f.size(); ++n) {
    if (x[k] % g + 1 < g && x[k] + 1 < f.extent(k)) {
      map::Coordinate next = x;
      ++next[k];
      ASSERT_EQ(f(next), f(x) + 1);
    }
    for (std::size_t j = f.rank(); j-- > 0 && ++x[j] == f.extent(j);) x[j] = 0;
  }
}

TEST(AnalysisLaw, RunsAreContiguous) {
  core::check_law("runs_are_contiguous", 5000, [] {
    const map::IndexMap f = (*map::any_recipe()).map();
    for (std::size_t k = 0; k < f.rank(); ++k) expect_runs(f, k);
  });
}

}  // namespace
}  // namespace tileglot::analysis
