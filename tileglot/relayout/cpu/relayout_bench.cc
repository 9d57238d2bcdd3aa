// SPDX-License-Identifier: Apache-2.0
// relayout_bench.cc: moving real tensors between layouts, beside memcpy of the same bytes.
//
// Bytes are those of the elements, once; the time of a case reads and writes each. One iteration
// moves a whole tensor that no cache holds.
#include <benchmark/benchmark.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/parse.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

/// What a case of the list moves.
struct Case {
  std::string_view name;
  std::string_view source;
  std::string_view target;
  int element_bits;
};

constexpr Case kCases[] = {
    {"bf16_tile", "bf16[4096,14336]{1,0}", "bf16[4096,14336]{1,0:T(8,128)(2,1)}", 16},
    {"bf16_untile", "bf16[4096,14336]{1,0:T(8,128)(2,1)}", "bf16[4096,14336]{1,0}", 16},
    {"f32_tile", "f32[4096,14336]{1,0}", "f32[4096,14336]{1,0:T(8,128)}", 32},
    {"f32_transpose", "f32[4096,14336]{1,0}", "f32[4096,14336]{0,1}", 32},
    {"bf16_transpose", "bf16[4096,14336]{1,0}", "bf16[4096,14336]{0,1}", 16},
    {"u8_transpose", "u8[8192,14336]{1,0}", "u8[8192,14336]{0,1}", 8},
    {"f64_transpose", "f64[4096,8192]{1,0}", "f64[4096,8192]{0,1}", 64},
    {"bf16_nhwc", "bf16[32,256,112,112]{3,2,1,0}", "bf16[32,256,112,112]{1,3,2,0}", 16},
    {"f32_nchw", "f32[128,3,512,512]{1,3,2,0}", "f32[128,3,512,512]{3,2,1,0}", 32},
    {"bf16_ragged_tile", "bf16[4001,14001]{1,0}", "bf16[4001,14001]{1,0:T(8,128)(2,1)}", 16},
    {"f32_tile_3_to_5", "f32[4096,14336]{1,0:T(3,7)}", "f32[4096,14336]{1,0:T(5,2)}", 32},
    {"f32_combined", "f32[700,5,11000]{2,1,0}", "f32[700,5,11000]{2,1,0:T(*,2,3)}", 32},
    {"s4_tile", "s4[8192,14336]{1,0}", "s4[8192,14336]{1,0:T(8,128)(4,1)}", 4},
    {"s4_transpose", "s4[8192,14336]{1,0}", "s4[8192,14336]{0,1}", 4},
};

map::IndexMap map_of(std::string_view text) {
  return *bridge::to_map(*notation::xla::parse_shape(text));
}

/// Memory that has been touched, so that the first iteration is like the others.
std::vector<std::byte> touched(std::int64_t bytes) {
  return std::vector<std::byte>(static_cast<std::size_t>(bytes), std::byte{1});
}

void set_counters(benchmark::State& state, std::int64_t bytes, int threads) {
  state.counters["bytes"] = static_cast<double>(bytes);
  state.counters["threads"] = threads;
  state.SetBytesProcessed(bytes * state.iterations());
}

void move_case(benchmark::State& state, const Case& c, int threads) {
  const auto plan = plan::plan(map_of(c.source), map_of(c.target), c.element_bits,
                               {.refine = {}, .check_injective = false});
  const std::vector<std::byte> source = touched(plan->source_bytes());
  std::vector<std::byte> target = touched(plan->target_bytes());
  for (auto _ : state) {
    if (!execute(*plan, source, target, {.threads = threads})) state.SkipWithError("refused");
    benchmark::ClobberMemory();
  }
  set_counters(state, plan->elements * plan->element_bits / 8, threads);
}

void copy_memory(benchmark::State& state, std::int64_t bytes, int threads) {
  const std::vector<std::byte> source = touched(bytes);
  std::vector<std::byte> target = touched(bytes);
  tbb::task_arena arena(threads);
  const std::int64_t part = bytes / threads;
  for (auto _ : state) {
    arena.execute([&] {
      tbb::parallel_for(0, threads, [&](int t) {
        const std::int64_t size = t + 1 == threads ? bytes - t * part : part;
        std::memcpy(target.data() + t * part, source.data() + t * part,
                    static_cast<std::size_t>(size));
      });
    });
    benchmark::ClobberMemory();
  }
  set_counters(state, bytes, threads);
}

std::int64_t bytes_of(const Case& c) { return map_of(c.source).size() * c.element_bits / 8; }

void register_cases(int threads) {
  std::vector<std::int64_t> copied;
  for (const Case& c : kCases) {
    const std::int64_t bytes = bytes_of(c);
    if (std::find(copied.begin(), copied.end(), bytes) == copied.end()) {
      copied.push_back(bytes);
      benchmark::RegisterBenchmark(
          ("memcpy_" + std::to_string(bytes) + "/" + std::to_string(threads)).c_str(),
          [=](benchmark::State& state) { copy_memory(state, bytes, threads); })
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    }
    benchmark::RegisterBenchmark((std::string(c.name) + "/" + std::to_string(threads)).c_str(),
                                 [=](benchmark::State& state) { move_case(state, c, threads); })
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
}

const bool kRegistered = [] {
  register_cases(1);
  if (const int cores = tbb::info::default_concurrency(); cores > 1) register_cases(cores);
  return true;
}();

}  // namespace
}  // namespace tileglot::relayout::cpu
