// SPDX-License-Identifier: Apache-2.0
// xla_bench.cc: the cost of operations on a layout, by rank and number of tiles.
//
// What     Linear index, nested index, the inverse, validation and logical-to-physical at ranks 2
//          to 8 with one to three tiles. The first three are prepared once, and then a call
//          allocates nothing; the other two return errors and lists, which are on the heap.
// Example  bench/xla_bench --benchmark_filter=NestedIndex
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/notation/xla/address/linear_index.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/layout_order.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

/// bf16 of extent 24 in every dimension; the tiles are (8,128), (2,1) and (2,1).
Shape shape_of(std::size_t rank, std::size_t tiles) {
  Layout layout = Layout::row_major(rank);
  if (tiles > 0) layout = layout.tiled({8, 128});
  for (std::size_t i = 1; i < tiles; ++i) layout = layout.tiled({2, 1});
  return {.type = PrimitiveType::kBf16,
          .dimensions = std::vector<Dimension>(rank, {.bound = 24}),
          .layout = layout};
}

Shape shape_of(const benchmark::State& state) {
  return shape_of(static_cast<std::size_t>(state.range(0)),
                  static_cast<std::size_t>(state.range(1)));
}

void ranks_and_tiles(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"rank", "tiles"})->ArgsProduct({{2, 3, 4, 5, 6, 7, 8}, {1, 2, 3}});
}

void evaluate(benchmark::State& state, const Evaluator& evaluator) {
  std::vector<std::int64_t> x(evaluator.extents().size(), 0);
  for (auto _ : state) {
    benchmark::DoNotOptimize(evaluator.offset(x));
    x.back() = (x.back() + 7) & 15;
    x.front() = (x.front() + 5) & 15;
  }
}

void LinearIndex(benchmark::State& state) { evaluate(state, *linear_evaluator(shape_of(state))); }
BENCHMARK(LinearIndex)->Apply(ranks_and_tiles);

void NestedIndex(benchmark::State& state) { evaluate(state, *Evaluator::of(shape_of(state))); }
BENCHMARK(NestedIndex)->Apply(ranks_and_tiles);

void Inverse(benchmark::State& state) {
  const auto evaluator = *Evaluator::of(shape_of(state));
  std::vector<std::int64_t> x(evaluator.extents().size());
  std::int64_t offset = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(evaluator.element_at(offset, x));
    offset = (offset + 1237) % evaluator.physical_size();
  }
}
BENCHMARK(Inverse)->Apply(ranks_and_tiles);

void Validation(benchmark::State& state) {
  const Shape shape = shape_of(state);
  for (auto _ : state) benchmark::DoNotOptimize(validate(shape));
}
BENCHMARK(Validation)->Apply(ranks_and_tiles);

void LogicalToPhysical(benchmark::State& state) {
  const Layout layout = *shape_of(state).layout;
  for (auto _ : state) benchmark::DoNotOptimize(logical_to_physical(layout));
}
BENCHMARK(LogicalToPhysical)->Apply(ranks_and_tiles);

}  // namespace
}  // namespace tileglot::notation::xla
