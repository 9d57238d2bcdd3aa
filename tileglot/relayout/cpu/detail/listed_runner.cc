// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/listed_runner.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/relayout/cpu/detail/box_parts.h"
#include "tileglot/relayout/cpu/detail/odometer.h"
#include "tileglot/relayout/kernels/stream.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr std::int64_t kLineBytes = 64;
/// Shorter runs use ordinary stores: most of their lines are cut.
constexpr std::int64_t kStreamedBytes = 8 * kLineBytes;

/// Copies by vectors, the last of which may overlap the one before; nothing beyond is touched.
template <std::size_t Vector>
void copy_overlapping(std::byte* to, const std::byte* from, std::int64_t bytes) {
  constexpr auto kVector = static_cast<std::int64_t>(Vector);
  for (std::int64_t i = 0; i + kVector < bytes; i += kVector) std::memcpy(to + i, from + i, Vector);
  std::memcpy(to + bytes - kVector, from + bytes - kVector, Vector);
}

void copy_run(std::byte* to, const std::byte* from, std::int64_t bytes) {
  if (bytes >= 16) return copy_overlapping<16>(to, from, bytes);
  if (bytes >= 8) return copy_overlapping<8>(to, from, bytes);
  if (bytes >= 4) return copy_overlapping<4>(to, from, bytes);
  if (bytes >= 2) return copy_overlapping<2>(to, from, bytes);
  *to = *from;
}

/// True if every run of the target begins and ends on a byte.
bool is_on_bytes(Move start, std::span<const LoopView> outer, const std::vector<ListedRun>& runs,
                 int unit_bits) {
  return begins_on_bytes(start, outer, unit_bits) &&
         std::all_of(runs.begin(), runs.end(), [&](const ListedRun& run) {
           return is_on_byte(run.offset, unit_bits) && is_on_byte(run.bytes, unit_bits);
         });
}

std::vector<LoopView> outer_of(std::vector<LoopView> loops, std::size_t box) {
  loops.resize(loops.size() - box);
  return loops;
}

}  // namespace

ListedRunner::ListedRunner(const plan::Nest& nest, std::vector<LoopView> loops,
                           kernels::Store store)
    : unit_bits_(nest.unit_bits),
      outer_(outer_of(loops, nest.shuffle_loops)),
      box_(std::span(loops).last(nest.shuffle_loops), buffer_bytes(nest.unit_bits)),
      start_(nest.start + box_.origin),
      store_(is_packed() ? kernels::Store::kCached : store),
      pick_units_(kernels::pick_units(buffer_bytes(nest.unit_bits))) {
  for (const LoopView& loop : outer_) outer_items_ *= loop.count;
  if (!is_packed()) return;
  unpack_ = kernels::unpack_run(unit_bits_);
  pack_ = kernels::pack_run(unit_bits_);
  is_on_bytes_ = is_on_bytes(start_, outer_, box_.target, unit_bits_);
}

std::int64_t ListedRunner::bytes_at(std::int64_t offset) const {
  return is_packed() ? offset * unit_bits_ / 8 : offset;
}

void ListedRunner::gather(const Buffers& buffers, Move at, std::byte* to) const {
  const std::byte* source = buffers.source + at.f * unit_bits_ / 8;
  for (const ListedRun& run : box_.source) {
    if (is_packed()) {
      unpack_(buffers.source, at.f + run.offset, run.bytes, to);
    } else {
      copy_run(to, source + run.offset, run.bytes);
    }
    to += run.bytes;
  }
}

void ListedRunner::pick(const std::byte* from, std::byte* to) const {
  if (box_.pieces.empty()) return pick_units_(from, box_.units, to);
  kernels::pick_pieces(from, box_.pieces, to);
}

void ListedRunner::fetch(const Buffers& buffers, Move at, std::span<const ListedRun> runs) const {
  const std::byte* source = buffers.source + at.f * unit_bits_ / 8;
  for (const ListedRun& run : runs) {
    const std::byte* begin = source + bytes_at(run.offset);
    const std::int64_t last = bytes_at(run.bytes - 1);
    for (std::int64_t i = 0; i <= last; i += kLineBytes) __builtin_prefetch(begin + i, 0, 2);
  }
}

void ListedRunner::store_runs(const std::byte* from, std::span<const ListedRun> runs,
                              const Buffers& buffers, Move at) const {
  std::byte* target = buffers.target + at.g * unit_bits_ / 8;
  for (const ListedRun& run : runs) {
    if (is_packed()) {
      pack_(from, run.bytes, buffers.target, at.g + run.offset);
    } else if (store_ == kernels::Store::kStreaming && run.bytes >= kStreamedBytes) {
      kernels::stream_copy(target + run.offset, from, run.bytes);
    } else {
      copy_run(target + run.offset, from, run.bytes);
    }
    from += run.bytes;
  }
}

void ListedRunner::store(const std::byte* from, const Buffers& buffers, Move at,
                         const std::optional<Move>& next) const {
  for (std::size_t part = 0; part < kBoxParts; ++part) {
    if (next) fetch(buffers, *next, part_of(box_.source, part));
    const std::span<const ListedRun> runs = part_of(box_.target, part);
    store_runs(from, runs, buffers, at);
    for (const ListedRun& run : runs) from += run.bytes;
  }
}

void ListedRunner::run(std::int64_t first, std::int64_t last, const Buffers& buffers) const {
  if (first == last) return;
  const auto bytes =
      static_cast<std::size_t>(box_.source_bytes + box_.target_bytes + 2 * kernels::kPieceBytes);
  const auto packed = std::make_unique_for_overwrite<std::byte[]>(bytes);
  std::byte* picked = packed.get() + box_.source_bytes + kernels::kPieceBytes;
  Odometer odometer(outer_, start_);
  odometer.seek(first);
  for (std::int64_t item = first; item < last; ++item) {
    const Move at = odometer.at();
    gather(buffers, at, packed.get());
    pick(packed.get(), picked);
    const bool has_next = odometer.next() && item + 1 < last;
    store(picked, buffers, at, has_next ? std::optional(odometer.at()) : std::nullopt);
  }
  if (store_ == kernels::Store::kStreaming) kernels::stream_fence();
}

}  // namespace tileglot::relayout::cpu
