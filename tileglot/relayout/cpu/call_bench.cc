// SPDX-License-Identifier: Apache-2.0
// call_bench.cc: the cost of a call, compared with the move that it makes.
//
// What     An 8x8 f32 transpose by a prepared plan, by a plan that is looked up, and as one of a
//          thousand in a batch; the look-up alone, for layouts with few and many terms; the plan.
// Example  bench/call_bench --benchmark_filter=Batch
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/cpu/batch.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/plan_cache.h"
#include "tileglot/relayout/cpu/relayout.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

struct Pair {
  Pair(std::string_view from, std::string_view to, int element_bits)
      : f(*bridge::to_map(*notation::xla::parse_shape(from))),
        g(*bridge::to_map(*notation::xla::parse_shape(to))),
        bits(element_bits) {}

  map::IndexMap f;
  map::IndexMap g;
  int bits;
};

Pair small() { return {"f32[8,8]{1,0}", "f32[8,8]{0,1}", 32}; }
Pair tiled() { return {"bf16[4096,14336]{1,0}", "bf16[4096,14336]{1,0:T(8,128)(2,1)}", 16}; }

constexpr std::size_t kBytes = 256;
constexpr ExecuteOptions kOneThread{.threads = 1};

void Prepared(benchmark::State& state) {
  const Pair pair = small();
  const PreparedPlan plan(*plan::plan(pair.f, pair.g, pair.bits), kOneThread);
  const std::vector<std::byte> source(kBytes);
  std::vector<std::byte> target(kBytes);
  for (auto _ : state) {
    benchmark::DoNotOptimize(plan.execute(source, target).has_value());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(Prepared);

void OneCall(benchmark::State& state) {
  const Pair pair = small();
  const std::vector<std::byte> source(kBytes);
  std::vector<std::byte> target(kBytes);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        relayout(pair.f, pair.g, pair.bits, source, target, {.execute = kOneThread}).has_value());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(OneCall);

void LookUp(benchmark::State& state, const Pair& pair) {
  PlanCache cache;
  for (auto _ : state) {
    benchmark::DoNotOptimize(cache.prepared(pair.f, pair.g, pair.bits).has_value());
  }
}
BENCHMARK_CAPTURE(LookUp, plain, small());
BENCHMARK_CAPTURE(LookUp, tiled, tiled());

void Plan(benchmark::State& state, const Pair& pair) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(plan::plan(pair.f, pair.g, pair.bits).has_value());
  }
}
BENCHMARK_CAPTURE(Plan, plain, small());
BENCHMARK_CAPTURE(Plan, tiled, tiled());

/// Thousands of tensors in one allocation.
struct Memory {
  explicit Memory(std::size_t count) : source(count * kBytes), target(count * kBytes) {}

  std::span<const std::byte> source_of(std::size_t i) const {
    return std::span(source).subspan(i * kBytes, kBytes);
  }
  std::span<std::byte> target_of(std::size_t i) {
    return std::span(target).subspan(i * kBytes, kBytes);
  }

  std::vector<std::byte> source;
  std::vector<std::byte> target;
};

void Batch(benchmark::State& state) {
  const Pair pair = small();
  const auto count = static_cast<std::size_t>(state.range(0));
  Memory memory(count);
  std::vector<BatchTensor> tensors;
  tensors.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    tensors.push_back({memory.source_of(i), memory.target_of(i)});
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        relayout_batch(pair.f, pair.g, pair.bits, tensors, {.execute = kOneThread}).has_value());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(Batch)->Arg(100)->Arg(1000)->Arg(10000);

void MappedBatch(benchmark::State& state) {
  const Pair pairs[] = {small(), {"f32[4,16]{1,0}", "f32[4,16]{0,1}", 32}};
  const auto count = static_cast<std::size_t>(state.range(0));
  Memory memory(count);
  std::vector<MappedTensor> tensors;
  tensors.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Pair& pair = pairs[i % 2];
    tensors.push_back({&pair.f, &pair.g, pair.bits, memory.source_of(i), memory.target_of(i)});
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(relayout_batch(tensors, {.execute = kOneThread}).has_value());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(MappedBatch)->Arg(1000);

}  // namespace
}  // namespace tileglot::relayout::cpu
