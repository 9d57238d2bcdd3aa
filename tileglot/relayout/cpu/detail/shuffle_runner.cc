// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/shuffle_runner.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/relayout/cpu/detail/box_parts.h"
#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/cpu/detail/odometer.h"
#include "tileglot/relayout/kernels/runs.h"
#include "tileglot/relayout/kernels/shuffle.h"
#include "tileglot/relayout/kernels/stream.h"
#include "tileglot/relayout/kernels/transpose.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr std::int64_t kLineBytes = 64;
/// Shorter runs use ordinary stores: most of their lines are cut.
constexpr std::int64_t kStreamedBytes = 4 * kLineBytes;

/// True if every run of the target begins and ends on a byte.
bool is_on_bytes(Move start, std::span<const LoopView> outer, const BoxRuns& runs, int unit_bits) {
  return begins_on_bytes(start, outer, unit_bits) && is_on_byte(runs.bytes, unit_bits) &&
         std::all_of(runs.offsets.begin(), runs.offsets.end(),
                     [&](std::int64_t offset) { return is_on_byte(offset, unit_bits); });
}

BoxShape shape_of(const plan::Nest& nest) {
  const std::int64_t bytes = buffer_bytes(nest.unit_bits);
  std::vector<BoxLoop> loops;
  loops.reserve(nest.shuffle_loops);
  for (const plan::Loop& loop : std::span(nest.loops).last(nest.shuffle_loops))
    loops.push_back({loop.count, loop.step.f * bytes, loop.step.g * bytes});
  return {std::move(loops), bytes,
          kernels::permutes_vectors() ? Shuffles::kWholeVectors : Shuffles::kBlocks};
}

}  // namespace

ShuffleRunner::ShuffleRunner(const plan::Nest& nest, std::vector<LoopView> outer,
                             kernels::Store store)
    : ShuffleRunner(nest, std::move(outer), store, shape_of(nest)) {}

ShuffleRunner::ShuffleRunner(const plan::Nest& nest, std::vector<LoopView> outer,
                             kernels::Store store, BoxShape shape)
    : unit_bits_(nest.unit_bits),
      start_(nest.start),
      outer_(std::move(outer)),
      shape_(std::move(shape)),
      store_(!is_packed() && shape_.target.bytes >= kStreamedBytes ? store
                                                                   : kernels::Store::kCached) {
  for (const LoopView& loop : outer_) outer_items_ *= loop.count;
  if (shape_.transpose) {
    transpose_ = kernels::transpose_kernel(std::max(unit_bits_, 8), kernels::Store::kCached);
  } else {
    shuffle_.emplace(shape_.loops, buffer_bytes(unit_bits_));
  }
  if (!is_packed()) return;
  unpack_ = kernels::unpack_run(unit_bits_);
  pack_ = kernels::pack_run(unit_bits_);
  is_on_bytes_ = is_on_bytes(start_, outer_, shape_.target, unit_bits_);
}

/// Buffers for the source runs, for the target runs, and between two passes.
class ShuffleRunner::Buffer {
 public:
  explicit Buffer(const ShuffleRunner& runner)
      : source_(room_for(source_bytes(runner))),
        target_(room_for(target_bytes(runner))),
        bytes_(std::make_unique_for_overwrite<std::byte[]>(
            static_cast<std::size_t>(source_ + 2 * target_ + kLineBytes))) {
    void* begin = bytes_.get();
    auto room = static_cast<std::size_t>(source_ + 2 * target_ + kLineBytes);
    begin_ = static_cast<std::byte*>(std::align(kLineBytes, 1, begin, room));
  }

  std::byte* source() const { return begin_; }
  std::byte* target() const { return begin_ + source_; }
  std::byte* between() const { return begin_ + source_ + target_; }

 private:
  static std::int64_t source_bytes(const ShuffleRunner& runner) {
    const std::int64_t runs = runner.shape_.pitch * std::ssize(runner.shape_.source.offsets);
    return runner.shuffle_ ? std::max(runs, runner.shuffle_->source_bytes()) : runs;
  }

  static std::int64_t target_bytes(const ShuffleRunner& runner) {
    const BoxRuns& runs = runner.shape_.target;
    return runner.shuffle_ ? runner.shuffle_->target_bytes()
                           : runs.bytes * std::ssize(runs.offsets);
  }

  static std::int64_t room_for(std::int64_t bytes) {
    return (bytes + kernels::kRunSlack + kLineBytes - 1) / kLineBytes * kLineBytes;
  }

  std::int64_t source_;
  std::int64_t target_;
  std::unique_ptr<std::byte[]> bytes_;
  std::byte* begin_ = nullptr;
};

/// Of an offset in the buffers' units: packed ones are smaller in memory.
std::int64_t ShuffleRunner::bytes_at(std::int64_t offset) const {
  return is_packed() ? offset * unit_bits_ / 8 : offset;
}

void ShuffleRunner::gather(const Buffers& buffers, Move at, const Buffer& buffer) const {
  const BoxRuns& runs = shape_.source;
  if (!is_packed()) {
    kernels::gather_runs(buffers.source + at.f * unit_bits_ / 8, runs.offsets, runs.bytes,
                         buffer.source(), shape_.pitch);
    return;
  }
  std::byte* line = buffer.source();
  for (const std::int64_t offset : runs.offsets) {
    unpack_(buffers.source, at.f + offset, runs.bytes, line);
    line += shape_.pitch;
  }
}

void ShuffleRunner::scatter(const std::byte* from, std::span<const std::int64_t> runs,
                            const Buffers& buffers, Move at) const {
  const std::int64_t bytes = shape_.target.bytes;
  if (!is_packed()) {
    std::byte* target = buffers.target + at.g * unit_bits_ / 8;
    kernels::scatter_runs(from, bytes, runs, target, store_);
    return;
  }
  for (const std::int64_t offset : runs) {
    pack_(from, bytes, buffers.target, at.g + offset);
    from += bytes;
  }
}

void ShuffleRunner::fetch(const Buffers& buffers, Move at,
                          std::span<const std::int64_t> offsets) const {
  const std::byte* source = buffers.source + at.f * unit_bits_ / 8;
  const std::int64_t last = bytes_at(shape_.source.bytes - 1);
  for (const std::int64_t offset : offsets) {
    const std::byte* run = source + bytes_at(offset);
    for (std::int64_t i = 0; i <= last; i += kLineBytes) __builtin_prefetch(run + i, 0, 2);
  }
}

/// Prefetches lines that ordinary stores will write: all, or those where a run begins and ends.
void ShuffleRunner::fetch_target(const Buffers& buffers, Move at) const {
  const std::byte* target = buffers.target + at.g * unit_bits_ / 8;
  const std::int64_t last = bytes_at(shape_.target.bytes - 1);
  const std::int64_t step =
      store_ == kernels::Store::kStreaming ? std::max<std::int64_t>(1, last) : kLineBytes;
  for (const std::int64_t offset : shape_.target.offsets) {
    const std::byte* run = target + bytes_at(offset);
    for (std::int64_t i = 0; i < last; i += step) __builtin_prefetch(run + i, 1, 3);
    __builtin_prefetch(run + last, 1, 3);
  }
}

void ShuffleRunner::bring_into_order(const Buffer& buffer) const {
  if (shuffle_) return shuffle_->run(buffer.source(), buffer.target(), buffer.between());
  const BoxTranspose& transpose = *shape_.transpose;
  for (std::int64_t i = 0; i < transpose.times; ++i) {
    transpose_(buffer.source() + i * transpose.columns * shape_.pitch, shape_.pitch,
               buffer.target() + i * transpose.rows * shape_.target.bytes, shape_.target.bytes,
               transpose.rows, transpose.columns, 0);
  }
}

void ShuffleRunner::store(const Buffer& buffer, const Buffers& buffers, Move at,
                          const std::optional<Move>& next) const {
  const std::byte* from = buffer.target();
  for (std::size_t part = 0; part < kBoxParts; ++part) {
    if (next) fetch(buffers, *next, part_of(shape_.source.offsets, part));
    const std::span<const std::int64_t> runs = part_of(shape_.target.offsets, part);
    scatter(from, runs, buffers, at);
    from += shape_.target.bytes * std::ssize(runs);
  }
}

void ShuffleRunner::run(std::int64_t first, std::int64_t last, const Buffers& buffers) const {
  if (first == last) return;
  const Buffer buffer(*this);
  Odometer odometer(outer_, start_);
  odometer.seek(first);
  for (std::int64_t item = first; item < last; ++item) {
    const Move at = odometer.at();
    gather(buffers, at, buffer);
    fetch_target(buffers, at);
    const bool has_next = odometer.next() && item + 1 < last;
    bring_into_order(buffer);
    store(buffer, buffers, at, has_next ? std::optional(odometer.at()) : std::nullopt);
  }
  if (store_ == kernels::Store::kStreaming) kernels::stream_fence();
}

}  // namespace tileglot::relayout::cpu
