// SPDX-License-Identifier: Apache-2.0
// cute_bench.cc: the run-time cost of operations on layouts.
//
// What     One benchmark for each operation, on the layouts that CuTe's own cost was measured on.
//          The target is 100 ns in the median. Machines differ threefold, so compare ratios:
//          copy_of_two_layouts is what a call costs that only copies its arguments.
// Example  bench/cute_bench --benchmark_filter=composition
#include <benchmark/benchmark.h>

#include <string_view>
#include <utility>

#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/algebra/product.h"
#include "tileglot/notation/cute/inverse/left_inverse.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {
namespace {

/// Runs f on layouts whose values are opaque to the compiler.
template <class F, class... Inputs>
void run(benchmark::State& state, const F& f, Inputs... inputs) {
  (benchmark::DoNotOptimize(inputs), ...);
  for (auto _ : state) {
    auto result = f(inputs...);
    benchmark::DoNotOptimize(result);
  }
  state.SetLabel("target 100 ns");
}

constexpr auto kCompose = [](const Layout<>& a, const Layout<>& b) { return composition(a, b); };
constexpr auto kDivide = [](const Layout<>& a, const Tiler& t) { return logical_divide(a, t); };

void copy_of_two_layouts(benchmark::State& state) {
  run(
      state, [](const Layout<>& a, const Layout<>& b) { return std::pair(a, b); },
      "(8,(4,2)):(1,(8,32))"_layout, "(4,(2,4)):(1,(4,8))"_layout);
}
BENCHMARK(copy_of_two_layouts);

void composition_nested(benchmark::State& state) {
  run(state, kCompose, "(8,(4,2)):(1,(8,32))"_layout, "(4,(2,4)):(1,(4,8))"_layout);
}
BENCHMARK(composition_nested);

void composition_split(benchmark::State& state) {
  run(state, kCompose, "(6,2):(8,2)"_layout, "(4,3):(3,1)"_layout);
}
BENCHMARK(composition_split);

void coalesce_rank_4(benchmark::State& state) {
  run(state, [](const Layout<>& a) { return coalesce(a); }, "(2,4,(1,6),3):(1,2,(7,8),48)"_layout);
}
BENCHMARK(coalesce_rank_4);

constexpr auto kComplement = [](const Layout<>& a, const IntTuple& m) { return complement(a, m); };

void complement_rank_1(benchmark::State& state) {
  run(state, kComplement, "4:2"_layout, IntTuple(24));
}
BENCHMARK(complement_rank_1);

void complement_rank_2(benchmark::State& state) {
  run(state, kComplement, "(2,4):(1,6)"_layout, IntTuple(96));
}
BENCHMARK(complement_rank_2);

void right_inverse_rank_3(benchmark::State& state) {
  run(state, [](const Layout<>& a) { return right_inverse(a); }, "(2,4,6):(4,1,8)"_layout);
}
BENCHMARK(right_inverse_rank_3);

void left_inverse_rank_2(benchmark::State& state) {
  run(state, [](const Layout<>& a) { return left_inverse(a); }, "(4,2):(1,16)"_layout);
}
BENCHMARK(left_inverse_rank_2);

void logical_product_by_layout(benchmark::State& state) {
  run(
      state, [](const Layout<>& a, const Layout<>& b) { return logical_product(a, b); },
      "(2,5):(5,1)"_layout, "(3,4):(1,3)"_layout);
}
BENCHMARK(logical_product_by_layout);

void logical_divide_by_layout(benchmark::State& state) {
  run(state, kDivide, "24:1"_layout, *tiler_of("4:2"_layout));
}
BENCHMARK(logical_divide_by_layout);

void logical_divide_by_mode(benchmark::State& state) {
  const Tiler first = *append(Tiler{}, *tiler_of("3:3"_layout));
  run(state, kDivide, "(9,(4,8)):(59,(13,1))"_layout,
      *append(first, *tiler_of("(2,4):(1,8)"_layout)));
}
BENCHMARK(logical_divide_by_mode);

void zipped_divide_of_matrix(benchmark::State& state) {
  run(
      state, [](const Layout<>& a, const Tiler& t) { return zipped_divide(a, t); },
      "(4096,2048):(1,4096)"_layout, *tiler_of(*tuple_of(128, 64)));
}
BENCHMARK(zipped_divide_of_matrix);

void read_layout(benchmark::State& state) {
  run(
      state, [](std::string_view text) { return parse_layout(text); },
      std::string_view("(8,(4,2)):(1,(8,32))"));
}
BENCHMARK(read_layout);

void read_any_layout(benchmark::State& state) {
  run(
      state, [](std::string_view text) { return parse_any_layout(text); },
      std::string_view("(8,(4,2)):(1,(8,32))"));
}
BENCHMARK(read_any_layout);

void read_composed_layout(benchmark::State& state) {
  run(
      state, [](std::string_view text) { return parse_any_layout(text); },
      std::string_view("Sw<3,0,3> o 0 o (8,8):(8,1)"));
}
BENCHMARK(read_composed_layout);

void read_shape(benchmark::State& state) {
  run(
      state, [](std::string_view text) { return parse_layout(text); },
      std::string_view("(8,(4,2))"));
}
BENCHMARK(read_shape);

void read_tiler(benchmark::State& state) {
  run(
      state, [](std::string_view text) { return parse_tiler(text); },
      std::string_view("<8:1,(4,2):(1,8)>"));
}
BENCHMARK(read_tiler);

void read_tiler_of_extents(benchmark::State& state) {
  run(state, [](std::string_view text) { return parse_tiler(text); }, std::string_view("(8,4)"));
}
BENCHMARK(read_tiler_of_extents);

}  // namespace
}  // namespace tileglot::notation::cute
