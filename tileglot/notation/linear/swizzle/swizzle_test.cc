// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/swizzle.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "tileglot/core/any_f2_matrix.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/f2_span.h"
#include "tileglot/core/law.h"
#include "tileglot/notation/linear/layout/rank.h"
#include "tileglot/notation/linear/swizzle/any_distributed.h"
#include "tileglot/notation/linear/swizzle/bank_conflicts.h"
#include "tileglot/notation/linear/swizzle/optimal_swizzling_ld_st.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::notation::linear {
namespace {

TEST(Swizzle, ATransposeWithoutConflicts) {
  const Layout rows = parse(
                          "{register: [], lane: [[0,1],[0,2],[0,4]], warp: [[1,0],[2,0],[4,0]]} -> "
                          "{dim0: 8, dim1: 8}")
                          .value();
  const Layout columns = parse(
                             "{register: [], lane: [[1,0],[2,0],[4,0]], warp: [[0,1],[0,2],[0,4]]} "
                             "-> {dim0: 8, dim1: 8}")
                             .value();
  const SwizzleSides sides{
      .write = hardware_bases(rows), .read = hardware_bases(columns), .dimension = 6, .banks = 8};
  Swizzle chosen =
      swizzle(sides, {.vector = {}, .write_lanes = {8, 16, 32}, .read_lanes = {1, 2, 4}});
  EXPECT_EQ(
      print(memory_layout(chosen, rows)),
      "{vector: [], bank: [[0,1],[0,2],[0,4]], segment: [[1,1],[2,2],[4,4]], block: [], reps: []}"
      " -> {dim0: 8, dim1: 8}");
  EXPECT_EQ(conflicts(chosen, {1, 2, 4}, 6), 0);
  EXPECT_EQ(conflicts(chosen, {9}, 6), 1);
}

TEST(Swizzle, TheMemoryIsABijectionWithFullRows) {
  core::check_law("linear_swizzle_is_a_bijection", 10000, [] {
    DistributedPair p = *any_distributed_pair();
    if (*rc::gen::arbitrary<bool>()) {
      p.src = in_coordinates(p.src, *core::any_invertible_f2_matrix(p.src.out_bits()));
      p.dst = in_coordinates(p.dst, *core::any_invertible_f2_matrix(p.dst.out_bits()));
    }
    const int bits = 8 << *rc::gen::inRange(0, 5);
    const Layout memory = optimal_swizzling_ld_st(p.src, p.dst, bits).value().memory;
    EXPECT_TRUE(is_invertible(memory));
    const int row =
        std::min(memory.find_in(kVector)->bits + memory.find_in(kBank)->bits, memory.in_bits());
    EXPECT_EQ(row, std::min(core::log2_floor(1024 / bits), memory.in_bits()));
    for (const std::uint64_t v : memory.columns_of(*memory.find_in(kReps))) {
      EXPECT_TRUE(contains(hardware_bases(p.src).registers, v));
      EXPECT_TRUE(contains(hardware_bases(p.dst).registers, v));
    }
  });
}

using Words = std::vector<std::uint64_t>;

int dimension_of(const Words& vectors) {
  core::F2Span span;
  for (const std::uint64_t v : vectors) span.insert(v);
  return span.dimension();
}

Words joined(Words a, F2BasesView b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// log2 of the vectors in both spans.
int common(const Words& a, F2BasesView b) {
  return dimension_of(a) + dimension_of(Words(b.begin(), b.end())) - dimension_of(joined(a, b));
}

/// Wavefronts of a side whose lanes go together, where the rows of a bank are those that differ by
/// `rows`: all lanes of one bank over all lanes of one vector.
int wavefronts(const Words& rows, const Words& vector, F2BasesView lanes) {
  return 1 << (common(rows, lanes) - common(vector, lanes));
}

/// Every way to choose the rows: all subspaces that contain `rows`, grown by `left` dimensions.
void try_all(const Words& rows, std::uint64_t next, int left, int dimension,
             const std::function<void(const Words&)>& visit) {
  if (left == 0) return visit(rows);
  for (std::uint64_t v = next; v < (std::uint64_t{1} << dimension); ++v) {
    Words more = joined(rows, Words{v});
    if (dimension_of(more) == static_cast<int>(more.size()))
      try_all(more, v + 1, left - 1, dimension, visit);
  }
}

TEST(Swizzle, NoOtherSwizzleHasFewerConflicts) {
  core::check_law("linear_swizzle_is_optimal", 2000, [] {
    const DistributedPair p =
        *any_distributed_pair({.min_bits = 3, .max_bits = 5, .lanes = 2, .max_warps = 2});
    const int banks = 4;
    const auto found = optimal_swizzling_ld_st(p.src, p.dst, 32, banks).value();
    const F2BasesView v = found.memory.columns_of(*found.memory.find_in(kVector));
    const Words vector(v.begin(), v.end());
    const int rows =
        found.memory.in_bits() - found.memory.find_in(kBank)->bits - static_cast<int>(v.size());
    const F2BasesView write = together(hardware_bases(p.src).lanes, 1 << v.size(), 32, banks);
    const F2BasesView read = together(hardware_bases(p.dst).lanes, 1 << v.size(), 32, banks);
    int best = std::numeric_limits<int>::max();
    try_all(vector, 1, rows, found.memory.out_bits(), [&](const Words& chosen) {
      best = std::min(best, wavefronts(chosen, vector, write) + wavefronts(chosen, vector, read));
    });
    EXPECT_EQ(found.read_conflicts + found.write_conflicts + 2, best) << print(p.src) << "\n"
                                                                      << print(p.dst) << "\n"
                                                                      << print(found.memory);
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
