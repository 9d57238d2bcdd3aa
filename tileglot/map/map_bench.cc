// SPDX-License-Identifier: Apache-2.0
// map_bench.cc: the cost of each operation on a map, compared with its target.
//
// What     One benchmark for each row of the cost table of docs/reference/index-map.md; the label
//          is the figure of the table for one core.
// Example  bench/map_bench --benchmark_filter=Equal
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/map/builder.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/exact_range.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/injective.h"
#include "tileglot/map/inverse.h"
#include "tileglot/map/refine.h"
#include "tileglot/map/walk.h"

namespace tileglot::map {
namespace {

constexpr std::int64_t kRows = 4096;
constexpr std::int64_t kColumns = 14336;

IndexMap packed_tile() { return tiled({kRows, kColumns}, {{8, 128}, {2, 1}}); }

/// floor((7*x0 + x1) / tile), or the same function in a form that no constructor resolves.
IndexMap linked(std::int64_t tile, bool by_another_form) {
  return map_of({100000, 7}, [&](MapBuilder& b) {
    const Value v = b.add(b.scale(b.dim(0), 7), b.dim(1));
    const Value quotient = b.floor_div(v, tile);
    return by_another_form ? b.floor_div(b.add(v, quotient), tile + 1) : quotient;
  });
}

void Evaluate(benchmark::State& state) {
  const Evaluator f(packed_tile());
  Coordinate x{0, 0};
  for (auto _ : state) {
    benchmark::DoNotOptimize(f(x));
    x[0] = (x[0] + 1237) & (kRows - 1);
    x[1] = (x[1] + 1237) & 8191;
  }
  state.SetLabel("target 10 ns");
}
BENCHMARK(Evaluate);

void WalkStep(benchmark::State& state) {
  const IndexMap f = packed_tile();
  const auto k = static_cast<std::size_t>(state.range(0));
  Walker walker(f, {0, 0});
  std::int64_t left = f.extent(k);
  for (auto _ : state) {
    if (--left == 0) {
      walker.rewind(k);
      left = f.extent(k);
    } else {
      walker.step(k);
    }
    benchmark::DoNotOptimize(walker.offset());
  }
  state.SetLabel("target 2 ns");
}
BENCHMARK(WalkStep)->ArgName("dim")->Arg(0)->Arg(1);

/// The tile as a bridge builds it, with all physical extents and strides.
void Build(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(packed_tile());
  state.SetLabel("target 1 us");
}
BENCHMARK(Build);

void EqualSameForm(benchmark::State& state) {
  const IndexMap f = packed_tile();
  const IndexMap g = packed_tile();
  for (auto _ : state) benchmark::DoNotOptimize(first_difference(f, g));
  state.SetLabel("target 10 ns");
}
BENCHMARK(EqualSameForm);

void FirstDifferencePlain(benchmark::State& state) {
  const IndexMap f = packed_tile();
  const IndexMap g = tiled({kRows, kColumns}, {{8, 128}});
  for (auto _ : state) benchmark::DoNotOptimize(first_difference(f, g));
  state.SetLabel("target 100 ns");
}
BENCHMARK(FirstDifferencePlain);

void FirstDifferenceLinked(benchmark::State& state) {
  const IndexMap f = linked(state.range(0), false);
  const IndexMap g = linked(state.range(0), true);
  for (auto _ : state) benchmark::DoNotOptimize(first_difference(f, g));
  state.SetLabel("target 1 ms");
}
BENCHMARK(FirstDifferenceLinked)->ArgName("tile")->Arg(2)->Arg(128)->Arg(1024);

void ExactRangePlain(benchmark::State& state) {
  const IndexMap f = packed_tile();
  for (auto _ : state) benchmark::DoNotOptimize(exact_range(f));
  state.SetLabel("target 200 ns");
}
BENCHMARK(ExactRangePlain);

void Preimage(benchmark::State& state) {
  const Inverse inverse(packed_tile());
  std::int64_t offset = 0;
  Coordinate x(2);
  for (auto _ : state) {
    benchmark::DoNotOptimize(inverse.find(offset, x));
    offset = (offset + 100003) & 0x1ffffff;
  }
  state.SetLabel("target 100 ns");
}
BENCHMARK(Preimage);

void Injective(benchmark::State& state) {
  const IndexMap f = packed_tile();
  for (auto _ : state) benchmark::DoNotOptimize(is_injective(f));
  state.SetLabel("target 2 us");
}
BENCHMARK(Injective);

void Refine(benchmark::State& state) {
  const IndexMap f = strided({kRows, kColumns}, {kColumns, 1});
  const IndexMap g = packed_tile();
  for (auto _ : state) benchmark::DoNotOptimize(refine(f, g));
  state.SetLabel("target 5 us");
}
BENCHMARK(Refine);

}  // namespace
}  // namespace tileglot::map
