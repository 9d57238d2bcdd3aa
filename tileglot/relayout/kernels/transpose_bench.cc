// SPDX-License-Identifier: Apache-2.0
// transpose_bench.cc: the kernels of transpose.h, compared with memcpy of the same bytes in the same cache.
//
// One iteration transposes a ring of equal planes once: one plane for L1, as many as fill 512 KiB
// for L2, 64 MiB for memory, where stores stream. Time is that of a plane; bytes are read and
// written. TILEGLOT_TARGET=AVX2 forces a target.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include "tileglot/relayout/kernels/stream.h"
#include "tileglot/relayout/kernels/target.h"
#include "tileglot/relayout/kernels/transpose.h"

namespace tileglot::relayout::kernels {
namespace {

struct Case {
  const char* name;
  int bits;
  std::int64_t rows;
  std::int64_t columns;

  [[nodiscard]] std::int64_t bytes() const { return rows * columns * bits / 8; }
};

constexpr Case kCases[] = {
    {"f32_8x8", 32, 8, 8},
    {"f32_15x15", 32, 15, 15},
    {"f32_16x16", 32, 16, 16},
    {"f32_24x24", 32, 24, 24},
    {"f32_28x28", 32, 28, 28},
    {"f32_64x64", 32, 64, 64},
    {"f32_75x93", 32, 75, 93},
    {"bf16_16x16", 16, 16, 16},
    {"bf16_28x28", 16, 28, 28},
    {"bf16_64x64", 16, 64, 64},
    {"u8_16x16", 8, 16, 16},
    {"u8_28x28", 8, 28, 28},
    {"u8_64x64", 8, 64, 64},
    {"f64_64x32", 64, 64, 32},
    {"c128_32x32", 128, 32, 32},
    {"u4_128x64", 4, 128, 64},
    {"bf16_pairs_128x2", 16, 128, 2},
    {"bf16_pairs_1024x2", 16, 1024, 2},
    {"u8_fours_128x4", 8, 128, 4},
    {"u8_fours_1024x4", 8, 1024, 4},
    {"u4_eights_128x8", 4, 128, 8},
    {"u4_eights_1024x8", 4, 1024, 8},
    {"u8_eights_1024x8", 8, 1024, 8},
    {"f32_fours_256x4", 32, 256, 4},
    {"f32_eights_256x8", 32, 256, 8},
    {"u8_threes_1024x3", 8, 1024, 3},
    {"bf16_threes_1024x3", 16, 1024, 3},
    {"f32_threes_1024x3", 32, 1024, 3},
    {"bf16_from_pairs_2x128", 16, 2, 128},
    {"bf16_from_pairs_2x1024", 16, 2, 1024},
    {"u8_from_fours_4x1024", 8, 4, 1024},
    {"u4_from_eights_8x1024", 4, 8, 1024},
    {"u8_from_eights_8x1024", 8, 8, 1024},
    {"u8_from_threes_3x1024", 8, 3, 1024},
    {"bf16_from_threes_3x1024", 16, 3, 1024},
    {"f32_from_threes_3x1024", 32, 3, 1024},
};

struct Free {
  void operator()(std::byte* memory) const { ::operator delete(memory, std::align_val_t{4096}); }
};
using Memory = std::unique_ptr<std::byte, Free>;

/// Memory that has been touched.
Memory touched(std::int64_t bytes) {
  const auto count = static_cast<std::size_t>(bytes);
  Memory memory(static_cast<std::byte*>(::operator new(count, std::align_val_t{4096})));
  std::memset(memory.get(), 1, count);
  return memory;
}

/// Planes of one shape, one after the other, on both sides.
struct Ring {
  std::int64_t planes;
  std::int64_t plane_bytes;
  Memory source;
  Memory target;

  Ring(const Case& c, std::int64_t ring_bytes)
      : planes(std::max<std::int64_t>(1, ring_bytes / 2 / c.bytes())),
        plane_bytes(c.bytes()),
        source(touched(planes * plane_bytes)),
        target(touched(planes * plane_bytes)) {}
};

template <typename Move>
void run(benchmark::State& state, const Ring& ring, Move move) {
  for (auto _ : state) {
    for (std::int64_t i = 0; i < ring.planes; ++i) {
      move(ring.source.get() + i * ring.plane_bytes, ring.target.get() + i * ring.plane_bytes);
    }
    benchmark::ClobberMemory();
  }
  using benchmark::Counter;
  const auto planes = static_cast<double>(ring.planes) * static_cast<double>(state.iterations());
  state.counters["plane"] = Counter(planes, Counter::kIsRate | Counter::kInvert);
  state.SetBytesProcessed(2 * ring.planes * ring.plane_bytes * state.iterations());
}

void transpose_planes(benchmark::State& state, const Case& c, std::int64_t ring_bytes,
                      Store store) {
  const TransposeKernel kernel = transpose_kernel(c.bits, store);
  run(state, Ring(c, ring_bytes), [&](const std::byte* source, std::byte* target) {
    kernel(source, c.rows * c.bits / 8, target, c.columns * c.bits / 8, c.rows, c.columns, 0);
  });
}

void copy_planes(benchmark::State& state, const Case& c, std::int64_t ring_bytes, Store store) {
  const std::int64_t bytes = c.bytes();
  run(state, Ring(c, ring_bytes), [=](const std::byte* source, std::byte* target) {
    if (store == Store::kStreaming) {
      stream_copy(target, source, bytes);
    } else {
      std::memcpy(target, source, static_cast<std::size_t>(bytes));
    }
  });
}

void register_cases(const char* where, std::int64_t ring_bytes, Store store) {
  for (const Case& c : kCases) {
    const std::string name = std::string(c.name) + "/" + where;
    benchmark::RegisterBenchmark(name.c_str(), transpose_planes, c, ring_bytes, store);
    benchmark::RegisterBenchmark((name + "/copy").c_str(), copy_planes, c, ring_bytes, store);
  }
}

}  // namespace
}  // namespace tileglot::relayout::kernels

int main(int argc, char** argv) {
  using tileglot::relayout::kernels::Store;
  if (const char* target = std::getenv("TILEGLOT_TARGET")) {
    if (!tileglot::relayout::kernels::force_target(target)) return 2;
  }
  tileglot::relayout::kernels::register_cases("L1", 0, Store::kCached);
  tileglot::relayout::kernels::register_cases("L2", 512 << 10, Store::kCached);
  tileglot::relayout::kernels::register_cases("memory", 64 << 20, Store::kStreaming);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
