// SPDX-License-Identifier: Apache-2.0
// digest_bench.cc: the speed of digests, compared with memcpy of as many bytes.
//
// What     Arrays of 1, 2, 4 and 8-byte elements, row-major; tiled and transposed ones. Bytes are
//          those of the elements, once: memcpy also writes them.
// Example  bench/digest_bench --benchmark_filter=/1$
//          The number at the end is the number of threads. TILEGLOT_TARGET=AVX2 forces a target.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/digest/array_digest.h"
#include "tileglot/relayout/kernels/target.h"

namespace tileglot::relayout::digest {
namespace {

struct Case {
  const char* text;
  int bits;
};

/// 256 MiB each.
constexpr Case kCases[] = {
    {"u8[16384,16384]{1,0}", 8},
    {"bf16[16384,8192]{1,0}", 16},
    {"f32[8192,8192]{1,0}", 32},
    {"f64[8192,4096]{1,0}", 64},
    {"bf16[16384,8192]{1,0:T(8,128)(2,1)}", 16},
    {"f32[8192,8192]{1,0:T(8,128)}", 32},
    {"f32[8192,8192]{0,1}", 32},
    {"bf16[16384,8192]{0,1}", 16},
};

std::vector<std::byte> random_bytes(std::int64_t bytes) {
  std::vector<std::byte> all(static_cast<std::size_t>(bytes));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::byte>(i * 167 + i / 251);
  return all;
}

void digest_array(benchmark::State& state, const Case& c) {
  const map::IndexMap layout = *bridge::to_map(*notation::xla::parse_shape(c.text));
  const std::vector<std::byte> bytes = random_bytes(layout.codomain_size() * c.bits / 8);
  const DigestOptions options{.threads = static_cast<int>(state.range(0))};
  for (auto _ : state) benchmark::DoNotOptimize(digest_of(layout, c.bits, bytes, options)->first);
  state.SetBytesProcessed(state.iterations() * layout.size() * c.bits / 8);
}

void copy_bytes(benchmark::State& state) {
  const std::vector<std::byte> source = random_bytes(std::int64_t{256} << 20);
  std::vector<std::byte> target(source.size());
  for (auto _ : state) {
    std::memcpy(target.data(), source.data(), source.size());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(source.size()));
}

void register_cases() {
  benchmark::RegisterBenchmark("memcpy", copy_bytes)->UseRealTime();
  for (const Case& c : kCases)
    benchmark::RegisterBenchmark(c.text, digest_array, c)->Arg(1)->Arg(2)->UseRealTime();
  benchmark::RegisterBenchmark("memcpy/again", copy_bytes)->UseRealTime();
}

}  // namespace
}  // namespace tileglot::relayout::digest

int main(int argc, char** argv) {
  if (const char* target = std::getenv("TILEGLOT_TARGET")) {
    if (!tileglot::relayout::kernels::force_target(target)) return 2;
  }
  tileglot::relayout::digest::register_cases();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
