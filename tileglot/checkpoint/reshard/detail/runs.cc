// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/detail/runs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "tileglot/map/box.h"

namespace tileglot::checkpoint::reshard::detail {
namespace {

/// A dimension outside of those that `runs` has, whose loops are innermost first.
void add_dimension(Runs& runs, const Loop& loop) {
  if (loop.count == 1) return;
  if (runs.loops.empty() && loop.source_step == runs.bits && loop.target_step == runs.bits) {
    runs.bits *= loop.count;
    return;
  }
  if (!runs.loops.empty()) {
    Loop& inner = runs.loops.back();
    if (loop.source_step == inner.count * inner.source_step &&
        loop.target_step == inner.count * inner.target_step) {
      inner.count *= loop.count;
      return;
    }
  }
  runs.loops.push_back(loop);
}

/// Of the innermost loop, with steps in bytes. A constant size is moves of registers.
template <std::size_t Bytes>
void copy_sized(const std::byte* source, std::byte* target, const Loop& loop) {
  for (std::int64_t i = 0; i < loop.count; ++i)
    std::memcpy(target + i * loop.target_step, source + i * loop.source_step, Bytes);
}

void copy_any(const std::byte* source, std::byte* target, const Loop& loop, std::size_t bytes) {
  for (std::int64_t i = 0; i < loop.count; ++i)
    std::memcpy(target + i * loop.target_step, source + i * loop.source_step, bytes);
}

void copy_loop(const std::byte* source, std::byte* target, const Loop& loop, std::size_t bytes) {
  switch (bytes) {
    case 1: return copy_sized<1>(source, target, loop);
    case 2: return copy_sized<2>(source, target, loop);
    case 4: return copy_sized<4>(source, target, loop);
    case 8: return copy_sized<8>(source, target, loop);
    case 16: return copy_sized<16>(source, target, loop);
    case 32: return copy_sized<32>(source, target, loop);
    case 64: return copy_sized<64>(source, target, loop);
    default: return copy_any(source, target, loop, bytes);
  }
}

void copy_bytes(const Runs& runs, const std::byte* source, std::byte* target) {
  const Loop& last = runs.loops.back();
  const Loop in_bytes = {last.count, last.source_step / 8, last.target_step / 8};
  const auto bytes = static_cast<std::size_t>(runs.bits / 8);
  for_each_run(Loops(runs.loops).first(runs.loops.size() - 1), runs.source, runs.target,
               [&](std::int64_t from, std::int64_t to) {
                 copy_loop(source + from / 8, target + to / 8, in_bytes, bytes);
               });
}

/// `count` <= 8 bits from the bit `at` on.
unsigned bits_at(const std::byte* bytes, std::int64_t at, std::int64_t count) {
  auto bits = std::to_integer<unsigned>(bytes[at / 8]);
  // The next byte may be outside of the memory unless bits of it are asked for.
  if (at % 8 + count > 8) bits |= std::to_integer<unsigned>(bytes[at / 8 + 1]) << 8;
  return bits >> (at % 8) & ((1U << count) - 1);
}

void copy_bits(const std::byte* source, std::int64_t from, std::byte* target, std::int64_t to,
               std::int64_t count) {
  while (count > 0) {
    const std::int64_t some = std::min(8 - to % 8, count);
    const unsigned mask = ((1U << some) - 1) << (to % 8);
    const unsigned bits = bits_at(source, from, some) << (to % 8);
    target[to / 8] = (target[to / 8] & ~std::byte(mask)) | std::byte(bits);
    from += some;
    to += some;
    count -= some;
  }
}

}  // namespace

Runs runs_of(const Inside& source, const Inside& target, std::int64_t element_bits) {
  Runs runs{.bits = element_bits};
  std::int64_t source_step = element_bits;
  std::int64_t target_step = element_bits;
  const std::size_t more = target.box.begin.size() - source.box.begin.size();
  for (std::size_t k = source.box.begin.size(); k-- > 0;) {
    const std::size_t t = k + more;
    runs.source += (source.box.begin[k] - source.whole.begin[k]) * source_step;
    runs.target += (target.box.begin[t] - target.whole.begin[t]) * target_step;
    add_dimension(runs, {source.box.end[k] - source.box.begin[k], source_step, target_step});
    source_step *= source.whole.end[k] - source.whole.begin[k];
    target_step *= target.whole.end[t] - target.whole.begin[t];
  }
  for (std::size_t t = more; t-- > 0;) {
    runs.target += (target.box.begin[t] - target.whole.begin[t]) * target_step;
    target_step *= target.whole.end[t] - target.whole.begin[t];
  }
  if (runs.loops.empty()) runs.loops.emplace_back();
  std::ranges::reverse(runs.loops);
  return runs;
}

bool are_whole_bytes(const Runs& runs) {
  std::int64_t all = runs.source | runs.target | runs.bits;
  for (const Loop& loop : runs.loops) all |= loop.source_step | loop.target_step;
  return all % 8 == 0;
}

void copy_runs(const Runs& runs, std::span<const std::byte> source, std::span<std::byte> target) {
  if (are_whole_bytes(runs)) return copy_bytes(runs, source.data(), target.data());
  for_each_run(runs.loops, runs.source, runs.target, [&](std::int64_t from, std::int64_t to) {
    copy_bits(source.data(), from, target.data(), to, runs.bits);
  });
}

}  // namespace tileglot::checkpoint::reshard::detail
