// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/copies.h"

#include <algorithm>
#include <cstring>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace tileglot::relayout::bench {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kLine = 64;
/// Fewer bytes are copied before another thread is awake.
constexpr std::size_t kWorthAThread = std::size_t{64} << 10;

using Copy = void (*)(const std::byte*, std::byte*, std::size_t);

/// Half-open range of bytes of one thread: whole pages, but for the last.
std::span<const std::byte> part_of(std::span<const std::byte> all, int thread, int threads) {
  const std::size_t pages = (all.size() + kPage - 1) / kPage;
  const auto begin_of = [&](int t) {
    const std::size_t page =
        pages * static_cast<std::size_t>(t) / static_cast<std::size_t>(threads);
    return std::min(page * kPage, all.size());
  };
  return all.subspan(begin_of(thread), begin_of(thread + 1) - begin_of(thread));
}

void copy_parts(PinnedThreadPool& pool, std::span<const std::byte> source, std::byte* target,
                Copy copy) {
  if (source.size() < kWorthAThread) return copy(source.data(), target, source.size());
  pool.run([&](int thread) {
    const auto part = part_of(source, thread, pool.threads());
    copy(part.data(), target + (part.data() - source.data()), part.size());
  });
}

void plain_copy(const std::byte* from, std::byte* to, std::size_t size) {
  std::memcpy(to, from, size);
}

#ifdef __x86_64__
__attribute__((target("avx512f"))) void stream_avx512(const std::byte* from, std::byte* to,
                                                      std::size_t size) {
  const std::size_t whole = size / kLine * kLine;
  for (std::size_t i = 0; i < whole; i += kLine) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to + i), _mm512_loadu_si512(from + i));
  }
  _mm_sfence();
  std::memcpy(to + whole, from + whole, size - whole);
}

void stream_sse2(const std::byte* from, std::byte* to, std::size_t size) {
  const std::size_t whole = size / kLine * kLine;
  for (std::size_t i = 0; i < whole; i += sizeof(__m128i)) {
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + i),
                     _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i)));
  }
  _mm_sfence();
  std::memcpy(to + whole, from + whole, size - whole);
}

Copy streaming_copy() {
  static const bool has_avx512 = __builtin_cpu_supports("avx512f") != 0;
  return has_avx512 ? stream_avx512 : stream_sse2;
}
#else
Copy streaming_copy() { return plain_copy; }
#endif

}  // namespace

void copy_memory(PinnedThreadPool& pool, std::span<const std::byte> source,
                 std::span<std::byte> target) {
  copy_parts(pool, source, target.data(), plain_copy);
}

void stream_memory(PinnedThreadPool& pool, std::span<const std::byte> source,
                   std::span<std::byte> target) {
  copy_parts(pool, source, target.data(), streaming_copy());
}

std::string_view streaming_target() {
#ifdef __x86_64__
  return streaming_copy() == stream_sse2 ? "sse2" : "avx512";
#else
  return "none";
#endif
}

}  // namespace tileglot::relayout::bench
