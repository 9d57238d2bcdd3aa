// SPDX-License-Identifier: Apache-2.0
// hlo_bench.cc: what an instruction costs to parse, verify, assign layouts to and print, by module
//               size.
//
// What     Chains of transformer layers of 2,000 to 200,000 instructions each and 200,000 together,
//          so that caches do not favour small ones; `per_instruction` is the time for one
//          instruction. It should not depend on the size.
// Example  bench/hlo_bench --benchmark_filter=Assign
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/laws/transformer_chain.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::pass {
namespace {

constexpr std::int64_t kInstructions = 200000;

void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->Unit(benchmark::kMillisecond)->ArgName("instructions");
  for (const std::int64_t size : {2000, 6000, 20000, 60000, 200000}) benchmark->Arg(size);
}

/// As many chains of this size as add up to 200,000 instructions.
class Chains {
 public:
  explicit Chains(std::int64_t size)
      : texts_(static_cast<std::size_t>(std::max<std::int64_t>(kInstructions / size, 1)),
               transformer_chain(size)) {}

  const std::vector<std::string>& texts() const { return texts_; }

  std::vector<Module> modules() const {
    std::vector<Module> result;
    result.reserve(texts_.size());
    for (const std::string& text : texts_) result.push_back(*parse_module(text));
    return result;
  }

  /// Before copies are inserted.
  void count_instructions(benchmark::State& state) const {
    const auto each = parse_module(texts_.front())->instruction_count();
    state.counters["per_instruction"] = benchmark::Counter(
        static_cast<double>(each * texts_.size()),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  }

 private:
  std::vector<std::string> texts_;
};

void Parse(benchmark::State& state) {
  const Chains chains(state.range(0));
  std::vector<Module> parsed;
  for (auto _ : state) {
    parsed = chains.modules();
    state.PauseTiming();
    parsed.clear();
    state.ResumeTiming();
  }
  chains.count_instructions(state);
}
BENCHMARK(Parse)->Apply(sizes);

void Verify(benchmark::State& state) {
  const Chains chains(state.range(0));
  const std::vector<Module> modules = chains.modules();
  for (auto _ : state) {
    for (const Module& module : modules) benchmark::DoNotOptimize(verify(module));
  }
  chains.count_instructions(state);
}
BENCHMARK(Verify)->Apply(sizes);

void Print(benchmark::State& state) {
  const Chains chains(state.range(0));
  const std::vector<Module> modules = chains.modules();
  for (auto _ : state) {
    for (const Module& module : modules) benchmark::DoNotOptimize(print(module));
  }
  chains.count_instructions(state);
}
BENCHMARK(Print)->Apply(sizes);

void assign(benchmark::State& state, const LayoutPolicy& policy) {
  const Chains chains(state.range(0));
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<Module> modules = chains.modules();
    state.ResumeTiming();
    for (Module& module : modules) benchmark::DoNotOptimize(assign_layouts(module, policy));
    state.PauseTiming();
    modules.clear();
    state.ResumeTiming();
  }
  chains.count_instructions(state);
}

void AssignCpu(benchmark::State& state) { assign(state, *cpu_policy()); }
BENCHMARK(AssignCpu)->Apply(sizes);

void AssignGpu(benchmark::State& state) { assign(state, *gpu_policy(90)); }
BENCHMARK(AssignGpu)->Apply(sizes);

}  // namespace
}  // namespace tileglot::hlo::pass
