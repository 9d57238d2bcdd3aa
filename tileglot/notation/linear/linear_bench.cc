// SPDX-License-Identifier: Apache-2.0
// linear_bench.cc: the cost of operations on linear layouts, compared with Triton.
//
// What     The layouts of a 64x64 and a 256x256 tensor: blocked (1x8 per thread, 4x8 lanes, 4x1
//          warps, order 1,0), an mma v2 accumulator (16x8, 2x2 warps) and shared memory swizzled by
//          {8,1,8}. The counter `triton_ns` is the time recorded for the original, which stores
//          vectors of vectors: Triton's C++ LinearLayout, clang -O3, on a machine with two cores.
// Example  bench/linear_bench --benchmark_filter=Invert
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/notation/linear/algebra/compose.h"
#include "tileglot/notation/linear/algebra/divide.h"
#include "tileglot/notation/linear/algebra/identity.h"
#include "tileglot/notation/linear/algebra/invert_and_compose.h"
#include "tileglot/notation/linear/algebra/product.h"
#include "tileglot/notation/linear/dimensions/reshape.h"
#include "tileglot/notation/linear/dimensions/sublayout.h"
#include "tileglot/notation/linear/dimensions/transpose.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/free_variables.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/text/triton_text.h"

namespace tileglot::notation::linear {
namespace {

const Name kDim0("dim0");
const Name kDim1("dim1");

/// One factor of a product of identities.
struct Step {
  Name in;
  std::int64_t size;
  Name out;
};

Layout product_of(const std::vector<Step>& steps) {
  Layout layout;
  for (const Step& s : steps)
    layout = mul(layout, identity_1d(s.size, s.in.view(), s.out.view()).value()).value();
  return layout;
}

Layout in_tensor_order(const Layout& layout) {
  return transpose_outs(layout, std::vector{kDim0, kDim1}).value();
}

/// n is the extent of both dimensions.
Layout blocked(std::int64_t n) {
  return in_tensor_order(product_of({{kRegister, 8, kDim1},
                                     {kLane, 8, kDim1},
                                     {kLane, 4, kDim0},
                                     {kWarp, 4, kDim0},
                                     {kRegister, n / 64, kDim1},
                                     {kRegister, n / 16, kDim0},
                                     {kBlock, 1, kDim0}}));
}

Layout mma(std::int64_t n) {
  return in_tensor_order(product_of({{kRegister, 2, kDim1},
                                     {kLane, 4, kDim1},
                                     {kLane, 8, kDim0},
                                     {kRegister, 2, kDim0},
                                     {kWarp, 2, kDim1},
                                     {kWarp, 2, kDim0},
                                     {kRegister, n / 16, kDim1},
                                     {kRegister, n / 32, kDim0},
                                     {kBlock, 1, kDim0}}));
}

/// Rows of n elements; row r stores its vectors of 8 at positions xor (r mod 8).
Layout swizzled(std::int64_t n) {
  Layout layout = product_of({{kOffset, n, kDim1}, {kOffset, n, kDim0}, {kBlock, 1, kDim0}});
  layout = in_tensor_order(layout);
  const Dimension column = *layout.find_out(kDim1);
  for (int r = 0; r < 3; ++r) {
    const int j = column.bits + r;
    layout.set_column(j, layout.column(j) | placed(std::uint64_t{8} << r, column));
  }
  return layout;
}

/// The recorded times for 64x64 and 256x256.
struct Recorded {
  double small;
  double large;
};

void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("n")->Arg(64)->Arg(256);
}

void beside(benchmark::State& state, Recorded recorded) {
  state.counters["triton_ns"] = state.range(0) == 64 ? recorded.small : recorded.large;
}

void Apply(benchmark::State& state) {
  const Layout layout = mma(state.range(0));
  const std::uint64_t mask = (std::uint64_t{1} << layout.in_bits()) - 1;
  std::uint64_t x = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(apply_flat(layout, x));
    x = (x + 0x9e37) & mask;
  }
  beside(state, {262, 273});
}
BENCHMARK(Apply)->Apply(sizes);

void Copy(benchmark::State& state) {
  const Layout layout = mma(state.range(0));
  for (auto _ : state) {
    Layout copy = layout;
    benchmark::DoNotOptimize(copy);
  }
  beside(state, {395, 446});
}
BENCHMARK(Copy)->Apply(sizes);

void Invert(benchmark::State& state) {
  const Layout layout = mma(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(invert(layout));
  beside(state, {27863, 37251});
}
BENCHMARK(Invert)->Apply(sizes);

void InvertAndComposeRegisters(benchmark::State& state) {
  const Layout to = mma(state.range(0));
  const Layout from = blocked(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(invert_and_compose(to, from));
  beside(state, {35510, 42944});
}
BENCHMARK(InvertAndComposeRegisters)->Apply(sizes);

void InvertAndComposeShared(benchmark::State& state) {
  const Layout registers = blocked(state.range(0));
  const Layout shared = swizzled(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(invert_and_compose(registers, shared));
  beside(state, {23763, 29574});
}
BENCHMARK(InvertAndComposeShared)->Apply(sizes);

void Compose(benchmark::State& state) {
  const Layout registers = blocked(state.range(0));
  const Layout back = invert(mma(state.range(0))).value();
  for (auto _ : state) benchmark::DoNotOptimize(compose(registers, back));
  beside(state, {3839, 5482});
}
BENCHMARK(Compose)->Apply(sizes);

void DivideLeft(benchmark::State& state) {
  const Layout layout = blocked(state.range(0));
  const Layout tile = identity(3, kRegister, kDim1);
  for (auto _ : state) benchmark::DoNotOptimize(divide_left(layout, tile));
  beside(state, {1879, 2444});
}
BENCHMARK(DivideLeft)->Apply(sizes);

void Mul(benchmark::State& state) {
  const Layout tile = identity(3, kRegister, kDim1);
  const Layout rest = *divide_left(blocked(state.range(0)), tile);
  for (auto _ : state) benchmark::DoNotOptimize(mul(tile, rest));
  beside(state, {3850, 4486});
}
BENCHMARK(Mul)->Apply(sizes);

void FreeVariableMasks(benchmark::State& state) {
  const Layout layout = mma(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(free_variable_masks(layout));
  beside(state, {1153, 1642});
}
BENCHMARK(FreeVariableMasks)->Apply(sizes);

void Sublayout(benchmark::State& state) {
  const Layout layout = mma(state.range(0));
  const std::vector ins{kRegister, kLane};
  const std::vector outs{kDim0, kDim1};
  for (auto _ : state) benchmark::DoNotOptimize(sublayout(layout, ins, outs));
  beside(state, {1521, 2390});
}
BENCHMARK(Sublayout)->Apply(sizes);

void FlattenOuts(benchmark::State& state) {
  const Layout layout = mma(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(flatten_outs(layout));
  beside(state, {1675, 2274});
}
BENCHMARK(FlattenOuts)->Apply(sizes);

void Equal(benchmark::State& state) {
  const Layout a = mma(state.range(0));
  const Layout b = a;
  for (auto _ : state) benchmark::DoNotOptimize(a == b);
  beside(state, {14, 13});
}
BENCHMARK(Equal)->Apply(sizes);

void ToString(benchmark::State& state) {
  const Layout layout = mma(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(to_string(layout));
  beside(state, {2071, 3769});
}
BENCHMARK(ToString)->Apply(sizes);

}  // namespace
}  // namespace tileglot::notation::linear

BENCHMARK_MAIN();
