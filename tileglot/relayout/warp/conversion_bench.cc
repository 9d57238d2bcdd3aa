// SPDX-License-Identifier: Apache-2.0
// conversion_bench.cc: the cost of choosing a swizzle and planning a conversion, compared with
// Triton.
//
// What     A case for each recorded time of Triton's own code on two layouts, blocked {1x8, 4x8,
//          4x1} and mma v2 {16x8, 2x2 warps} of f16, at 64x64 and 256x256; the label is that time.
// Example  bench/conversion_bench --benchmark_filter=LdSt
#include <benchmark/benchmark.h>

#include <string_view>
#include <vector>

#include "tileglot/notation/linear/swizzle/access_tile.h"
#include "tileglot/notation/linear/swizzle/bank_conflicts.h"
#include "tileglot/notation/linear/swizzle/optimal_swizzling.h"
#include "tileglot/notation/linear/swizzle/optimal_swizzling_ld_st.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/relayout/warp/minimal_conversion.h"
#include "tileglot/relayout/warp/plan.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;
using linear::Layout;

constexpr int kBits = 16;

Layout layout(std::string_view text) { return linear::parse(text).value(); }

struct Pair {
  Layout blocked;
  Layout mma;
};

Pair small() {
  return {layout("{register: [[0,1],[0,2],[0,4],[16,0],[32,0]],"
                 " lane: [[0,8],[0,16],[0,32],[1,0],[2,0]], warp: [[4,0],[8,0]], block: []}"
                 " -> {dim0: 64, dim1: 64}"),
          layout("{register: [[0,1],[8,0],[0,16],[0,32],[32,0]],"
                 " lane: [[0,2],[0,4],[1,0],[2,0],[4,0]], warp: [[0,8],[16,0]], block: []}"
                 " -> {dim0: 64, dim1: 64}")};
}

Pair large() {
  return {layout("{register: [[0,1],[0,2],[0,4],[0,64],[0,128],[16,0],[32,0],[64,0],[128,0]],"
                 " lane: [[0,8],[0,16],[0,32],[1,0],[2,0]], warp: [[4,0],[8,0]], block: []}"
                 " -> {dim0: 256, dim1: 256}"),
          layout("{register: [[0,1],[8,0],[0,16],[0,32],[0,64],[0,128],[32,0],[64,0],[128,0]],"
                 " lane: [[0,2],[0,4],[1,0],[2,0],[4,0]], warp: [[0,8],[16,0]], block: []}"
                 " -> {dim0: 256, dim1: 256}")};
}

void OptimalSwizzlingLdSt(benchmark::State& state, const Pair& p, const char* triton) {
  for (auto _ : state)
    benchmark::DoNotOptimize(linear::optimal_swizzling_ld_st(p.blocked, p.mma, kBits));
  state.SetLabel(triton);
}
BENCHMARK_CAPTURE(OptimalSwizzlingLdSt, blocked_to_mma_64, small(), "Triton 15582 ns");
BENCHMARK_CAPTURE(OptimalSwizzlingLdSt, blocked_to_mma_256, large(), "Triton 23810 ns");

void OptimalSwizzlingTiles(benchmark::State& state, const Pair& p, const char* triton) {
  const std::vector<linear::AccessTile> tiles{linear::ld_st_tile(), linear::matrix_tile(),
                                              linear::transposed_tile()};
  for (auto _ : state)
    benchmark::DoNotOptimize(linear::optimal_swizzling(p.mma, p.blocked, tiles, tiles, kBits));
  state.SetLabel(triton);
}
BENCHMARK_CAPTURE(OptimalSwizzlingTiles, mma_to_blocked_64, small(), "Triton 306637 ns");
BENCHMARK_CAPTURE(OptimalSwizzlingTiles, mma_to_blocked_256, large(), "Triton 697977 ns");

void BankConflicts(benchmark::State& state, const Pair& p, const char* triton) {
  const Layout memory = linear::optimal_swizzling_ld_st(p.blocked, p.mma, kBits).value().memory;
  for (auto _ : state) benchmark::DoNotOptimize(linear::access_conflicts(p.mma, memory, kBits));
  state.SetLabel(triton);
}
BENCHMARK_CAPTURE(BankConflicts, mma_64, small(), "Triton 45147 ns");
BENCHMARK_CAPTURE(BankConflicts, mma_256, large(), "Triton 90562 ns");

void MinimalConversion(benchmark::State& state, const Pair& p, const char* triton) {
  for (auto _ : state) benchmark::DoNotOptimize(minimal_cvt_layout(p.mma, p.blocked));
  state.SetLabel(triton);
}
BENCHMARK_CAPTURE(MinimalConversion, mma_to_blocked_64, small(), "Triton 44522 ns");
BENCHMARK_CAPTURE(MinimalConversion, mma_to_blocked_256, large(), "Triton 81205 ns");

void PlanConversion(benchmark::State& state, const Pair& p, const char* triton) {
  for (auto _ : state) benchmark::DoNotOptimize(plan_conversion(p.mma, p.blocked, kBits));
  state.SetLabel(triton);
}
BENCHMARK_CAPTURE(PlanConversion, mma_to_blocked_64, small(), "no figure");
BENCHMARK_CAPTURE(PlanConversion, mma_to_blocked_256, large(), "no figure");

}  // namespace
}  // namespace tileglot::relayout::warp
